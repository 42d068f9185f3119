"""Holds that cases and incidents place by themselves: all coverage of a disputed round, and whatever film an incident
is about, is kept until the term of the case or incident has ended.

What a case needs is worked out from its record: the rounds that it is about, each from its first to its last fact with
a margin; the intervals for which it has asked for footage; and, while it names no round, the moment that the player
told. :func:`settle` compares that with the holds that stand in ``hold/<number>`` and records the difference. A follower
of case events calls it in its own transaction, so that no case is missed; a task calls it again for every case that has
not ended its term, since facts of a round may come late, and releases when the term has ended. Proved by
``tests/surveillance/test_holds.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal
from uuid import UUID, uuid5

from django.db import transaction

from casino.clock import now as clock
from casino.core.events import Fact, RecordedEvent
from casino.ledger import follow
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.errors import ConcurrencyConflict
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from disputes.case import facts as case_facts
from disputes.case.kept import Stage
from disputes.case.state import Case
from disputes.rows.models import Case as CaseRow
from games.rows.readmodel import WAIT_SECONDS, brought_to_head, watched
from surveillance.execution import service
from surveillance.record import facts as f
from surveillance.record.parts import Cause
from surveillance.record.references import table_of
from surveillance.record.spans import Span, spans, together
from surveillance.record.state import Holds, Incident, Recording
from surveillance.rows import readmodel
from surveillance.rows.house import FOOTAGE_DAYS, MARGIN
from surveillance.rows.log_models import Incident as IncidentRow
from surveillance.rows.models import Hold, Link

NAME: Final = "surveillance_holds"
BATCH: Final = 1_000
TOLD: Final = timedelta(minutes=30)
"""What is kept on both sides of a moment that a player told, where no round is known."""
TYPES: Final = frozenset(
    case_facts.NAMES[fact]
    for fact in (
        case_facts.CaseOpened,
        case_facts.RoundsChanged,
        case_facts.FootageAsked,
        case_facts.CaseClosed,
        case_facts.CaseReopened,
        case_facts.CaseAbsorbed,
    )
) | frozenset(f.NAMES[fact] for fact in (f.IncidentEntered, f.IncidentAddedTo, f.FootageLinked))
"""What moves what a case or an incident needs."""
OVER: Final = frozenset({"closed", "unfounded"})
"""Dispositions of an incident that is dealt with."""
ACTOR: Final = "system:holds"
_IDS: Final = UUID("5b1f3a4e-2c1d-5d0e-9b58-6a6d0f0e7c11")

Wanted = dict[str, list[Span]]
"""Table -> the stretches of time that are kept of it."""


# --- What a case needs ------------------------------------------------------------------------------------------------


def wanted(ledger: Ledger, case: Case, now: datetime) -> Wanted:
    """What a case needs kept; nothing once its term has ended."""
    if not _lives(case, now):
        return {}
    found: dict[str, list[Span]] = {}
    for ref in case.rounds:
        found.setdefault(ref.table, []).extend(spans(ledger.stream(ref.stream), MARGIN))
    for footage in case.footage.values():
        asked = footage.asked
        found.setdefault(asked.table, []).append((asked.begins_at - MARGIN, asked.ends_at + MARGIN))
    told = case.opened.happened_at if case.opened is not None else None
    if not case.rounds and case.table is not None and told is not None:
        found.setdefault(case.table, []).append((told - TOLD, told + TOLD))
    return {table: together(stretches) for table, stretches in found.items() if stretches}


def _lives(case: Case, now: datetime) -> bool:
    """Whether the case's term runs."""
    return case.exists and (case.closed is None or case.closed.retained_until > now)


def settle(property_code: str, number: str, *, now: datetime) -> int:
    """Place and release what the case's record asks for; how many facts that took. In the caller's transaction.
    Raises ConcurrencyConflict where somebody else settled the same case meanwhile."""
    ledger = get_ledger(property_code)
    case = ledger.load(Case, f"case/{number}")
    holds = ledger.load(Holds, f"hold/{number}")
    facts = difference(holds, wanted(ledger, case, now), f"case/{number}", lives=_lives(case, now))
    return _record(property_code, holds, facts, now)


def _record(property_code: str, holds: Holds, facts: list[Fact], now: datetime) -> int:
    if facts:
        service.append(
            property_code,
            holds.stream,
            facts,
            actor=ACTOR,
            command_id=uuid5(_IDS, f"{property_code}|{holds.stream}|{holds.version}"),
            now=now,
            expected_version=holds.version + 1,
        )
    return len(facts)


def difference(holds: Holds, needed: Wanted, subject: str, *, lives: bool) -> list[Fact]:
    """The facts that make the holds what is needed; ``lives``: the case's term has not ended. Where more is needed than
    stands, it is placed anew, whole; what stands for a stretch that is needed in part stays."""
    facts: list[Fact] = []
    count = len(holds.placed)
    standing = holds.standing()
    cause: Cause = "incident" if subject.startswith("incident/") else "case"
    ended: Literal["case_term_ended", "incident_term_ended"] = f"{cause}_term_ended"  # type: ignore[assignment]
    for table, stretches in sorted(needed.items()):
        for begin, end in stretches:
            if not any(h.table == table and h.begins_at <= begin and end <= h.ends_at for h in standing):
                count += 1
                placed = f.HoldPlaced(
                    hold=f"H{count}", table=table, begins_at=begin, ends_at=end, cause=cause, subject=subject
                )
                facts.append(placed)
    for hold in standing:
        stretches = needed.get(hold.table, [])
        if not any(begin <= hold.ends_at and hold.begins_at <= end for begin, end in stretches):
            facts.append(f.HoldReleased(hold=hold.hold, rule="round_left_case" if lives else ended))
    return facts


# --- What an incident needs -------------------------------------------------------------------------------------------


def term_of(incident: Incident) -> datetime | None:
    """When the term of an incident ends; None while it is open."""
    return incident.changed_at + FOOTAGE_DAYS if incident.disposition in OVER else None


def _incidents_in(events: Sequence[RecordedEvent]) -> dict[str, list[str]]:
    """Numbers of the incidents that these events are about, each with the recordings that they link to it."""
    found: dict[str, list[str]] = {}
    for event in events:
        if event.stream.startswith("incident/"):
            found.setdefault(event.stream.partition("/")[2], [])
        elif isinstance(event.data, f.FootageLinked) and event.data.subject.kind == "incident":
            codes = found.setdefault(event.data.subject.stream.partition("/")[2], [])
            codes += [event.data.recording] if event.data.recording is not None else []
    return found


def settle_incident(property_code: str, number: str, *, now: datetime, linked: Sequence[str] = ()) -> int:
    """Place and release what an incident asks for; how many facts that took. ``linked`` are recordings that were linked
    to it just now. As :func:`settle`."""
    ledger = get_ledger(property_code)
    incident = ledger.load(Incident, f"incident/{number}")
    holds = ledger.load(Holds, f"hold/incident-{number}")
    until = term_of(incident)
    lives = incident.entered is not None and (until is None or until > now)
    facts = difference(holds, _wanted_by(ledger, incident) if lives else {}, incident.stream, lives=lives)
    count = len(holds.placed) + sum(isinstance(each, f.HoldPlaced) for each in facts)
    known = {each.recording for each in holds.locks()}
    for code in dict.fromkeys(linked if lives else ()):
        recording = ledger.load(Recording, f"recording/{code}")
        if code not in known and recording.arrived is not None and recording.deleted is None:
            count += 1
            facts.append(
                f.RecordingLocked(
                    hold=f"H{count}",
                    recording=code,
                    sha256=recording.arrived.sha256,
                    cause="incident",
                    subject=incident.stream,
                )
            )
    if not lives:
        facts += [f.HoldReleased(hold=each.hold, rule="incident_term_ended") for each in holds.locks()]
    return _record(property_code, holds, facts, now)


def _wanted_by(ledger: Ledger, incident: Incident) -> Wanted:
    assert incident.entered is not None
    found: dict[str, list[Span]] = {}
    at = incident.entered.happened_at
    if incident.entered.table is not None:
        found.setdefault(incident.entered.table, []).append((at - TOLD, at + TOLD))
    for subject in incident.subjects:
        table = table_of(subject.stream)
        if table and subject.kind in ("round", "event", "finding"):
            played = ledger.stream(f"round/{subject.stream.partition('/')[2]}")
            found.setdefault(table, []).extend(spans(played, MARGIN))
    return {table: together(stretches) for table, stretches in found.items() if stretches}


# --- When -------------------------------------------------------------------------------------------------------------


def catch_up(
    property_code: str, *, now: datetime | None = None, batch: int = BATCH, limit: int | None = None
) -> Progress:
    """Settle every case of which something was recorded that moves what it needs."""
    moment = now or clock()

    def handle(events: Sequence[RecordedEvent]) -> None:
        cases = [event.stream.partition("/")[2] for event in events if event.stream.startswith("case/")]
        for number in dict.fromkeys(cases):
            settle(property_code, number, now=moment)
        for number, linked in _incidents_in(events).items():
            settle_incident(property_code, number, now=moment, linked=linked)

    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(NAME, property_code, handle, batch=batch, limit=limit, types=TYPES, later=True),
    )


def follow_to_head(property_code: str, *, now: datetime, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Settle up to the head as it stands now. False if that took too long."""
    return brought_to_head(partial(catch_up, now=now), property_code, wait_seconds)


def settle_all(property_code: str, *, now: datetime) -> int:
    """Settle every case whose term has not ended, and those whose holds still stand though it has; how many facts that
    took. Each by itself: what somebody else settles meanwhile is left to them."""
    owner = Property.objects.get(code=property_code)
    rows = CaseRow.objects.filter(property=owner)
    live = rows.exclude(stage=Stage.CLOSED) | rows.filter(retained_until__gt=now)
    numbers = set(live.values_list("number", flat=True))
    held = Hold.objects.filter(property=owner, cause="case", released_at=None)
    numbers |= {subject.partition("/")[2] for subject in held.values_list("subject", flat=True)}
    count = 0
    for number in sorted(numbers):
        count += _settled(partial(settle, property_code, number, now=now))
    for number, linked in _incidents(owner).items():
        count += _settled(partial(settle_incident, property_code, number, now=now, linked=linked))
    if count:
        readmodel.follow_to_head(property_code)
    return count


def _settled(one: Callable[[], int]) -> int:
    try:
        with transaction.atomic():
            return one()
    except ConcurrencyConflict:
        return 0


def _incidents(owner: Property) -> dict[str, list[str]]:
    """Incidents that are open or whose holds stand, each with the recordings that were ever linked to it."""
    live = IncidentRow.objects.filter(property=owner).exclude(disposition__in=OVER).values_list("stream", flat=True)
    held = Hold.objects.filter(property=owner, cause="incident", released_at=None).values_list("subject", flat=True)
    found: dict[str, list[str]] = {each.partition("/")[2]: [] for each in sorted({*live, *held})}
    links = Link.objects.filter(property=owner, subject_kind="incident", recording__deleted_at=None)
    for stream, code in links.exclude(recording=None).values_list("subject_stream", "recording__code"):
        if stream.partition("/")[2] in found:
            found[stream.partition("/")[2]].append(code)
    return found
