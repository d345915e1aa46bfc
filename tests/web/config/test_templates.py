"""Templates as they are written."""

from __future__ import annotations

from pathlib import Path

import ginrummy.web

WEB = Path(ginrummy.web.__file__).parent
TEMPLATES = sorted(WEB.rglob("templates/**/*.*"))
WIDEST = 200


def test_no_line_of_a_template_is_too_wide_to_read() -> None:
    lines = [
        (f"{path.name}:{number}", len(line))
        for path in TEMPLATES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
    ]
    assert len(TEMPLATES) > 30
    assert [(place, width) for place, width in lines if width > WIDEST] == []
