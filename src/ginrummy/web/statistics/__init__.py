"""Statistics of a person over all matches kept here, and all that is kept of a person, to take away."""
