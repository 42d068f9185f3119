"""An officer of Surveillance who is in a matter looks at none of its film for the record; a colleague does."""

from __future__ import annotations

from typing import Any

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from surveillance.record import journal as j
from tests.disputes.court import Court, colleague
from tests.surveillance.watch import Watch

OFFICER = "officer.in.it"


@pytest.fixture
def watch(court: Court) -> Watch:
    """A case about a round, with a request for footage, that names an officer."""
    court.passed_on()
    court.do("pit_manager", c.AddStaff(staff=OFFICER))
    return Watch(court)


def refused(call: Any) -> str:
    with pytest.raises(Problem) as problem:
        call()
    return problem.value.code


def test_a_finding_of_the_round_is_reviewed_by_somebody_else(watch: Watch) -> None:
    named, other = colleague(OFFICER, "surveillance"), colleague("officer.two", "surveillance")
    finding = watch.finding()
    review = j.ReviewFinding(stream=finding.stream, identity=finding.identity, verdict="not_visible")
    assert refused(lambda: watch.do(review, who=named)) == "interest_barred"
    watch.do(review, who=other)


def test_asking_keeping_and_noting_stay_open(watch: Watch) -> None:
    named = colleague(OFFICER, "surveillance")
    entered = j.EnterIncident(
        kind="dispute", happened_at=watch.now, account="Khách to tiếng ở bàn.", disposition="open", table="RL01"
    )
    watch.do(entered, who=named)
