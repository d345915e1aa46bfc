"""Examples at the end of each command's help, to be typed as printed."""

from __future__ import annotations

from typing import Final

from ginrummy.locale import language

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "play": (
        "ginrummy play --variant hollywood --against champion",
        "ginrummy play --resume",
        "ginrummy play --from evening.gin --at 2.17",
    ),
    "puzzles": ("ginrummy puzzles", "ginrummy puzzles --theme safe"),
    "hand": (
        "ginrummy hand {hand}",
        "ginrummy hand {hand} {more} --variant oklahoma --upcard {limit}",
        "ginrummy hand {hand} {more} --advise",
    ),
    "showdown": ('ginrummy showdown --spread "{melds}" --unmatched {left} --defender "{other}"',),
    "score": ("ginrummy score", "ginrummy score --players Anna,Boris --variant hollywood"),
    "variants": ("ginrummy variants", "ginrummy variants oklahoma"),
    "rules": ("ginrummy rules", "ginrummy rules hollywood"),
    "forms": ("ginrummy forms", "ginrummy forms chouette"),
    "arena": ("ginrummy arena steady simple --hands 2000", "ginrummy arena ./my-bot steady --games 100"),
    "ladder": (
        "ginrummy ladder my_module:MyPlayer",
        "ginrummy ladder ./my-bot --against steady --hands 1000",
    ),
    "exploit": (
        "ginrummy exploit my_module:MyPlayer",
        "ginrummy exploit ./my-bot --responder champion@100 --hands 200",
    ),
    "dataset": (
        "ginrummy dataset steady network --hands 100000 --out hands/",
        "ginrummy dataset steady steady --games 100 --worlds 100 --out games/",
    ),
    "serve": ("ginrummy serve --open", "ginrummy serve --host 0.0.0.0 --domain gin.example.org --https"),
    "site": ("ginrummy site public/gin", "ginrummy site /srv/www"),
    "bots": ("ginrummy bots --database postgresql://gin@db.example.org/gin --processes 4",),
    "tidy": ("ginrummy tidy --database postgresql://gin@db.example.org/gin",),
    "bot": ("ginrummy bot https://gin.example.org --player steady",),
    "replay": (
        "ginrummy replay evening.gin --hand 2",
        "ginrummy replay evening.gin --hand 2 --picture hand.gif",
    ),
    "verify": ("ginrummy verify evening.gin",),
    "review": ("ginrummy review evening.gin --quick", "ginrummy review evening.gin --html evening.html"),
    "stats": ("ginrummy stats evenings/ --player Anna", "ginrummy stats evenings/ --html statistics.html"),
    "export": (
        "ginrummy export evenings/ > evenings.csv",
        "ginrummy export evening.gin --unjudged --format json",
        "ginrummy export evenings/ --format parquet --output evenings.parquet",
    ),
    "think": ("ginrummy think evening.gin --at 2.17",),
    "engine": ("ginrummy engine --player champion",),
}
_CARDS: Final[dict[str, dict[str, str]]] = {
    "en": {"hand": "4S5S6S 9H9D9C KDQC7H2S", "more": "3D", "limit": "6H",
           "melds": "4S5S6S / 9H9D9C / JDQDKD", "left": "2S", "other": "7S8S KHKC 5D6D AH3C4C TC"},
    "fr": {"hand": "4P5P6P 9C9K9T RKDT7C2P", "more": "3K", "limit": "6C",
           "melds": "4P5P6P / 9C9K9T / VKDKRK", "left": "2P", "other": "7P8P RCRT 5K6K AC3T4T 10T"},
    "ru": {"hand": "4П5П6П 9Ч9Б9Т КБДТ7Ч2П", "more": "3Б", "limit": "6Ч",
           "melds": "4П5П6П / 9Ч9Б9Т / ВБДБКБ", "left": "2П", "other": "7П8П КЧКТ 5Б6Б ТЧ3Т4Т 10Т"},
}  # fmt: skip


def command_examples(command: str) -> tuple[str, ...]:
    """Return the examples of `command`, with cards in the letters of the current language."""
    return tuple(example.format(**_CARDS[language()]) for example in EXAMPLES[command])
