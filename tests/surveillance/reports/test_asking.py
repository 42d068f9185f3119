"""Asking: the position is fixed, equal requests are one report, and each step is an event."""

from __future__ import annotations

from uuid import uuid4

import pytest

from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from surveillance.bundle.selection import Selection
from surveillance.files.models import FootageJob
from surveillance.reports import keeping, lookers, readmodel
from surveillance.reports.models import Report, ReportState
from tests.replay.story import CODE
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking

ROUND = Selection(about="round", round="RL01/short")


def said(row: Report) -> list[str]:
    return [event.type.rpartition(".")[0] for event in get_ledger(CODE).stream(row.stream)]


def test_a_request_fixes_the_position_and_begins_the_work(asks: Asking) -> None:
    head = get_ledger(CODE).head()[0]
    row = asks.ask(ROUND)
    assert (row.position, row.state, row.requested_role) == (head, ReportState.REQUESTED, "senior_management")
    assert row.selection == {"about": "round", "round": "round/RL01/short"}
    job = FootageJob.objects.get(kind="report")
    assert (job.about, job.state) == (row.code, "queued")


def test_an_equal_request_at_the_same_position_is_the_same_report_and_an_event_of_its_own(asks: Asking) -> None:
    first, second = asks.ask(ROUND), asks.ask(ROUND, "auditor")
    assert first.code == second.code
    assert said(second) == ["report.requested", "report.asked_again"]
    assert sorted(second.asked_by) == sorted({asks.actor("senior_management").staff, asks.actor("auditor").staff})
    assert FootageJob.objects.filter(kind="report").count() == 1
    asks.watch.set_up()  # something is recorded in between
    assert asks.ask(ROUND).code != first.code
    assert asks.ask(ROUND, position=first.position).code == first.code


def test_the_same_command_again_is_the_first_answer(asks: Asking) -> None:
    command_id = uuid4()
    assert asks.ask(ROUND, command_id=command_id).code == asks.ask(ROUND, command_id=command_id).code
    assert Report.objects.count() == 1
    with pytest.raises(Problem) as caught:
        asks.ask(Selection(about="round", round="RL01/right"), command_id=command_id)
    assert caught.value.code == "command_conflict"


def test_what_was_asked_for_before_there_were_receipts_is_still_answered(asks: Asking) -> None:
    command_id = uuid4()
    code = asks.ask(ROUND, command_id=command_id).code
    Receipt.objects.filter(command_id=command_id).delete()
    assert asks.ask(ROUND, command_id=command_id).code == code
    assert Report.objects.count() == 1


@pytest.mark.parametrize(
    "selection",
    [
        Selection(about="round", round="RL01/never"),
        Selection(about="case", case="TC-1999-0001"),
        Selection(about="shoe", table="RL01", shoe="S-0"),
    ],
    ids=lambda each: each.about,
)
def test_what_the_log_does_not_have_is_said_at_once(asks: Asking, selection: Selection) -> None:
    with pytest.raises(Problem) as caught:
        asks.ask(selection)
    assert caught.value.code == "reports_nothing_named"


def test_a_position_ahead_of_the_log_is_refused(asks: Asking) -> None:
    with pytest.raises(Problem) as caught:
        asks.ask(ROUND, position=10**9)
    assert caught.value.code == "position_beyond"


def test_files_that_stayed_are_taken_away_when_it_is_said_again(asks: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    row, director, command_id = asks.ask(ROUND), asks.actor("senior_management"), uuid4()
    acts.cancel(row, director, command_id=uuid4(), now=asks.court.now)
    removed: list[str] = []

    def away(report: Report) -> None:
        removed.append(report.code)
        if len(removed) == 1:
            raise Problem("footage_storage_away", what="S3")

    monkeypatch.setattr(keeping, "remove", away)
    given = {"command_id": command_id, "now": asks.court.now}
    with pytest.raises(Problem, match="storage"):
        acts.delete(row, director, "Yêu cầu nhầm ván.", **given)
    acts.delete(row, director, "Yêu cầu nhầm ván.", **given)
    assert removed == [row.code, row.code]
    assert said(row)[-1] == "report.deleted"
    assert said(row).count("report.deleted") == 1


def test_an_id_of_what_no_command_brought_is_no_first_answer(asks: Asking) -> None:
    director = asks.actor("senior_management")
    lookers.looked(asks.owner, director.staff, "reports", "", now=asks.court.now)
    look = get_ledger(CODE).stream(f"regulator/{director.staff}")[-1]
    with pytest.raises(Problem) as caught:
        asks.ask(ROUND, command_id=look.id)
    assert caught.value.code == "command_conflict"


def test_cancelled_and_deleted_with_a_reason_that_is_sealed(asks: Asking) -> None:
    row = asks.ask(ROUND)
    director = asks.actor("senior_management")
    acts.cancel(row, director, command_id=uuid4(), now=asks.court.now)
    with pytest.raises(Problem, match="already"):
        acts.cancel(row, director, command_id=uuid4(), now=asks.court.now)
    with pytest.raises(Problem) as caught:
        acts.delete(row, director, "  ", command_id=uuid4(), now=asks.court.now)
    assert caught.value.code == "reports_reason"
    acts.delete(row, director, "Yêu cầu nhầm ván.", command_id=uuid4(), now=asks.court.now)
    assert said(row) == ["report.requested", "report.cancelled", "report.deleted"]
    assert "nhầm" not in str(get_ledger(CODE).stream(row.stream)[-1].data)
    assert asks.row(row.code).state == ReportState.DELETED
    assert asks.ask(ROUND).code != row.code, "what was deleted can be asked for anew"


def test_the_rows_are_the_same_after_a_rebuild(asks: Asking) -> None:
    asks.ask(ROUND)
    asks.ask(ROUND, "auditor")
    before = list(Report.objects.order_by("id").values())
    readmodel.drop(CODE)
    assert not Report.objects.exists()
    readmodel.catch_up(CODE, batch=1)
    assert list(Report.objects.order_by("id").values()) == before
