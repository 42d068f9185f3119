"""Clauses that documents of several games print alike: they stand once, under ``lent``, and are written into the text
of each document where it says so, before anything reads that text. What is put in force holds them. Proved by
``tests/engine/test_lending.py``.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

_LENT: Final = re.compile(r"^# lent:(?: (\w+), ([\d.]+) to ([\d.]+)$)?.*\n", re.MULTILINE)
_ROW: Final = re.compile(r"^\[\[clauses\]\]\nnumber = \"([\d.]+)\"\n(?:.+\n)+", re.MULTILINE)


def composed(source: str) -> str:
    """The text of a document from the text of its file: each line ``# lent: section_8, 8.2 to 8.6`` is exchanged for
    these clauses. ValueError for another line of this beginning, and for clauses that nobody lends."""
    return _LENT.sub(_written, source)


def _written(line: re.Match[str]) -> str:
    part, first, last = line.groups()
    rows = _rows(part) if part else {}
    numbers = list(rows)
    if first not in rows or last not in rows or numbers.index(first) > numbers.index(last):
        raise ValueError(f"nobody lends what stands in {line[0].strip()!r}")
    return "\n".join(rows[each] for each in numbers[numbers.index(first) : numbers.index(last) + 1])


@cache
def _rows(part: str) -> dict[str, str]:
    """The clauses of a part by number, as they are written."""
    file = resources.files("games.engine") / "lent" / f"{part}.toml"
    return {row[1]: row[0] for row in _ROW.finditer(file.read_text("utf-8"))} if file.is_file() else {}
