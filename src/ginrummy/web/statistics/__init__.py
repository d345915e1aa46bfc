"""Statistics of a person over all stored matches, and the export of all personal data."""
