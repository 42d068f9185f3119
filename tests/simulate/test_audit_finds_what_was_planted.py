"""Simulator and judgement check each other: over thousands of spins the judgement finds exactly the faults planted.

The simulator knows the layout, the odds and who may decide from its own tables; the judgement from the rule book. For
each fault of the catalogue, and for spins without any, the findings (code, subject, amount) are those planted: none
missed, none invented.
"""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from casino.core import events
from games.rounds.fold import StoredRow, fold
from games.rounds.table import TableHistory
from games.rules import betting, roulette, roulette_remarks, settling
from games.rules.book import shipped
from games.rules.codes import CODES
from games.rules.judge import judge
from games.rules.judgement import Judgement
from games.simulate import staff
from games.simulate.play import Fault, Planted
from games.simulate.roulette import LIMITS, Table
from games.simulate.roulette_faults import FAULTS, code_of
from games.simulate.tables import founding
from games.simulate.wire import Sent

STARTS = datetime(2026, 6, 13, tzinfo=UTC)
BOOK = shipped().in_force("roulette", STARTS)
Said = tuple[str, str, int]


def new_table(seed: int) -> tuple[Table, list[Sent]]:
    table = Table("RL01", random.Random(seed))
    sent = founding(
        table.pen,
        table="RL01",
        at=STARTS - timedelta(hours=1),
        game="roulette",
        document=BOOK.id,
        name="RL01",
        limits=LIMITS,
        devices=table.devices,
        set_by=staff.person("pit_manager"),
    )
    return table, sent


def rows(sent: list[Sent]) -> Iterator[StoredRow]:
    """The events as the ledger would hand them out, recorded in the order in which they were sent."""
    for version, event in enumerate(sent, start=1):
        body = msgspec.json.encode({"id": event.id, "data": event.data, "sequence": event.sequence})
        recorded_at = STARTS + timedelta(days=1, milliseconds=version)
        yield version, event.stream, version, event.type, event.occurred_at, recorded_at, event.actor, body


def history(sent: list[Sent]) -> TableHistory:
    facts = []
    for event in sent:
        event_type = events.find(event.type)
        assert event_type is not None
        assert event.occurred_at is not None
        facts.append((event.occurred_at, msgspec.convert(event.data, event_type.fact)))
    return TableHistory("RL01", facts)


def spins(seed: int, count: int, fault: Fault | None) -> Iterator[tuple[list[Sent], list[Planted], Judgement]]:
    """Deal a table's spins and judge each from what was sent."""
    table, of_table = new_table(seed)
    dealt = []
    moment = STARTS
    for number in range(1, count + 1):
        of_table += table.players_come_and_go(moment)
        sent, planted, over_at = table.deal(moment + timedelta(seconds=20), f"{number:04d}", number, fault)
        of_table += [event for event in sent if event.round is None]
        dealt.append(([event for event in sent if event.round is not None], planted))
        moment = over_at + timedelta(seconds=5)
    terms = history(of_table)
    for sent, planted in dealt:
        state = fold(sent[0].stream, rows(sent))
        state.terms = terms.at(state.opened_at)
        yield sent, planted, judge(state, BOOK, ended=True)


def found(judgement: Judgement) -> Counter[Said]:
    """The findings as (code, subject, amount); a call, ruling or correction goes without its version."""
    return Counter((f.code, _plain(f.subject), f.amount_minor) for f in judgement.findings)


def _plain(subject: str) -> str:
    kind, _, _rest = subject.partition(":")
    return kind if kind in ("call", "ruling", "correction") else subject


def promised(planted: list[Planted]) -> Counter[Said]:
    return Counter((code_of(p.kind), p.subject, p.amount_minor) for p in planted)


def told(sent: list[Sent]) -> str:
    return "\n".join(event.line() for event in sent)


@pytest.mark.parametrize("seed", [1, 20260613])
@pytest.mark.parametrize("name", sorted(FAULTS))
def test_the_judgement_finds_each_fault_and_nothing_else(name: str, seed: int) -> None:
    for sent, planted, judgement in spins(seed, 40, FAULTS[name]):
        assert found(judgement) == promised(planted), told(sent)


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_clean_day_has_no_findings_and_every_bet_is_settled_to_the_coin(seed: int) -> None:
    for sent, planted, judgement in spins(seed, 500, None):
        assert planted == []
        assert judgement.findings == (), told(sent)
        assert all(result.difference_minor == 0 for result in judgement.results)


def test_every_fault_fits_into_many_spins_and_the_catalogue_covers_the_codes() -> None:
    planted_codes = set()
    for name, fault in FAULTS.items():
        planted = [planted for _sent, planted, _judgement in spins(5, 25, fault)]
        planted_codes |= {code_of(p.kind) for some in planted for p in some}
        if any(planted):
            assert sum(map(bool, planted)) >= 8, name
    sources = "".join(inspect.getsource(module) for module in (roulette, roulette_remarks, betting, settling))
    roulette_codes = {code for code in CODES if f'"{code}"' in sources}
    assert len(roulette_codes) > 40
    never_planted = {"opening_not_recorded", "facts_of_another_game"}
    never_planted |= {"paid_on_push", "collected_on_push"}  # nothing is pushed at roulette
    assert roulette_codes - planted_codes == never_planted
    assert planted_codes <= roulette_codes


def test_arrival_order_changes_nothing() -> None:
    """The buffers of three devices come in any order: the settlement and the findings stay."""
    shuffler = random.Random(9)
    for name in ("paid_too_much", "late_bet_paid", "no_spin", "unclear_ruled"):
        for sent, planted, _judgement in spins(6, 10, FAULTS[name]):
            shuffler.shuffle(sent)
            state = fold(sent[0].stream, rows(sent))
            assert found(judge(state, BOOK, ended=True)) == promised(planted)
