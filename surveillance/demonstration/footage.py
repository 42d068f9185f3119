"""Footage of the demonstration property: the rounds with which the review queue begins and a disputed round of each
game, filmed by two cameras whose clocks are wrong.

The films are drawn from the round's own events (cards, dice, numbers, chips), say in the picture that they are
simulated, and show a clock that is off by what :data:`RECORDERS` says, so that a newcomer sees how film and record are
brought together. Cameras and readings of their clocks are loaded with the other data; the films are made one by one in
the background once the pages are up, and last of all a request for one of them is answered. What was interrupted goes
on where it stopped, since everything has an id of its own. Proved by ``tests/surveillance/test_demonstration.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
from django.contrib.auth.models import User

from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.operations import watching
from disputes.rows.actor import actor_of
from disputes.rows.models import Case
from games.engine.facts import Person
from games.rows.models import Finding, FindingStatus, Round
from games.simulate import staff
from surveillance.demonstration.house import PROPERTY
from surveillance.execution import service
from surveillance.files import arrival, storage
from surveillance.film import simulated as film
from surveillance.record import facts as f
from surveillance.record.fields import Stretched
from surveillance.record.parts import Shows, Subject
from surveillance.record.showing import AnswerRequest, RequestFootage
from surveillance.rows import in_order, timeline
from surveillance.rows.models import Camera, Recording, Request

IDS: Final = UUID("1b0e7a52-6c0e-4c39-9a4e-0d1f3f5f7a15")
RECORDERS: Final = {"NVR-A": (timedelta(milliseconds=3_400), 80), "NVR-B": (timedelta(milliseconds=-47_250), 300)}
"""By how much each recorder's clock is ahead of the server's on the day, and to within how many milliseconds it was
read. Until it was set right two days before, the first was ahead by :data:`BEFORE`; the second gains by :data:`GAINS`,
and somebody typed a minute wrong at one of its readings: so the page of a clock has a step, a drift and an outlier."""
BEFORE: Final = timedelta(seconds=62)
GAINS: Final = 8e-6
WRONG: Final = 5
READ_EVERY: Final = timedelta(hours=6)
READ_SINCE: Final = timedelta(days=3)
FPS: Final = 12
LONGEST: Final = timedelta(seconds=60)
AROUND: Final = timedelta(seconds=6)
FIRST: Final = 3
"""So many rounds of the review queue are filmed from its beginning: whoever opens it meets film at once."""
GAMES: Final = ("roulette", "sicbo", "baccarat", "niuniu", "maubinh")
COLOURS: Final = ("#1d4ed8", "#b45309", "#7e22ce", "#be123c", "#0f766e")
SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
OFFICER: Final = msgspec.convert(staff.person("surveillance"), Person)


class Shot(msgspec.Struct, frozen=True):
    """A film to be made: of which round, by which camera of which recorder, from when to when (server's clock)."""

    row: Round
    camera: str
    recorder: str
    begins_at: datetime
    ends_at: datetime

    @property
    def identity(self) -> UUID:
        return uuid5(IDS, f"film/{self.row.stream}/{self.camera}")


def rounds(owner: Property) -> list[Round]:
    """The rounds with which the review queue begins, then :func:`disputed` ones."""
    found: dict[str, Round] = {}
    queue = in_order.findings(in_order.newest_day(), "money").filter(property=owner, status=FindingStatus.OPEN)
    for finding in queue:
        if finding.round is not None and len(found) < FIRST:
            found.setdefault(finding.round.stream, finding.round)
    for row in disputed(owner):
        found.setdefault(row.stream, row)
    for row in found.values():
        row.property = owner
    return list(found.values())


def disputed(owner: Property) -> list[Round]:
    """A disputed round of each game; where there is no case about one, a round with a finding about money, else any."""
    cases = Case.objects.filter(property=owner).values_list("rounds", flat=True)
    streams = [stream for each in cases for stream in each]
    found: dict[str, Round] = {}
    for row in Round.objects.filter(property=owner, stream__in=streams).order_by("first_position"):
        found.setdefault(row.game, row)
    for game in GAMES:
        if game not in found:
            wrong = Finding.objects.filter(property=owner, severity="money", round__game=game)
            first = wrong.select_related("round").order_by("opened_position").first()
            simulated = Round.objects.filter(property=owner, game=game, source="simulated")
            chosen = first.round if first is not None else simulated.order_by("first_position").first()
            if chosen is not None:
                found[game] = chosen
    return [found[game] for game in GAMES if game in found]


def load(owner: Property, now: datetime) -> None:
    """Recorders, cameras, what they cover, and readings of their clocks; what is there is left alone."""
    chosen = rounds(owner)
    if not chosen:
        return
    start = start_of(chosen)
    last = max(row.moment for row in chosen) + timedelta(hours=1)
    for code in RECORDERS:
        registered = f.RecorderRegistered(name=f"Đầu ghi {code}", kind="files", registered_by=OFFICER)
        _once(owner, f"recorder/{code}", [registered, *_readings(code, start, last)], now)
    for table in sorted({row.table for row in chosen}):
        for letter, name, shows in _cameras(table):
            begun = f.CoverageBegan(coverage="C1", shows=shows, begins_at=start, set_by=OFFICER, table=table)
            code = f"{table}-{letter}"
            installed = f.CameraInstalled(name=name, installed_by=OFFICER, recorder=f"NVR-{letter}", channel=code)
            _once(owner, f"camera/{code}", [installed, begun], now)
    service.follow(owner.code)


def _readings(code: str, start: datetime, last: datetime) -> Iterable[f.ClockRead]:
    """A reading every few hours, by people: each a little off, within what they say."""
    _ahead, doubt_ms = RECORDERS[code]
    moments = [start - READ_SINCE + n * READ_EVERY for n in range((last - start + READ_SINCE) // READ_EVERY + 1)]
    for place, at in enumerate([*moments, last]):
        off = doubt_ms * ((place * 7) % 5 - 2) // 5
        if code == "NVR-B" and place == WRONG:
            off += 60_000
        yield f.ClockRead(
            reading=f"K{place + 1}",
            how="compared",
            server_at=at,
            shown_at=at + ahead(code, at, start) + timedelta(milliseconds=off),
            uncertainty_ms=doubt_ms,
            read_by=OFFICER,
        )


def ahead(code: str, at: datetime, start: datetime) -> timedelta:
    """By how much a recorder's clock is ahead at a moment; ``start`` is a day before the first film."""
    if code == "NVR-A":
        return RECORDERS[code][0] if at >= start - timedelta(days=1) else BEFORE
    return RECORDERS[code][0] + (at - start) * GAINS


def start_of(chosen: Iterable[Round]) -> datetime:
    return min(row.moment for row in chosen) - timedelta(days=1)


def _cameras(table: str) -> tuple[tuple[str, str, tuple[Shows, ...]], ...]:
    return ("A", f"{table} · trên / top", ("table", "layout")), ("B", f"{table} · bên / side", ("table", "chip_tray"))


def _once(owner: Property, stream: str, facts: Sequence[Any], now: datetime) -> None:
    if not get_ledger(owner.code).stream_rows(stream):
        service.append(owner.code, stream, facts, actor="system:demonstration", command_id=uuid5(IDS, stream), now=now)


# --- Films ------------------------------------------------------------------------------------------------------------


def shots(owner: Property) -> list[Shot]:
    """The films to be made: of each round a minute at most, with the second that its gravest finding is about."""
    found = []
    filmed = set(Camera.objects.filter(property=owner).values_list("code", flat=True))
    for row in rounds(owner):
        if not {f"{row.table}-{letter}" for letter, *_ in _cameras(row.table)} <= filmed:
            continue  # people played on, and the queue begins elsewhere
        line = timeline.of_round(row, language="vi")
        begins, ends = line.begins_at + timeline.AROUND - AROUND, line.ends_at - timeline.AROUND + AROUND
        if ends - begins > LONGEST:
            begins = max(begins, min(line.opens_at + AROUND, ends) - LONGEST)
            ends = begins + LONGEST
        for letter, _name, _shows in _cameras(row.table):
            found.append(Shot(row, f"{row.table}-{letter}", f"NVR-{letter}", begins, ends))
    return found


def missing(owner: Property) -> list[Shot]:
    """The films that are not here yet."""
    here = set(Recording.objects.filter(property=owner, how="simulated").values_list("name", flat=True))
    return [shot for shot in shots(owner) if _name(shot) not in here]


def _name(shot: Shot) -> str:
    return f"{shot.camera}-{shot.row.code}.mp4"


def make(shot: Shot, now: datetime) -> None:
    """Draw a film and take it in, as one that came by hand."""
    by = ahead(shot.recorder, shot.begins_at, start_of(rounds(shot.row.property)))
    clip = film.Clip(
        frames=max(FPS, round((shot.ends_at - shot.begins_at).total_seconds() * FPS)),
        start=shot.begins_at,
        width=640,
        height=360,
        rate=(FPS, 1),
        key_every=FPS,
        clock_offset_ms=round(by / timedelta(milliseconds=1)),
        title=shot.camera,
        background="#14532d" if shot.camera.endswith("A") else "#1e3a5f",
    )
    drawing = Drawing(timeline.of_round(shot.row, language="vi"))
    with storage.scratch() as folder:
        path = folder / _name(shot)
        film.make(path, clip, draw=drawing.at)
        arrival.take_in(
            owner=shot.row.property,
            path=path,
            origin=arrival.Origin(
                how="simulated",
                name=_name(shot),
                by=OFFICER,
                camera=shot.camera,
                shown_from=shot.begins_at + by,
            ),
            identity=shot.identity,
            now=now,
        )


class Drawing:
    """A round as its film shows it: what lies on the table at a moment, and the last event in words."""

    def __init__(self, line: timeline.Timeline) -> None:
        self.moments = line.moments
        assert line.row is not None
        events = get_ledger(line.owner.code).stream(line.row.stream)
        self.data = {event.version: msgspec.to_builtins(event.data) for event in events}

    def at(self, moment: datetime) -> Sequence[film.Layer]:
        """The layers at a moment: cards and dice in the middle, chips beneath, the last event in words."""
        happened = [each for each in self.moments if each.at <= moment]
        layers: list[film.Layer] = []
        chips = cards = 0
        for each in happened:
            said = self.data[each.version]
            for card in _cards(said):
                layers.append(_card(card, cards))
                cards += 1
            if "spot" in said and "stake_minor" in said and chips < 14:
                layers.append(_chip(str(said["spot"]), chips))
                chips += 1
            for number, pips in enumerate(said.get("dice", ())):
                layers.append(film.Die(x=620 + 190 * number, y=300, size=150, pips=pips))
            if isinstance(said.get("pocket"), int):
                layers.append(film.Disc(x=890, y=370, radius=110, colour="#7f1d1d", text=str(said["pocket"])))
        if happened:
            last = happened[-1]
            layers.append(film.Words(x=40, y=780, text=last.label.vi, size=48))
            layers.append(film.Words(x=40, y=840, text=last.label.en, size=40, colour="#d1d5db"))
        return layers


def _cards(said: dict[str, Any]) -> Iterable[str]:
    """The cards that a fact puts on the table, as ``KS`` or ``10H``."""
    for name in ("card", "cards", "hand", "top", "middle", "bottom"):
        value = said.get(name)
        for card in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(card, str) and 2 <= len(card) <= 3 and card[-1] in SUITS and card[:-1].isalnum():
                yield card


def _card(card: str, number: int) -> film.Card:
    row, column = divmod(number, 13)
    suit: Any = SUITS[card[-1]]
    return film.Card(x=60 + 125 * column, y=190 + 145 * row, height=132, rank=card[:-1], suit=suit)


def _chip(spot: str, number: int) -> film.Disc:
    words = spot.partition(":")[2] or spot
    return film.Disc(x=100 + 120 * number, y=690, radius=48, colour=COLOURS[number % len(COLOURS)], text=words[:6])


# --- In the background ------------------------------------------------------------------------------------------------


def go_on() -> None:
    """Make the next film, or answer the request once all are there."""
    owner, now = Property.objects.get(code=PROPERTY), clock()
    waiting = missing(owner)
    if waiting:
        make(waiting[0], now)
    else:
        answer(owner, now)


def answer(owner: Property, now: datetime) -> None:
    """A pit manager asked for the film of a finding; Surveillance answers with a link of each camera."""
    row = rounds(owner)[0]
    line = timeline.of_round(row, language="vi")
    finding = row.findings.filter(severity="money", pk__in=[found.key for found in line.findings[:1]]).first()
    if finding is None:
        return
    subject = Subject(kind="finding", stream=finding.stream, identity=finding.identity)
    asked = RequestFootage(
        subject=subject,
        table=row.table,
        begins_at=line.opens_at - timedelta(seconds=15),
        ends_at=line.opens_at + timedelta(seconds=15),
        note="Xin đoạn phim lúc trả thưởng (mô phỏng).",
    )
    made = service.execute(
        owner.code, None, asked, actor=_actor("pit_manager", owner, now), command_id=uuid5(IDS, "ask"), now=now
    )
    stretches = []
    for clip in line.clips:
        if clip.recording is not None and clip.state == "here":
            at = clip.media_ms(line.opens_at)
            first, last = max(0, at - 5000), min(clip.recording.duration_ms, at + 5000)
            stretches.append(Stretched(recording=clip.recording.code, from_ms=first, to_ms=last))
    said = AnswerRequest(
        found=True, answer="Hai camera cho thấy lúc trả thưởng (mô phỏng).", stretches=tuple(stretches)
    )
    officer = _actor("surveillance", owner, now)
    service.execute(owner.code, made.code, said, actor=officer, command_id=uuid5(IDS, "answer"), now=now)


def _actor(role: str, owner: Property, now: datetime) -> Any:
    username = next(member.username for member in staff.ACCOUNTS if member.role == role)
    return actor_of(User.objects.get(username=username), owner.code, now)


def left() -> tuple[str, ...]:
    """What is still to be made; nothing before the cameras are loaded, and nothing once all is there."""
    owner = Property.objects.filter(code=PROPERTY).first()
    if owner is None or not Camera.objects.filter(property=owner).exists():
        return ()
    if Request.objects.filter(property=owner, case="", status="answered").exists():
        return watching.OVER  # else it would be asked every three seconds for ever
    return tuple(_name(shot) for shot in missing(owner)) or ("answer",)


WATCH: Final = watching.Watch("surveillance.demonstration", seconds=3.0, left=left, act=go_on)
