"""Golden rounds paid at random: whatever was paid wrongly, what a case puts right leaves nothing, and no money is made
or lost by it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final
from uuid import uuid5

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.codes import NOT_IN_THE_BOOKS
from games.engine.judgement import Judgement, Severity
from games.engine.totals import Sums, sums_of
from tests.golden.reader import NAMESPACE, Golden, Line, all_golden

MOVES: Final = ("payout_made", "stake_collected", "stake_returned")
LATER: Final = 5_000.0
"""Seconds after opening: long after every golden round is over."""
PERSON: Final = {"post": "pit_manager", "staff": "M01"}
ENDED: Final = [golden for golden in all_golden() if golden.header.get("ended", "yes") == "yes"]
AMOUNTS = st.integers(1, 2_000_000)


def line(name: str, seconds: float, number: int, **fields: Any) -> Line:
    return Line(seconds, name, fields, uuid5(NAMESPACE, f"remedies:{name}:{number}"))


def remedy(number: int, bet: str, to_player: int, beyond: int = 0, case: str = "2026-0001") -> Line:
    fields = {"bet": bet, "to_player_minor": to_player, "beyond_rules_minor": beyond, "kind": "other"}
    return line("remedy_made", LATER + number, number, **fields, case=case, made_by=PERSON)


def money_of(judgement: Judgement) -> dict[str, int]:
    """By bet, what the money findings say is wrong with it in the books."""
    sums: dict[str, int] = defaultdict(int)
    for finding in judgement.findings:
        if finding.severity is Severity.MONEY and finding.code not in NOT_IN_THE_BOOKS:
            sums[finding.subject] += finding.amount_minor
    return sums


def books(golden: Golden, facts: list[Line], judgement: Judgement) -> Sums:
    return sums_of(golden.state(facts), judgement, ended=True)


@st.composite
def wrongly_paid(draw: st.DrawFn) -> tuple[Golden, list[Line]]:
    """A golden round with chips moved at random instead of its own, some of them for a bet nobody recorded."""
    golden = draw(st.sampled_from(ENDED))
    facts = [fact for fact in golden.facts if fact.name not in (*MOVES, "commission_collected", "remedy_made")]
    bets = [result.bet for result in golden.judge().results]
    moved = draw(st.lists(st.tuples(st.sampled_from(MOVES), st.sampled_from([*bets, "nobodys"]), AMOUNTS), max_size=6))
    moves = [line(name, LATER - 10 + n, n, bet=bet, amount_minor=amount) for n, (name, bet, amount) in enumerate(moved)]
    return golden, [*facts, *moves]


@settings(max_examples=300, deadline=None)
@given(case=wrongly_paid(), data=st.data())
def test_remedying_each_difference_leaves_nothing(case: tuple[Golden, list[Line]], data: st.DataObject) -> None:
    golden, facts = case
    before = golden.judge(facts)
    wrong = {r.bet: r.difference_minor for r in before.results if r.difference_minor}
    stray = money_of(before)["nobodys"]
    if stray:
        wrong["nobodys"] = stray
    beyond = {bet: data.draw(st.sampled_from([0, 0, 1_000, -1_000]), label="beyond the rules") for bet in wrong}
    remedies = [
        remedy(n, bet, beyond[bet] - difference, beyond[bet])
        for n, (bet, difference) in enumerate(wrong.items())
        if (beyond[bet] - difference, beyond[bet]) != (0, 0)
    ]
    remedied = [*facts, *remedies]
    after = golden.judge(remedied)
    assert all(r.difference_minor == 0 for r in after.results if r.bet in wrong)
    assert not {bet for bet, amount in money_of(after).items() if amount} & set(wrong)
    untouched = [f for f in before.findings if f.subject not in wrong]
    assert [f for f in after.findings if f.subject not in wrong] == untouched
    assert [r.settlement for r in after.results] == [r.settlement for r in before.results]
    was, now = books(golden, facts, before), books(golden, remedied, after)
    assert (now.recorded_minor, now.due_minor) == (was.recorded_minor, was.due_minor)
    assert (was.remedied_minor, was.beyond_rules_minor) == (0, 0)
    assert now.remedied_minor - now.beyond_rules_minor == -was.difference_minor
    assert now.beyond_rules_minor == sum(beyond.values())
    assert now.difference_minor == 0


@settings(max_examples=300, deadline=None)
@given(case=wrongly_paid(), data=st.data())
def test_whatever_is_remedied_findings_say_exactly_what_remains(
    case: tuple[Golden, list[Line]], data: st.DataObject
) -> None:
    """Remedies at random, again and again and for bets that are not there: per bet, the money findings add up to the
    difference, which is what it was, with the part of the remedies that counts."""
    golden, facts = case
    before = golden.judge(facts)
    bets = [*(r.bet for r in before.results), "nobodys", "nowhere"]
    amount = st.integers(-2_000_000, 2_000_000)
    made = data.draw(
        st.lists(
            st.tuples(st.sampled_from(bets), amount, st.one_of(st.just(0), amount), st.sampled_from(["A-1", "A-2"])),
            max_size=6,
        ),
        label="remedies",
    )
    made = [each for each in made if each[1] or each[2]]
    remedied = [*facts, *(remedy(n, *each) for n, each in enumerate(made))]
    after = golden.judge(remedied)
    counted: dict[str, int] = defaultdict(int)
    for bet, to_player, beyond, _case in made:
        counted[bet] += to_player - beyond
    olds = {r.bet: r.difference_minor for r in before.results}
    said = money_of(after)
    for result in after.results:
        if result.difference_minor is None:
            assert olds[result.bet] is None
            continue
        assert result.difference_minor == (olds[result.bet] or 0) + counted[result.bet]
        assert said.pop(result.bet, 0) == result.difference_minor
    assert said.pop("nobodys", 0) == money_of(before)["nobodys"] + counted["nobodys"]
    assert said.pop("nowhere", 0) == counted["nowhere"]
    assert not any(said.values())
    now = books(golden, remedied, after)
    decided = [r for r in after.results if r.difference_minor is not None]
    if len(decided) == len(after.results):
        net = now.recorded_minor + now.remedied_minor - now.beyond_rules_minor - now.due_minor
        assert net == now.difference_minor
    assert now.remedied_minor == sum(to_player for _bet, to_player, _beyond, _case in made)


@settings(max_examples=60, deadline=None)
@given(case=wrongly_paid(), data=st.data())
def test_the_order_of_remedies_changes_no_amount(case: tuple[Golden, list[Line]], data: st.DataObject) -> None:
    golden, facts = case
    bets = [r.bet for r in golden.judge(facts).results]
    remedies = [remedy(n, bet, 10_000 * (n + 1)) for n, bet in enumerate(bets[:3])]
    arrived = data.draw(st.permutations(remedies), label="arrival")
    one, other = golden.judge([*facts, *remedies]), golden.judge([*facts, *arrived])
    assert [r.difference_minor for r in one.results] == [r.difference_minor for r in other.results]
    assert one.results == other.results
    assert sorted((f.code, f.subject, f.amount_minor) for f in one.findings) == sorted(
        (f.code, f.subject, f.amount_minor) for f in other.findings
    )
