"""Clauses that several documents print alike stand once, and in the text of each document as it is put in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.catalogue import texts
from games.engine.lending import composed
from games.judgement.program import meaning_of
from tests.engine.books import GAMES, load

LENT = sorted((GAMES / "engine" / "lent").glob("*.toml"))
FILES = sorted(GAMES.glob("*/documents/*.toml"))
IN_SICBO = "# lent: section_8, 8 to 8.6\n"


def test_no_document_writes_out_what_is_lent() -> None:
    """Nor is anything lent that no document takes."""
    taken = "".join(file.read_text("utf-8") for file in FILES)
    for file in LENT:
        rows = [row for row in file.read_text("utf-8").split("\n\n") if row.startswith("[[clauses]]")]
        assert len(rows) == 15
        assert [row for row in rows if row in taken] == []
        assert f"# lent: {file.stem}, " in taken


@pytest.mark.parametrize("name", sorted(texts()))
def test_the_text_of_a_document_is_whole(name: str) -> None:
    """Whoever has it needs no other file: section 8 is in it once, in its order, and no line asks for more."""
    text = texts()[name]
    assert "# lent:" not in text
    assert composed(text) == text
    numbers = [row["number"] for row in load(name)["clauses"] if row["number"].split(".")[0] == "8"]
    printed = ["8", *(f"8.{n}" for n in range(1, 5)), *(f"8.4.{n}" for n in range(1, 9)), "8.5", "8.6"]
    assert numbers == ([] if name.startswith("maubinh") else printed)


@pytest.mark.parametrize(
    "line",
    [
        "# lent: section_9, 8 to 8.6\n",
        "# lent: section_8, 8 to 8.7\n",
        "# lent: section_8, 8.6 to 8\n",
        "# lent: section_8\n",
        "# lent: ../../../secrets, 8 to 8.6\n",
    ],
)
def test_what_nobody_lends_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="nobody lends"):
        composed(f"before\n{line}after\n")


def test_what_judges_is_told_by_the_whole_text(tmp_path: Path) -> None:
    """Not by a comment: the program's digest changes with a clause that is no longer taken."""
    (shipped,) = (GAMES / "sicbo" / "documents").glob("*.toml")
    assert shipped.read_text("utf-8").count(IN_SICBO) == 1
    less = tmp_path / shipped.name
    less.write_text(shipped.read_text("utf-8").replace(IN_SICBO, "# lent: section_8, 8 to 8.5\n"), "utf-8")
    assert meaning_of(less) != meaning_of(shipped)
