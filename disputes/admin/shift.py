"""The end of a shift of the pits as one page and as PDF: each number leads to the rows that it counts, in the list of
cases or on the page. Proved by ``tests/disputes/admin/test_shift.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.access.roles import staff_code
from casino.core.gaming_days import SHIFTS
from casino.core.messages import Catalogue
from casino.core.money import format_minor
from casino.ledger.models import Property
from casino.papers import sheet
from casino.papers.blocks import Block, heading, paragraph, small
from disputes.admin.counted import cases_address, waiting_address
from disputes.admin.downloads import handed_out
from disputes.case import words
from disputes.case.allowed import STAGE_NAMES
from disputes.case.owed import OWED
from disputes.case.state import Stage
from disputes.rows.figures import between
from disputes.rows.models import Case as CaseRow
from disputes.rows.shift import TITLES, Handed, Paid, Shift, When, at, shift, when
from disputes.rows.visibility import Seeing
from games.admin.filters import said
from games.rows.models import Round, Table, Waiting, WaitingKind

_WORDS: Final = Catalogue(__file__)

OF_CASES: Final = ("open", "due", "opened", "decided", "closed")
"""Sections whose rows are cases."""
FIRST_DAY: Final = date(2000, 1, 1)
"""No house kept its cases here before: no earlier shift is shown, so none of the calendar's ends is ever reached."""
TITLE: Final = _WORDS.text("title")
PLACE: Final = _WORDS.text("place")
PIT: Final = _WORDS.text("pit")
RUNS: Final = _WORDS.text("runs")
PRINTED: Final = _WORDS.text("printed")
FOOT: Final = _WORDS.text("foot")
NONE: Final = _WORDS.text("none")
MORE: Final = _WORDS.text("more")


class Cell(msgspec.Struct, frozen=True):
    """What stands in a cell, and where it leads."""

    text: str
    address: str = ""
    amount: bool = False


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the page. ``address``: where its number leads; ``more``: a line beneath it."""

    code: str
    title: str
    address: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: str = ""


def shift_view(request: HttpRequest) -> HttpResponse:
    """The page, or with ``file=pdf`` the paper."""
    if not request.user.has_perm("disputes.view_case"):
        raise PermissionDenied
    seeing = Seeing.of(request)
    if not seeing.properties:
        raise Http404
    owner = _owner(request, seeing)
    which = _asked(request, owner, seeing.now)
    pits = list(
        Table.objects.filter(property=owner).exclude(pit="").order_by("pit").values_list("pit", flat=True).distinct()
    )
    pit = request.GET.get("pit", "")
    if pit and pit not in pits:
        raise Http404
    found = shift(owner, CaseRow.objects.filter(seeing.visible()), which, pit, now=seeing.now)
    if not request.user.has_perm("games.view_waiting"):
        found = msgspec.structs.replace(found, waiting=[])
    shown = sections(found, owner, seeing.now)
    if request.GET.get("file") == "pdf":
        return _paper(request, owner, found, shown, seeing.now)
    context = {
        **admin.site.each_context(request),
        "title": said(TITLE),
        "shift": found,
        "place": place(found, owner, _language()),
        "runs": running(found, owner, seeing.now, _language()),
        "sections": shown,
        "sums": [_money(amount, currency) for currency, amount in found.sums.items()],
        "day": which.day.isoformat(),
        "shifts": [(n, owner.days.shift_hours(which.day, n)) for n in range(SHIFTS)],
        "pits": pits,
        "owner": owner,
        "owners": seeing.properties if len(seeing.properties) > 1 else [],
        "before": _moved(request, owner, which, -1),
        "after": _moved(request, owner, which, 1) if which.ends_at <= seeing.now else "",
        "paper": f"{request.path}?{urlencode({**_of(owner, which, pit), 'file': 'pdf'})}",
    }
    return TemplateResponse(request, "disputes/shift.html", context)


# What is asked for


def _owner(request: HttpRequest, seeing: Seeing) -> Property:
    asked = request.GET.get("property", "")
    found = next((owner for owner in seeing.properties if asked in ("", owner.code)), None)
    if found is None:
        raise Http404
    return found


def _asked(request: HttpRequest, owner: Property, now: datetime) -> When:
    """The shift of the address; without one that which runs."""
    current = at(owner, now)
    asked_day, asked_shift = request.GET.get("day"), request.GET.get("shift")
    try:
        day = date.fromisoformat(asked_day) if asked_day else current.day
        number = int(asked_shift) if asked_shift else current.shift
    except ValueError:
        raise Http404 from None
    if number not in range(3) or day < FIRST_DAY or (day, number) > (current.day, current.shift):
        raise Http404
    return when(owner, day, number)


def _of(owner: Property, which: When, pit: str) -> dict[str, str]:
    found = {"property": owner.code, "day": which.day.isoformat(), "shift": str(which.shift)}
    return {**found, "pit": pit} if pit else found


def _moved(request: HttpRequest, owner: Property, which: When, by: int) -> str:
    """The address of the shift before or after."""
    number = which.shift + by
    moved = when(owner, which.day + timedelta(days=number // 3), number % 3)
    return f"{request.path}?{urlencode(_of(owner, moved, request.GET.get('pit', '')))}"


# What is shown


def sections(found: Shift, owner: Property, now: datetime) -> list[Section]:
    """The parts of the page, in their order, in its language."""
    ends = min(found.when.ends_at, now)
    base = {"pit": f"{owner.code}/{found.pit}"}
    stood = {**base, "stood": ends.isoformat()}
    during = between(found.when.begins_at, ends)
    lists = {
        "open": stood,
        "due": {**stood, "due": between(None, at(owner, found.when.ends_at).ends_at)},
        "opened": {**base, "opened": during},
        "decided": {**base, "decided": during},
        "closed": {**base, "closed": during},
    }
    of: dict[str, tuple[tuple[str, ...], Callable[[Any], tuple[Cell, ...]]]] = {
        "paid": ((_("Time"), _("Case"), _("Round"), _("Bet"), _("To the player"), _("By")), _paid_cells),
        "waiting": ((_("Since"), _("What"), _("Where"), _("Asked by")), _waiting_cells),
        "handed": ((_("Time"), _("Case"), _("From"), _("To"), _("Taken over")), _handed_cells),
    }
    streams = {each.stream for each in found.paid if each.stream}
    rounds = dict(Round.objects.filter(property=owner, stream__in=streams).values_list("stream", "pk"))
    shown = []
    for code, title in TITLES.items():
        rows: list[Any] = getattr(found, code)
        columns, cells = of.get(code, (_case_columns(), lambda row: _case_cells(row, found.when)))
        made = tuple(cells(row) for row in rows)
        if code == "paid":
            made = tuple(_with_round(row, each, rounds) for row, each in zip(made, rows, strict=True))
        address = cases_address(lists[code]) if code in lists else f"#{code}"
        if code == "waiting" and rows:
            address = waiting_address({**base, "waited": ends.isoformat()})
        more = said(MORE).format(n=found.left_out) if found.left_out and code in ("paid", "handed") else ""
        shown.append(Section(code=code, title=said(title), address=address, columns=columns, rows=made, more=more))
    return shown


def _case_columns() -> tuple[str, ...]:
    return (_("Case"), _("Table"), _("Stage"), _("Next step"), _("Due by"), _("In the hands of"), _("Amount"))


def _case_cells(row: CaseRow, _which: When) -> tuple[Cell, ...]:
    zone = row.property.zone
    amount = "–" if row.amount_minor is None else _money(row.amount_minor, row.currency or row.property.currency)
    ending = said(words.ENDINGS[row.ending]) if row.ending else ""
    return (
        _case(row),
        Cell(row.table or "–"),
        Cell(said(STAGE_NAMES[Stage(row.stage)]) + (f": {ending}" if ending else "")),
        Cell(said(OWED[row.owed][1]) if row.owed else "–"),
        Cell("–" if row.due_at is None else _moment(row.due_at, zone)),
        Cell(row.assigned_to or "–"),
        Cell(amount, amount=True),
    )


def _paid_cells(paid: Paid) -> tuple[Cell, ...]:
    return (
        Cell(_moment(paid.at, paid.case.property.zone)),
        _case(paid.case),
        Cell(f"{paid.table} · {paid.round}" if paid.round else "–"),
        Cell(paid.bet or "–"),
        Cell(_money(paid.to_player_minor, paid.currency), amount=True),
        Cell(paid.by),
    )


def _with_round(cells: tuple[Cell, ...], paid: Paid, rounds: dict[str, int]) -> tuple[Cell, ...]:
    key = rounds.get(paid.stream)
    if key is None:
        return cells
    led = Cell(cells[2].text, reverse("admin:games_round_change", args=[key]))
    return (*cells[:2], led, *cells[3:])


def _handed_cells(handed: Handed) -> tuple[Cell, ...]:
    return (
        Cell(_moment(handed.at, handed.case.property.zone)),
        _case(handed.case),
        Cell(handed.from_staff or "–"),
        Cell(handed.to_staff),
        Cell(_("not yet") if handed.taken_at is None else _moment(handed.taken_at, handed.case.property.zone)),
    )


def _waiting_cells(row: Waiting) -> tuple[Cell, ...]:
    return (
        Cell(_moment(row.asked_at, row.property.zone)),
        Cell(
            str(WaitingKind(row.kind).label),
            f"{reverse('admin:games_waiting_changelist')}?{urlencode({'q': row.stream})}",
        ),
        Cell(row.stream.partition("/")[2].replace("/", " · ") or row.table),
        Cell(row.person.removeprefix("person:")),
    )


def _case(row: CaseRow) -> Cell:
    return Cell(row.number, reverse("admin:disputes_case_change", args=[row.pk]))


def _moment(moment: datetime, zone: Any) -> str:
    return f"{moment.astimezone(zone):%d/%m %H:%M}"


def _money(amount_minor: int, currency: str) -> str:
    return format_minor(amount_minor, currency, _language())


def _language() -> str:
    return get_language() or "vi"


def place(found: Shift, owner: Property, language: str) -> str:
    """Which shift this is, in words."""
    pit = PIT.in_language(language).format(pit=found.pit) if found.pit else ""
    hours = owner.days.shift_hours(found.when.day, found.when.shift)
    return PLACE.in_language(language).format(shift=hours, day=date_format(found.when.day, "d/m/Y"), pit=pit)


def running(found: Shift, owner: Property, now: datetime, language: str) -> str:
    """That the shift has not ended, if it has not."""
    if found.when.ends_at <= now:
        return ""
    return RUNS.in_language(language).format(at=f"{now.astimezone(owner.zone):%H:%M}")


# The paper


def _paper(request: HttpRequest, owner: Property, found: Shift, shown: list[Section], now: datetime) -> HttpResponse:
    language = _language()
    user: Any = request.user
    local = f"{now.astimezone(owner.zone):%d/%m/%Y %H:%M}"
    content = sheet.printed(
        owner,
        language,
        title=said(TITLE),
        number=place(found, owner, language),
        date=said(PRINTED).format(who=f"{staff_code(user)} · {local}"),
        running=f"{said(TITLE)} · {place(found, owner, language)}",
        foot=[said(FOOT).format(zone=owner.zone.key)],
        blocks=_blocks(found, shown, running(found, owner, now, language)),
        now=now.astimezone(owner.zone),
    )
    name = f"shift-{owner.code}-{found.when.day.isoformat()}-{found.when.shift + 1}-{language}.pdf"
    return handed_out(content, "application/pdf", content_disposition_header(as_attachment=False, filename=name))


def _blocks(found: Shift, shown: list[Section], runs: str) -> list[Block]:
    blocks = [paragraph(runs)] if runs else []
    blocks.append({"block": "pairs", "rows": [{"label": each.title, "text": str(len(each.rows))} for each in shown]})
    for each in shown:
        blocks.append(heading(f"{each.title} ({len(each.rows)})"))
        if not each.rows:
            blocks.append(small(said(NONE)))
            continue
        sides = ["r" if cell.amount else "l" for cell in each.rows[0]]
        rows = [[cell.text for cell in row] for row in each.rows]
        total = None
        if each.code == "paid" and len(found.sums) == 1 and len(rows) > 1:
            [(currency, amount)] = found.sums.items()
            total = [_("Total"), "", "", "", _money(amount, currency), ""]
        blocks.append(
            {
                "block": "table",
                "columns": list(each.columns),
                "align": sides,
                "widths": [0 if side == "r" else 1 for side in sides],
                "rows": rows,
                "total": total,
            }
        )
        if each.more:
            blocks.append(small(each.more))
    empty = {"post": "", "hint": "", "name": ""}
    rows_to_sign = [{"role": _("Handed over by"), **empty}, {"role": _("Taken over by"), **empty}]
    return [*blocks, {"block": "signatures", "rows": rows_to_sign, "date": _("Date, time")}]
