"""Reasons that people give for what they do with rounds, findings and devices: sealed, opened for a page, erased.

No free text of a person stands in an event: the event holds a :class:`~casino.core.sealed.Sealed`, the words lie in the
vault under a key of their own (each reason is a "person" of the vault, ``PS-…``), so that one of them can be erased and
no other. Events from before have their words in clear, and are read as they are. Proved by
``tests/service/test_asking.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

import msgspec

from casino import vault
from casino.core import reasons as rule
from casino.core.errors import Problem
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.reasons import Rule
from casino.core.sealed import Sealed

_WORDS: Final = Catalogue(__file__)

ERASED = _WORDS.text("erased")
UNREADABLE = _WORDS.text("unreadable")

rule.register("games.ingest", {"devices.revoke_device": Rule.SHORT})


def sealed_if_any(property_code: str, text: str) -> Sealed | None:
    """As :func:`sealed`; None where a chosen cause said it without words."""
    return sealed(property_code, text) if text else None


def sealed(property_code: str, text: str) -> Sealed:
    """Seal words under a key of their own, in the caller's transaction. Problems as the vault has them."""
    return vault.seal(property_code, text, [vault.new_person(property_code)], kind="text")


def opened(property_code: str, events: Iterable[RecordedEvent], language: str) -> list[RecordedEvent]:
    """The events with the words of their reasons in the place of what is sealed, for whoever may read the round."""
    events = list(events)
    found = {event.id: event.data.sealed_reason for event in events if _is_sealed(event.data)}
    if not found:
        return events
    said = texts(property_code, found.values(), language)
    return [
        msgspec.structs.replace(event, data=_with_reason(event.data, said[found[event.id].ref]))
        if event.id in found
        else event
        for event in events
    ]


def texts(property_code: str, asked: Iterable[Sealed], language: str) -> dict[UUID, str]:
    """The words of each, by its reference; what stands for them where they were erased or cannot be read."""
    asked = list(asked)
    try:
        contents = vault.open_many(property_code, asked)
    except Problem:
        return {each.ref: UNREADABLE.in_language(language) for each in asked}
    return {each.ref: _text(contents[each.ref], language) for each in asked}


def _text(content: vault.Opened | Problem | None, language: str) -> str:
    if content is None:
        return ERASED.in_language(language)
    return UNREADABLE.in_language(language) if isinstance(content, Problem) else content.text


def _is_sealed(data: Any) -> bool:
    return getattr(data, "sealed_reason", None) is not None and "reason" in data.__struct_fields__


def _with_reason(data: Any, text: str) -> Any:
    return msgspec.structs.replace(data, reason=text, sealed_reason=None)


def same_words(property_code: str, kept: Sealed | None, text: str) -> bool:
    """Whether a sealed reason says this; none says nothing."""
    return (vault.open_text(property_code, kept) if kept is not None else "") == text.strip()
