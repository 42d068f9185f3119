"""Which guides there are, for whom, and which part of one is about a page.

Proved by ``tests/guides/test_shelf.py``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from casino.core.languages import in_order
from casino.guides.source import Guide, Part, read

TEXTS: Final = Path(__file__).with_name("text")
LANGUAGES: Final = in_order(each.stem.partition(".")[2] for each in TEXTS.glob("shared.*.md"))
PICTURES: Final = Path(__file__).resolve().parents[1] / "static" / "casino" / "guides"
"""Made by ``make pictures``; a folder a language."""

GUIDES: Final = (
    "dealer",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "senior_management",
    "surveillance",
    "regulator",
    "auditor",
    "administrator",
)
"""In the order in which they are listed."""

READERS: Final[dict[str, str]] = {
    **{code: code for code in GUIDES},
    "acting_pit_supervisor": "pit_supervisor",
    "assistant_director": "shift_manager",
    "director_of_table_games": "shift_manager",
    "head_of_operations": "shift_manager",
}
"""Role -> its guide. Posts between the shift manager and senior management read one: they do the same elsewhere."""


@cache
def guide(code: str, language: str) -> Guide:
    """A guide in a language. KeyError for one that there is not."""
    if code not in GUIDES:
        raise KeyError(code)
    return read((TEXTS / f"{code}.{language}.md").read_text("utf-8"), _shared(language))


@cache
def _shared(language: str) -> dict[str, Part]:
    return {part.code: part for part in read((TEXTS / f"shared.{language}.md").read_text("utf-8")).parts}


def part_about(found: Guide, page: str, step: str = "") -> Part | None:
    """The part of a guide that says most closely how a page is used: by the name of its address, and the step of a case
    where the page is a form of one. None where no part is about it."""
    wanted = f"{page}/{step}"
    best, length = None, 0
    for part in found.parts:
        for each in part.pages:
            begins = each.endswith("*") and page.startswith(each[:-1])
            if (each in (page, wanted) or begins) and len(each) > length:
                best, length = part, len(each)
    return best


def picture(name: str, language: str) -> Path:
    """Where the picture of a guide lies."""
    return PICTURES / language / f"{name}.png"
