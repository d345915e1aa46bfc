"""What every page stands on: headers, cookies, language, the clock, limits, failures, figures."""
