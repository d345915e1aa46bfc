"""Language of a page: every visible text and accessible name is compared with the catalogues."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po
from playwright.sync_api import Page

import ginrummy

_PLACE: Final = re.compile(r"\\?\{\w+\\?\}")
_LATIN: Final = re.compile(r"[A-Za-z]{3,}")
_TEXTS: Final = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("code, kbd, script, noscript, input")) found.push(node.textContent);
  for (const one of document.querySelectorAll("main *"))
    for (const name of ["aria-label", "title", "placeholder", "data-label", "data-spoken", "data-prompt"])
      if (one.hasAttribute(name)) found.push(one.getAttribute(name));
  return found.flatMap((text) => text.split(" · ")).map((text) => text.trim().replace(/\\s+/g, " "));
}"""


class Listener:
    """A listener for one language; `names` of people are allowed in any."""

    def __init__(self, language: str, *names: str) -> None:
        self.language = language
        self.foreign: set[str] = set()
        self._names = names
        self._heard: set[str] = set()

    def listen(self, page: Page) -> None:
        """Record English texts of the page that should be translated."""
        assert page.locator("html").get_attribute("lang") == self.language
        new = set(page.evaluate(_TEXTS)) - self._heard
        self._heard |= new
        self.foreign |= {text for text in new if self._is_foreign(text)}

    def _is_foreign(self, text: str) -> bool:
        for name in self._names:
            text = text.replace(name, "")
        if self.language == "en" or not _LATIN.search(text):
            return False
        if self.language == "ru":
            return True
        english, own = wordings(self.language)
        return text in english and text not in own


class Wordings:
    """Texts of a catalogue, some with placeholders."""

    def __init__(self, texts: set[str]) -> None:
        worded = {" ".join(text.split()) for text in texts if _LATIN.search(_PLACE.sub("", text))}
        placed = {text for text in worded if _PLACE.search(text)}
        self._plain = worded - placed
        self._placed = re.compile("|".join(_PLACE.sub(".*", re.escape(text)) for text in placed))

    def __contains__(self, text: str) -> bool:
        return text in self._plain or self._placed.fullmatch(text) is not None


@cache
def wordings(language: str) -> tuple[Wordings, Wordings]:
    """Return English texts that have a translation in `language`, and the translations."""
    path = Path(ginrummy.__file__).parent / "locale" / language / "LC_MESSAGES" / "ginrummy.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, domain="ginrummy")
    english: set[str] = set()
    own: set[str] = set()
    for message in catalogue:
        ids = (message.id,) if isinstance(message.id, str) else message.id
        texts = (message.string,) if isinstance(message.string, str) else message.string
        own |= set(texts or ())
        english |= set(ids)
    return Wordings(english - own), Wordings(own)
