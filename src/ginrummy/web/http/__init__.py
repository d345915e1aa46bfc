"""Infrastructure of all pages: headers, cookies, language, clock, rate limits, error pages, metrics."""
