"""How often whoever asks for something in a case gave the same reason lately, for the second person who reviews it: a
decision (8.4, 8.5), the erasure of a person, money that is given up.

Of the latest cases in which they did something, so that a page stays quick; what counts as often, and as the same, is
``games.commands.repeated``'s. Proved by ``tests/disputes/test_given_again.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from casino.core.events import Fact, RecordedEvent
from casino.core.sealed import Sealed
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case import facts as f
from disputes.case.erasure_facts import ErasureAsked, PersonErased
from disputes.case.money_facts import GivingUpAsked, MoneyUncollectable, MoneyWaived
from disputes.rows.models import Case as CaseRow
from games.commands import repeated
from games.engine.facts import Person

LATEST: Final = 20
"""Cases that are looked through."""
Given = tuple[Person, Sealed, str]
"""Who gave a reason, its words, and the cause that was chosen beside them."""


def _given(fact: Fact) -> Given | None:
    """What somebody gave by themselves; None for any other fact, and for what only confirms what was asked for."""
    match fact:
        case f.Decided() | f.ComplaintDecided():
            return fact.decided_by, fact.reasons, ""
        case GivingUpAsked():
            return fact.asked_by, fact.reason, fact.why
        case MoneyWaived(confirmed_by=None):
            return fact.given_up_by, fact.reason, "waived"
        case MoneyUncollectable(confirmed_by=None):
            return fact.given_up_by, fact.reason, "uncollectable"
        case ErasureAsked(asked_by=person, sealed_ground=Sealed() as ground, law=law):
            return person, ground, law or ""
        case PersonErased(asked_by=None, erased_by=Person() as person, sealed_ground=Sealed() as ground, law=law):
            return person, ground, law or ""
    return None


REVIEWED: Final[dict[str, tuple[type[Fact], ...]]] = {
    "confirm": (f.Decided, f.ComplaintDecided),
    "give_up_money": (GivingUpAsked,),
    "erase_person": (ErasureAsked,),
}
"""By which command of a case a second person reviews what."""


def told(owner: Property, command: str, events: Sequence[RecordedEvent]) -> Text | None:
    """That the reason which is reviewed by this command, the last one in the events of the case, was given again and
    again in the 30 days up to it; None where it was not, or where there is nothing to review."""
    mine = next((event for event in reversed(events) if isinstance(event.data, REVIEWED.get(command, ()))), None)
    given = None if mine is None else _given(mine.data)
    if mine is None or given is None:
        return None
    since = mine.recorded_at - repeated.SPAN
    cases = CaseRow.objects.filter(property=owner, people__contains=[given[0].staff], changed_at__gte=since)
    streams = cases.exclude(stream=mine.stream).order_by("-changed_at").values_list("stream", flat=True)[:LATEST]
    ledger = get_ledger(owner.code)
    read = ledger.scan_streams(list(streams), upto_position=mine.position)
    others = (ledger.decode(row) for _stream, rows in read for row in rows)
    earlier = [event for event in events if event.position < mine.position]
    before = [said for said in _by(given[0], (*earlier, *others)) if said[0] >= since]
    return repeated.often(owner, given[1:], [said[1] for said in before])


def _by(person: Person, events: Iterable[RecordedEvent]) -> Iterator[tuple[Any, tuple[Sealed, str]]]:
    """When this person gave a reason, and which."""
    for event in events:
        given = _given(event.data)
        if given is not None and given[0].staff == person.staff:
            yield event.recorded_at, given[1:]
