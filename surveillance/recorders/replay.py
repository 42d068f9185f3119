"""Fetching a stretch of film from a recorder by ONVIF replay (ONVIF Streaming Specification, chapter 6) over RTSP on
TCP.

:func:`fetch` asks with ``Require: onvif-replay``, ``Range: clock=`` and ``Rate-Control: no``, hands every frame with
the recorder's own time of it to a sink as it comes, and says what lacks and why. It ends at the frame marked as the
last, at an RTCP BYE, when the interval has passed, when the connection closes, or after a silence; whichever it was is
weighed against what came. A connection that broke after it brought something is made again, from the last key frame
on. Times are those of the recorder's clock: its offset is applied by who asks (``surveillance.clocks``).

Proved against Debian's gst-rtsp-server (``tests/surveillance/recorders/test_real_server.py``), a server of the tests
that does what no real one would (``test_fetch.py``, ``test_hostile.py``), and packets made by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, Protocol

import msgspec

from casino.core.errors import Problem
from surveillance.recorders import rtp, rtsp
from surveillance.recorders.assembling import Assembler, Frame, Stream
from surveillance.recorders.coverage import Coverage, Gap, coverage
from surveillance.recorders.errors import PASSING
from surveillance.recorders.frames import Resume
from surveillance.recorders.sdp import Track, describe
from surveillance.recorders.session import Session
from surveillance.recorders.source import Limits, Source, check
from surveillance.recorders.wire import Connection, dial

Ended = Literal["terminal", "bye", "passed", "closed", "silence", "broken"]
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MOST_UNTIMED: Final = 100
"""Frames without a time before the first with one: then this is no replay."""
_REQUIRE: Final = ("Require", "onvif-replay")


class Sink(Protocol):
    """Where frames go (:class:`surveillance.recorders.frames.FrameFile`). What it raises ends the fetch and is passed
    on."""

    def begin(self, stream: Stream) -> None: ...

    def take(self, frame: Frame) -> None: ...


class Fetched(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an interval, an earlier fetch that was resumed included. Moments by the recorder's clock.
    ``complete``: nothing lacks, nothing was lost or damaged; else ``why`` says what is the matter, as a Problem that
    is not raised."""

    codec: str
    frames: int
    inside: int
    first_at: datetime
    last_at: datetime
    asked_start: datetime
    asked_end: datetime
    missing_before_ms: int
    missing_after_ms: int
    gaps: tuple[Gap, ...]
    lost_packets: int
    damaged_frames: int
    untimed_frames: int
    received_bytes: int
    connections: int
    ended: Ended
    complete: bool
    why: Problem | None


def microseconds_of(moment: datetime) -> int:
    """Microseconds since 1970. ValueError for a moment without a zone."""
    if moment.tzinfo is None:
        raise ValueError("a moment without a zone")
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment_of(at_us: int) -> datetime:
    """The moment in UTC; the nearest that a datetime can hold."""
    try:
        return EPOCH + timedelta(microseconds=at_us)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if at_us > 0 else datetime.min.replace(tzinfo=UTC)


def fetch(
    source: Source,
    start: datetime,
    end: datetime,
    into: Sink,
    *,
    now: Callable[[], float],
    cnonce: Callable[[], str],
    resume_from: Resume | None = None,
    limits: Limits | None = None,
    connect: Callable[[Source, Limits], Connection] = dial,
) -> Fetched:
    """Fetches from ``start`` to ``end`` (by the recorder's clock). ``now`` is a clock in seconds that only goes forward
    (``time.monotonic``), ``cnonce`` gives a fresh random word (``secrets.token_hex``). ``resume_from`` is what the sink
    holds of an earlier fetch of the interval: only what is new is handed on.

    Raises Problems of ``errors.py`` where not one frame has come, now or earlier; else says the same in ``why``."""
    limits = limits or Limits()
    check(source)
    if not timedelta() < end - start <= timedelta(hours=limits.hours):
        raise Problem("recorder_interval", "end", hours=limits.hours)
    fetching = _Fetching(source, start, end, into, resume_from, limits, now, cnonce)
    for _ in range(max(1, limits.attempts)):
        had = len(fetching.times_us)
        fetching.connect(connect)
        if not fetching.worth_again or len(fetching.times_us) == had:
            break
    return fetching.result()


class _Fetching:
    """One fetch over several connections."""

    def __init__(
        self,
        source: Source,
        start: datetime,
        end: datetime,
        into: Sink,
        resume: Resume | None,
        limits: Limits,
        now: Callable[[], float],
        cnonce: Callable[[], str],
    ) -> None:
        self._source, self._start, self._end, self._into, self._limits = source, start, end, into, limits
        self._now, self._cnonce = now, cnonce
        self._start_us, self._end_us = microseconds_of(start), microseconds_of(end)
        self._ends_s = now() + limits.total_s
        self.times_us: list[int] = list(resume.times_us) if resume else []
        self._before_key = resume.before_key if resume else -1
        self._damaged = resume.damaged if resume else 0
        self._bytes = self._lost = self._untimed = self._connections = 0
        self._codec = ""
        self._ended: Ended = "broken"
        self._problem: Problem | None = None

    # --- One connection ---------------------------------------------------------------------------------------------
    def connect(self, connect: Callable[[Source, Limits], Connection]) -> None:
        """Fetches what is not here yet; what ended it stands in ``_ended`` and ``_problem``."""
        self._problem, self._ended = None, "broken"
        session = None
        aggregate = self._source.url
        try:
            connection = connect(self._source, self._limits)
            self._connections += 1
            session = Session(
                connection,
                self._source,
                self._limits,
                now=self._now,
                cnonce=self._cnonce,
                ends_s=self._ends_s,
                most_bytes=self._limits.total_bytes - self._bytes,
            )
            aggregate, track, channel = self._set_up(session)
            self._play(session, aggregate, track, channel)
        except Problem as problem:
            self._problem = problem
        finally:
            if session is not None:
                self._bytes += session.received_bytes
                session.leave(aggregate)

    def _set_up(self, session: Session) -> tuple[str, Track, int]:
        url = self._source.url
        answer = session.ask("DESCRIBE", url, ("Accept", "application/sdp"), _REQUIRE)
        self._require(session, answer)
        base = answer.header("content-base") or answer.header("content-location") or url
        described = describe(answer.body, base if "://" in base else url)
        track = described.track
        if track is None:
            raise session.problem("recorder_format", format="-")
        if not track.readable:
            raise session.problem("recorder_format", format=track.codec)
        transport = ("Transport", "RTP/AVP/TCP;unicast;interleaved=0-1")
        answer = session.ask("SETUP", track.control, transport, _REQUIRE)
        self._require(session, answer)
        session.opened(answer.header("session"))
        return described.aggregate, track, _channel(answer.header("transport") or "")

    def _require(self, session: Session, answer: rtsp.Answer) -> None:
        status = answer.status
        if status == 200:
            return
        code = {403: "recorder_password", 404: "recorder_camera_unknown", 551: "recorder_not_replay"}.get(status)
        code = code or {453: "recorder_busy", 503: "recorder_busy", 457: "recorder_nothing"}.get(status)
        if code is not None:
            raise session.problem(code)
        raise session.problem("recorder_refused", status=str(status), reason=answer.reason)

    def _play(self, session: Session, aggregate: str, track: Track, channel: int) -> None:
        stream = Stream(track.codec, track.parameter_sets)
        after = _After(self.times_us, self._before_key)
        start = self._start if after.from_us is None else moment_of(after.from_us)
        asked = f"clock={_utc(start)}-{_utc(self._end, up=True)}"
        answer = session.ask("PLAY", aggregate, ("Range", asked), ("Rate-Control", "no"), _REQUIRE)
        self._require(session, answer)
        self._into.begin(stream)
        self._codec = track.codec
        assembler = Assembler(stream, self._limits)
        try:
            self._ended = self._receive(session, aggregate, track, channel, assembler, after)
            # A frame that a break left half done is not kept: it would pass for the whole one, which is resumed for.
            for frame in assembler.flush() if self._ended in ("terminal", "bye") else ():
                self._take(frame, after)
        finally:
            self._lost += assembler.lost
            self._untimed += assembler.untimed
            self._damaged += assembler.empty

    def _receive(
        self, session: Session, aggregate: str, track: Track, channel: int, assembler: Assembler, after: _After
    ) -> Ended:
        silent_s = self._now() + self._limits.silence_s
        while True:
            try:
                item = session.receive(min(silent_s, session.next_alive_s))
            except Problem as problem:
                if problem.code != "recorder_cut_off":
                    raise
                return "closed"
            if isinstance(item, rtsp.Answer):
                session.kept_alive(item, aggregate)
            elif isinstance(item, rtsp.Ask):
                session.reply(item)
            elif isinstance(item, rtsp.Data):
                if item.channel == channel + 1 and rtp.says_bye(item.payload):
                    return "bye"
                packet = rtp.packet(item.payload, near_us=self._start_us) if item.channel == channel else None
                if packet is None or packet.kind != track.kind:
                    continue
                silent_s = self._now() + self._limits.silence_s
                for frame in assembler.feed(packet):
                    if frame.key and frame.at_us > self._end_us and after.reached:
                        return "passed"
                    self._take(frame, after)
                if assembler.terminal:
                    return "terminal"
                if assembler.untimed > MOST_UNTIMED and not self.times_us:
                    raise session.problem("recorder_not_replay")
            elif self._now() >= silent_s:
                return "silence"
            if self._now() >= session.next_alive_s:
                session.keep_alive(aggregate)

    def _take(self, frame: Frame, after: _After) -> None:
        if not after.is_new(frame):
            return
        if len(self.times_us) >= self._limits.frames:
            raise Problem("recorder_too_much", host=self._source.host, what=f"{self._limits.frames} frames")
        self._into.take(frame)
        if frame.key:
            self._before_key = len(self.times_us)
        self.times_us.append(frame.at_us)
        self._damaged += frame.damaged

    # --- What came --------------------------------------------------------------------------------------------------
    @property
    def worth_again(self) -> bool:
        """Whether another connection could bring what lacks: this one broke off, and did not end."""
        if self._problem is not None:
            return self._problem.code in PASSING and self._now() < self._ends_s
        return self._ended in ("closed", "silence") and self._covered().missing_after_ms > 0

    def _covered(self) -> Coverage:
        return coverage(self.times_us, start_us=self._start_us, end_us=self._end_us, gap_ms=self._limits.gap_ms)

    def result(self) -> Fetched:
        """What came, or the Problem that nothing did."""
        covered = self._covered()
        if not self.times_us:
            raise self._problem or self._nothing()
        why = self._why(covered)
        return Fetched(
            codec=self._codec,
            frames=len(self.times_us),
            inside=covered.inside,
            first_at=moment_of(min(self.times_us)),
            last_at=moment_of(max(self.times_us)),
            asked_start=self._start,
            asked_end=self._end,
            missing_before_ms=covered.missing_before_ms,
            missing_after_ms=covered.missing_after_ms,
            gaps=covered.gaps,
            lost_packets=self._lost,
            damaged_frames=self._damaged,
            untimed_frames=self._untimed,
            received_bytes=self._bytes,
            connections=self._connections,
            ended=self._ended,
            complete=why is None,
            why=why,
        )

    def _nothing(self) -> Problem:
        """No frame, and no error: silence or a close where film was promised, an end at once, or frames without
        times."""
        host = self._source.host
        if self._untimed:
            return Problem("recorder_not_replay", host=host)
        if self._ended == "silence":
            return Problem("recorder_slow", host=host, seconds=f"{self._limits.silence_s:g}")
        return Problem("recorder_cut_off" if self._ended == "closed" else "recorder_nothing", host=host)

    def _why(self, covered: Coverage) -> Problem | None:
        host = self._source.host
        if self._problem is not None:
            return self._problem
        if not covered.inside:
            return Problem("recorder_nothing", host=host)
        if covered.missing_after_ms and self._ended == "closed":
            return Problem("recorder_cut_off", host=host)
        if covered.missing_after_ms and self._ended == "silence":
            return Problem("recorder_slow", host=host, seconds=f"{self._limits.silence_s:g}")
        if self._lost or self._damaged or self._untimed:
            return Problem("recorder_lost", host=host, packets=self._lost, frames=self._damaged + self._untimed)
        if covered.missing_ms:
            return Problem("recorder_fewer", host=host, seconds=f"{covered.missing_ms / 1000:g}")
        return None


class _After:
    """Which frames are new behind those that were received: none until the key frame that was asked from comes again,
    then those whose times are not here since. A recorder that does not send it again is believed from its next one
    on."""

    def __init__(self, times_us: list[int], before_key: int) -> None:
        known = times_us[before_key:] if before_key >= 0 else []
        self.from_us = known[0] if known else None
        self._seen = frozenset(known)
        self._last_us = max(known, default=0)
        self.reached = not known

    def is_new(self, frame: Frame) -> bool:
        if not self.reached and frame.key and self.from_us is not None:
            self.reached = frame.at_us == self.from_us or frame.at_us > self._last_us
        return self.reached and frame.at_us not in self._seen


def _channel(transport: str) -> int:
    """The RTP channel that the server gave; ours where it says nothing that can be read."""
    for each in transport.split(";"):
        name, _, value = each.strip().partition("=")
        first = value.partition("-")[0]
        if name.lower() == "interleaved" and first.isascii() and first.isdecimal() and len(first) < 4:
            return int(first)
    return 0


def _utc(moment: datetime, *, up: bool = False) -> str:
    """RFC 2326, 3.7, in milliseconds: down for a start, up for an end, so that no frame is left out."""
    us = microseconds_of(moment)
    ms = -(-us // 1000) if up else us // 1000
    return f"{EPOCH + timedelta(milliseconds=ms):%Y%m%dT%H%M%S}.{ms % 1000:03d}Z"
