"""What a report is of: what each kind needs, one form for equal requests, words in both languages."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from casino.core.errors import Problem
from surveillance.bundle.selection import ABOUT, NEEDS, Selection, checked, identity, in_words
from surveillance.reports import event_words
from surveillance.reports import facts as f

DAY = date(2026, 11, 20)
FULL: dict[str, Any] = {
    "round": "round/RL01/7", "case": "TC-2026-0001", "table": "RL01", "shoe": "S-1", "player": "KH-7",
    "finding": "paid_short", "clause": "7.4.1", "from_day": DAY, "to_day": DAY, "games": ("roulette",),
    "begins_at": datetime(2026, 11, 20, 10, tzinfo=UTC), "ends_at": datetime(2026, 11, 20, 12, tzinfo=UTC),
}  # fmt: skip


def of(about: Any, **besides: Any) -> Selection:
    return Selection(about=about, **{name: FULL[name] for name in NEEDS[about]}, **besides)


@pytest.mark.parametrize("about", sorted(ABOUT))
def test_each_kind_is_whole_with_what_it_needs_and_says_so_in_both_languages(about: str) -> None:
    found = checked(of(about))
    said = in_words(found)
    assert said.vi.startswith(ABOUT[about].vi)
    assert said.en.startswith(ABOUT[about].en)
    assert len(said.en) > len(ABOUT[about].en) + 2


@pytest.mark.parametrize(("about", "field"), [(a, n) for a in sorted(NEEDS) for n in NEEDS[a]])
def test_each_kind_names_what_is_missing(about: str, field: str) -> None:
    lacking = msgspec.structs.replace(of(about), **{field: () if field == "games" else None})
    with pytest.raises(Problem) as caught:
        checked(lacking)
    assert (caught.value.code, caught.value.field) == ("reports_needs", field)


@pytest.mark.parametrize(("about", "field"), [("round", "player"), ("case", "games"), ("gaming_day", "shoe"),
                                              ("player", "begins_at"), ("table", "clause")])  # fmt: skip
def test_a_field_of_another_kind_is_refused_and_not_passed_over(about: str, field: str) -> None:
    with pytest.raises(Problem) as caught:
        checked(msgspec.structs.replace(of(about), **{field: FULL[field]}))
    assert (caught.value.code, caught.value.field) == ("reports_not_with", field)


def test_an_interval_that_ends_before_it_begins_or_is_longer_than_a_year_is_refused() -> None:
    for to_day in (date(2026, 11, 19), date(2028, 1, 1)):
        with pytest.raises(Problem) as caught:
            checked(Selection(about="month", from_day=DAY, to_day=to_day))
        assert caught.value.code == "reports_interval"


def test_equal_requests_are_equal_however_they_are_written() -> None:
    one = checked(Selection(about="gaming_day", from_day=DAY, tables=("RL02", "RL01", "RL01")))
    other = checked(Selection(about="gaming_day", from_day=DAY, to_day=DAY, tables=("RL01", "RL02")))
    assert identity(one, 7, "") == identity(other, 7, "")
    assert len({identity(one, 7, ""), identity(one, 8, ""), identity(one, 7, "auditor")}) == 3
    assert checked(Selection(about="round", round="RL01/7")) == checked(Selection(about="round", round="round/RL01/7"))


def test_every_event_has_a_name_and_a_sentence() -> None:
    assert set(f.LABELS) == set(event_words.tellers()) == set(f.FACTS)


def test_a_choice_of_papers_changes_no_identity_of_requests_from_before_it() -> None:
    before = Selection(about="round", round="round/RL01/1")
    said = b'{"position":9,"reads":"","selection":{"about":"round","round":"round/RL01/1"}}'
    assert identity(before, 9, "") == sha256(said).hexdigest()
    assert identity(Selection(about="round", round="round/RL01/1", papers="vi"), 9, "") != identity(before, 9, "")
