"""A case about many rounds: each has its line, the first are laid out, and the queries stay as they are for one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.clock import now as clock
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.pages.case import CasePage
from disputes.pages.rounds import MOST_LAID_OUT
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from tests.admin.house import person
from tests.disputes.admin.conftest import As
from tests.disputes.court import SHORT, Court
from tests.replay.story import STARTS

MANY = 12


@pytest.fixture
def evening(court: Court) -> Court:
    """A dozen rounds more at the table."""
    for number in range(MANY):
        court.house.story.spin(f"late{number:02}", STARTS + timedelta(minutes=30 + 2 * number))
    court.house.follow()
    return court


def refs() -> tuple[f.RoundRef, ...]:
    return (SHORT, *(f.RoundRef(table="RL01", round=f"late{number:02}") for number in range(MANY)))


def row_of(court: Court) -> CaseRow:
    return CaseRow.objects.select_related("property").get(number=court.number)


def page_of(court: Court) -> CasePage:
    return CasePage(row_of(court), Seeing(person("auditor"), clock()), language="en")


def test_every_round_has_its_line_and_the_first_their_bets(evening: Court, as_: As) -> None:
    evening.open(rounds=refs())
    page = page_of(evening)
    assert len(page.rounds) == MANY + 1
    assert [each.laid_out for each in page.rounds] == [True] * MOST_LAID_OUT + [False] * (MANY + 1 - MOST_LAID_OUT)
    assert page.rounds[0].difference_minor == -500_000
    assert all(each.difference_minor == 0 for each in page.rounds[1:])
    assert page.rounds_left_out == MANY + 1 - MOST_LAID_OUT
    text = as_("auditor", "en").get(reverse("admin:disputes_case_change", args=[row_of(evening).pk])).content.decode()
    for ref in refs():
        assert f"RL01 · {ref.round}" in text
    assert f"The facts of {page.rounds_left_out} further rounds stand on their own pages." in text
    assert f"+{MANY + 1 - 3}</a>" in text


def test_queries_do_not_grow_with_the_rounds(evening: Court, as_: As) -> None:
    client = as_("pit_manager")

    def queries() -> int:
        address = reverse("admin:disputes_case_change", args=[row_of(evening).pk])
        client.get(address)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(address).status_code == 200
        return len(caught)

    evening.open()
    evening.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    one = queries()
    evening.number = ""
    evening.open(rounds=refs())
    evening.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    assert queries() == one


def test_a_round_of_which_nothing_is_recorded_is_said_to_be_so(court: Court, as_: As) -> None:
    """A read model that lost its rows, or a round that was never sent: the page stands all the same."""
    from disputes.case.state import Case
    from disputes.pages.rounds import Rounds

    case = Case("case/2026-00001")
    case.rounds = (f.RoundRef(table="RL01", round="never"),)
    found = Rounds(court.house.property, case, language="en").all()
    assert [(each.replay, each.difference_minor, each.laid_out) for each in found] == [(None, None, False)]
    court.open()
    row = row_of(court)
    from games.rows.models import Round

    Round.objects.filter(code="short").delete()
    text = as_("auditor", "en").get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode()
    assert "RL01 · short" in text
    assert "Open the round" not in text
