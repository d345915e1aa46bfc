"""The site of documentation: `make docs`. Its root is the project, so that README and RULES belong to it."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from ginrummy import __version__

project = "ginrummy"
author = "The ginrummy authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
include_patterns = ["docs/**.md", "README.md", "RULES.md", "CHANGES.md", "CONTRIBUTING.md", "bench/*.md"]
exclude_patterns = ["build", ".venv", "src", "tests", "spikes"]
root_doc = "docs/index"
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
html_theme = "furo"
html_title = "ginrummy"
html_show_sourcelink = False
html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Show what a server and a program say to each other, and patterns, as they are."""
    for language in ("transcript", "regex"):
        app.add_lexer(language, TextLexer)
