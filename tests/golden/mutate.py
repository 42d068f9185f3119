"""Golden rounds with one thing changed: a fact dropped, doubled, exchanged with the next, or altered in one field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple
from uuid import uuid5

import msgspec

from games.catalogue import carry, judge
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore
from tests.golden.reader import NAMESPACE, Golden, Line

OTHERS: Final = 2
"""So many of the other values that a field has in the golden rounds of the game are put in, besides an invented one."""

Seen = dict[tuple[str, str], list[Any]]


class Mutation(NamedTuple):
    """What was done (``drop``, ``double``, ``swap``, ``alter``), to which fact (for a swap: ``a, b``), in which field
    (with the value put in), and the facts as they are then."""

    kind: str
    fact: str
    field: str
    value: Any
    place: int
    facts: list[Line]


def values_seen(rounds: list[Golden]) -> Seen:
    """The values of every field in these rounds, by fact and field, in a fixed order."""
    seen: dict[tuple[str, str], set[str]] = defaultdict(set)
    for golden in rounds:
        for line in golden.facts:
            for path, value in leaves(line.fields):
                seen[line.name, path].add(msgspec.json.encode(value).decode())
    return {key: [msgspec.json.decode(text) for text in sorted(values)] for key, values in seen.items()}


def leaves(fields: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every field with its value; those of a person or of chips by ``field.part``."""
    for name, value in fields.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _with(fields: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    name, _, rest = path.partition(".")
    return {**fields, name: _with(fields[name], rest, value) if rest else value}


def _invented(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}9"
    if isinstance(value, list):
        return value[:-1] if len(value) > 1 else [*value, *value]
    return None


def mutations(golden: Golden, seen: Seen) -> Iterator[Mutation]:
    """Every mutation of a round."""
    facts = golden.facts
    for index, line in enumerate(facts):
        yield Mutation("drop", line.name, "", None, index, [*facts[:index], *facts[index + 1 :]])
        again = replace(line, id=uuid5(NAMESPACE, f"again:{line.id}"))
        yield Mutation("double", line.name, "", None, index, [*facts[: index + 1], again, *facts[index + 1 :]])
        if index + 1 < len(facts):
            yield _swapped(facts, index)
        for path, value in leaves(line.fields):
            others = [other for other in seen[line.name, path] if other != value][:OTHERS]
            for other in (*others, _invented(value)):
                altered = replace(line, fields=_with(line.fields, path, other))
                yield Mutation("alter", line.name, path, other, index, [*facts[:index], altered, *facts[index + 1 :]])


def _swapped(facts: list[Line], index: int) -> Mutation:
    """Two neighbours change places and times."""
    first, then = facts[index : index + 2]
    changed = [replace(then, seconds=first.seconds), replace(first, seconds=then.seconds)]
    name = f"{first.name}, {then.name}"
    return Mutation("swap", name, "", None, index, [*facts[:index], *changed, *facts[index + 2 :]])


def said_without_places(judgement: Judgement) -> Any:
    """Everything a judgement says, but for the numbers of the facts it points to: those shift with every mutation."""
    findings = sorted(
        (f.code, f.subject.split(":")[0], f.clauses, f.amount_minor, msgspec.json.encode(f.detail, order="sorted"))
        for f in judgement.findings
    )
    results = sorted(msgspec.json.encode(result) for result in judgement.results)
    return findings, results, msgspec.json.encode(judgement.summary, order="sorted")


def judged(golden: Golden, facts: list[Line]) -> Any:
    """What is said of the facts, and what they leave to the next round; None where a fact would have been refused at
    the door."""
    try:
        state = golden.state(facts)
    except msgspec.ValidationError:
        return None
    judgement = judge(state, golden.book(), ended=golden.header.get("ended", "yes") == "yes")
    after = carry(state.before or SessionBefore(), state, judgement, golden.book())
    return said_without_places(judgement), msgspec.structs.replace(after, hold_version=0)
