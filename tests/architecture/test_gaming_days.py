"""Whoever counts by gaming days asks ``Property.days``, which knows what was set for which moment: nobody else reads
the hour or zone of the property's row. A new reader of these columns fails here until it asks, or says why not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = ("casino", "disputes", "games", "surveillance")
HOUR: Final = "gaming_day_starts"
ZONE: Final = "time_zone"
READING: Final = re.compile(rf"\b({HOUR}|{ZONE})\b")
ALLOWED: Final[dict[str, tuple[set[str], str]]] = {
    "casino/ledger/models.py": ({HOUR, ZONE}, "the columns, and the one place that reads them"),
    "casino/core/house_settings.py": ({HOUR, ZONE}, "the settings"),
    "casino/core/gaming_days.py": ({ZONE}, "the days themselves"),
    "casino/house/service.py": ({HOUR, ZONE}, "writes the row from the record"),
    "surveillance/demonstration/house.py": ({HOUR, ZONE}, "makes a property"),
    "games/offline.py": ({HOUR}, "an option of a command that knows no property"),
    "games/engine/document.py": ({ZONE}, "of a rule document"),
    "games/engine/document_file.py": ({ZONE}, "of a rule document"),
    "games/engine/schema.py": ({ZONE}, "of a rule document"),
    "disputes/library/reading.py": ({ZONE}, "of a rule document"),
    "disputes/papers/data.py": ({ZONE}, "of a paper: the zone in which it shows moments"),
    "disputes/papers/compose.py": ({ZONE}, "fills that of a paper"),
    "disputes/papers/writer.py": ({ZONE}, "shows moments of a paper"),
    "surveillance/bundle/layout.py": ({HOUR, ZONE}, "the bundle's format"),
    "surveillance/bundle/rounds.py": ({HOUR, ZONE}, "makes the days of a bundle"),
    "surveillance/bundle/part_checks.py": ({ZONE}, "names a zone that there is not"),
    "surveillance/reports/work.py": ({HOUR, ZONE}, "writes the property into a bundle"),
    "surveillance/reports/paper/data.py": ({ZONE}, "of a paper: the zone in which it shows moments"),
    "surveillance/reports/paper/compose.py": ({ZONE}, "fills that of a paper"),
    "surveillance/reports/paper/writing.py": ({ZONE}, "shows moments of a paper"),
}
OF_THE_ROW: Final = re.compile(rf"\b(owner|property|house|prop|row|first)\.({HOUR}|{ZONE})\b")
"""What reads the row of a property, by the names it goes by here."""
FORMAT: Final = {"surveillance/bundle/rounds.py", "surveillance/bundle/part_checks.py", "disputes/papers/writer.py"}
"""``house`` is that of a bundle or a paper there."""


def sources() -> dict[str, str]:
    files = (file for room in ROOMS for file in (REPOSITORY / room).rglob("*") if "migrations" not in file.parts)
    read = (file for file in files if file.suffix in (".py", ".html", ".txt", ".js", ".sql") and file.is_file())
    return {str(file.relative_to(REPOSITORY)): file.read_text("utf-8") for file in read}


def test_nobody_reads_hour_or_zone_of_a_propertys_row() -> None:
    found = {name: set(READING.findall(text)) for name, text in sources().items() if READING.search(text)}
    strange = {name: names - ALLOWED.get(name, (set(), ""))[0] for name, names in found.items()}
    assert {name: names for name, names in strange.items() if names} == {}, "ask Property.days"
    assert {name: names for name, (names, _why) in ALLOWED.items() if found.get(name) != names} == {}, (
        "and none is told in vain"
    )


def test_not_even_where_the_word_is_allowed() -> None:
    reading = {name for name, text in sources().items() if OF_THE_ROW.search(text)}
    assert reading - FORMAT == set()
