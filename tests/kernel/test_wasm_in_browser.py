"""The shipped WebAssembly in a real browser: it equals the native law, as does the example in docs."""

from __future__ import annotations

import random
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, sync_playwright

from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, states_as_rows
from ginrummy.kernel.wasm_signatures import MODULE
from ginrummy.variants import load_variant, preset_names
from tests.kernel.walks import walk
from tests.web.browser import launch

PAGE = Path(__file__).parents[2] / "docs" / "webassembly.md"
HANDS_A_PRESET = 34
CHOOSING = """
async ({law, games, size}) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const {instance} = await WebAssembly.instantiate(bytes(law));
  const {memory, __heap_base} = instance.exports;
  const block = Math.ceil(__heap_base.value / 16) * 16, room = block + 48;
  return games.map(({variant, states, count}) => {
    const rows = [bytes(variant), bytes(states)];
    const places = [room, room + rows[0].length, room + rows[0].length + rows[1].length];
    const missing = places[2] + count * size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    const held = new Uint8Array(memory.buffer);
    rows.forEach((row, number) => held.set(row, places[number]));
    held.fill(0, places[2], places[2] + count * size);
    const slots = [places[0], places[1], count, places[2], count].map(BigInt);
    new BigInt64Array(memory.buffer, block, slots.length).set(slots);
    instance.exports["kernel.batch_loops.all_choices"](block);
    const found = held.slice(places[2], places[2] + count * size);
    return btoa(Array.from(found, (byte) => String.fromCharCode(byte)).join(""));
  });
}
"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """An empty page in a running browser."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser.new_page()
        browser.close()


@pytest.fixture(scope="module")
def law() -> str:
    """The module as text."""
    return b64encode(files("ginrummy.kernel").joinpath(MODULE).read_bytes()).decode()


@pytest.mark.long
def test_more_than_ten_thousand_states_of_all_presets(page: Page, law: str) -> None:
    games, due = [], []
    for name in preset_names():
        variant, chance = load_variant(name).row, random.Random(f"browser {name}")
        walks = [walk(variant, chance) for _hand in range(HANDS_A_PRESET)]
        states = states_as_rows(visit.state for each in walks for visit in each.visits)
        given = {"variant": variant_record(variant).tobytes(), "states": states.tobytes()}
        games.append({key: b64encode(row).decode() for key, row in given.items()} | {"count": len(states)})
        due.append(vectorized_rules.choices(states, variant=variant))
    found = page.evaluate(CHOOSING, {"law": law, "games": games, "size": CHOICE_ROW.itemsize})
    for text, rows in zip(found, due, strict=True):
        assert np.array_equal(np.frombuffer(b64decode(text), CHOICE_ROW), rows)
    assert sum(map(len, due)) > 10_000


def test_the_example_in_the_docs(page: Page, law: str) -> None:
    (code,) = re.findall(r"```js\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    bytes_of_law = "Uint8Array.from(atob(law), (letter) => letter.charCodeAt(0))"
    body = code.replace("console.log(points[0])", "return points[0]")
    assert page.evaluate(f"async (law) => {{ const bytes = {bytes_of_law};\n{body} }}", law) == 5
