"""Another document would have cost so much: the same rounds judged under it, with nothing stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from math import sqrt
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import games.studies.study
from casino.core.errors import Problem
from games.catalogue import all_books, judge
from games.engine.document import RuleBook
from games.engine.judgement import Judgement
from games.rows import readmodel
from games.rows.models import Round
from games.studies.study import Sum, study, supposed
from tests.replay.series import NATURAL, PAID, SMALL, Series
from tests.replay.story import CODE, Story

STARTS = datetime(2026, 6, 13, 13, tzinfo=UTC)
NAME = "roulette.2020-06-13"


@pytest.fixture
def story(db: None) -> Story:
    """Two straight-up bets that win, one that loses; 100,000 each."""
    told = Story()
    told.table(at=STARTS)
    for number, pocket in enumerate((17, 3, 17)):
        at = STARTS + timedelta(minutes=2 * number)
        told.spin(str(number), at, pocket=pocket, paid_minor=3_500_000 if pocket == 17 else None)
    readmodel.catch_up(CODE)
    return told


def test_under_its_own_document_nothing_changes(story: Story) -> None:
    told = study(CODE, supposed(NAME, {})).told()
    assert told["rounds"] == 3
    assert {each["change_minor"] for each in told["groups"]} == {0}


def test_other_odds_change_what_players_are_owed(story: Story) -> None:
    told = study(CODE, supposed(NAME, {"odds.straight": "1:34"})).told()
    groups = {(each["by"], each["group"]): each for each in told["groups"]}
    assert set(groups) == {("all", ""), ("table", "RL01"), ("bet", "straight"), ("player", "P-1")}
    for each in groups.values():
        assert (each["change_minor"], each["before_minor"]) == (-200_000, 6_900_000)
        assert (each["rounds"], each["differing"], each["small"]) == (3, 2, True)
        spread = 2 * 100_000**2 - 200_000**2 / 3
        assert each["low_minor"] == pytest.approx(-200_000 - 1.959964 * sqrt(spread), abs=1)
        assert each["high_minor"] == pytest.approx(-200_000 + 1.959964 * sqrt(spread), abs=1)


def test_other_limits_are_those_that_rounds_are_judged_by(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """In roulette a bet beyond the limits stands, with a finding: no money changes, but the judgement sees them."""
    seen: list[Any] = []

    def judged(state: Any, book: RuleBook, *, ended: bool) -> Judgement:
        seen.append(dict(state.terms.limits))
        return judge(state, book, ended=ended)

    monkeypatch.setattr(games.studies.study, "judge", judged)
    told = study(CODE, supposed(NAME, {}), limits={"*": (1_000, 50_000)}).told()["groups"]
    assert seen == [{"*": (1_000, 50_000)}] * 3
    assert {each["change_minor"] for each in told} == {0}


def test_each_reading_of_the_letter_is_shown_with_both_amounts(db: None) -> None:
    """Lucky 6 on a tie at six; and a player below the minimum on two days, whom 7.17 by its letter remembers."""
    table = Series(Story(), "baccarat", "BA01")
    small = SMALL.format(player="P-1") + NATURAL + PAID
    table.round("1", 0, small)
    table.round("2", 60 * 21, small)
    six = "20 betting_closed called_by=dealer/D01\n30 cards player:6S banker:6H player:KS banker:KH"
    table.round("3", 60 * 21 + 5, f"5 bet_placed bet=b kind=lucky6 stake_minor=100000 player=P-2\n{six}")
    readmodel.catch_up(CODE)
    told = study(CODE, supposed("baccarat.2024-10-01", {})).told()["groups"]
    readings = {each["group"]: each for each in told if each["by"] == "reading"}
    assert {
        name: (each["before_minor"], each["change_minor"], each["differing"]) for name, each in readings.items()
    } == {
        "lucky6_on=banker_total": (20_000, 1_300_000, 1),
        "insurance_main_bet=placed": (20_000, 0, 0),
        "waived_insurance=after_third_card": (20_000, 0, 0),
        "below_minimum_counted_for=for_good": (20_000, -60_000, 1),
        "differential_reading=each_area_pro_rata": (20_000, 0, 0),
    }


def test_nothing_is_stored(story: Story) -> None:
    before = (story.ledger.head(), list(Round.objects.order_by("pk").values()))
    study(CODE, supposed(NAME, {"odds.straight": "1:30"}))
    assert (story.ledger.head(), list(Round.objects.order_by("pk").values())) == before


@pytest.mark.parametrize("book", all_books(), ids=lambda book: book.id)
def test_every_approved_document_can_be_supposed_as_it_is(book: object) -> None:
    assert supposed(book.id, {}) == book  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "changes",
    [{"odds.nothing": "1:2"}, {"odds.straight": "much"}, {"no.such": 1}, {"clauses.99999.number": "1"}],
    ids=["a bet that it has not", "no odds", "no place", "no clause"],
)
def test_what_comes_to_no_document_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(Problem) as refused:
        supposed(NAME, changes)
    assert refused.value.code == "study_unreadable"


@pytest.mark.parametrize(
    ("changes", "vi", "en"),
    [
        (
            {"tables.revolutions.least": 0},
            "Không đọc được thể lệ giả định: roulette 01/13.06.2020, tables.revolutions.least: giá trị không dùng được",
            "The supposed document cannot be read: roulette 01/13.06.2020, tables.revolutions.least: the value is not",
        ),
        (
            {"odds.straight": "6:5"},
            "odds.straight: tỷ lệ trả thưởng được viết theo dạng tiền cược:tiền thắng: 6:5 thắng ít hơn tiền cược",
            "odds.straight: odds are written stake:profit: 6:5 wins less than the stake, 5:6 was meant",
        ),
    ],
)
def test_what_is_wrong_is_said_in_both_languages_with_its_place(changes: dict[str, object], vi: str, en: str) -> None:
    with pytest.raises(Problem) as refused:
        supposed(NAME, changes)
    assert vi in refused.value.in_language("vi")
    assert en in refused.value.in_language("en")


def test_sums_know_when_they_are_small() -> None:
    one = Sum()
    for _ in range(40):
        one.add(0, 5, 0)
    assert one.told()["small"] is False
    assert (one.told()["low_minor"], one.told()["high_minor"]) == (200, 200), "all alike: chance moves nothing"


def test_the_command_tells_it(story: Story) -> None:
    out = StringIO()
    call_command("study", NAME, "--set", "odds.straight=1:34", "--json", property=CODE, stdout=out)
    assert json.loads(out.getvalue())["groups"][0]["change_minor"] == -200_000
    out = StringIO()
    call_command("study", NAME, "--set", "odds.straight=1:34", property=CODE, stdout=out)
    assert "200.000" in out.getvalue()
    with pytest.raises(CommandError):
        call_command("study", "no such document", property=CODE, stdout=out)
    with pytest.raises(CommandError):
        call_command("study", NAME, "--limit", "x", property=CODE, stdout=out)
