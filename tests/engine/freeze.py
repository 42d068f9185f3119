"""Writes a stored example of every event type and version that has none yet: ``python -m tests.engine.freeze roulette``
(or other prefixes; none: all).

An example that exists is never written again: it stands for what the ledger holds. Every field is filled, so that a
renamed, retyped or dropped field makes ``test_frozen.py`` fail.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from msgspec import inspect

import games
from casino.core import events
from casino.core.canonical import canonical_bytes

TESTS = Path(__file__).parents[1]
FROZEN = {
    "casino": TESTS / "accounts" / "frozen",
    "games": TESTS / "engine" / "frozen",
    "disputes": TESTS / "disputes" / "frozen",
    "surveillance": TESTS / "surveillance" / "frozen",
}
"""Room -> where its examples lie."""
SAMPLES: tuple[str, ...] = (
    *("RL01", "7.4.1", "straight:17", "roulette", "VND", "red", "KS", "AD", "10H", "player", "banker", "b1"),
    *(
        "0123456789abcdef0123456789abcdef",
        "0" * 64,
        "1:2",
        "box1",
        "round/RL01/7",
        "tie",
        "ante",
        "small",
        "2026-11-20",
        "https://example.org/a",
        "audit/RL01/7",
        "pQECAyYgASFYIA==",
        "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    ),
)
"""Texts to try against a field's pattern, in this order."""


def load_every_type() -> None:
    """Import every module that registers event types."""
    for name in (
        "games.engine",
        "games.catalogue",
        "games.facts.findings",
        "games.facts.approval_requests",
        "games.facts.reason_facts",
        "games.facts.quarantine_facts",
        "casino.accounts.facts",
        "casino.accounts.signature_facts",
        "casino.house.facts",
        "casino.ledger.noting",
        "casino.papers.facts",
        "disputes.case.facts",
        "disputes.case.closing_facts",
        "disputes.case.money_facts",
        "disputes.case.paper_facts",
        "disputes.library.facts",
        "surveillance.record.facts",
        "surveillance.reports.facts",
        "surveillance.files.copy_facts",
    ):
        module = importlib.import_module(name)
        for info in pkgutil.iter_modules(getattr(module, "__path__", ())):
            importlib.import_module(f"{name}.{info.name}")
    assert games.__path__


def place_of(event_type: events.EventType) -> Path:
    """The file of the example of a type."""
    room = event_type.fact.__module__.partition(".")[0]
    return FROZEN[room] / f"{event_type.full_name}.json"


def sample(of: inspect.Type, place: str) -> Any:
    """Some value of a field's type, every optional one filled."""
    match of:
        case inspect.UnionType(types):
            return sample(next(t for t in types if not isinstance(t, inspect.NoneType)), place)
        case inspect.LiteralType(values):
            return values[0]
        case inspect.BoolType():
            return True
        case inspect.IntType(ge=ge, gt=gt, le=le):
            least = ge if ge is not None else gt + 1 if gt is not None else 0
            return least + 1 if le is None or least + 1 <= le else least
        case inspect.StrType(pattern=None):
            return "Văn bản"
        case inspect.StrType(pattern=pattern):
            return next(text for text in SAMPLES if re.search(str(pattern), text))
        case inspect.DateTimeType():
            return "2026-11-20T15:07:31Z"
        case inspect.DateType():
            return "2026-11-20"
        case inspect.UUIDType():
            return UUID("00000000-0000-4000-8000-0000000000aa")
        case inspect.DictType() | inspect.AnyType():
            return {"pocket": 6}
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [sample(item, place)]
        case inspect.TupleType(item_types=items):
            return [sample(item, place) for item in items]
        case inspect.StructType(fields=fields):
            return {f.encode_name: sample(f.type, f"{place}.{f.name}") for f in fields}
        case inspect.Metadata(type=inner):
            return sample(inner, place)
    raise NotImplementedError(f"no sample for {of} at {place}")


def example(event_type: events.EventType) -> bytes:
    """The stored bytes of an event of this type."""
    data = sample(inspect.type_info(event_type.fact), event_type.full_name)
    fact = msgspec.convert(data, event_type.fact)
    body = {
        "clock_skew_ms": -1500,
        "correlation": "deal-17",
        "data": msgspec.to_builtins(fact),
        "id": "018f0000-0000-7000-8000-000000000001",
        "sequence": 17,
    }
    return canonical_bytes(body)


def main(prefixes: list[str]) -> None:
    load_every_type()
    for event_type in events.registered():
        if prefixes and event_type.prefix not in prefixes:
            continue
        path = place_of(event_type)
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(example(event_type))
            sys.stdout.write(f"frozen: {path.name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
