"""Design of the pages: base templates, style sheet and drawn cards."""
