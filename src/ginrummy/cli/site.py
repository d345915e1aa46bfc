"""`ginrummy site`: the game as static files that need no server."""

from __future__ import annotations

from pathlib import Path

import click

from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import number_text


def command() -> click.Command:
    """Return the command `site` in the current language."""
    return click.Command(
        "site",
        callback=site,
        help=_(
            "Write the table as files into the folder OUT, for any host of files: it runs in the browser "
            "alone, also without a network. docs/site.md tells more."
        ),
        params=[click.Argument(["out"], type=click.Path(path_type=Path, file_okay=False), metavar=_("OUT"))],
    )


def site(*, out: Path) -> None:
    """Build the site and print its size."""
    try:
        from ginrummy.web.site.building.build import build_site
    except ImportError as error:
        missing = _("the site needs more than this installation has ({name}): {command}")
        raise GinRummyError(missing.format(name=error.name, command=install_command("site"))) from error
    size = build_site(out)
    told = _("The table lies in {folder}: {size}\u00a0MB, all that a browser fetches.")
    click.echo(told.format(folder=out, size=number_text(size / 1e6, 1)))
