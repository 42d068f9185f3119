"""Deal rounds of any game, judge each from what was sent, in the order of the table, as the replayer does."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import Any

import msgspec

from casino.core import events
from games.catalogue import CODES, carry, judge, shipped
from games.engine.by_grounds import PRICED
from games.engine.document import RuleBook
from games.engine.fold import StoredRow, fold
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore
from games.engine.state import RoundState
from games.engine.table import TableHistory
from games.simulate import staff
from games.simulate.play import Fault, GameTable, Planted
from games.simulate.tables import Limits, founding
from games.simulate.wire import Sent

STARTS = datetime(2026, 6, 13, tzinfo=UTC)
Said = tuple[str, str, int]
Judged = tuple[list[Sent], list[Planted], Judgement]
Folded = tuple[list[Sent], list[Planted], RoundState, Judgement]


def rows(sent: list[Sent], *, measured: bool = True, at_once: bool = False) -> Iterator[StoredRow]:
    """The events as the ledger would hand them out, recorded in the order in which they were sent, by senders whose
    clocks are right, and known to be where they are ``measured``; ``at_once``: all of a sender in one request."""
    requests = {actor: place for place, actor in enumerate(dict.fromkeys(event.actor for event in sent))}
    clock = {"clock_skew_ms": 0} if measured else {}
    for version, event in enumerate(sent, start=1):
        kind = events.find(event.type)
        assert kind is not None
        # A device signs its data as the record keeps them: what may be left out, and says nothing, is left out.
        kept = msgspec.to_builtins(msgspec.convert(event.data, kind.fact))
        assert kept.keys() == event.data.keys(), (event.type, event.data)
        body = msgspec.json.encode({"id": event.id, "data": event.data, "sequence": event.sequence, **clock})
        recorded_at = STARTS + timedelta(days=1, milliseconds=requests[event.actor] if at_once else version)
        yield version, event.stream, version, event.type, event.occurred_at, recorded_at, event.actor, body


def history(sent: list[Sent], table: str) -> TableHistory:
    facts = []
    for event in sent:
        event_type = events.find(event.type)
        assert event_type is not None
        assert event.occurred_at is not None
        facts.append((event.occurred_at, msgspec.convert(event.data, event_type.fact)))
    return TableHistory(table, facts)


def new_table(table: GameTable, book: RuleBook, limits: Limits) -> list[Sent]:
    at = STARTS - timedelta(hours=1)
    founded = founding(
        table.pen,
        table=table.code,
        at=at,
        game=table.game,
        document=book.id,
        name=table.code,
        limits=limits,
        devices=table.devices,
        set_by=staff.person("pit_manager"),
        variant=getattr(table, "variant", None),
    )
    return [*founded, *table.settings(at + timedelta(minutes=1))]


def dealt(
    kind: type[GameTable], seed: int, count: int, fault: Fault | None, *, limits: Limits, **how: Any
) -> Iterator[Judged]:
    """Deal a table's rounds with the same fault in each, and judge them one after the other."""
    for sent, planted, _state, judgement in folded(kind, seed, count, fault, limits=limits, **how):
        yield sent, planted, judgement


def folded(
    kind: type[GameTable], seed: int, count: int, fault: Fault | None, *, limits: Limits, **how: Any
) -> Iterator[Folded]:
    """The same with each round as it stands."""
    book = shipped().in_force(kind.game, STARTS)
    table = kind("TB01", random.Random(seed), **how)
    of_table = new_table(table, book, limits)
    rounds = []
    moment = STARTS
    for number in range(1, count + 1):
        of_table += table.players_come_and_go(moment)
        sent, planted, over_at = table.deal(moment + timedelta(seconds=20), f"{number:04d}", number, fault)
        of_table += [event for event in sent if event.round is None]
        rounds.append(([event for event in sent if event.round is not None], planted))
        moment = over_at + timedelta(seconds=5)
    terms = history(of_table, table.code)
    before = SessionBefore()
    for sent, planted in rounds:
        state = fold(sent[0].stream, rows(sent))
        state.terms = terms.at(state.opened_at)
        state.before = before
        judgement = judge(state, book, ended=True)
        yield sent, planted, state, judgement
        before = carry(before, state, judgement, book)


def planted_in(kind: type[GameTable], seed: int, count: int, fault: Fault, **how: Any) -> list[list[Planted]]:
    """What a fault plants in so many rounds, round by round; nothing is judged."""
    table = kind("TB01", random.Random(seed), **how)
    found = []
    moment = STARTS
    for number in range(1, count + 1):
        table.players_come_and_go(moment)
        _sent, planted, moment = table.deal(moment, f"{number:04d}", number, fault)
        found.append(planted)
    return found


def found(judgement: Judgement) -> Counter[Said]:
    """The findings as (code, subject, amount); a call, ruling and the like goes without its version. What a missing
    ground moves no simulator knows (``tests/engine/test_grounds.py``)."""
    return Counter((f.code, _plain(f.subject), 0 if f.code in PRICED else f.amount_minor) for f in judgement.findings)


def _plain(subject: str) -> str:
    kind, _, _rest = subject.partition(":")
    return kind if kind in ("call", "ruling", "correction", "order", "restriction", "fact") else subject


def codes_of(*modules: ModuleType) -> set[str]:
    """The finding codes that these modules name."""
    sources = "".join(inspect.getsource(module) for module in modules)
    return {code for code in CODES if f'"{code}"' in sources}


def promised(planted: list[Planted]) -> Counter[Said]:
    return Counter((each.kind, each.subject, each.amount_minor) for each in planted)


def told(sent: list[Sent]) -> str:
    return "\n".join(event.line() for event in sent)
