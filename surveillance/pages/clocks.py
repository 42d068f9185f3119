"""The pages of clocks: of every recorder and table device what is believed of its clock now, and of each its history
with what the belief rests on. Proved by ``tests/surveillance/test_clock_pages.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.clock import now as clock_now
from casino.core.messages import Catalogue
from casino.core.text import Text, figure
from casino.ledger.models import Property
from games.ingest.models import Device, DeviceClock
from surveillance.admin.command_pages import address_of, may
from surveillance.clocks.offsets import Piece, Reading
from surveillance.clocks.plotting import HEIGHT, LEFT, WIDTH, Plot, plots
from surveillance.pages.kept import span
from surveillance.pages.on_duty import permitted
from surveillance.record.commands import COMMANDS
from surveillance.rows.clock_rows import MILLISECOND, RecorderClock, clock_from, clock_of
from surveillance.rows.house import UNCERTAIN_MS
from surveillance.rows.models import ClockReading, Recorder
from surveillance.rows.visibility import Seeing

_WORDS: Final = Catalogue(__file__)


READ: Final = "surveillance.view_clockreading"
DEVICE_MS: Final = 1000
"""To within what a device's request tells of its clock: the way through the network is part of it."""
HOURLY: Final = timedelta(days=30)
"""Readings of devices older than this are taken day by day."""
SHOWN: Final = 200
PLOTTED: Final = 4


class Now(msgspec.Struct, frozen=True):
    """What is believed of a clock at a moment; ``ahead_ms`` is None where nothing is."""

    ahead_ms: int | None
    doubt_ms: int
    drift_ppm: float

    @property
    def known(self) -> bool:
        return self.ahead_ms is not None

    @property
    def warned(self) -> bool:
        """Whether moments by this clock are less sure than the house wants."""
        return not self.known or self.doubt_ms > UNCERTAIN_MS

    @property
    def ahead(self) -> Text:
        return ahead(self.ahead_ms or 0)

    @property
    def behind(self) -> bool:
        return (self.ahead_ms or 0) < 0

    @property
    def size(self) -> Text:
        """By how much, without a sign."""
        said = ahead(abs(self.ahead_ms or 0))
        return said.turned(lambda text: text[1:])

    @property
    def within(self) -> Text:
        return span(self.doubt_ms)

    @property
    def drift(self) -> Text:
        return drift(self.drift_ppm)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A clock in a line of the overview."""

    code: str
    name: str
    address: str
    now: Now
    readings: int
    last_at: datetime | None
    owner: Any
    device: bool


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A reading in a line: what it says, who says it, and what became of it."""

    name: str
    server_at: datetime
    shown_at: datetime | None
    ahead: Text
    within: Text
    how: str
    by: str = ""
    state: str
    why: str = ""
    film: str = ""
    withdraw: str = ""


def ahead(ms: int) -> Text:
    """By how much a clock is ahead, with its sign, as people read it."""
    sign = "−" if ms < 0 else "+"
    size = abs(ms)
    if size >= 3_600_000:
        hours, rest = divmod(size // 1000, 3600)
        said = f"{sign}{hours}:{rest // 60:02}:{rest % 60:02} h"
        return Text(said, said)
    if size >= 120_000:
        said = f"{sign}{size // 60_000}:{size // 1000 % 60:02} min"
        return Text(said, said)
    said = f"{sign}{size / 1000:.3f} s"
    return figure(said)


def drift(ppm: float) -> Text:
    """A drift as what it comes to in a day: parts in a million say nothing to most people."""
    said = f"{ppm * 0.0864:+.2f}".replace("-", "−")
    return _WORDS.text("a-day", seconds=figure(said))


def believed(clock: RecorderClock, at: datetime) -> Now:
    """What its readings make of a clock at a moment of the server's."""
    shown, doubt = clock.shown_time(at)
    pieces = clock.fitted.pieces
    if not pieces or clock.is_unread(at):
        return Now(None, round(doubt / MILLISECOND), 0.0)
    return Now(round((shown - at) / MILLISECOND), round(doubt / MILLISECOND), pieces[-1].drift_ppm)


def clock_of_device(device: Device, now: datetime) -> RecorderClock:
    """A table device's clock, by the readings that came with its requests: hourly of late, daily before."""
    return clocks_of_devices([device], now)[device.pk]


def clocks_of_devices(devices: Collection[Device], now: datetime) -> dict[int, RecorderClock]:
    """Of many table devices, by their keys."""
    read: dict[int, list[DeviceClock]] = {device.pk: [] for device in devices}
    for row in DeviceClock.objects.filter(device__in=read).order_by("device_id", "hour"):
        read[row.device_id].append(row)
    return {key: _by_readings(rows, now) for key, rows in read.items()}


def _by_readings(rows: list[DeviceClock], now: datetime) -> RecorderClock:
    hourly: list[DeviceClock] = []
    daily: dict[Any, DeviceClock] = {}
    for row in rows:
        if row.hour >= now - HOURLY:
            hourly.append(row)
        else:
            best = daily.get(row.hour.date())
            if best is None or row.skew_ms < best.skew_ms:
                daily[row.hour.date()] = row
    return clock_from([_of_device(row) for row in (*daily.values(), *hourly)])


def _of_device(row: DeviceClock) -> Reading:
    server_ms = round(row.received_at.timestamp() * 1000)
    return Reading(server_ms, server_ms - row.skew_ms, "compared", DEVICE_MS, f"{row.hour:%Y-%m-%dT%H}")


@permitted(READ)
def overview_view(request: HttpRequest) -> HttpResponse:
    """Every clock of the properties that the person sees."""
    from surveillance.pages.player import page

    houses, now = Seeing.of(request).cases.properties, clock_now()
    recorders = [
        _row(each, clock_of(each.pk), now, reverse("footage_clock_recorder", args=[each.pk]))
        for each in Recorder.objects.filter(property__in=houses, retired=False)
        .select_related("property")
        .order_by("code")
    ]
    active = list(
        Device.objects.filter(property__in=houses, is_active=True).select_related("property").order_by("code")
    )
    read = clocks_of_devices(active, now)
    devices = [_row(each, read[each.pk], now, reverse("footage_clock_device", args=[each.pk])) for each in active]
    parts = [(_("Recorders"), recorders), (_("Table devices"), devices)]
    context = {"title": _("Clocks"), "parts": parts, "limit": span(UNCERTAIN_MS)}
    return page(request, "surveillance/clocks/overview.html", context)


def _row(of: Recorder | Device, clock: RecorderClock, now: datetime, address: str) -> Row:
    last = clock.readings[-1].server_ms if clock.readings else None
    return Row(
        code=of.code,
        name=of.name or "",
        address=address,
        now=believed(clock, now),
        readings=len(clock.readings),
        last_at=None if last is None else _moment(last),
        owner=of.property,
        device=isinstance(of, Device),
    )


@permitted(READ)
def recorder_view(request: HttpRequest, key: int) -> HttpResponse:
    """A recorder's clock: every reading, what is made of them, and why."""
    houses = Seeing.of(request).cases.properties
    row = get_object_or_404(Recorder.objects.select_related("property"), pk=key, property__in=houses)
    actor = Seeing.of(request).cases.actor(row.property.code)
    acts = not row.retired and may("compare_clock", actor)
    buttons = []
    if acts:
        for name in ("compare_clock", "set_clock"):
            buttons.append({"title": COMMANDS[name].title, "address": address_of(name, row.property, row.code)})
    rows = list(
        ClockReading.objects.filter(recorder_id=row.pk)
        .select_related("property", "recorder")
        .order_by("-server_at", "-pk")[:SHOWN]
    )
    clock = clock_of(row.pk)
    fates = _fates(clock)
    lines = [_line(each, fates, may_withdraw=acts) for each in rows]
    back = (row.name or row.code, reverse("admin:surveillance_recorder_change", args=[row.pk]))
    return _shown(request, row.property, row.code, clock, lines, back=back, buttons=buttons)


@permitted(READ)
def device_view(request: HttpRequest, key: int) -> HttpResponse:
    """A table device's clock, by what came with its requests."""
    houses = Seeing.of(request).cases.properties
    row = get_object_or_404(Device.objects.select_related("property"), pk=key, property__in=houses)
    clock = clock_of_device(row, clock_now())
    fates = _fates(clock)
    lines = [
        Line(
            name=each.name,
            server_at=_moment(each.server_ms),
            shown_at=_moment(each.shown_ms),
            ahead=ahead(each.shown_ms - each.server_ms),
            within=span(each.uncertainty_ms),
            how=_("came with its requests"),
            state=fates.get(each.name, ("used", ""))[0],
            why=fates.get(each.name, ("used", ""))[1],
        )
        for each in reversed(clock.readings[-SHOWN:])
    ]
    back = (row.code, reverse("admin:games_device_change", args=[row.pk]))
    return _shown(request, row.property, row.code, clock, lines, back=back, buttons=[])


def _shown(
    request: HttpRequest,
    owner: Property,
    code: str,
    clock: RecorderClock,
    lines: Sequence[Line],
    *,
    back: tuple[str, str],
    buttons: list[dict[str, Any]],
) -> HttpResponse:
    from surveillance.pages.player import page

    now = clock_now()
    drawn = plots(clock.fitted, until_ms=round(now.timestamp() * 1000))
    context = {
        "title": _("Clock of %(code)s") % {"code": code},
        "now": believed(clock, now),
        "set_since": bool(clock.readings) and clock.is_unread(now),
        "device": not buttons and back[1].startswith(reverse("admin:games_device_changelist")),
        "limit": span(UNCERTAIN_MS),
        "pieces": [_piece(each, owner) for each in drawn[:PLOTTED]],
        "more_pieces": max(0, len(drawn) - PLOTTED),
        "lines": lines,
        "left_out": sum(line.state == "left_out" for line in lines),
        "zone": owner.zone,
        "back": back,
        "buttons": buttons,
        "size": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - 12, "base": HEIGHT - 8},
    }
    return page(request, "surveillance/clocks/page.html", context)


def _piece(plot: Plot, owner: Property) -> dict[str, Any]:
    """A stretch between two settings, in words and as a drawing."""
    piece: Piece = plot.piece
    return {
        "plot": plot,
        "from": _moment(min(each.server_ms for each in piece.used)),
        "until": _moment(max(each.server_ms for each in piece.used)),
        "ahead": ahead(round(piece.offset_ms)),
        "drift": drift(piece.drift_ppm),
        "ppm": f"{piece.drift_ppm:+.1f}".replace("-", "−"),
        "used": len(piece.used),
        "moments": [
            (mark.at, _moment(mark.value).astimezone(owner.zone).strftime("%d/%m %H:%M")) for mark in plot.moments
        ],
        "offsets": [(mark.at, _said(ahead(mark.value))) for mark in plot.offsets],
    }


def _fates(clock: RecorderClock) -> dict[str, tuple[str, str]]:
    """What became of each reading that stands: its name -> (state, why)."""
    found = {each.name: ("used", "") for each in clock.readings}
    doubt = clock.fitted.doubt
    for each in clock.fitted.rejected:
        off = _said(ahead(each.off_ms))
        why = _("%(off)s away from the others") % {"off": off}
        if doubt is not None and each.reading.name == doubt.reading.name:
            why = _("%(off)s away, and nothing read since: a mistake, or the clock was set. Read it once more.") % {
                "off": off
            }
        found[each.reading.name] = ("left_out", why)
    return found


def _line(row: ClockReading, fates: dict[str, tuple[str, str]], *, may_withdraw: bool) -> Line:
    standing = ("set", "") if row.how == "set" else fates.get(row.reading, ("not_counted", ""))
    state, why = ("withdrawn", "") if row.withdrawn else standing
    withdraw = ""
    if may_withdraw and not row.withdrawn:
        withdraw = address_of("withdraw_reading", row.property, row.recorder.code, reading=row.reading)
    return Line(
        name=row.reading,
        server_at=row.server_at,
        shown_at=row.shown_at,
        ahead=ahead(row.offset_ms),
        within=span(row.uncertainty_ms),
        how=row.get_how_display(),
        by=row.read_by,
        state=state,
        why=why,
        film=row.recording,
        withdraw=withdraw,
    )


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def _said(text: Text) -> str:
    return text.in_language(get_language() or "vi")
