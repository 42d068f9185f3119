"""Commands on rounds and findings that a second person confirms: asked, then confirmed, refused or withdrawn. Pure.

What is asked for has no effect. A second person confirms it in an own session, and only then is it recorded, with the
names of both, in the same step as the confirmation. The second person is another than the one who asked, holds the post
that was asked for or one above, and acts at the table (who acts where is asked at the edge, ``games.rows.on_duty``).
The same shape serves each of these commands; what it comes to is the command's own (``games.commands.approvals``).

Proved by ``tests/service/test_asking.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal
from uuid import UUID

import msgspec

from casino.core.errors import ERRORS, Problem
from casino.core.events import RecordedEvent
from casino.core.posts import POST_NAMES, Post, at_least
from games.engine.facts import Person
from games.facts.approval_facts import Asked, Confirmed, Refused, Withdrawn

State = Literal["waiting", "confirmed", "refused", "withdrawn"]
WAITING: Final = "waiting"

ERRORS.register_all(
    {
        "ask_unknown": 404,
        "ask_decided": 409,
        "ask_same_person": 403,
        "ask_not_yours": 403,
        "ask_overtaken": 409,
        "ask_waits_already": 409,
    }
)


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A request as it stands. ``decided`` is the event that ended it."""

    id: UUID
    asked: Asked
    event: RecordedEvent
    state: State = "waiting"
    decided: RecordedEvent | None = None

    @property
    def about(self) -> tuple[str, str]:
        """What it is about: one request about it at a time."""
        return about(self.asked)


def about(fact: Asked) -> tuple[str, str]:
    """What a request is about."""
    if fact.document is not None:
        return ("document", fact.document)
    return ("fact", str(fact.target)) if fact.target is not None else ("finding", str(fact.finding))


def fold(events: Iterable[RecordedEvent]) -> dict[UUID, Ask]:
    """The requests of a stream by their id, in the order in which they were made."""
    asks: dict[UUID, Ask] = {}
    for event in events:
        data = event.data
        if isinstance(data, Asked):
            asks[event.id] = Ask(id=event.id, asked=data, event=event)
            continue
        known = asks[data.ask]
        asks[data.ask] = msgspec.structs.replace(known, state=_STATES[type(data)], decided=event)
    return asks


_STATES: Final[dict[type, State]] = {Confirmed: "confirmed", Refused: "refused", Withdrawn: "withdrawn"}


def check_free(asks: dict[UUID, Ask], about: tuple[str, str]) -> None:
    """Problem ``ask_waits_already`` where a request about the same waits."""
    if any(ask.state == WAITING and ask.about == about for ask in asks.values()):
        raise Problem("ask_waits_already")


def confirmed(ask: Ask, by: Person) -> Confirmed:
    """A second person confirms. Problems: ask_decided, ask_same_person, post_too_low."""
    _check_second(ask, by)
    return Confirmed(ask=ask.id, confirmed_by=by)


def refused(ask: Ask, by: Person) -> Refused:
    """A second person refuses. Problems as for confirming."""
    _check_second(ask, by)
    return Refused(ask=ask.id, refused_by=by)


def withdrawn(ask: Ask, by: Person) -> Withdrawn:
    """Who asked takes it back. Problems: ask_decided, ask_not_yours."""
    _check_waiting(ask)
    if by.staff != ask.asked.asked_by.staff:
        raise Problem("ask_not_yours")
    return Withdrawn(ask=ask.id, withdrawn_by=by)


def may_confirm(ask: Ask, by: Person) -> bool:
    """Whether this person, where they act at the table, may confirm or refuse."""
    try:
        _check_second(ask, by)
    except Problem:
        return False
    return True


def _check_waiting(ask: Ask) -> None:
    if ask.state != WAITING:
        raise Problem("ask_decided", state=ask.state)


def _check_second(ask: Ask, by: Person) -> None:
    _check_waiting(ask)
    if by.staff == ask.asked.asked_by.staff:
        raise Problem("ask_same_person")
    if not at_least(Post(by.post), Post(ask.asked.lowest)):
        raise Problem("post_too_low", post=POST_NAMES[Post(ask.asked.lowest)])


def about_stream(stream: str, fact: Asked) -> str:
    """The stream of what a request is about, from that of the request: the round's, the findings' or the rules'."""
    rest = stream.partition("/")[2]
    if fact.what == "put_in_force":
        return rest
    return f"{'round' if fact.what == 'correct_fact' else 'audit'}/{rest}"


def stream_of(stream: str) -> str:
    """The stream of the requests about a round (``round/RL01/7`` or ``audit/RL01/7`` -> ``ask/RL01/7``) or device;
    of those about a game's rules (``rules/roulette`` -> ``ask/rules/roulette``)."""
    if stream.startswith("rules/"):
        return f"ask/{stream}"
    return f"ask/{stream.partition('/')[2]}"
