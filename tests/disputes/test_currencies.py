"""Amounts in any currency, through everything that shows or takes one: pages, remedy form, paper, terminal.

A house of yen, pesos and dinar, and one whose currency nobody knows: it was recorded before currencies were checked.
The stake is 100,000 of the smallest unit, paid 500,000 too little.
"""

from __future__ import annotations

import html
import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import translation

from casino.ledger.models import Property
from disputes.case import commands as c
from disputes.papers.compose import compose
from disputes.papers.render import render
from disputes.rows.figures import figures
from disputes.rows.models import Case as CaseRow
from games.engine.facts import Person
from games.rows.models import Round
from games.rows.readmodel import catch_up, rebuild
from games.rows.replay import Replayer
from tests.admin.house import House
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.admin.doing.played import Hand
from tests.disputes.court import OWED, Court, house_property, remedy
from tests.disputes.papers.samples import read, squeezed
from tests.replay.story import CODE, STARTS

BET = "RL01/short/b1"
BY = Person(post="pit_manager", staff="PM01")
OWED_IN = {
    ("JPY", "vi"): "500.000",
    ("JPY", "en"): "500,000",
    ("PHP", "vi"): "5.000,00",
    ("PHP", "en"): "5,000.00",
    ("KWD", "vi"): "500,000",
    ("KWD", "en"): "500.000",
    ("ABC", "vi"): "500.000",
    ("ABC", "en"): "500,000",
}
SUM_EN = {
    "JPY": "100,000 × 35 = 3,500,000",
    "PHP": "1,000.00 × 35 = 35,000.00",
    "KWD": "100.000 × 35 = 3,500.000",
    "ABC": "100,000 × 35 = 3,500,000",
}
CURRENCIES = tuple(SUM_EN)


def name_in(currency: str, language: str) -> str:
    """What stands behind an amount."""
    unit = {"vi": "đơn vị nhỏ nhất", "en": "smallest units"}[language]
    return f"ABC ({unit})" if currency == "ABC" else currency


IN_TURN = [
    pytest.param(currency, language, marks=[] if (number + at) % 2 == 0 else pytest.mark.slow)
    for number, currency in enumerate(CURRENCIES)
    for at, language in enumerate(("vi", "en"))
]
"""Each currency in a quick run in one language, the next one in the other; in both by ``.ci/run``."""


@pytest.fixture(params=CURRENCIES)
def currency(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def court(db: None, person_keys: Path, currency: str, settings: Any) -> Court:
    limits = {"table_limit": 5_000_000, "confirm_above": 10_000_000}
    settings.FIRST_SETTINGS = {f"dispute_{name}": dict.fromkeys(CURRENCIES, minor) for name, minor in limits.items()}
    settings.FIRST_SETTINGS["beyond_alone"] = dict.fromkeys(CURRENCIES, 10_000_000)
    court = Court(House(currency))
    # Past the door, as an older program left it.
    Property.objects.filter(code=CODE).update(currency=currency)
    return court


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(("currency", "language"), IN_TURN, indirect=["currency"])
def test_the_round_is_shown_in_its_units(court: Court, currency: str, language: str) -> None:
    shown = f"−{OWED_IN[currency, language]}\N{NO-BREAK SPACE}{name_in(currency, language)}"
    client = client_of("pit_manager", language)
    for address in (
        reverse("admin:games_round_change", args=[court.house.round("short").pk]),
        reverse("admin:games_round_changelist"),
        reverse("admin:games_finding_changelist"),
    ):
        page = html.unescape(client.get(address).content.decode())
        assert shown in page, address
        if currency == "ABC":
            assert not [part for part in page.split("\N{NO-BREAK SPACE}ABC")[1:] if not part.startswith(" (")]
    page = client.get(reverse("admin:games_round_change", args=[court.house.round("short").pk])).content.decode()
    assert {"JPY": ">100k<", "PHP": ">1k<", "KWD": ">100<", "ABC": ">100k<"}[currency] in page, "on the chip"
    told = run("replay", "RL01/short", "--language", language)
    assert shown in told
    if language == "en":
        assert SUM_EN[currency] in told
    with translation.override(language):
        assert run("audit", "--all", "--dry-run").count(shown) == 2  # the finding, and the sum of its code


@pytest.mark.parametrize(("currency", "language"), IN_TURN, indirect=["currency"])
def test_a_remedy_is_filled_in_typed_and_paid_in_its_units(court: Court, currency: str, language: str) -> None:
    court.open()
    row = CaseRow.objects.get(number=court.number)
    client = client_of("pit_supervisor", language)
    address = reverse("admin:disputes_case_do", args=[row.pk, "propose_remedy"])
    hand = Hand(client, address)
    owed = OWED_IN[currency, language]
    assert hand.fields[f"pay:{BET}"] == [owed]
    assert (name_in(currency, language) in html.unescape(hand.page)) or currency != "ABC"
    too_fine = owed + ("1" if currency in ("PHP", "KWD") else {"vi": ",5", "en": ".5"}[language])
    assert hand.send({f"pay:{BET}": too_fine}, stay=True).status_code == 422
    assert hand.send().status_code == 302
    found = court.case.proposal
    assert found is not None
    assert found.remedy.lines[0].to_player_minor == OWED
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    assert Round.objects.get(code="short").difference_minor == 0
    shown = f"{owed}\N{NO-BREAK SPACE}{name_in(currency, language)}"
    page = client.get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode()
    assert shown in html.unescape(page)
    assert shown in html.unescape(client.get(reverse("admin:disputes_case_changelist") + "?all=1").content.decode())


@pytest.mark.parametrize(("currency", "language"), IN_TURN, indirect=["currency"])
def test_a_decision_on_paper_is_in_its_units(court: Court, currency: str, language: str) -> None:
    court.decided(remedy())
    made = compose(house_property(), court.case, "decision", language, None, now=court.now, by=BY)
    text = read(render(made))
    assert squeezed(f"+{OWED_IN[currency, language]}") in text
    in_words = {"vi": "Số tiền tính bằng {}.", "en": "Amounts in {}."}[language]
    assert squeezed(in_words.format(name_in(currency, language))) in text
    if language == "en":
        assert squeezed(f"you win {SUM_EN[currency].rpartition('= ')[2]}") in text


@pytest.mark.parametrize("currency", ["ABC"], indirect=True)
def test_what_is_recorded_in_an_unknown_currency_loads_and_is_built_anew(court: Court) -> None:
    rebuild(CODE)
    catch_up(CODE)
    assert Round.objects.get(code="short").currency == "ABC"
    replay = Replayer(CODE).round("round/RL01/short")
    assert replay.terms.currency == "ABC"
    assert replay.judgement.difference_minor == -OWED
    owner = Property.objects.get(code=CODE)
    owner.name_en = "Renamed"
    owner.save()


@pytest.mark.parametrize("currency", ["KWD"], indirect=True)
def test_what_two_currencies_leave_is_told_apart(court: Court) -> None:
    """The table plays in yen from now on: a case opened on it has yen, its older findings keep their dinar, and no sum,
    range or class holds both."""
    story, at = court.house.story, STARTS + timedelta(hours=2)
    court.open()
    story.table("RL01", at, currency="JPY")
    story.spin("yen", at + timedelta(minutes=5), paid_minor=3_000_000)
    court.house.follow()
    dinar, court.number = court.number, ""
    court.open("shift_manager", rounds=())
    assert court.case.currency == "JPY"
    row = CaseRow.objects.get(number=court.number)
    client = client_of("shift_manager")
    page = html.unescape(Hand(client, reverse("admin:disputes_case_do", args=[row.pk, "take_finding"])).page)
    assert "500,000\N{NO-BREAK SPACE}JPY" in page
    assert "500.000\N{NO-BREAK SPACE}KWD" in page
    with translation.override("en"):
        told = run("audit", "--all", "--dry-run", "--summary")
    assert "−500.000\N{NO-BREAK SPACE}KWD  −500,000\N{NO-BREAK SPACE}JPY" in told
    found = figures(CaseRow.objects.all(), now=court.now)
    assert {line.name.en: line.total for line in found.amounts if line.total} == {
        "under 2,000,000\N{NO-BREAK SPACE}JPY": 1,
        "under 2,000.000\N{NO-BREAK SPACE}KWD": 1,
    }
    listed = reverse("admin:disputes_case_changelist") + "?all=1&amount="
    within = [client.get(f"{listed}{place}").content.decode().count(row.number) > 0 for place in range(4)]
    assert within == [False] * 4
    assert sum(dinar in client.get(f"{listed}{place}").content.decode() for place in range(4)) == 1
    assert row.number in client.get(f"{listed}other").content.decode()
