"""What the events of accounts are called and say, in both languages. Proved by ``tests/words`` and
``tests/accounts/test_pages.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

import msgspec

from casino.access.roles import ROLES
from casino.accounts import facts as f
from casino.accounts import rules
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.text import Text, joined, shaped

_WORDS: Final = Catalogue(__file__)

LABELS: Final = _WORDS.table("labels")
"""Name after ``account.`` -> what it is called."""

NAMES: Final = _WORDS.table("names")
FACTORS: Final = _WORDS.table("factors")
BY_TWO: Final = _WORDS.text("by-two")
ALONE: Final = Text("", "")


def role(code: str) -> Text:
    """A role by its code."""
    return ROLES.get(code) or Text(code, code)


def _listed(texts: Iterable[Text]) -> Text:
    return joined(texts, ", ")


def _sentence(*parts: Text) -> Text:
    return joined((part for part in parts if part.vi), " ")


def _post(fact: Any) -> Text:
    name = role(fact.post)
    return _sentence(shaped("{name}.", name=name), _agreed(fact))


def _taking(fact: Any) -> Text:
    name, then = role(fact.post), rules.LAST.get(fact.post, Text("", ""))
    return _WORDS.text("name-then-then", name=name, then=then) if then.en else _post(fact)


def _agreed(fact: Any) -> Text:
    return BY_TWO if getattr(fact, "ask", None) is not None else ALONE


def _found(fact: f.Found) -> Text:
    posts = _listed(role(code) for code in fact.posts) if fact.posts else _WORDS.text("no-post")
    closed = Text("", "") if fact.active else _WORDS.text("closed")
    every = Text("", "")
    if fact.superuser:
        every = _WORDS.text("it-had-every-right-that")
    return _WORDS.text("staff-posts-made-or-changed", staff=fact.staff, posts=posts, closed=closed, every=every)


def _when(at: datetime) -> str:
    return f"{at:%d/%m/%Y %H:%M}" + (" UTC" if at.utcoffset() is not None and not at.utcoffset() else "")


def _posting(fact: Any) -> Text:
    name, places = role(fact.post), ", ".join([*fact.tables, *fact.pits])
    begins = _WORDS.text("from-when", when=_when(fact.begins_at)) if fact.begins_at else Text("", "")
    ends = _WORDS.text("until-when", when=_when(fact.ends_at)) if fact.ends_at else Text("", "")
    said = _WORDS.text(
        "name-at-property-places-begins", name=name, property=fact.property, places=places, begins=begins, ends=ends
    )
    return _sentence(said, _agreed(fact))


def _ended(fact: f.PostingEnded) -> Text:
    name = role(fact.post)
    return _WORDS.text("name-at-property", name=name, property=fact.property)


def _beside(fact: f.FirstAdministratorMade) -> Text:
    if not fact.beside:
        return _WORDS.text("by-the-servers-command")
    others = ", ".join(fact.beside)
    return _WORDS.text("by-the-servers-command-beside", others=others)


def _code(fact: Any) -> Text:
    return shaped("{staff}.", staff=fact.staff)


def _factor(fact: Any) -> Text:
    kind, key = FACTORS[fact.kind], getattr(fact, "key", None)
    where = _WORDS.text("for-rp-id", rp_id=key.rp_id) if key is not None else ALONE
    return _WORDS.text("kind-number-device-where", kind=kind, device=fact.device, where=where)


def _reset(fact: f.FactorsReset) -> Text:
    every = _WORDS.text("every-device-and-every-recovery")
    by_server = _WORDS.text("from-the-server")
    return _sentence(every, BY_TWO if fact.ask is not None else by_server)


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {
    **dict.fromkeys(LABELS, _agreed),
    "opened": _code,
    "found": _found,
    "staff_code_set": _code,
    "names_changed": lambda fact: _sentence(_listed(NAMES[name] for name in fact.names)),
    "post_asked": _post,
    "post_given": _post,
    "post_taking_asked": _taking,
    "post_taken": _post,
    "posting_asked": _posting,
    "posting_given": _posting,
    "posting_ended": _ended,
    "factor_added": _factor,
    "factor_removed": _factor,
    "factors_reset": _reset,
    "change_refused": lambda fact: ALONE,
    "change_withdrawn": lambda fact: ALONE,
    "first_administrator_made": _beside,
}
"""Name after ``account.`` -> what happened, from the fact."""

_ACTORS: Final = {
    "system:accounts": _WORDS.text("actors--system-accounts"),
    "system:first_administrators": _WORDS.text("actors--system-first_administrators"),
    "system:demonstration": _WORDS.text("actors--system-demonstration"),
}


class Line(msgspec.Struct, frozen=True):
    """One event of an account's history."""

    label: Text
    sentence: Text
    actor: Text
    recorded_at: datetime
    version: int


def history(events: Iterable[RecordedEvent], zone: Any) -> list[Line]:
    """An account's history, the newest first, with the moments inside the sentences by a property's clocks."""
    return [_line(event, zone) for event in events][::-1]


def _line(event: RecordedEvent, zone: Any) -> Line:
    name = event.type.partition(".")[2].rpartition(".v")[0]
    who = event.actor.partition(":")[2]
    fact = event.data
    moments = {n: getattr(fact, n) for n in fact.__struct_fields__ if isinstance(getattr(fact, n), datetime)}
    if moments:
        fact = msgspec.structs.replace(fact, **{n: at.astimezone(zone) for n, at in moments.items()})
    return Line(
        label=LABELS[name],
        sentence=SENTENCES[name](fact),
        actor=_ACTORS.get(event.actor, Text(who, who)),
        recorded_at=event.recorded_at,
        version=event.version,
    )
