"""A judged round as data: what ``replay --json``, the API and ``tableproof-judge`` answer (``docs/judging.md``). Pure.

Proved by ``tests/replay/test_commands.py`` and ``tests/replay/test_judging.py``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Settlement
from games.engine.replay import Replay
from games.engine.workings import Workings, workings
from games.words.clauses import cited, readings_of
from games.words.sum_words import difference_sum, sums


def as_json(replay: Replay) -> dict[str, Any]:
    """The replay for machines: facts as recorded, state, judgement, and every clause it names, with the readings of the
    document it may rest on, in both languages."""
    judgement = replay.judgement
    book = replay.book
    read = readings_of(replay)
    numbers = cited(judgement) | {clause.number for reading in read for clause in reading.clauses}
    return {
        "stream": replay.stream,
        "table": replay.table,
        "round": replay.code,
        "game": replay.state.game,
        "as_of": replay.as_of,
        "position": replay.last_position,
        "moment": replay.moment.isoformat(),
        "ended": replay.ended,
        "document": None
        if book is None
        else {"id": book.id, "game": book.game, "number": book.number, "title": msgspec.to_builtins(book.title)},
        "facts": [msgspec.to_builtins(event) for event in replay.events()],
        "terms": _plain(replay.terms),
        "state": {k: _plain(v) for k, v in replay.state.as_dict().items() if k not in ("terms", "stream")},
        "judgement": {
            **msgspec.to_builtins(judgement),
            "results": [bet_in_data(result, book) for result in judgement.results],
            "due_net_minor": judgement.due_net_minor,
            "remedied_minor": judgement.remedied_minor,
            "beyond_rules_minor": judgement.beyond_rules_minor,
            "difference_minor": judgement.difference_minor,
            "findings": [{**msgspec.to_builtins(f), "identity": f.identity} for f in judgement.findings],
        },
        "clauses": {
            number: msgspec.to_builtins(book.clauses[number].text)
            for number in sorted(numbers)
            if book is not None and number in book.clauses
        },
        "readings": [
            {
                "name": reading.name,
                "value": _plain(reading.value),
                "clauses": [clause.number for clause in reading.clauses],
                "text": msgspec.to_builtins(reading.text),
                "otherwise": [
                    {"value": other.value, "bets": [bet._asdict() for bet in other.moved]}
                    for other in reading.otherwise
                ],
            }
            for reading in read
        ],
    }


def bet_in_data(result: BetResult, book: RuleBook | None) -> dict[str, Any]:
    """A bet for machines: as judged, and its sums in the same words, amounts in the currency's smallest unit."""

    def told(settlement: Settlement) -> dict[str, list[dict[str, str]]]:
        made = Workings() if book is None else workings(settlement, book)
        return {name: msgspec.to_builtins(sums(getattr(made, name), "")) for name in made.__struct_fields__}

    data = dict(msgspec.to_builtins(result), sums=told(result.settlement))
    data["sums"]["difference"] = [msgspec.to_builtins(said)] if (said := difference_sum(result, "")).en else []
    for option, judged in zip(data["alternatives"], result.alternatives, strict=True):
        option["sums"] = told(judged.settlement)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return msgspec.to_builtins(value, enc_hook=_slots, order="deterministic")


def _slots(value: Any) -> Any:
    """A plain object of the fold by its slots; a read-only mapping as a dictionary."""
    names = getattr(type(value), "__slots__", None)
    return dict(value) if names is None else {name: getattr(value, name) for name in names}
