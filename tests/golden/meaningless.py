"""Which mutations of the golden rounds change nothing, as it is kept in ``meaningless.<game>.toml``.

``python -m tests.golden.meaningless`` runs every mutation and writes the files again. Reasons stay with their entries;
a new entry comes without one, and ``test_mutations.py`` fails until somebody has given it.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter, defaultdict
from functools import cache
from typing import Any, Final, NamedTuple

from games import catalogue
from tests.golden.mutate import judged, mutations, values_seen
from tests.golden.reader import HERE, all_golden

GAMES: Final = tuple(sorted(catalogue.GAMES))
Key = tuple[str, str, str]
"""What was done, to which fact, in which field."""


class Outcome(NamedTuple):
    """How the mutations of a game came out: how many of each kind; refused at the door; noticed, by key; and those that
    changed nothing, by key and golden round."""

    done: Counter[str]
    refused: Counter[str]
    noticed: Counter[Key]
    unnoticed: dict[Key, Counter[str]]


@cache
def run(game: str) -> Outcome:
    """Every mutation of every golden round of a game."""
    rounds = all_golden(game)
    seen = values_seen(rounds)
    outcome = Outcome(Counter(), Counter(), Counter(), defaultdict(Counter))
    for golden in rounds:
        as_written = judged(golden, golden.facts)
        for mutation in mutations(golden, seen):
            key = (mutation.kind, mutation.fact, mutation.field)
            outcome.done[mutation.kind] += 1
            now = judged(golden, mutation.facts)
            if now is None:
                outcome.refused[mutation.kind] += 1
            elif now == as_written:
                outcome.unnoticed[key][golden.path.stem] += 1
            else:
                outcome.noticed[key] += 1
    return outcome


def entries(game: str) -> list[dict[str, Any]]:
    """What is to be kept: an entry a key; with the rounds and how often, where other rounds do notice."""
    outcome = run(game)
    found = []
    for key, rounds in sorted(outcome.unnoticed.items()):
        entry: dict[str, Any] = dict(zip(("do", "fact", "field"), key, strict=True))
        if outcome.noticed[key]:
            entry["rounds"] = dict(sorted(rounds.items()))
        found.append(entry)
    return found


def kept(game: str) -> list[dict[str, Any]]:
    """What is kept, with its reasons."""
    file = HERE / f"meaningless.{game}.toml"
    entries: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["meaningless"] if file.exists() else []
    return entries


def reasons() -> dict[str, str]:
    """The reasons, by the word that entries use."""
    found: dict[str, str] = tomllib.loads((HERE / "meaningless.toml").read_text("utf-8"))
    return found


def written(game: str, why: dict[Key, list[str]]) -> str:
    """The file of a game."""
    lines = [
        "# Mutations of golden rounds that change nothing. Written by `python -m tests.golden.meaningless`; only",
        "# `why` is by hand (words of meaningless.toml). An entry with rounds: elsewhere this mutation is noticed.",
    ]
    for entry in entries(game):
        key = (entry["do"], entry["fact"], entry["field"])
        lines += ["", "[[meaningless]]", *(f"{name} = {json.dumps(entry[name])}" for name in ("do", "fact", "field"))]
        lines.append(f"why = {json.dumps(why.get(key, []))}")
        if "rounds" in entry:
            inside = ", ".join(f"{json.dumps(name)} = {times}" for name, times in entry["rounds"].items())
            lines.append(f"rounds = {{ {inside} }}")
    return "\n".join(lines) + "\n"


def main() -> None:
    for game in GAMES:
        why = {(e["do"], e["fact"], e["field"]): e["why"] for e in kept(game)}
        (HERE / f"meaningless.{game}.toml").write_text(written(game, why), "utf-8")


if __name__ == "__main__":
    main()
