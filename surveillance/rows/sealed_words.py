"""Words of Surveillance that stand outside the commands, and the words that it sealed, opened for a page.

Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from casino import vault
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.sealed import Sealed, sealed_in
from casino.core.text import Text, shaped
from games.commands.reasons import texts
from surveillance.record.state import Incident

_WORDS: Final = Catalogue(__file__)

KINDS: Final = _WORDS.table("kinds")
"""Kind of stream -> what it is called in a sentence."""
SUBJECTS: Final = _WORDS.table("subjects")
"""Kind of stream that something is about -> how it is called in a line."""


def about(stream: str) -> Text:
    """What a link, a request or a hold is about, in words."""
    kind, _slash, code = stream.partition("/")
    said = SUBJECTS.get(kind)
    if said is not None:
        return said.format(code=code)
    called = KINDS.get(kind, Text(kind, kind))
    return shaped("{called} {rest}", called=called, rest=code).turned(str.strip)


SECRET: Final = ("credentials",)
"""Fields whose content is shown to nobody."""


def opened(property_code: str, events: Iterable[RecordedEvent], language: str) -> dict[str, str]:
    """The words that these events hold sealed, by their references; what stands for them where they were erased or
    cannot be read. Passwords are no words."""
    events = list(events)
    asked = [
        sealed
        for event in events
        for name in event.data.__struct_fields__
        if name not in SECRET
        for sealed in sealed_in(getattr(event.data, name))
    ]
    found = {str(ref): said for ref, said in texts(property_code, asked, language).items()}
    for event in events:
        for sealed in getattr(event.data, "identities", ()):
            found[str(sealed.ref)] = _person(found[str(sealed.ref)])
    return found


def _person(said: str) -> str:
    """Somebody's name and contact in a line; what stands for them where they were erased, as it is."""
    try:
        known = msgspec.json.decode(said, type=dict[str, str])
    except msgspec.DecodeError:
        return said
    return called(known)


def called(known: dict[str, str]) -> str:
    """Name and contact in a line."""
    return " · ".join(part for part in (known.get("name", ""), known.get("contact", "")) if part)


def identity(property_code: str, sealed: Sealed) -> dict[str, str] | None:
    """Name and contact of somebody; None where they were erased."""
    content = vault.open_bytes(property_code, sealed)
    said: dict[str, str] | None = None if content is None else msgspec.json.decode(content)
    return said


def people(property_code: str, incident: Incident) -> dict[str, str]:
    """Reference of each person of an entry of the log -> who they are, as far as it can be read."""
    known = {}
    for sealed in incident.identities:
        said = identity(property_code, sealed)
        known[sealed.persons[0]] = "" if said is None else called(said)
    return {person: known.get(person, "") for person in incident.persons}
