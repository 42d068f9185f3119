"""Cases at every stage for the forms, and a hand that fills a form in as a browser would.

The cases are built once; what a test does to them is rolled back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import msgspec
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from casino.access.roles import ROLES
from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Case
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from tests.admin.house import person
from tests.disputes import gate
from tests.disputes.court import NONE, SOMEBODY, Court, remedy
from tests.posting import posting
from tests.replay.story import CODE

ABOVE = 12_000_000
"""An amount that a second person confirms."""


class Played:
    """Cases by the name of where they stand, begun some hours ago."""

    def __init__(self) -> None:
        court = self.court = Court()
        self.now = court.now
        for role in ROLES:
            person(role)
        for role in ("pit_supervisor", "pit_manager"):
            posting(person(role), role, owner=court.house.property, begins_at=self.now - timedelta(days=30))
        self.numbers: dict[str, str] = {}
        for name in ("at_table", "offered", "passed", "collecting", "ready", "confirming", "told", "disagreed"):
            self._begin(name)
        for name in ("informed", "complained", "answered", "closed", "no_round", "settled", "taken"):
            self._begin(name)

    def _begin(self, name: str) -> None:
        self.court.number, self.court.now = "", self.now - timedelta(hours=3)
        getattr(self, f"_{name}")(self.court)
        self.numbers[name] = self.court.number

    def _at_table(self, court: Court) -> None:
        court.open()

    def _offered(self, court: Court) -> None:
        court.open()
        court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy(), note="Khách muốn suy nghĩ."))

    def _passed(self, court: Court) -> None:
        court.passed_on()

    def _collecting(self, court: Court) -> None:
        court.passed_on()
        court.do("pit_manager", c.NotifySurveillance())
        court.do("pit_manager", c.AddEvidence(item="other", text=gate.REPLAY))
        since = court.now - timedelta(hours=2)
        asked = c.AskFootage(table="RL01", begins_at=since, ends_at=since + timedelta(minutes=5), round="short")
        court.do("pit_manager", asked)

    def _ready(self, court: Court) -> None:
        court.collected()
        court.do("pit_manager", c.TakeStatement(party="P1", said="Tôi đặt vào số 17."))

    def _confirming(self, court: Court) -> None:
        court.decided(remedy(ABOVE, "other", "Bù thêm vì chờ lâu."))

    def _told(self, court: Court) -> None:
        court.told(NONE)

    def _disagreed(self, court: Court) -> None:
        court.disagreed()
        court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))

    def _informed(self, court: Court) -> None:
        court.informed()

    def _complained(self, court: Court) -> None:
        court.complained()

    def _answered(self, court: Court) -> None:
        court.complained()
        decision = c.DecideComplaint(
            result="rejected", remedy=NONE, reasons="Quyết định đúng theo phim và sổ của bàn.", evidence=("E1",)
        )
        court.do("senior_management", decision)
        court.do("senior_management", c.IssuePaper(kind="complaint_decision", language="vi"))

    def _closed(self, court: Court) -> None:
        court.open(players=(SOMEBODY,))
        court.do("pit_supervisor", c.Withdraw(said="Thôi."))

    def _no_round(self, court: Court) -> None:
        court.open(rounds=(), claim="Khách không nhớ ván.")

    def _settled(self, court: Court) -> None:
        """Closed at the table; the money is out. Of rounds of their own, since a remedy moves on every case of one."""
        self._at_once(court, "right", 500_000)

    def _taken(self, court: Court) -> None:
        """The same, of money that is taken back."""
        self._at_once(court, "corrected", -200_000)

    def _at_once(self, court: Court, code: str, amount: int) -> None:
        court.open(rounds=(f.RoundRef(table="RL01", round=code, bets=("b1",)),))
        line = c.Line(to_player_minor=amount, table="RL01", round=code, bet="b1")
        asked = msgspec.structs.replace(remedy(amount, "other", "Vì chờ lâu."), lines=(line,))
        court.do("pit_supervisor", c.ProposeRemedy(remedy=asked))
        court.do("pit_supervisor", c.AnswerAtTable(agreed=True))

    def row(self, name: str) -> CaseRow:
        return CaseRow.objects.select_related("property").get(number=self.numbers[name])

    def case(self, name: str) -> Case:
        return stored.load(CODE, self.numbers[name])

    def facts(self, name: str) -> list[str]:
        """The names of the case's facts, in order."""
        return [type(event.data).__name__ for event in get_ledger(CODE).stream(f"case/{self.numbers[name]}")]

    def refusals(self, name: str) -> list[tuple[str, str]]:
        """(command, problem) of the refused attempts."""
        stream = f"refusal/{self.numbers.get(name, name)}"
        return [(event.data.command, event.data.code) for event in get_ledger(CODE).stream(stream)]


class _Controls(HTMLParser):
    """What each form of a page would send, without its buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self.buttons: dict[str, list[str]] = {}
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._area: str | None = None
        self._text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = dict(attrs)
        name, value = got.get("name") or "", got.get("value")
        value = ("on" if got.get("type") in ("checkbox", "radio") else "") if value is None else value
        if tag == "form":
            self.forms.append({})
        elif tag == "input" and name and got.get("type") != "file":
            ticked = got.get("type") not in ("checkbox", "radio") or "checked" in got
            if ticked:
                self._add(name, value)
        elif tag == "button" and name:
            self.buttons.setdefault(name, []).append(value)
        elif tag == "select":
            self._select, self._options = name, []
        elif tag == "option" and self._select is not None:
            self._options.append((value, "selected" in got))
        elif tag == "textarea":
            self._area, self._text = name, []

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select is not None:
            chosen = [value for value, selected in self._options if selected]
            first = [value for value, _selected in self._options][:1]
            for value in chosen or first:
                self._add(self._select, value)
            self._select = None
        elif tag == "textarea" and self._area is not None:
            self._add(self._area, "".join(self._text).removeprefix("\n"))
            self._area = None

    def _add(self, name: str, value: str) -> None:
        if self.forms:
            self.forms[-1].setdefault(name, []).append(value)


class Hand:
    """Somebody at the page of a command (or of opening a case)."""

    def __init__(self, client: Client, address: str) -> None:
        self.client = client
        self.address = address
        self.answer: Any = client.get(address)
        self.read()

    def read(self) -> None:
        """Take in the form as the page shows it."""
        controls = _Controls()
        controls.feed(self.page)
        self.fields = next((form for form in controls.forms if "command_id" in form), {})
        self.buttons = controls.buttons

    @property
    def page(self) -> str:
        found: str = self.answer.content.decode()
        return found

    def send(self, changes: Mapping[str, Any] | None = None, *, stay: bool = False, **more: Any) -> HttpResponse:
        """Fill in and send; what comes back is the page from now on, unless ``stay`` leaves this one on the screen."""
        said = {**self.fields, **(changes or {}), **more}
        data = {name: value for name, value in said.items() if value is not None}
        answer: Any = self.client.post(self.address, data)
        if answer.status_code == 302 and "?kept=" in answer.url:  # looked at: the page is asked for by itself
            answer = self.client.get(answer.url)
        if not stay:
            self.answer = answer
            if answer.status_code != 302:
                self.read()
        done: HttpResponse = answer
        return done

    def confirm(self, **more: Any) -> HttpResponse:
        """Press the button under what will be recorded."""
        return self.send(confirmed=self.buttons["confirmed"][0], **more)

    def wrong(self, name: str) -> str:
        """The complaint at a field of the page."""
        for part in self.page.split("tp-field-wrong")[1:]:
            field = part.split("</fieldset>")[0] if f'name="{name}"' not in part.split("</div>")[0] else part
            if f'name="{name}"' in field.split("tp-field")[0]:
                return " ".join(field.split('role="alert">')[1].split("</p>")[0].split())
        return ""


def address(played: Played, name: str, code: str, query: str = "") -> str:
    return reverse("admin:disputes_case_do", args=[played.row(name).pk, code]) + query


def begun(hand: Hand, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes, with the first quick choice where a time is promised."""
    if "quick" in hand.page and "/promise_time/" in hand.address:
        return {**changes, "quick": hand.page.split('name="quick" value="')[1].split('"')[0]}
    return changes
