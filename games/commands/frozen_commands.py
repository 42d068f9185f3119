"""FROZEN. How commands on rounds, findings and rules are read that people signed as the fields of a form or of a body,
before the command itself was signed (``tableproof-command/1``, until December 2026).

Signatures hold for ever, so nothing here changes with the forms; only what is read here into other members may. Pure.
Proved by ``tests/checkpoints/test_frozen_commands.py``, with what was signed then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from casino.core.canonical import NotCanonical, canonical_bytes
from casino.core.signature_rules import FORMERLY, Command, by_the_clocks, listed

TYPED: Final = "typed"
"""In place of ``after``: the fields of a fact as they were typed on its form."""
_FACT: Final = "fact-"
_CHOICES: Final = "choices."


def _ruled(command: Command) -> dict[str, Any]:
    said, stream = command.said, str(command.about.get("stream"))
    table = stream.rpartition("/")[0]
    besides = [[f"{table}/{code}", bets] for code, bets in map(_besides, listed(said.get("also")))]
    choice = said.get("other") if said.get("choice") == "other" else said.get("choice")
    return {**said, "choice": choice, "rounds": [[stream, listed(said.get("bets"))], *besides]}


def _besides(sent: Any) -> tuple[Any, list[Any]]:
    """A further round and its bets: over the API an object, on the page ``code@version@bet+bet``."""
    if isinstance(sent, dict):
        return sent.get("round"), listed(sent.get("bets"))
    code, _version, bets = str(sent).split("@", 2)
    return code, [bet for bet in bets.split("+") if bet]


def _dismissed_together(command: Command) -> dict[str, Any]:
    about = str(command.about.get("findings", "")).split(",")
    return {**command.said, "findings": [each.split(" ", 1) for each in about]}


def _corrected(command: Command) -> dict[str, Any]:
    """On the page the fact stood beside the fields; what it should be was a field for each of its own."""
    said = command.said
    read = {**_seen(command), "target": said.get("target") or command.about.get("target")}
    if said.get("dropped"):
        return {**read, "after": None}
    if "after" in said:
        return read
    return {**read, TYPED: {name.removeprefix(_FACT): each for name, each in said.items() if name.startswith(_FACT)}}


def _seen(command: Command) -> dict[str, Any]:
    seen = command.said.get("seen_version")
    return {**command.said, "seen_version": int(seen) if isinstance(seen, str) and seen.isdecimal() else seen}


def _in_force(command: Command) -> dict[str, Any]:
    """Choices came whole over the API, on the page a field for each."""
    said = command.said
    fields = {name: str(value).strip() for name, value in said.items() if name.startswith(_CHOICES)}
    return {
        **said,
        "approval": str(said.get("approval") or "").strip(),
        "choices": said["choices"] if isinstance(said.get("choices"), dict) else fields,
        "effective_from": by_the_clocks(said.get("effective_from"), command.about.get("zone")),
    }


def typed_otherwise(kept: Any, typed: Mapping[str, Any]) -> str | None:
    """Why data are not what was typed: each field of the form says what they have under its name, and they have nothing
    besides. None where they are."""
    if not isinstance(kept, dict) or not typed:
        return "its after is not the one that was signed"
    names = {name.removesuffix("-post").removesuffix("-staff") for name in typed}
    wrong = next((name for name in sorted(names | set(kept)) if not _typed(name, kept.get(name), typed)), None)
    return None if wrong is None else f"its after.{wrong} is not the one that was signed"


def _typed(name: str, kept: Any, typed: Mapping[str, Any]) -> bool:
    """Whether a value is what was typed for it as the form of a fact did."""
    if f"{name}-staff" in typed or f"{name}-post" in typed:
        person = {part: typed.get(f"{name}-{part}") for part in ("post", "staff")}
        return kept == person if any(person.values()) else kept is None
    text = str(typed.get(name) or "").strip()
    if not text:
        return kept in (None, [], {})
    if isinstance(kept, bool):
        return text == str(kept).lower()
    if isinstance(kept, list) and not any(isinstance(each, dict | list) for each in kept):
        items = re.split(r"[\s,;]+", text.strip(" ,;"))
        return items == ["?" if each is None else str(each) for each in kept]
    if isinstance(kept, dict | list):
        try:
            return canonical_bytes(msgspec.json.decode(text)) == canonical_bytes(kept)
        except (msgspec.MsgspecError, NotCanonical, RecursionError):
            return False
    return text == str(kept)


FORMERLY.register(("admin:games_round_rule", "api:rulings"), _ruled)
FORMERLY.register(("admin:games_finding_several", "api:dismissal-batches"), _dismissed_together)
FORMERLY.register(("admin:games_round_correct", "api:corrections"), _corrected)
FORMERLY.register(("admin:games_finding_correct", "api:finding-corrections"), _seen)
FORMERLY.register(("admin:games_rules", "api:rule-documents"), _in_force)
