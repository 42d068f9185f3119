"""Commands on recorders and cameras: what there is, how it is reached, what it covers, and what its clock showed.

Proved by ``tests/surveillance/test_service.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, Final

import msgspec

from casino.core.commands import NOW, Command, asked
from casino.core.errors import Problem
from casino.core.messages import Catalogue
from disputes.case.commands.parts import EARLIEST
from games.engine.facts import Code
from surveillance.clocks import errors as _clock_errors  # noqa: F401  (fills the error table)
from surveillance.record import facts as f
from surveillance.record.context import Context, Written
from surveillance.record.fields import (
    HELD_REASON,
    KINDS,
    REASON,
    SHOWS,
    TABLE,
    Moment,
    Reason,
    Uncertainty,
    must_be_past,
    required,
    table_must_be,
    unused,
)
from surveillance.record.parts import Address, Channel, Millis, Name, RecorderKind, Shows
from surveillance.record.state import Camera, Recorder
from surveillance.record.step import EQUIPMENT, WATCH, decides, step
from surveillance.record.templates import check_address, check_link

_WORDS: Final = Catalogue(__file__)

FARTHEST: Final = timedelta(hours=26)
"""By how much a clock may be wrong: a wrong time zone, and some."""

MOST_NAMED: Final = 6

KIND: Final = asked(_WORDS, "kind", words=KINDS, begins="files")
ADDRESS: Final = asked(
    _WORDS,
    "address",
)
TEMPLATE: Final = asked(
    _WORDS,
    "template",
)
USER: Final = asked(_WORDS, "user")
SECRET: Final = asked(_WORDS, "secret")
KEEPS: Final = asked(_WORDS, "keeps")
User = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[^:\s]+$")]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Days = Annotated[int, msgspec.Meta(ge=1, le=3660)]
CODE: Final = asked(_WORDS, "code")
NAME: Final = asked(_WORDS, "name")


@step(
    on=None,
    posts=WATCH,
    weighty=True,
    interest=EQUIPMENT,
)
class RegisterRecorder(Command, frozen=True):
    """A recorder, as it is reached. User and password come together."""

    code: Annotated[Code, CODE]
    name: Annotated[Name, NAME]
    kind: Annotated[RecorderKind, KIND]
    address: Annotated[Address | None, ADDRESS] = None
    link: Annotated[Address | None, TEMPLATE] = None
    user: Annotated[User | None, USER] = None
    password: Annotated[Secret | None, SECRET] = None
    keeps_days: Annotated[Days | None, KEEPS] = None


@step(
    on="recorder",
    posts=WATCH,
    weighty=True,
    interest=EQUIPMENT,
)
class ChangeRecorder(Command, frozen=True):
    """How it is reached, all of it anew; credentials stay unless given, or dropped by ``forget_credentials``."""

    name: Annotated[Name, NAME]
    kind: Annotated[RecorderKind, KIND]
    address: Annotated[Address | None, ADDRESS] = None
    link: Annotated[Address | None, TEMPLATE] = None
    user: Annotated[User | None, USER] = None
    password: Annotated[Secret | None, SECRET] = None
    forget_credentials: bool = False
    keeps_days: Annotated[Days | None, KEEPS] = None


@step(
    on="recorder",
    posts=WATCH,
    interest=EQUIPMENT,
)
class RetireRecorder(Command, frozen=True):
    """It records no more. Refused while cameras are recorded there: each is put at another recorder or retired first,
    since what a camera covers would else end without anybody having said so."""

    reason: Annotated[Reason, REASON]


@step(
    on="recorder",
    posts=WATCH,
    interest=EQUIPMENT,
)
class CompareClock(Command, frozen=True):
    """The shown clock was read beside the server's."""

    server_at: Annotated[Moment, asked(_WORDS, "compare_clock-server_at", begins=NOW)]
    shown_at: Annotated[Moment, asked(_WORDS, "compare_clock-shown_at", begins=NOW)]
    uncertainty_ms: Uncertainty = 1_000
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on="recorder",
    posts=WATCH,
    interest=EQUIPMENT,
)
class SetClock(Command, frozen=True):
    """The recorder's clock was set anew at this moment: by hand, by a time server, after a power cut."""

    server_at: Annotated[
        Moment,
        asked(
            _WORDS,
            "set_clock-server_at",
            begins=NOW,
        ),
    ]
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on="recorder",
    posts=WATCH,
    interest=EQUIPMENT,
)
class WithdrawReading(Command, frozen=True):
    """A reading was wrong, or the clock was not set."""

    reading: Annotated[Code, asked(_WORDS, "withdraw_reading-reading")]
    reason: Annotated[Reason, REASON]


@step(
    on=None,
    posts=WATCH,
    interest=EQUIPMENT,
)
class InstallCamera(Command, frozen=True):
    """A camera, and where it is recorded."""

    code: Annotated[Code, CODE]
    name: Annotated[Name, NAME]
    recorder: Annotated[Code | None, asked(_WORDS, "install_camera-recorder")] = None
    channel: Annotated[Channel | None, asked(_WORDS, "install_camera-channel")] = None


@step(
    on="camera",
    posts=WATCH,
    interest=EQUIPMENT,
)
class ChangeCamera(Command, frozen=True):
    """Its name, recorder and channel anew."""

    name: Annotated[Name, NAME]
    recorder: Annotated[Code | None, asked(_WORDS, "change_camera-recorder")] = None
    channel: Annotated[Channel | None, asked(_WORDS, "change_camera-channel")] = None
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on="camera",
    posts=WATCH,
    interest=EQUIPMENT,
)
class RetireCamera(Command, frozen=True):
    """It films no more; what it covers ends now."""

    reason: Annotated[Reason, REASON]


@step(
    on="camera",
    posts=WATCH,
    interest=EQUIPMENT,
)
class BeginCoverage(Command, frozen=True):
    """From a moment on the camera shows something of a table, or of a pit as a whole."""

    shows: Annotated[
        Annotated[tuple[Shows, ...], msgspec.Meta(min_length=1)], asked(_WORDS, "begin_coverage-shows", words=SHOWS)
    ]
    begins_at: Annotated[Moment, asked(_WORDS, "begin_coverage-begins_at", begins=NOW)]
    table: Annotated[Code | None, TABLE] = None
    pit: Annotated[Code | None, asked(_WORDS, "begin_coverage-pit")] = None
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on="camera",
    posts=WATCH,
    interest=EQUIPMENT,
)
class EndCoverage(Command, frozen=True):
    """It did so until a moment."""

    coverage: Annotated[Code, asked(_WORDS, "end_coverage-coverage")]
    ends_at: Annotated[Moment, asked(_WORDS, "end_coverage-ends_at", begins=NOW)]
    reason: Annotated[Reason | None, HELD_REASON] = None


@step(
    on="camera",
    posts=WATCH,
    interest=EQUIPMENT,
)
class ConfirmClockArea(Command, frozen=True):
    """Where in the picture the burnt-in clock stands, in pixels of the full frame."""

    left: Annotated[Millis, asked(_WORDS, "confirm_clock_area-left")]
    top: Annotated[Millis, asked(_WORDS, "confirm_clock_area-top")]
    width: Annotated[Annotated[int, msgspec.Meta(ge=8, le=16384)], asked(_WORDS, "confirm_clock_area-width")]
    height: Annotated[Annotated[int, msgspec.Meta(ge=8, le=16384)], asked(_WORDS, "confirm_clock_area-height")]


# --- What they come to ------------------------------------------------------------------------------------------------


@decides(RegisterRecorder)
def register_recorder(_none: None, command: RegisterRecorder, ctx: Context) -> list[Written]:
    stream = unused(ctx, Recorder, command.code)
    said = _reached(command, _credentials(command, ctx))
    return [Written(stream, f.RecorderRegistered(registered_by=ctx.person, **said))]


@decides(ChangeRecorder)
def change_recorder(recorder: Recorder, command: ChangeRecorder, ctx: Context) -> list[Written]:
    assert recorder.known is not None
    _working(recorder)
    credentials = _credentials(command, ctx)
    if credentials is None and not command.forget_credentials:
        credentials = recorder.known.credentials
    said = _reached(command, credentials)
    if said == {name: getattr(recorder.known, name) for name in said}:
        raise Problem("footage_changes_nothing")
    return [Written(recorder.stream, f.RecorderChanged(changed_by=ctx.person, **said))]


@decides(RetireRecorder)
def retire_recorder(recorder: Recorder, command: RetireRecorder, ctx: Context) -> list[Written]:
    _working(recorder)
    if there := ctx.cameras_at(recorder.code):
        raise Problem("recorder_has_cameras", cameras=", ".join(there[:MOST_NAMED]), count=len(there))
    return [Written(recorder.stream, f.RecorderRetired(retired_by=ctx.person, sealed_reason=ctx.seal(command.reason)))]


@decides(CompareClock)
def compare_clock(recorder: Recorder, command: CompareClock, ctx: Context) -> list[Written]:
    must_be_past(command.server_at, ctx.now, "server_at")
    check_reading(command.server_at, command.shown_at)
    read = f.ClockRead(
        reading=ctx.code("C"),
        how="compared",
        server_at=command.server_at,
        shown_at=command.shown_at,
        uncertainty_ms=command.uncertainty_ms,
        read_by=ctx.person,
    )
    return [Written(recorder.stream, read)]


def check_reading(server_at: datetime, shown_at: datetime) -> None:
    """Refuse what can be no reading of a clock. Problems ``reading_far_off``, ``clock_reading``."""
    if abs(shown_at - server_at) > FARTHEST:
        raise Problem("reading_far_off", "shown_at", hours=round(FARTHEST / timedelta(hours=1)))
    if min(server_at, shown_at) < EARLIEST:
        raise Problem("clock_reading", "server_at", what="2000-2100")


@decides(SetClock)
def set_clock(recorder: Recorder, command: SetClock, ctx: Context) -> list[Written]:
    _working(recorder)
    must_be_past(command.server_at, ctx.now, "server_at")
    if command.server_at < EARLIEST:
        raise Problem("clock_reading", "server_at", what="2000-2100")
    settings = [kept.fact for kept in recorder.readings.values() if kept.withdrawn is None]
    if any(isinstance(fact, f.ClockSet) and fact.server_at == command.server_at for fact in settings):
        raise Problem("footage_changes_nothing")
    return [Written(recorder.stream, f.ClockSet(ctx.code("C"), command.server_at, ctx.person))]


@decides(WithdrawReading)
def withdraw_reading(recorder: Recorder, command: WithdrawReading, ctx: Context) -> list[Written]:
    kept = recorder.readings.get(command.reading)
    if kept is None or kept.withdrawn is not None:
        raise Problem("reading_unknown", "reading", reading=command.reading)
    reason = ctx.seal(command.reason)
    fact = f.ClockReadingWithdrawn(reading=command.reading, withdrawn_by=ctx.person, sealed_reason=reason)
    return [Written(recorder.stream, fact)]


@decides(InstallCamera)
def install_camera(_none: None, command: InstallCamera, ctx: Context) -> list[Written]:
    stream = unused(ctx, Camera, command.code)
    said = _placed(command, ctx)
    return [Written(stream, f.CameraInstalled(installed_by=ctx.person, **said))]


@decides(ChangeCamera)
def change_camera(camera: Camera, command: ChangeCamera, ctx: Context) -> list[Written]:
    _filming(camera)
    said = _placed(command, ctx)
    if said == {name: getattr(camera.known, name) for name in said}:
        raise Problem("footage_changes_nothing")
    return [Written(camera.stream, f.CameraChanged(changed_by=ctx.person, **said))]


@decides(RetireCamera)
def retire_camera(camera: Camera, command: RetireCamera, ctx: Context) -> list[Written]:
    _filming(camera)
    ended = [
        f.CoverageEnded(coverage=each.coverage, ends_at=max(ctx.now, each.begins_at), set_by=ctx.person)
        for each in camera.running()
    ]
    retired = f.CameraRetired(retired_by=ctx.person, sealed_reason=ctx.seal(command.reason))
    return [Written(camera.stream, fact) for fact in (*ended, retired)]


@decides(BeginCoverage)
def begin_coverage(camera: Camera, command: BeginCoverage, ctx: Context) -> list[Written]:
    _filming(camera)
    must_be_past(command.begins_at, ctx.now, "begins_at")
    if (command.table is None) == (command.pit is None):
        raise Problem("coverage_place", "table")
    if command.table is not None:
        table_must_be(ctx, command.table)
    elif not ctx.pit_known(command.pit or ""):
        raise Problem("footage_pit_unknown", "pit", pit=command.pit)
    for code, kept in camera.coverage.items():
        ended, there = camera.ended.get(code), (kept.fact.table, kept.fact.pit) == (command.table, command.pit)
        if there and (ended is None or ended.ends_at > command.begins_at):
            raise Problem("coverage_overlaps", "begins_at", coverage=code)
    began = f.CoverageBegan(
        coverage=f"V{len(camera.coverage) + 1}",
        shows=tuple(dict.fromkeys(command.shows)),
        begins_at=command.begins_at,
        set_by=ctx.person,
        table=command.table,
        pit=command.pit,
    )
    return [Written(camera.stream, began)]


@decides(EndCoverage)
def end_coverage(camera: Camera, command: EndCoverage, ctx: Context) -> list[Written]:
    began = next((each for each in camera.running() if each.coverage == command.coverage), None)
    if began is None:
        raise Problem("coverage_ended", "coverage", coverage=command.coverage)
    must_be_past(command.ends_at, ctx.now, "ends_at")
    if command.ends_at < began.begins_at:
        raise Problem("footage_interval", "ends_at", hours="–")
    ended = f.CoverageEnded(coverage=command.coverage, ends_at=command.ends_at, set_by=ctx.person)
    return [Written(camera.stream, ended)]


@decides(ConfirmClockArea)
def confirm_clock_area(camera: Camera, command: ConfirmClockArea, ctx: Context) -> list[Written]:
    _filming(camera)
    return [Written(camera.stream, f.ClockAreaConfirmed(confirmed_by=ctx.person, **msgspec.structs.asdict(command)))]


def _reached(command: RegisterRecorder | ChangeRecorder, credentials: Any) -> dict[str, Any]:
    """How a recorder is reached, as its kind needs it."""
    if command.kind == "onvif" and command.address is None:
        raise Problem("recorder_address_missing", "address", what=_WORDS.text("the-replays-address"))
    if command.kind == "link" and command.link is None:
        raise Problem("recorder_address_missing", "link", what=_WORDS.text("the-template-of-a-link"))
    if command.address is not None:
        check_address(command.address)
    if command.link is not None:
        check_link(command.link)
    said = {name: getattr(command, name) for name in ("name", "kind", "address", "link", "keeps_days")}
    return {**said, "credentials": credentials}


def _credentials(command: RegisterRecorder | ChangeRecorder, ctx: Context) -> Any:
    if (command.user is None) != (command.password is None):
        missing = "user" if command.user is None else "password"
        what = _WORDS.text("user-and-password")
        raise Problem("recorder_address_missing", missing, what=what)
    return None if command.user is None else ctx.seal(f"{command.user}:{command.password}")


def _placed(command: InstallCamera | ChangeCamera, ctx: Context) -> dict[str, Any]:
    if command.recorder is not None:
        recorder = required(ctx, Recorder, command.recorder)
        _working(recorder)
        if command.channel is None:
            raise Problem("camera_channel_missing", "channel")
    return {"name": command.name, "recorder": command.recorder, "channel": command.channel}


def _working(recorder: Recorder) -> None:
    if recorder.retired is not None:
        raise Problem("recorder_retired", recorder=recorder.code)


def _filming(camera: Camera) -> None:
    if camera.retired is not None:
        raise Problem("camera_retired", camera=camera.code)
