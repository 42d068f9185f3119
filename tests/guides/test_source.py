"""The form of guides: what it reads, and what it refuses."""

from __future__ import annotations

import pytest

from casino.guides.source import BadGuide, Part, Run, read

TEXT = """
# A post
> What it is for.

## first: The first part
pages: admin:index admin:games_round_* admin:disputes_case_do/decide factors:*
Press [[Open]] and then [[Send]].
1. One
7. Two
- A point
! face: What is seen.
@ shared
"""
SHARED = {"shared": Part(code="shared", title="Shared")}


def test_a_guide_is_read() -> None:
    guide = read(TEXT, SHARED)
    assert (guide.title, guide.summary) == ("A post", "What it is for.")
    assert [part.code for part in guide.parts] == ["first", "shared"]
    part = guide.part("first")
    assert part.pages == ("admin:index", "admin:games_round_*", "admin:disputes_case_do/decide", "factors:*")
    assert part.said == ["Open", "Send"]
    assert part.pictures == ["face"]
    assert [(piece.kind, piece.number) for piece in part.pieces] == [
        ("paragraph", 0),
        ("step", 1),
        ("step", 2),
        ("point", 0),
        ("picture", 0),
    ]
    assert part.pieces[0].runs == (Run("Press "), Run("Open", True), Run(" and then "), Run("Send", True), Run("."))


@pytest.mark.parametrize(
    "line",
    [
        "@ nowhere",
        "## No-Anchor: x",
        "## one:two",
        "! Face: x",
        "! face",
        "pages: https://example.org",
        "pages: admin:index;drop",
        "An [[open bracket",
        "## first: Again",
        "# A second name",
        "> too late",
    ],
)
def test_what_is_not_of_the_form_is_refused(line: str) -> None:
    with pytest.raises(BadGuide):
        read(TEXT.replace("@ shared", line), SHARED)


@pytest.mark.parametrize("line", ["Before any part", "- A point", "pages: admin:index"])
def test_nothing_stands_outside_a_part(line: str) -> None:
    with pytest.raises(BadGuide):
        read(f"# A post\n{line}\n")
    with pytest.raises(BadGuide):
        read(f"{TEXT}\n{line}\n", SHARED)
