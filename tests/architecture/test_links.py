"""What pages link to, the decisions that texts name and the places that ARCHITECTURE and glossary name are there; every
decision has its line in the list of all, every room its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("casino", "games", "disputes", "surveillance", "tests", "deploy", "docs", "requirements", ".ci")
DECISIONS: Final = ROOT / "docs" / "adr"
LINK: Final = re.compile(r"\]\((?!https?:)([^()\s#]+)")
GLOSSARY: Final = re.compile(r"(?m)^\| .+ \| `(\S+\.py)` `(\w+)` \|$")
NAMED: Final = re.compile(r"\bADR \[?(\d+)\b|\badr/(\d{4})-")


def texts(*endings: str) -> Iterator[tuple[Path, str]]:
    files = [*ROOT.iterdir(), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    for path in files:
        if path.is_file() and path.name.endswith(endings):
            yield path, path.read_text(encoding="utf-8")


def test_links_of_pages_lead_to_files() -> None:
    links = ((path, to) for path, text in texts(".md") for to in LINK.findall(text))
    assert [(str(path.relative_to(ROOT)), to) for path, to in links if not (path.parent / to).exists()] == []


def test_decisions_that_are_named_are_there() -> None:
    there = {int(path.name[:4]) for path in DECISIONS.glob("0*.md")}
    named = {
        (str(path.relative_to(ROOT)), int(one or other))
        for path, text in texts(".md", ".py", ".toml", ".in", "Makefile", "run")
        for one, other in NAMED.findall(text)
    }
    assert sorted(each for each in named if each[1] not in there) == []


def test_every_decision_has_one_line_in_the_list() -> None:
    lines = re.findall(r"(?m)^\| \[(\d+)\]\((\S+)\) \|", (DECISIONS / "README.md").read_text(encoding="utf-8"))
    assert sorted(name for _, name in lines) == sorted(path.name for path in DECISIONS.glob("0*.md"))
    assert all(int(number) == int(name[:4]) for number, name in lines)


def test_words_of_the_glossary_live_where_it_says() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    entries = GLOSSARY.findall(text)
    assert len(entries) == len(re.findall(r"(?m)^\| (?!word )", text)) <= 60
    known = {place: (ROOT / place).read_text(encoding="utf-8") for place, _ in entries if (ROOT / place).exists()}
    assert [each for each in entries if not re.search(rf"\b{each[1]}\b", known.get(each[0], ""))] == []


def test_the_architecture_names_every_room_in_four_screens_and_nothing_else() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    places = set(re.findall(rf"`((?:{'|'.join(FOLDERS[:7])})/[\w/.-]+)`", text))
    assert sorted(place for place in places if not (ROOT / place).exists()) == []
    folders = {path.parent for app in FOLDERS[:4] for path in (ROOT / app).glob("*/__init__.py")}
    rooms = {str(folder.relative_to(ROOT)) for folder in folders if folder.name not in {"management", "migrations"}}
    assert sorted(rooms - places) == []
    assert len(text.splitlines()) <= 160
