"""A document by its events: what is in force on a day, and what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.errors import Problem
from casino.core.events import Fact, RecordedEvent
from casino.core.posts import Post
from casino.core.text import Text
from disputes.library import documents as d
from disputes.library import facts as f
from disputes.library import reading
from games.engine.facts import Person
from tests.disputes.library.conftest import DIRECTOR, MANAGER, version

START = datetime(2026, 1, 1, tzinfo=UTC)


def folded(*facts: Fact) -> d.Document:
    document = d.Document("library/SOP")
    for number, fact in enumerate(facts, 1):
        name = f.NAMES[type(fact)]
        document.evolve(
            RecordedEvent(
                position=number,
                stream="library/SOP",
                version=number,
                type=name,
                stored_type=name,
                occurred_at=None,
                recorded_at=START + timedelta(minutes=number),
                actor="person:PM01",
                id=uuid4(),
                data=fact,
            )
        )
    return document


def registered(first: d.NewVersion | None = None, by: Person = MANAGER, **besides: Any) -> list[Fact]:
    said = {"kind": "procedures", "title_vi": "Quy trình", "title_en": "Procedure", "game": None}
    return d.register(d.Document("library/SOP"), **(said | besides), first=first or version(), by=by)


def refused(code: str, field: str | None = None) -> Any:
    class Refused:
        def __enter__(self) -> None: ...

        def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
            assert isinstance(error, Problem), error
            assert (error.code, error.field) == (code, field)
            return True

    return Refused()


def label(found: d.Version | None) -> str | None:
    return None if found is None else found.added.version


def test_a_document_comes_with_its_first_version() -> None:
    document = folded(*registered(version("2026-01", date(2026, 1, 15))))
    assert document.exists
    assert document.registered is not None
    assert document.registered.title_en == "Procedure"
    assert label(document.in_force(date(2026, 1, 14))) is None
    assert label(document.in_force(date(2026, 1, 15))) == "2026-01"
    assert label(document.in_force(date(2099, 1, 1))) == "2026-01"


def test_the_next_version_ends_the_one_before() -> None:
    document = folded(*registered(version("1", date(2026, 1, 1))))
    document = folded(
        *registered(version("1", date(2026, 1, 1))),
        *d.add_version(document, version("2", date(2026, 6, 1)), by=MANAGER),
    )
    assert label(document.in_force(date(2026, 5, 31))) == "1"
    assert label(document.in_force(date(2026, 6, 1))) == "2"


def test_a_temporary_version_gives_way_to_the_one_before() -> None:
    first = registered(version("1", date(2026, 1, 1)))
    tet = d.add_version(folded(*first), version("tet", date(2026, 2, 1), valid_to=date(2026, 2, 20)), by=MANAGER)
    document = folded(*first, *tet)
    days = {day: label(document.in_force(date(2026, 2, day))) for day in (1, 20, 21)}
    assert days == {1: "tet", 20: "tet", 21: "1"}


def test_a_version_withdrawn_as_a_mistake_was_never_in_force() -> None:
    facts = registered()
    facts += d.withdraw(folded(*facts), "1", reason="Nhập nhầm", in_force_to=None, by=DIRECTOR)
    document = folded(*facts)
    assert document.in_force(date(2026, 1, 1)) is None
    assert not document.versions["1"].applies


def test_a_version_withdrawn_to_a_day_was_in_force_until_then() -> None:
    facts = registered(version(valid_to=date(2026, 12, 31)))
    facts += d.withdraw(folded(*facts), "1", reason="Thay thế", in_force_to=date(2026, 3, 31), by=DIRECTOR)
    document = folded(*facts)
    assert document.versions["1"].last_day == date(2026, 3, 31)
    assert label(document.in_force(date(2026, 3, 31))) == "1"
    assert document.in_force(date(2026, 4, 1)) is None


DAYS = st.dates(date(2020, 1, 1), date(2022, 12, 31))


@given(st.lists(st.tuples(DAYS, st.none() | st.integers(0, 400)), max_size=6, unique_by=lambda v: v[0]), DAYS)
def test_in_force_is_the_last_begun_of_those_that_hold_the_day(spans: list[tuple[date, int | None]], day: date) -> None:
    versions = [
        version(str(n), begins, valid_to=None if days is None else begins + timedelta(days=days))
        for n, (begins, days) in enumerate(spans)
    ]
    if not versions:
        return
    facts = registered(versions[0])
    for each in versions[1:]:
        facts += d.add_version(folded(*facts), each, by=MANAGER)
    holding = [v for v in versions if v.valid_from <= day and (v.valid_to is None or day <= v.valid_to)]
    expected = max(holding, key=lambda v: v.valid_from).version if holding else None
    assert label(folded(*facts).in_force(day)) == expected


@pytest.mark.parametrize("post", list(Post))
def test_who_may_add_and_who_may_withdraw(post: Post) -> None:
    adds = {
        Post.PIT_MANAGER,
        Post.SHIFT_MANAGER,
        Post.ASSISTANT_DIRECTOR,
        Post.DIRECTOR_OF_TABLE_GAMES,
        Post.SENIOR_MANAGEMENT,
        Post.HEAD_OF_OPERATIONS,
    }
    withdraws = {Post.DIRECTOR_OF_TABLE_GAMES, Post.SENIOR_MANAGEMENT}
    who = Person(post=post.value, staff="X1")
    document = folded(*registered())

    def allowed(code: str, *, may: bool, command: Any) -> None:
        if may:
            assert command()
        else:
            with refused(code):
                command()

    allowed("library_may_not_add", may=post in adds, command=lambda: registered(by=who))
    allowed(
        "library_may_not_add",
        may=post in adds,
        command=lambda: d.add_version(document, version("2", date(2027, 1, 1)), by=who),
    )
    allowed(
        "library_may_not_withdraw",
        may=post in withdraws,
        command=lambda: d.withdraw(document, "1", reason="Thử khi ghi sổ.", in_force_to=None, by=who),
    )


def test_what_is_refused() -> None:
    document = folded(*registered(version("1", date(2026, 1, 1))))
    nothing = d.Document("library/NONE")
    with refused("library_code_taken", "document"):
        d.register(
            document, kind="law", title_vi="a", title_en="b", game=None, first=version(), by=MANAGER
        )  # fmt: skip
    with refused("library_code_taken", "document"):
        book = d.Document("library/roulette.2020-06-13")
        d.register(book, kind="law", title_vi="a", title_en="b", game=None, first=version(), by=MANAGER)
    with refused("library_unknown", "document"):
        d.add_version(nothing, version(), by=MANAGER)
    with refused("library_version_taken", "version"):
        d.add_version(document, version("1", date(2027, 1, 1)), by=MANAGER)
    with refused("library_same_day", "valid_from"):
        d.add_version(document, version("2", date(2026, 1, 1)), by=MANAGER)
    with refused("library_days", "valid_to"):
        d.add_version(document, version("2", date(2027, 1, 2), valid_to=date(2027, 1, 1)), by=MANAGER)
    with refused("library_source_missing", "citation"):
        d.add_version(document, version("2", date(2027, 1, 1), citation=" "), by=MANAGER)
    with refused("library_version_unknown", "version"):
        d.withdraw(document, "9", reason="x", in_force_to=None, by=DIRECTOR)
    with refused("reason_missing_text", "reason"):
        d.withdraw(document, "1", reason="  ", in_force_to=None, by=DIRECTOR)
    with refused("library_days", "in_force_to"):
        d.withdraw(document, "1", reason="x", in_force_to=date(2025, 12, 31), by=DIRECTOR)


@pytest.mark.parametrize(
    "new",
    [
        version("has blank"),
        version("2", link="javascript:alert(1)"),
        version("2", link="https://"),
        version("2", number="x" * 101),
        version("2", citation="x" * 1001),
    ],
)
def test_what_does_not_fit_is_refused(new: d.NewVersion) -> None:
    with refused("command_does_not_fit"):
        registered(new)


def test_a_withdrawn_version_leaves_its_day_but_not_its_label() -> None:
    facts = registered(version("1", date(2026, 1, 1)))
    facts += d.withdraw(folded(*facts), "1", reason="Nhầm khi ghi sổ.", in_force_to=None, by=DIRECTOR)
    with refused("library_withdrawn", "version"):
        d.withdraw(folded(*facts), "1", reason="Nhầm khi ghi sổ.", in_force_to=None, by=DIRECTOR)
    with refused("library_version_taken", "version"):
        d.add_version(folded(*facts), version("1", date(2026, 1, 1)), by=MANAGER)
    facts += d.add_version(folded(*facts), version("1b", date(2026, 1, 1)), by=MANAGER)
    assert label(folded(*facts).in_force(date(2026, 1, 1))) == "1b"


@given(
    st.lists(st.tuples(DAYS, st.none() | st.integers(0, 400)), min_size=1, max_size=6, unique_by=lambda v: v[0]),
    st.lists(DAYS, min_size=5, max_size=5),
)
def test_spans_and_days_agree_with_the_document(
    given_versions: list[tuple[date, int | None]], days: list[date]
) -> None:
    """The page's spans, the last days of the list and the fold say the same of every day."""
    facts: list[Fact] = []
    for number, (begins, length) in enumerate(given_versions):
        new = version(str(number), begins, valid_to=None if length is None else begins + timedelta(days=length))
        facts += d.add_version(folded(*facts), new, by=MANAGER) if facts else registered(new)
    document = folded(*facts)
    held = reading._ended(
        [
            reading.Held(
                kind="law",
                document="D",
                version=code,
                title=Text("", ""),
                number="",
                valid_from=each.added.valid_from,
                last_day=each.last_day,
            )
            for code, each in document.versions.items()
        ]
    )
    told = reading.spans(held)
    for span, following in pairwise(told):
        assert span.last is not None
        assert span.last + timedelta(days=1) == following.first
        assert span.held != following.held
    for day in (*days, *(begins for begins, _ in given_versions)):
        expected = label(document.in_force(day))
        here = [span for span in told if span.first <= day <= (span.last or date.max)]
        assert (here[0].held.version if here and here[0].held else None) == expected
        listed = reading.in_force_on(held, day)
        assert (listed[0].version if listed else None) == expected
