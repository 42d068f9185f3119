"""What one person does alone adds up: each way to a second person, and what never needs one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.limits import Limits, limits_at
from casino.house.state import HouseSettings
from casino.house.sums import MONEY, Act, against, limit_of

NOW = datetime(2026, 11, 20, 4, tzinfo=UTC)
ROUND = "round/RL01/7"


def limits(**said: Any) -> Limits:
    """500,000 beyond the rules and 1,000,000 let rest alone, in a day, unless told otherwise."""
    return limits_at(HouseSettings(said), NOW)


LIMITS = limits()


def act(counted: int = 0, **besides: Any) -> Act:
    given: dict[str, Any] = {
        "kind": "settled",
        "at": NOW,
        "staff": "S1",
        "post": "pit_supervisor",
        "currency": "VND",
        "counted_minor": counted,
        "moved_minor": counted or 100_000,
        "round": ROUND,
        "bet": "b1",
        "players": frozenset({"reference:P-1"}),
        **besides,
    }
    return Act(**given)


def elsewhere(counted: int, number: int = 0, **besides: Any) -> Act:
    """Something with nothing in common but who acts."""
    given = {"round": f"round/RL02/{number}", "bet": f"e{number}", "players": frozenset({f"x{number}"}), **besides}
    return act(counted, **given)


def whys(new: Act, *before: Act, of: Limits = LIMITS) -> set[str]:
    return {each.why for each in against([new], before, of)}


def test_alone_up_to_the_limit_and_not_above() -> None:
    assert whys(act(500_000)) == set()
    assert whys(act(500_001)) == {"person", "player", "bet", "round"}


def test_what_is_owed_never_uses_the_limit_up_and_is_never_held_back_by_it() -> None:
    owed = [elsewhere(0, n, moved_minor=9_000_000) for n in range(50)]
    assert whys(act(500_000), *owed) == set()
    assert whys(act(0, moved_minor=9_000_000), *(elsewhere(500_000, n, staff="S2") for n in range(9))) == set()
    assert whys(act(0), elsewhere(400_000, 1), elsewhere(400_000, 2)) == set()


@pytest.mark.parametrize(
    ("why", "earlier"),
    [
        ("person", elsewhere(400_000)),
        ("player", elsewhere(400_000, staff="S2", players=frozenset({"reference:P-1", "other"}))),
        ("bet", act(400_000, staff="S2", players=frozenset(), kind="dismissed")),
        ("round", act(400_000, staff="S2", players=frozenset(), bet="b2")),
    ],
)
def test_each_sum_alone_asks_for_a_second_person(why: str, earlier: Act) -> None:
    assert whys(act(200_000), earlier) == ({why} | ({"round"} if why == "bet" else set()))


def test_the_same_done_by_two_weighs_on_nobody() -> None:
    assert whys(act(200_000, bet="b2"), act(400_000, second="M1"), elsewhere(400_000, second="M1")) == set()


def test_a_person_and_a_player_are_summed_over_a_span_a_bet_and_a_round_for_ever() -> None:
    long_ago = NOW - timedelta(hours=24)
    assert whys(act(200_000), elsewhere(400_000, at=long_ago)) == set()
    assert whys(act(200_000, bet="b2"), act(400_000, at=long_ago)) == {"round"}


def test_currencies_do_not_add_up_and_an_unnamed_one_has_no_limit() -> None:
    assert whys(act(200_000), elsewhere(400_000, currency="USD")) == set()
    assert "person" in whys(act(1, currency="USD"))


def test_dismissals_and_money_add_up_each_against_its_own_limit() -> None:
    let_rest = elsewhere(900_000, kind="dismissed", moved_minor=0)
    assert whys(act(100_000), let_rest) == {"person"}, "above what is given beyond the rules alone"
    assert whys(act(100_000, kind="dismissed", moved_minor=0), let_rest) == set()
    assert whys(act(100_001, kind="dismissed", moved_minor=0), let_rest) == {"person"}


def test_a_second_remedy_on_a_bet_asks_for_one_even_where_it_is_owed_and_the_first_was_by_two() -> None:
    assert whys(act(0), act(0, case="A", staff="S2", at=NOW - timedelta(days=90))) == {"again"}
    assert whys(act(0), act(0, second="M1", staff="S2", case="A")) == {"again"}
    assert whys(act(0), act(0)) == {"again"}
    assert whys(act(0, case="A"), act(0, case="A", staff="S2")) == set(), "a complaint about what another decided"
    assert whys(act(0, bet="b2"), act(0, staff="S2")) == set()


def test_without_a_round_or_a_bet_nothing_is_paid_alone() -> None:
    assert whys(act(1_000, round="", bet="")) == {"no_bet"}
    assert whys(act(0, bet="")) == {"no_bet"}


def test_a_guest_without_a_name_gets_what_is_owed_and_nothing_else_alone() -> None:
    assert whys(act(1, named=False)) == {"unnamed"}
    assert whys(act(0, named=False)) == set()
    seat = frozenset({"seat:RL01/seat3"})
    assert "player" in whys(act(200_000, named=False, players=seat), elsewhere(400_000, staff="S2", players=seat))


@pytest.mark.parametrize(
    ("setting", "counted", "barred"),
    [
        ("owed", 0, False),
        ("owed", 1, True),
        ("nothing", 0, True),
        ("nothing", 1, True),
        ("limit", 0, False),
        ("limit", 1, False),
    ],
)
def test_what_an_acting_post_pays_alone_is_set(setting: str, counted: int, *, barred: bool) -> None:
    found = whys(act(counted, post="acting_pit_supervisor"), of=limits(acting_pays_alone=setting))
    assert ("acting" in found) is barred


ACTS = st.builds(
    act,
    st.integers(0, 400_000),
    kind=st.sampled_from(("settled", "decided", "dismissed")),
    staff=st.sampled_from(("S1", "S2", "S3")),
    bet=st.sampled_from(("b1", "b2")),
    round=st.sampled_from(("round/A/1", "round/A/2", "round/B/1")),
    players=st.sampled_from((frozenset({"p"}), frozenset({"q"}), frozenset({"p", "q"}))),
    at=st.integers(0, 40).map(lambda hours: NOW - timedelta(hours=hours)),
)


@given(st.lists(ACTS, max_size=25))
def test_whatever_is_let_through_alone_no_sum_exceeds_its_limit(tried: list[Act]) -> None:
    """Any people, any order of any acts: what got through alone never comes to more than the higher of the limits for a
    person or a player within the span, or for a bet or a round at all; and money never beyond the limit of money."""
    done: list[Act] = []
    for each in sorted(tried, key=lambda one: one.at):
        if not against([each], done, LIMITS):
            done.append(each)
    for upto in done:
        until = [one for one in done if one.at <= upto.at]
        recent = [one for one in until if one.at > upto.at - LIMITS.span]
        sums = {
            "person": [one for one in recent if one.staff == upto.staff],
            "round": [one for one in until if one.round == upto.round],
            "bet": [one for one in until if (one.round, one.bet) == (upto.round, upto.bet)],
            **{name: [one for one in recent if name in one.players] for name in upto.players},
        }
        for same in sums.values():
            assert sum(one.counted_minor for one in same) <= 1_000_000
            money = [one for one in same if one.kind in MONEY]
            assert sum(one.counted_minor for one in money) <= limit_of("settled", LIMITS)["VND"]


@given(st.lists(ACTS, min_size=1, max_size=12), st.randoms())
def test_the_order_in_which_earlier_acts_are_told_changes_nothing(acts: list[Act], random: Any) -> None:
    new, *before = acts
    shuffled = list(before)
    random.shuffle(shuffled)
    assert {a.why for a in against([new], before, LIMITS)} == {a.why for a in against([new], shuffled, LIMITS)}
