"""What each stream of Surveillance is as rows. Proved by ``tests/surveillance/test_holds.py`` and ``test_rows.py``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from django.db.models import Model

from casino.core.events import RecordedEvent
from casino.ledger.models import Property
from disputes.case import facts as case_facts
from games.rows.columns import From, called
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.parts import shown_at
from surveillance.record.references import CASE_REQUEST, case_number_of
from surveillance.rows import log_models, models
from surveillance.rows.choices import RequestStatus
from surveillance.rows.made import At, Rows, each, whole


class Asked:
    """A request of a case: what the case says of it, and what Surveillance did with it (``done``)."""

    def __init__(self, case: str, asked: case_facts.FootageAsked, event: RecordedEvent) -> None:
        self.case = case.partition("/")[2]
        self.request = asked.request
        self.asked = asked
        self.began_at, self.first_position = event.recorded_at, event.position
        self.answered: state.Kept | None = None
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

    @property
    def version(self) -> int:
        return self.done.version if self.done else 0

    @property
    def last_position(self) -> int:
        return max(self.position, self.done.last_position if self.done else 0)

    @property
    def acknowledged(self) -> state.Kept | None:
        return self.done.acknowledged if self.done else None


def asked_in(stream: str, recorded: Iterable[RecordedEvent]) -> list[Asked]:
    """The requests of a case, by its events."""
    found: dict[str, Asked] = {}
    closed = False
    for event in recorded:
        data = event.data
        if isinstance(data, case_facts.FootageAsked):
            found[data.request] = Asked(stream, data, event)
        elif isinstance(data, case_facts.FootageAnswered) and data.request in found:
            found[data.request].answered = state.Kept(data, event)
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


# --- Where columns come from that are not called as the fact calls them -----------------------------------------------


def _status(at: At) -> RequestStatus:
    if at.stream.answered is not None:
        return RequestStatus.ANSWERED if at.stream.answered.fact.found else RequestStatus.NO_FOOTAGE
    if isinstance(at.stream, Asked) and at.stream.closed:
        return RequestStatus.LAPSED
    return RequestStatus.OPEN if at.stream.acknowledged is None else RequestStatus.ACKNOWLEDGED


def _shown_to(at: At) -> datetime | None:
    film = at.stream
    if film.shown_from is None or film.media is None:
        return None
    return shown_at(film.shown_from, film.stretches, film.duration_ms)


def _round(at: At) -> str:
    """The round that a request is about, where it is one of its table."""
    table, _slash, code = at.fact.subject.stream.partition("/")[2].partition("/")
    return code if table == at.fact.table else ""


def _kept(stream: state.Holds) -> dict[Any, state.Kept]:
    """What each hold keeps, by hold and recording: a lock its own, from the moment on."""
    locks = {(lock.fact.hold, lock.fact.recording): lock for lock in stream.placed.values() if _is_lock(lock.fact)}
    return {**locks, **stream.reached}


def _ended_by(at: At) -> Any:
    ended = at.stream.ended
    return None if ended is None else getattr(ended.fact, "confirmed_by", None) or ended.fact.declined_by


def _is_lock(fact: Any) -> bool:
    return isinstance(fact, f.RecordingLocked)


_RETIRED: Final[dict[str, From]] = {"retired": "stream.retired", "retired_at": "stream.retired.at"}
_SUBJECT: Final[dict[str, From]] = {
    "subject_kind": "fact.subject.kind",
    "subject_stream": "fact.subject.stream",
    "identity": "fact.subject.identity",
}
_DONE: Final[dict[str, From]] = {
    "status": _status,
    "acknowledged_by": "stream.acknowledged.fact.acknowledged_by",
    "acknowledged_at": "stream.acknowledged.at",
    "answered_by": "stream.answered.fact.answered_by",
    "answered_at": "stream.answered.at",
}
SIDES: Final = ("left", "top", "width", "height")
ROWS: Final = (
    Rows(
        models.Recorder,
        state.Recorder,
        whole("known"),
        has_credentials="fact.credentials",
        registered_at="stream.began_at",
        **_RETIRED,
    ),
    Rows(
        models.ClockReading,
        state.Recorder,
        each("readings"),
        recorder="stream",
        how=lambda at: getattr(at.fact, "how", "set"),
        uncertainty_ms=lambda at: getattr(at.fact, "uncertainty_ms", 0),
        read_by=lambda at: at.fact.set_by if isinstance(at.fact, f.ClockSet) else at.fact.read_by,
        read_at="kept.at",
        withdrawn="kept.withdrawn",
        withdrawn_by="kept.withdrawn.withdrawn_by",
    ),
    Rows(
        models.Camera,
        state.Camera,
        whole("known"),
        clock_area=lambda at: [getattr(at.stream.clock_area, side) for side in SIDES] if at.stream.clock_area else None,
        installed_at="stream.began_at",
        **_RETIRED,
    ),
    Rows(models.Coverage, state.Camera, each("coverage", ends="ended"), camera="stream", ends_at="end.ends_at"),
    Rows(
        models.Recording,
        state.Recording,
        whole("arrived"),
        **called("stream", "unplayable", "duration_ms", "stretches", "seals", "camera", "shown_from", "known_by"),
        **called("stream.media", "container", "codec", "width", "height"),
        **called("stream.media", "frames", "key_frames", "audio", "signing_packets"),
        seals_count=lambda at: len(at.stream.seals),
        shown_to=_shown_to,
        arrived_at="stream.began_at",
        views="stream.viewed",
        deleted_at="stream.deleted.at",
        checked_at="stream.checked.at",
        checked_ok=lambda at: at.stream.checked and at.stream.checked.fact.sha256 == at.fact.sha256,
    ),
    Rows(models.Frame, state.Recording, each("frames"), recording="stream", marked_at="kept.at"),
    Rows(
        models.Link,
        state.Link,
        whole("linked"),
        **_SUBJECT,
        **called("fact.subject", "event", "request"),
        case=lambda at: case_number_of(at.fact.subject),
        linked_at="stream.began_at",
        withdrawn="stream.withdrawn",
        withdrawn_by="stream.withdrawn.fact.withdrawn_by",
    ),
    Rows(
        models.Request,
        state.Request,
        whole("made"),
        **_SUBJECT,
        **_DONE,
        round=_round,
        asked_by="fact.requested_by",
        asked_at="stream.began_at",
        links="stream.answered.fact.links",
    ),
    Rows(
        models.Request,
        Asked,
        whole("asked"),
        **_DONE,
        case="stream.case",
        subject_kind=lambda _at: "case",
        subject_stream=lambda at: f"case/{at.stream.case}",
        asked_at="stream.began_at",
        due_at="fact.next_by",
        overdue_noted="stream.noted",
        links="stream.done.answered.fact.links",
    ),
    Rows(
        models.Hold,
        state.Holds,
        each("placed", ends="released"),
        begins_at=lambda at: getattr(at.fact, "begins_at", at.kept.at),
        ends_at=lambda at: getattr(at.fact, "ends_at", at.kept.at),
        placed_at="kept.at",
        released_at="end.at",
        released_by="end.fact.released_by",
        release_rule="end.fact.rule",
    ),
    Rows(
        models.Held,
        state.Holds,
        each(_kept),
        hold=lambda at: at.stream.placed[at.fact.hold],
        reached_at="kept.at",
    ),
    Rows(
        models.HeldChange,
        state.Change,
        whole("asked"),
        asked_at="stream.began_at",
        confirmed=lambda at: at.stream.ended and isinstance(at.stream.ended.fact, f.ChangeConfirmed),
        ended_by=_ended_by,
        ended_at="stream.ended.at",
    ),
    Rows(
        models.Gap,
        state.Gaps,
        each("found", ends="closed"),
        table="stream.code",
        found_at="kept.at",
        closed_at="end.at",
        closed_by="end.fact.closed_by",
        ending="end.fact.because",
    ),
    Rows(
        log_models.Incident,
        state.Incident,
        whole("entered"),
        number="stream.code",
        **called("stream", "disposition", "persons", "changed_at"),
        erased=lambda at: [person for person in at.stream.persons if person in at.stream.erased],
        subjects=lambda at: list(dict.fromkeys(subject.stream for subject in at.stream.subjects)),
        additions=lambda at: len(at.stream.additions),
        entered_at="stream.began_at",
    ),
    Rows(
        log_models.Review,
        state.Review,
        each(lambda review: dict(enumerate(review.made))),
        subject_stream="fact.stream",
        reviewed_at="kept.at",
    ),
    Rows(
        log_models.SpotCheck,
        state.SpotCheck,
        whole(lambda check: check.asked or check.drawn),
        asked_by=lambda at: getattr(at.fact, "asked_by", None) or at.fact.drawn_by,
        asked_at="stream.began_at",
        **called("stream.drawn", "seed", "checkpoint", "population", "rounds"),
        drawn_at="stream.drawn_at",
        looked=lambda at: {round_: kept.fact.verdict for round_, kept in at.stream.looked.items()},
        left=lambda at: len(set(at.stream.drawn.rounds) - set(at.stream.looked)) if at.stream.drawn else at.fact.size,
    ),
    Rows(
        log_models.ShiftReport,
        state.Shift,
        whole("handed.fact"),
        lines=lambda at: len(at.fact.lines),
        handed_at="stream.handed.at",
        taken_by="stream.taken.fact.taken_by",
        taken_at="stream.taken.at",
    ),
)
"""In the order in which one refers to another. What is not declared comes from the fact."""


def rows_of(model: type[Model], stream: state.Stream | Asked, owner: Property) -> Iterator[Any]:
    """The rows of a model that a folded stream makes."""
    for rows in ROWS:
        if rows.model is model and isinstance(stream, rows.kind):
            yield from rows.made(stream, owner)
