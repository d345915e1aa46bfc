"""`ginrummy forms`: the forms of play for several people, in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.locale import LANGUAGES
from ginrummy.variants.form_files import FORM_NAMES, load_form
from tests.cli.running import ginrummy, refused


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_is_listed_and_explained(code: str) -> None:
    found = ginrummy("forms", "--lang", code, "--json").json["forms"]
    assert [each["name"] for each in found] == list(FORM_NAMES)
    out = ginrummy("forms", "--lang", code).out
    for each in found:
        form = load_form(each["name"])
        assert (each["title"], each["about"]) == (form.names[code], form.about[code])
        assert f"{form.name} — {form.names[code]}\n    " in out
        rules = ginrummy("forms", form.name, "--lang", code)
        assert (rules.status, rules.err) == (0, "")
        told = " ".join(rules.out.split())
        for paragraph in ginrummy("forms", form.name, "--lang", code, "--json").json["paragraphs"]:
            assert " ".join(f"{paragraph['clause']} {paragraph['text']}".split()) in told


def test_a_form_of_a_house(tmp_path: Path) -> None:
    file = tmp_path / "thursday.toml"
    file.write_text('base = "partnership"\nname = "Thursday"\ntarget_2 = 300\nsweep_boxes = 2\n', "utf-8")
    found = ginrummy("forms", str(file), "--json").json
    assert (found["name"], found["title"], found["values"]["target_2"]) == ("thursday", "Thursday", 300)
    out = " ".join(ginrummy("forms", str(file)).out.split())
    assert "With 2 a side the target is 300 points" in out
    assert "A side that wins every hand of a deal has 2 boxes more." in out


def test_a_form_that_is_not_there_is_refused() -> None:
    assert "there is no form “bridge”" in refused("forms", "bridge")
