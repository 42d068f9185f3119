"""Commands on recordings, links and requests: which camera made it, what it shows, and the answer to who asked.

An answer to a case's request is given in the case as well, in the same transaction: the case's own service decides
whether it is allowed there (8.4.6). Proved by ``tests/surveillance/test_service.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec

from casino.core.commands import Command, asked
from casino.core.errors import Problem
from casino.core.interest import BARS, OPEN
from casino.core.messages import Catalogue
from casino.core.sealed import Sealed
from disputes.case import commands as case_commands
from disputes.case.commands.bases import WHY_NO_FOOTAGE
from disputes.case.facts import NoFootage
from disputes.case.reasons import require_sentence, require_words
from games.engine.facts import Code
from surveillance.record import facts as f
from surveillance.record.context import Context, InCase, Wanted, Written
from surveillance.record.equipment import check_reading
from surveillance.record.errors import unplayable
from surveillance.record.fields import (
    BEGINS,
    ENDS,
    FOUND,
    HELD_REASON,
    NOTE,
    REASON,
    RECORDERS_AHEAD,
    TABLE,
    Moment,
    Reason,
    Stretched,
    Uncertainty,
    Words,
    must_act_at,
    must_be_past,
    required,
    span_must_be,
    table_must_be,
)
from surveillance.record.parts import Millis, Subject, shown_at
from surveillance.record.references import CASE_REQUEST
from surveillance.record.state import Camera, Link, Recorder, Recording, Request
from surveillance.record.step import ASKS, EQUIPMENT, WATCH, decides, step

_WORDS: Final = Catalogue(__file__)

MOST: Final = 50
"""Links that one command makes or names."""
Stretches = Annotated[tuple[Stretched, ...], msgspec.Meta(max_length=MOST)]
Links = Annotated[tuple[Code, ...], msgspec.Meta(max_length=MOST)]


@step(
    on="recording",
    posts=WATCH,
    interest=EQUIPMENT,
)
class PlaceRecording(Command, frozen=True):
    """Which camera made it, and when it begins by that recorder's clock."""

    camera: Annotated[Code, asked(_WORDS, "place_recording-camera")]
    shown_from: Annotated[Moment, asked(_WORDS, "place_recording-shown_from")]
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on="recording",
    posts=WATCH,
    interest=EQUIPMENT,
)
class TakePictureClock(Command, frozen=True):
    """What was read from the clock burnt into the picture, as a person has confirmed it beside the pictures: when the
    first frame was shown; and, where it is known when by the server's clock the frame at ``frame_ms`` was, that."""

    shown_from: Annotated[Moment, asked(_WORDS, "take_picture_clock-shown_from")]
    uncertainty_ms: Uncertainty
    frame_ms: Annotated[Millis | None, asked(_WORDS, "take_picture_clock-frame_ms")] = None
    server_at: Annotated[Moment | None, asked(_WORDS, "take_picture_clock-server_at")] = None
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on=None,
    posts=WATCH,
    interest=BARS,
)
class LinkFootage(Command, frozen=True):
    """This stretch of film shows that."""

    subject: Subject
    stretch: Stretched


@step(
    on="footage",
    posts=WATCH,
    interest=BARS,
)
class WithdrawLink(Command, frozen=True):
    """The link was wrong."""

    reason: Annotated[Reason, REASON]


@step(
    on=None,
    posts=ASKS,
    interest=OPEN,
)
class RequestFootage(Command, frozen=True):
    """Footage of a finding or a round, without a case."""

    subject: Subject
    table: Annotated[Code, TABLE]
    begins_at: Annotated[Moment, BEGINS]
    ends_at: Annotated[Moment, ENDS]
    note: Annotated[Words | None, NOTE] = None


@step(
    on="request",
    posts=WATCH,
    interest=OPEN,
)
class AcknowledgeRequest(Command, frozen=True):
    """Surveillance has it in hand."""


@step(
    on="request",
    posts=WATCH,
    interest=BARS,
)
class AnswerRequest(Command, frozen=True):
    """What there is, in links that stand or that are made with the answer; or that there is none, because.
    ``elsewhere`` says why a link shows another table or time than was asked for, or leads to film that only the
    recorder has."""

    found: Annotated[bool, FOUND]
    answer: Annotated[
        Words,
        asked(
            _WORDS,
            "answer_request-answer",
            rows=4,
        ),
    ]
    cause: Annotated[NoFootage | None, WHY_NO_FOOTAGE] = None
    stretches: Stretches = ()
    links: Links = ()
    elsewhere: Annotated[
        Words | None,
        asked(
            _WORDS,
            "answer_request-elsewhere",
            rows=2,
        ),
    ] = None


# --- What they come to ------------------------------------------------------------------------------------------------


@decides(PlaceRecording)
def place_recording(recording: Recording, command: PlaceRecording, ctx: Context) -> list[Written]:
    here(recording)
    required(ctx, Camera, command.camera)
    must_be_past(command.shown_from, ctx.now, "shown_from", RECORDERS_AHEAD)
    if (recording.camera, recording.shown_from) == (command.camera, command.shown_from):
        raise Problem("footage_changes_nothing")
    placed = f.RecordingPlaced(
        camera=command.camera,
        shown_from=command.shown_from,
        placed_by=ctx.person,
        sealed_reason=None if command.reason is None else ctx.seal(command.reason),
    )
    return [Written(recording.stream, placed)]


@decides(TakePictureClock)
def take_picture_clock(recording: Recording, command: TakePictureClock, ctx: Context) -> list[Written]:
    here(recording)
    if recording.camera is None:
        raise Problem("link_not_placed", "camera", recording=recording.code)
    must_be_past(command.shown_from, ctx.now, "shown_from", RECORDERS_AHEAD)
    written = []
    if recording.shown_from != command.shown_from:
        placed = f.RecordingPlaced(camera=recording.camera, shown_from=command.shown_from, placed_by=ctx.person)
        written.append(Written(recording.stream, placed))
    if command.server_at is not None:
        written.append(_reading_of(recording, command, command.server_at, ctx))
    if not written:
        raise Problem("footage_changes_nothing")
    return written


def _reading_of(recording: Recording, command: TakePictureClock, server_at: datetime, ctx: Context) -> Written:
    """A reading of the recorder's clock by a frame whose time the server knows."""
    camera = required(ctx, Camera, recording.camera or "")
    if camera.known is None or camera.known.recorder is None:
        raise Problem("link_not_placed", "camera", recording=recording.code)
    recorder = required(ctx, Recorder, camera.known.recorder)
    must_be_past(server_at, ctx.now, "server_at")
    frame_ms = command.frame_ms or 0
    shown = shown_at(command.shown_from, recording.stretches, frame_ms)
    check_reading(server_at, shown)
    fact = f.ClockRead(
        reading=ctx.code("C"),
        how="read",
        server_at=server_at,
        shown_at=shown,
        uncertainty_ms=command.uncertainty_ms,
        read_by=ctx.person,
        recording=recording.code,
        frame_ms=frame_ms,
    )
    return Written(recorder.stream, fact)


@decides(LinkFootage)
def link_footage(_none: None, command: LinkFootage, ctx: Context) -> list[Written]:
    ctx.known(command.subject)
    return [linked(ctx, command.subject, command.stretch)]


@decides(WithdrawLink)
def withdraw_link(link: Link, command: WithdrawLink, ctx: Context) -> list[Written]:
    if link.withdrawn is not None or link.linked is None:
        raise Problem("link_withdrawn", link=link.code)
    reason = ctx.seal(command.reason, ctx.persons_of(link.linked.subject))
    return [Written(link.stream, f.LinkWithdrawn(withdrawn_by=ctx.person, sealed_reason=reason))]


@decides(RequestFootage)
def request_footage(_none: None, command: RequestFootage, ctx: Context) -> list[Written]:
    if command.subject.kind not in ("round", "finding", "event"):
        raise Problem("footage_subject_unknown", "subject", subject=command.subject.kind)
    ctx.known(command.subject)
    table_must_be(ctx, command.table)
    must_act_at(ctx, command.table)
    span_must_be(command.begins_at, command.ends_at)
    must_be_past(command.ends_at, ctx.now, "ends_at")
    made = f.FootageRequested(
        subject=command.subject,
        table=command.table,
        begins_at=command.begins_at,
        ends_at=command.ends_at,
        requested_by=ctx.person,
        sealed_note=None if command.note is None else ctx.seal(command.note),
    )
    return [Written(f"request/{ctx.code('Q')}", made)]


@decides(AcknowledgeRequest)
def acknowledge_request(request: Request, _command: AcknowledgeRequest, ctx: Context) -> list[Written]:
    if request.acknowledged is not None or request.answered is not None:
        raise Problem("footage_changes_nothing")
    return [Written(request.stream, f.RequestAcknowledged(acknowledged_by=ctx.person))]


@decides(AnswerRequest)
def answer_request(request: Request, command: AnswerRequest, ctx: Context) -> list[Written]:
    if request.answered is not None:
        raise Problem("request_answered", request=request.code)
    if command.found:
        require_words(command.answer, "answer")
        if not (command.stretches or command.links):
            raise Problem("request_needs_links", "stretches")
    else:
        require_sentence(command.answer, "answer")
        if command.stretches or command.links:
            raise Problem("request_has_links", "stretches")
    if command.found is (command.cause is not None):
        raise Problem("case_footage_cause", "cause")
    subject, named = _subject_of(request)
    made = [linked(ctx, subject, stretch) for stretch in command.stretches]
    for code in command.links:
        link = required(ctx, Link, code)
        if link.withdrawn is not None:
            raise Problem("link_withdrawn", "links", link=code)
    shown = [each.fact for each in made if isinstance(each.fact, f.FootageLinked)]
    for code in command.links:
        fact = required(ctx, Link, code).linked
        assert fact is not None
        shown.append(fact)
    if shown:
        _must_fit(request, shown, command, ctx)
    codes = (*command.links, *(each.stream.partition("/")[2] for each in made))
    elsewhere = None if command.elsewhere is None else ctx.seal(command.elsewhere, ctx.persons_of(subject))
    answered = f.RequestAnswered(
        found=command.found,
        sealed_elsewhere=elsewhere,
        sealed_answer=ctx.seal(command.answer, ctx.persons_of(subject)),
        answered_by=ctx.person,
        links=tuple(dict.fromkeys(codes)),
    )
    if named is not None:
        case, code = named
        said = case_commands.AnswerFootage(
            request=code, found=command.found, answer=command.answer, cause=command.cause
        )
        ctx.in_case(InCase(case, said))
    return [Written(request.stream, answered), *made]


def _must_fit(request: Request, shown: Sequence[f.FootageLinked], command: AnswerRequest, ctx: Context) -> None:
    """Film that is an answer is of the table and time that was asked for, and some of it is here; else a sentence says
    why it is one. Problems recording_gone, footage_unplayable, answer_does_not_fit."""
    asked = ctx.asked_for(request.stream)
    assert asked is not None, "the service answers requests that were made"
    for link in shown:
        if link.recording is not None:
            film = required(ctx, Recording, link.recording)
            here(film)
            if film.unplayable is not None:
                raise unplayable(film.code, film.unplayable)
    strange = [link for link in shown if not _fits(link, asked, ctx)]
    if not strange and any(link.recording is not None for link in shown):
        return
    if command.elsewhere is None:
        camera = (strange or shown)[0].camera
        raise Problem("answer_does_not_fit", "elsewhere", camera=camera, table=asked.table)
    require_sentence(command.elsewhere, "elsewhere")


def _fits(link: f.FootageLinked, asked: Wanted, ctx: Context) -> bool:
    """Whether it shows something of the table and time, within its own doubt."""
    begins, ends = max(link.begins_at, asked.begins_at), min(link.ends_at, asked.ends_at)
    doubt = timedelta(milliseconds=link.uncertainty_ms or 0)
    return begins <= ends + 2 * doubt and ctx.covers(link.camera, asked.table, min(begins, ends), max(begins, ends))


def _subject_of(request: Request) -> tuple[Subject, tuple[str, str] | None]:
    """What an answer's links are about; and, of a request of a case, the case and the request's code there."""
    if request.made is not None:
        return request.made.subject, None
    found = CASE_REQUEST.fullmatch(request.stream)
    assert found is not None, "the service answers requests that were made"
    return Subject(kind="request", stream=f"case/{found[1]}", request=found[2]), (found[1], found[2])


# --- Links ------------------------------------------------------------------------------------------------------------


def here(recording: Recording) -> None:
    """It was not deleted. Problem ``recording_gone``."""
    if recording.deleted is not None:
        raise Problem("recording_gone", recording=recording.code)


def linked(ctx: Context, subject: Subject, stretch: Stretched) -> Written:
    """One link more, in a stream of its own."""
    named = (stretch.recording, stretch.from_ms, stretch.to_ms)
    by_camera = (stretch.camera, stretch.begins_at, stretch.ends_at)
    of_recording = None not in named
    whole = named if of_recording else by_camera
    if None in whole or any(each is not None for each in (by_camera if of_recording else named)):
        raise Problem("link_what", "stretch")
    fact = _of_recording(ctx, subject, stretch) if of_recording else _of_camera(ctx, subject, stretch)
    return Written(f"footage/{ctx.code('L')}", fact)


def _of_recording(ctx: Context, subject: Subject, stretch: Stretched) -> f.FootageLinked:
    recording = required(ctx, Recording, stretch.recording or "")
    here(recording)
    assert stretch.from_ms is not None
    assert stretch.to_ms is not None
    # What cannot be shown has no stretches: it is linked whole.
    whole = recording.unplayable is not None and stretch.from_ms == stretch.to_ms == 0
    if not whole and not stretch.from_ms < stretch.to_ms <= recording.duration_ms:
        raise Problem("link_stretch", "stretch", duration_ms=recording.duration_ms)
    if recording.camera is None:
        raise Problem("link_not_placed", "stretch", recording=recording.code)
    between = ctx.server_time(recording.code, stretch.from_ms, stretch.to_ms)
    if between is None:
        raise Problem("link_not_placed", "stretch", recording=recording.code)
    return f.FootageLinked(
        subject=subject,
        camera=recording.camera,
        begins_at=between.begins_at,
        ends_at=between.ends_at,
        linked_by=ctx.person,
        uncertainty_ms=between.uncertainty_ms,
        recording=recording.code,
        from_ms=stretch.from_ms,
        to_ms=stretch.to_ms,
        sealed_note=_note(ctx, subject, stretch),
    )


def _of_camera(ctx: Context, subject: Subject, stretch: Stretched) -> f.FootageLinked:
    camera = required(ctx, Camera, stretch.camera or "")
    begins_at, ends_at = stretch.begins_at, stretch.ends_at
    assert isinstance(begins_at, datetime)
    assert isinstance(ends_at, datetime)
    span_must_be(begins_at, ends_at, field="stretch")
    must_be_past(ends_at, ctx.now, "stretch")
    return f.FootageLinked(
        subject=subject,
        camera=camera.code,
        begins_at=begins_at,
        ends_at=ends_at,
        linked_by=ctx.person,
        sealed_note=_note(ctx, subject, stretch),
    )


def _note(ctx: Context, subject: Subject, stretch: Stretched) -> Sealed | None:
    return None if stretch.note is None else ctx.seal(stretch.note, ctx.persons_of(subject))
