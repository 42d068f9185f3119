"""What each stream of Surveillance is as rows. Proved by ``tests/surveillance/test_holds.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from casino.core.events import RecordedEvent
from casino.ledger.models import Property
from disputes.case import facts as case_facts
from games.rows.models import row_key
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.parts import shown_at
from surveillance.record.references import CASE_REQUEST, case_number_of
from surveillance.rows import choices, hold_rows, log_records, models
from surveillance.rows.hold_rows import key_of, own_row, row_in


class Asked:
    """A request of a case: what the case says of it, and what Surveillance did with it (``done``)."""

    def __init__(self, case: str, asked: case_facts.FootageAsked, event: RecordedEvent) -> None:
        self.case = case.partition("/")[2]
        self.request = asked.request
        self.asked = asked
        self.event = event
        self.answered: RecordedEvent | None = None
        self.noted = False
        self.closed = False
        self.position = event.position
        """Of the last event of the case that says something of its requests."""
        self.done: state.Request | None = None

    @property
    def code(self) -> str:
        return f"{self.case}-{self.request}"

    @property
    def stream(self) -> str:
        return f"request/{self.code}"


def asked_in(stream: str, recorded: Iterable[RecordedEvent]) -> list[Asked]:
    """The requests of a case, by its events."""
    found: dict[str, Asked] = {}
    closed = False
    for event in recorded:
        data = event.data
        if isinstance(data, case_facts.FootageAsked):
            found[data.request] = Asked(stream, data, event)
        elif isinstance(data, case_facts.FootageAnswered) and data.request in found:
            found[data.request].answered = event
        elif isinstance(data, case_facts.FootageUnanswered) and data.request in found:
            found[data.request].noted = True
        elif isinstance(data, case_facts.CaseClosed | case_facts.CaseReopened):
            closed = isinstance(data, case_facts.CaseClosed)
        if isinstance(data, _OF_REQUESTS):
            for each in found.values():
                each.position = event.position
    for each in found.values():
        each.closed = closed
    return list(found.values())


_OF_REQUESTS: Final = (
    *(case_facts.FootageAsked, case_facts.FootageAnswered, case_facts.FootageUnanswered),
    *(case_facts.CaseClosed, case_facts.CaseReopened),
)


def case_of_request(stream: str) -> tuple[str, str] | None:
    """The case's stream and the request's code in it, of the stream of a request that a case made; else None."""
    found = CASE_REQUEST.fullmatch(stream)
    return None if found is None else (f"case/{found[1]}", found[2])


# --- Recorders and cameras --------------------------------------------------------------------------------------------


def _recorder(stream: Any, owner: Property) -> Iterator[models.Recorder]:
    if not isinstance(stream, state.Recorder) or stream.known is None:
        return
    known = stream.known
    yield models.Recorder(
        **own_row(stream, owner),
        code=stream.code,
        name=known.name,
        kind=known.kind,
        address=known.address or "",
        link=known.link or "",
        has_credentials=known.credentials is not None,
        keeps_days=known.keeps_days,
        registered_at=stream.began_at,
        retired=stream.retired is not None,
        retired_at=stream.retired.at if stream.retired else None,
    )


def _readings(stream: Any, owner: Property) -> Iterator[models.ClockReading]:
    if not isinstance(stream, state.Recorder):
        return
    for code, kept in stream.readings.items():
        fact: f.ClockRead | f.ClockSet = kept.fact
        said: dict[str, Any]
        if isinstance(fact, f.ClockSet):
            said = {"how": "set", "shown_at": None, "uncertainty_ms": 0, "read_by": fact.set_by.staff}
        else:
            said = {
                "how": fact.how,
                "shown_at": fact.shown_at,
                "uncertainty_ms": fact.uncertainty_ms,
                "read_by": fact.read_by.staff if fact.read_by else "",
                "recording": fact.recording or "",
                "frame_ms": fact.frame_ms,
                "event": fact.event,
            }
        yield models.ClockReading(
            **row_in(stream, kept, owner),
            **said,
            recorder_id=row_key(owner.pk, stream.first_position),
            reading=code,
            server_at=fact.server_at,
            read_at=kept.at,
            withdrawn=kept.withdrawn is not None,
            withdrawn_by=kept.withdrawn.withdrawn_by.staff if kept.withdrawn else "",
        )


def _camera(stream: Any, owner: Property) -> Iterator[models.Camera]:
    if not isinstance(stream, state.Camera) or stream.known is None:
        return
    area = stream.clock_area
    yield models.Camera(
        **own_row(stream, owner),
        code=stream.code,
        name=stream.known.name,
        recorder_id=key_of(models.Recorder, owner, stream.known.recorder),
        channel=stream.known.channel or "",
        clock_area=None if area is None else [area.left, area.top, area.width, area.height],
        installed_at=stream.began_at,
        retired=stream.retired is not None,
        retired_at=stream.retired.at if stream.retired else None,
    )


def _coverage(stream: Any, owner: Property) -> Iterator[models.Coverage]:
    if not isinstance(stream, state.Camera):
        return
    for code, kept in stream.coverage.items():
        fact: f.CoverageBegan = kept.fact
        ended = stream.ended.get(code)
        yield models.Coverage(
            **row_in(stream, kept, owner),
            camera_id=row_key(owner.pk, stream.first_position),
            coverage=code,
            table=fact.table or "",
            pit=fact.pit or "",
            shows=list(fact.shows),
            begins_at=fact.begins_at,
            ends_at=None if ended is None else ended.ends_at,
        )


# --- Recordings and links ---------------------------------------------------------------------------------------------


def _recording(stream: Any, owner: Property) -> Iterator[models.Recording]:
    if not isinstance(stream, state.Recording) or stream.arrived is None:
        return
    arrived, media, shown = stream.arrived, stream.media, stream.shown_from
    checked, unplayable = stream.checked, stream.unplayable
    yield models.Recording(
        **own_row(stream, owner),
        code=stream.code,
        how=arrived.how,
        name=arrived.name,
        size_bytes=arrived.size_bytes,
        sha256=arrived.sha256,
        unplayable=None if unplayable is None else msgspec.to_builtins(unplayable),
        container=media.container if media else "",
        codec=media.codec if media else "",
        width=media.width if media else 0,
        height=media.height if media else 0,
        duration_ms=stream.duration_ms,
        stretches=msgspec.to_builtins(stream.stretches),
        frames=media.frames if media else 0,
        key_frames=media.key_frames if media else 0,
        audio=media.audio if media else False,
        seals=msgspec.to_builtins(stream.seals),
        seals_count=len(stream.seals),
        signing_packets=media.signing_packets if media else 0,
        camera_id=key_of(models.Camera, owner, stream.camera),
        shown_from=shown,
        shown_to=None if shown is None or media is None else shown_at(shown, stream.stretches, stream.duration_ms),
        known_by=stream.known_by or "",
        keep_until=arrived.keep_until,
        arrived_at=stream.began_at,
        arrived_by=arrived.arrived_by.staff if arrived.arrived_by else "",
        fetched=None if arrived.fetched is None else msgspec.to_builtins(arrived.fetched, builtin_types=()),
        views=stream.viewed,
        deleted_at=stream.deleted.at if stream.deleted else None,
        checked_at=checked.at if checked else None,
        checked_ok=checked.fact.sha256 == arrived.sha256 if checked else None,
    )


def _frames(stream: Any, owner: Property) -> Iterator[models.Frame]:
    if not isinstance(stream, state.Recording):
        return
    for code, kept in stream.frames.items():
        fact: f.FrameMarked = kept.fact
        yield models.Frame(
            **row_in(stream, kept, owner),
            recording_id=row_key(owner.pk, stream.first_position),
            frame=code,
            at_ms=fact.at_ms,
            sha256=fact.sha256,
            event=fact.event,
            marked_by=fact.marked_by.staff,
            marked_at=kept.at,
        )


def _link(stream: Any, owner: Property) -> Iterator[models.Link]:
    if not isinstance(stream, state.Link) or stream.linked is None:
        return
    fact, subject = stream.linked, stream.linked.subject
    withdrawn = stream.withdrawn
    yield models.Link(
        **own_row(stream, owner),
        code=stream.code,
        subject_kind=subject.kind,
        subject_stream=subject.stream,
        event=subject.event,
        identity=subject.identity or "",
        request=subject.request or "",
        case=case_number_of(subject),
        camera_id=key_of(models.Camera, owner, fact.camera),
        recording_id=key_of(models.Recording, owner, fact.recording),
        begins_at=fact.begins_at,
        ends_at=fact.ends_at,
        from_ms=fact.from_ms,
        to_ms=fact.to_ms,
        uncertainty_ms=fact.uncertainty_ms,
        linked_by=fact.linked_by.staff,
        linked_at=stream.began_at,
        withdrawn=withdrawn is not None,
        withdrawn_by=withdrawn.fact.withdrawn_by.staff if withdrawn else "",
    )


# --- Requests ---------------------------------------------------------------------------------------------------------


def _request(stream: Any, owner: Property) -> Iterator[models.Request]:
    if isinstance(stream, Asked):
        yield _request_of_case(stream, owner)
    elif isinstance(stream, state.Request) and stream.made is not None:
        made, answered = stream.made, stream.answered
        table, _, code = stream.made.subject.stream.partition("/")[2].partition("/")
        yield models.Request(
            **own_row(stream, owner),
            **_done(stream, answered.fact.found if answered else None),
            code=stream.code,
            subject_kind=made.subject.kind,
            subject_stream=made.subject.stream,
            identity=made.subject.identity or "",
            table=made.table,
            round=code if table == made.table else "",
            begins_at=made.begins_at,
            ends_at=made.ends_at,
            asked_by=made.requested_by.staff,
            asked_at=stream.began_at,
        )


def _request_of_case(asked: Asked, owner: Property) -> models.Request:
    said, event, done = asked.asked, asked.answered, asked.done
    answered: case_facts.FootageAnswered | None = event.data if event is not None else None
    row = models.Request(
        id=row_key(owner.pk, asked.event.position),
        property=owner,
        stream=asked.stream,
        version=done.version if done else 0,
        last_position=max(asked.position, done.last_position if done else 0),
        **_done(done, answered.found if answered else None),
        code=asked.code,
        case=asked.case,
        request=asked.request,
        subject_kind="case",
        subject_stream=f"case/{asked.case}",
        table=said.table,
        round=said.round or "",
        begins_at=said.begins_at,
        ends_at=said.ends_at,
        asked_by=said.asked_by.staff,
        asked_at=asked.event.recorded_at,
        due_at=said.next_by,
        overdue_noted=asked.noted,
    )
    if event is not None and answered is not None:
        row.answered_by, row.answered_at = answered.answered_by.staff, event.recorded_at
    elif asked.closed:
        row.status = choices.RequestStatus.LAPSED
    return row


def _done(stream: state.Request | None, found: bool | None) -> dict[str, Any]:
    """What Surveillance did with a request."""
    acknowledged = stream.acknowledged if stream else None
    answered = stream.answered if stream else None
    status = choices.RequestStatus.OPEN if acknowledged is None else choices.RequestStatus.ACKNOWLEDGED
    if found is not None:
        status = choices.RequestStatus.ANSWERED if found else choices.RequestStatus.NO_FOOTAGE
    return {
        "status": status,
        "acknowledged_by": acknowledged.fact.acknowledged_by.staff if acknowledged else "",
        "acknowledged_at": acknowledged.at if acknowledged else None,
        "answered_by": answered.fact.answered_by.staff if answered else "",
        "answered_at": answered.at if answered else None,
        "links": list(answered.fact.links) if answered else [],
    }


# --- Holds, gaps, the log, reviews, spot checks -----------------------------------------------------------------------


def _gaps(stream: Any, owner: Property) -> Iterator[models.Gap]:
    if not isinstance(stream, state.Gaps):
        return
    for code, kept in stream.found.items():
        fact: f.GapFound = kept.fact
        closed = stream.closed.get(code)
        by = closed.fact.closed_by if closed else None
        yield models.Gap(
            **row_in(stream, kept, owner),
            table=stream.code,
            gap=code,
            kind=fact.kind,
            begins_at=fact.begins_at,
            ends_at=fact.ends_at,
            camera_id=key_of(models.Camera, owner, fact.camera),
            found_at=kept.at,
            closed_at=closed.at if closed else None,
            closed_by=by.staff if by else "",
            ending=closed.fact.because if closed else "",
        )


def _incident(stream: Any, owner: Property) -> Iterator[log_records.Incident]:
    if not isinstance(stream, state.Incident) or stream.entered is None:
        return
    entered = stream.entered
    yield log_records.Incident(
        **own_row(stream, owner),
        number=stream.code,
        kind=entered.kind,
        happened_at=entered.happened_at,
        table=entered.table or "",
        place=entered.place or "",
        disposition=stream.disposition,
        persons=list(stream.persons),
        erased=[person for person in stream.persons if person in stream.erased],
        subjects=list(dict.fromkeys(subject.stream for subject in stream.subjects)),
        additions=len(stream.additions),
        entered_by=entered.entered_by.staff,
        entered_at=stream.began_at,
        changed_at=stream.changed_at,
    )


def _reviews(stream: Any, owner: Property) -> Iterator[log_records.Review]:
    if not isinstance(stream, state.Review):
        return
    for kept in stream.made:
        fact: f.FindingReviewed = kept.fact
        yield log_records.Review(
            **row_in(stream, kept, owner),
            code=stream.code,
            subject_stream=fact.stream,
            identity=fact.identity,
            verdict=fact.verdict,
            links=list(fact.links),
            reviewed_by=fact.reviewed_by.staff,
            reviewed_at=kept.at,
        )


def _spot_check(stream: Any, owner: Property) -> Iterator[log_records.SpotCheck]:
    if not isinstance(stream, state.SpotCheck):
        return
    asked, drawn = stream.asked, stream.drawn
    said = asked or drawn
    if said is None:
        return
    row = log_records.SpotCheck(
        **own_row(stream, owner),
        code=stream.code,
        table=said.table or "",
        dealer=said.dealer or "",
        begins_at=said.begins_at,
        ends_at=said.ends_at,
        asked_by=said.asked_by.staff if isinstance(said, f.SpotCheckAsked) else said.drawn_by.staff,
        asked_at=stream.began_at,
        population=0,
        left=0 if asked is None else asked.size,
    )
    if drawn is not None:
        row.drawn_at, row.seed, row.checkpoint = stream.drawn_at, drawn.seed, drawn.checkpoint
        row.population, row.rounds = drawn.population, list(drawn.rounds)
        row.looked = {round_: kept.fact.verdict for round_, kept in stream.looked.items()}
        row.left = len(set(drawn.rounds) - set(stream.looked))
    yield row


def _shift(stream: Any, owner: Property) -> Iterator[log_records.ShiftReport]:
    if not isinstance(stream, state.Shift) or stream.handed is None:
        return
    handed: f.ShiftHandedOver = stream.handed.fact
    taken = stream.taken
    yield log_records.ShiftReport(
        **own_row(stream, owner),
        code=stream.code,
        begins_at=handed.begins_at,
        ends_at=handed.ends_at,
        digest=handed.digest,
        lines=len(handed.lines),
        handed_by=handed.handed_by.staff,
        handed_at=stream.handed.at,
        taken_by="" if taken is None else taken.fact.taken_by.staff,
        taken_at=None if taken is None else taken.at,
    )


ROWS: Final[dict[type[Any], Callable[[Any, Property], Iterator[Any]]]] = {
    models.Recorder: _recorder,
    models.ClockReading: _readings,
    models.Camera: _camera,
    models.Coverage: _coverage,
    models.Recording: _recording,
    models.Frame: _frames,
    models.Link: _link,
    models.Request: _request,
    models.Hold: hold_rows.holds,
    models.Held: hold_rows.held,
    models.HeldChange: hold_rows.change,
    models.Gap: _gaps,
    log_records.Incident: _incident,
    log_records.Review: _reviews,
    log_records.SpotCheck: _spot_check,
    log_records.ShiftReport: _shift,
}
"""Model -> the rows that a folded stream has in it."""
