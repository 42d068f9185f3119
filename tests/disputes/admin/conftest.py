"""A docket: cases at different stages, built once a module for tests that only read, in a transaction that is rolled
back.

Tests that carry a case further take the fixture ``court`` and have a house of their own, in a module of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings
from pytest_django import DjangoDbBlocker

from casino.access.roles import ROLES
from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.rows.models import Case as CaseRow
from tests.admin.house import person
from tests.disputes import gate
from tests.disputes.admin.built import built_once
from tests.disputes.court import NONE, Court, colleague, remedy
from tests.posting import posting

As = Callable[..., Client]
NOTICE = "Bảng mức cược và cách trả thưởng đặt tại bàn."
HOSTILE = "<script>alert('x')</script> & <b>"
FILE = "Nhân viên đếm nhầm.".encode()
ELSEWHERE = "elsewhere.supervisor"
"""A pit supervisor who is posted at another table."""


class Docket:
    """Cases by a name that says where they stand."""

    def __init__(self) -> None:
        court = self.court = Court()
        self.numbers: dict[str, str] = {}
        now = court.now
        for role in ROLES:
            person(role)
        for role in ("pit_supervisor", "pit_manager"):
            posting(person(role), role, owner=court.house.property, begins_at=now - timedelta(days=30))
        colleague(ELSEWHERE, "pit_supervisor", tables=("RL09",))
        self._play(now)

    def _begin(self, name: str, before: timedelta) -> Court:
        self._keep()
        self.court.number, self.court.now = "", self.now - before
        self._name = name
        return self.court

    def _keep(self) -> None:
        if self.court.number:
            self.numbers[self._name] = self.court.number

    def _play(self, now) -> None:  # type: ignore[no-untyped-def]
        self.now = now
        court = self._begin("offered", timedelta(hours=3))
        court.open()
        court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy(), note="Khách muốn suy nghĩ."))
        self._collecting(self._begin("collecting", timedelta(minutes=50)))
        self._begin("complained", timedelta(days=2)).complained()
        court = self._begin("withdrawn", timedelta(hours=5))
        court.open(amount_minor=None, rounds=(), table=None, claim="Khách không nhớ ván.")
        court.do("pit_supervisor", c.Withdraw(said="Thôi."))
        court = self._begin("hostile", timedelta(minutes=5))
        whole = (f.RoundRef(table="RL01", round="short"),)
        stranger = (c.Outsider(name=f"Lê {HOSTILE}", reference="P-7"),)
        court.open(players=stranger, rounds=whole, claim=HOSTILE, amount_minor=60_000_000)
        court.do("pit_supervisor", c.AddNote(note=HOSTILE))
        self._begin("confirming", timedelta(minutes=40)).decided(remedy(30_000_000, deviation="Thiện chí."))
        self._begin("decided", timedelta(minutes=30)).told(NONE)
        self._keep()

    def _collecting(self, court: Court) -> None:
        """Something of every kind, and a refused attempt."""
        court.passed_on()
        court.do("pit_manager", c.TakeOver())
        court.do("pit_manager", c.NotifySurveillance())
        court.do("pit_manager", c.AddWitness(witness=c.Outsider(name="Trần Thị Bình", contact="binh@example.com")))
        court.do("pit_manager", c.AddStaff(staff="S-777"))
        court.do("pit_manager", c.TakeStatement(party="P1", said="Tôi đặt vào số 17.\nTrả thiếu."))
        court.do("pit_manager", c.AddEvidence(item="published", link="https://example.com/the-le", note=NOTICE))
        file = c.Upload(name="ghi chú.txt", data=FILE)
        court.do("pit_manager", c.AddEvidence(item="other", file=file, note="Bản chép tay."))
        court.do("pit_manager", c.AddEvidence(item="rules", document="roulette.2020-06-13", version="2020-06-13"))
        court.do("pit_manager", gate.none("law", court.now))
        since = court.now - timedelta(hours=2)
        footage = c.AskFootage(table="RL01", begins_at=since, ends_at=since + timedelta(minutes=30), round="short")
        court.do("pit_manager", footage)
        court.do("pit_manager", c.AddNote(note="Khách quen."))
        with pytest.raises(Problem):
            court.do("pit_supervisor", c.Decide(remedy=remedy(), reasons="Tôi muốn theo phim và sổ của bàn."))

    def row(self, name: str) -> CaseRow:
        return CaseRow.objects.select_related("property").get(number=self.numbers[name])

    def address(self, name: str) -> str:
        return f"/admin/disputes/case/{self.row(name).pk}/change/"


@pytest.fixture(scope="module")
def filed(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Docket, override_settings]]:
    with built_once(Docket, django_db_blocker, tmp_path_factory) as made:
        yield made


@pytest.fixture
def docket(filed: tuple[Docket, override_settings], db: None) -> Iterator[Docket]:
    """The cases, with their keys at hand; what a test does to them is rolled back."""
    found, keys = filed
    with keys:
        yield found


@pytest.fixture
def as_() -> As:
    """``as_("pit_manager", "en")``: a client of somebody in that post (or of an account), in a language."""

    def client(who: str | User, language: str = "vi") -> Client:
        found = Client()
        user = who if isinstance(who, User) else person(who)
        found.force_login(user, backend="casino.backends.PostingBackend")
        found.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        return found

    return client
