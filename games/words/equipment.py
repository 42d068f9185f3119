"""What is told of a table's equipment, of the server that records, and of who signs: names and sentences.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text, figure
from games.engine.sentences import Sentence, fields

_WORDS: Final = Catalogue(__file__)

EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def _gap(text: Text) -> Sentence:
    return fields(text, "device", "first", "last")


def _clock_off(f: Any, currency: str) -> Text:
    seconds = f"{f.skew_ms / 1000:+.1f}"
    return _WORDS.text(
        "the-clock-of-device-is",
        device=f.device,
        seconds=figure(seconds),
    )


def _number_reused(f: Any, currency: str) -> Text:
    first = _WORDS.text("one-recorded-long-before") if f.first is None else str(f.first)
    return _WORDS.text(
        "device-device-used-number-number",
        device=f.device,
        number=f.number,
        first=first,
        second=str(f.second),
    )


def _not_signed(f: Any, currency: str) -> Text:
    place = f.table if f.round is None else f"{f.table}/{f.round}"
    return _WORDS.text(
        "from-position-position-on-what",
        position=f.position,
        device=f.device,
        place=place,
    )


def _demand_set(f: Any, currency: str) -> Text:
    place = _WORDS.text("all-tables") if f.table is None else _WORDS.text("table-table", table=f.table)
    if f.demanded:
        return _WORDS.text("devices-of-place-must-sign", place=place)
    return _WORDS.text("devices-of-place-need-no", place=place)


_MODES: Final = _WORDS.table("modes")


def _signature_demand_set(f: Any, currency: str) -> Text:
    role = _WORDS.text("all-roles") if f.role is None else _WORDS.text("role-role", role=f.role)
    return _WORDS.text("weighty-commands-role-mode", role=role, mode=_MODES[f.mode])


def clock_jump(step_ms: int, position: int) -> Text:
    """That the server's clock jumped, and how far."""
    seconds = f"{step_ms / 1000:+,.1f}"
    return _WORDS.text(
        "the-servers-clock-jumped-by",
        seconds=figure(seconds),
        position=position,
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "device.clock_off": _clock_off,
    "server.clock_jumped": lambda f, c: clock_jump(f.step_ms, f.position),
    "device.gap_found": _gap(
        _WORDS.text("sentences--device-gap_found"),
    ),
    "device.gap_closed": _gap(_WORDS.text("sentences--device-gap_closed")),
    "device.number_reused": _number_reused,
    "device.number_out_of_reach": fields(
        _WORDS.text("sentences--device-number_out_of_reach"),
        "device",
        "number",
        "highest",
    ),
    "device.registered": fields(_WORDS.text("sentences--device-registered"), "device"),
    "device.key_registered": fields(
        _WORDS.text("sentences--device-key_registered"),
        "device",
        "public_key",
    ),
    "device.not_signed": _not_signed,
    "origin.demand_set": _demand_set,
    "origin.person_not_signed": fields(
        _WORDS.text("sentences--origin-person_not_signed"),
        "type",
        "position",
        "person",
    ),
    "origin.signature_demand_set": _signature_demand_set,
}
