"""The end of a record's term: keys go by rule, a record that is still needed holds them, and the proofs stay."""

from __future__ import annotations

import html
from datetime import datetime, timedelta

import pytest
from django.test import Client

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.vault import sealing
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.execution import service, terms
from disputes.rows.models import Case as CaseRow
from tests.disputes.court import Court
from tests.replay.story import CODE


def ended(court: Court) -> datetime:
    court.open()
    court.do("pit_supervisor", c.Withdraw())
    closed = court.case.closed
    assert closed is not None
    return closed.retained_until


def test_nothing_is_erased_before_the_term_ends_and_everything_after_it(court: Court) -> None:
    until = ended(court)
    people = court.case.persons
    assert terms.end_terms(CODE, now=until - timedelta(seconds=1)) == []
    with pytest.raises(Problem) as kept:
        service.end_term(CODE, court.number, now=until - timedelta(seconds=1))
    assert kept.value.code == "case_retained"
    assert terms.end_terms(CODE, now=until) == [court.number]
    assert sealing.erased_among(CODE, people) == set(people)
    facts = [event for event in service.history(CODE, court.case) if isinstance(event.data, f.PersonErased)]
    assert {event.data.person for event in facts} == set(people)
    assert {(event.actor, event.data.ground, event.data.erased_by) for event in facts} == {
        ("system:terms", "term_ended", None)
    }
    row = CaseRow.objects.get(number=court.number)
    assert (row.emptied, row.erased) == (True, True)
    assert "system:terms" not in row.people
    assert "terms" not in row.people


def test_a_second_run_finds_nothing_left(court: Court) -> None:
    until = ended(court)
    assert terms.end_terms(CODE, now=until) == [court.number]
    head = get_ledger(CODE).head()
    assert terms.end_terms(CODE, now=until + timedelta(days=400)) == []
    assert not service.end_term(CODE, court.number, now=until)
    assert get_ledger(CODE).head() == head


def test_a_reopened_case_keeps_its_people(court: Court) -> None:
    until = ended(court)
    court.do("senior_management", c.Reopen(reason="Có căn cứ mới."))
    assert terms.end_terms(CODE, now=until + timedelta(days=1)) == []
    assert not sealing.erased_among(CODE, court.case.persons)


def test_the_case_page_says_it_and_still_opens(court: Court) -> None:
    until = ended(court)
    terms.end_terms(CODE, now=until)
    sealing.finish_erasures()
    client = Client()
    client.force_login(court.user("senior_management"), backend="casino.backends.PostingBackend")
    row = CaseRow.objects.get(number=court.number)
    answer = client.get(f"/admin/disputes/case/{row.pk}/change/")
    assert answer.status_code == 200
    assert "đã bị hủy" in html.unescape(answer.content.decode())
