"""What becomes of the findings of a case: put right by its remedy, resting with its decision, or open again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from django.urls import reverse

from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case.facts import FindingRef, RemedyLine
from disputes.execution.remedy import balances
from games.engine.facts import Person
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round
from tests.acts import dismiss
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.court import NONE, OWED, Court, remedy
from tests.replay.story import CODE

SHORT = "audit/RL01/short"


def row(code: str = "paid_too_little") -> Finding:
    return Finding.objects.get(code=code)


def reference(finding: Finding) -> FindingRef:
    return FindingRef(stream=finding.stream, identity=finding.identity)


def steps() -> list[str]:
    return [event.type.split(".")[1].removeprefix("finding_") for event in get_ledger(CODE).stream(SHORT)]


class Found(Court):
    """A case that has taken up the finding about its bet."""

    def open(self, who: str = "pit_supervisor", **besides: object) -> Court:
        return super().open(who, **{"findings": (reference(row()),), **besides})


@pytest.fixture
def found(db: None, person_keys: object) -> Found:
    return Found()


def settle(court: Court) -> None:
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))


# --- Put right by a remedy --------------------------------------------------------------------------------------------


def test_a_remedy_puts_right_a_finding_that_nobody_had_put_into_the_case(court: Court) -> None:
    untouched = list(Finding.objects.exclude(code="paid_too_little").values_list("code", "status", "case"))
    assert {status for _code, status, _case in untouched} == {"open"}
    settle(court.open())
    assert (row().status, row().case) == ("corrected", court.number)
    assert steps() == ["opened", "linked", "corrected"]
    assert audit_rounds(CODE).appended == 0
    assert list(Finding.objects.exclude(code="paid_too_little").values_list("code", "status", "case")) == untouched


def test_a_finding_that_stands_in_another_case_is_left_to_it(found: Found) -> None:
    found.open()
    first, found.number = found.number, ""
    settle(found.open(findings=()))
    assert (row().status, row().case) == ("superseded", first)
    assert steps() == ["opened", "linked", "superseded"]
    found.number = first
    found.do("pit_supervisor", c.Withdraw())
    assert steps() == ["opened", "linked", "superseded"]


def test_what_the_case_pays_less_than_owed_is_put_right_as_well(found: Found) -> None:
    """The difference from the rules has a reason and stands in the remedy, so the books of the bet balance."""
    found.open()
    found.do("pit_supervisor", c.ProposeRemedy(remedy=remedy(OWED - 100_000, deviation="Khách nhận chừng ấy.")))
    found.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    assert row().status == "corrected"
    assert Round.objects.get(code="short").difference_minor == 0
    assert audit_rounds(CODE).appended == 0


def test_only_a_line_that_balances_puts_anything_right() -> None:
    line = RemedyLine(to_player_minor=400_000, beyond_rules_minor=-100_000, difference_minor=-OWED)
    assert balances(line)
    assert not balances(msgspec.structs.replace(line, beyond_rules_minor=0))
    assert not balances(msgspec.structs.replace(line, difference_minor=None))


# --- Decided and left as it is ----------------------------------------------------------------------------------------


def at_the_table(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=NONE))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))


def accepted(court: Court) -> None:
    court.told(NONE)
    court.do("pit_manager", c.RecordAnswer(agreed=True))


def no_complaint(court: Court) -> None:
    court.informed()
    court.now += timedelta(days=31)
    court.do("shift_manager", c.CloseWithoutComplaint())


def rejected(court: Court) -> None:
    court.complained()
    court.do(
        "senior_management",
        c.DecideComplaint(result="rejected", remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)),
    )
    court.do("senior_management", c.IssuePaper(kind="complaint_decision", language="vi"))
    court.do("senior_management", c.CloseComplaint())


def withdrawn_after_the_decision(court: Court) -> None:
    court.told(NONE)
    court.do("pit_manager", c.Withdraw())


@pytest.mark.parametrize("end", [at_the_table, accepted, no_complaint, rejected, withdrawn_after_the_decision])
def test_a_finding_that_a_decision_leaves_as_it_is_rests_with_that_decision(
    found: Found, end: Callable[[Court], None]
) -> None:
    end(found)
    assert found.case.ending is not None
    assert (row().status, row().case, row().reason) == ("dismissed", found.number, "")
    assert steps() == ["opened", "linked", "dismissed"]
    assert audit_rounds(CODE).appended == 0
    assert Round.objects.get(code="short").findings_open == 0


def test_what_the_remedy_does_not_put_right_rests_while_the_rest_is_corrected(found: Found) -> None:
    other = Finding.objects.filter(severity="procedure").first()
    assert other is not None
    settle(found.open(findings=(reference(row()), reference(other))))
    other.refresh_from_db()
    assert row().status == "corrected"
    assert (other.status, other.case) == ("dismissed", found.number)


@pytest.mark.parametrize(
    ("language", "words", "sentence"),
    [
        ("vi", "đã quyết định trong hồ sơ {number}", "Đã quyết định trong hồ sơ {number}; "),
        ("en", "decided in case {number}", "Decided in case {number}; recorded by "),
    ],
)
def test_the_pages_say_in_which_case_it_was_decided(found: Found, language: str, words: str, sentence: str) -> None:
    at_the_table(found)
    client = client_of("pit_manager", language)
    page = client.get(reverse("admin:games_finding_change", args=[row().pk])).content.decode()
    assert f">{words.format(number=found.number)}<" in page
    assert sentence.format(number=found.number) in page
    page = client.get(reverse("admin:games_round_change", args=[row().round_id])).content.decode()
    assert f">{words.format(number=found.number)}<" in page


# --- Open again -------------------------------------------------------------------------------------------------------


def test_a_case_withdrawn_before_any_decision_releases_its_findings(found: Found) -> None:
    found.open()
    assert row().status == "in_case"
    found.do("pit_supervisor", c.Withdraw())
    assert (row().status, row().case) == ("open", "")
    assert row().changed_by == "person:pit.supervisor"
    assert steps() == ["opened", "linked", "released"]
    assert audit_rounds(CODE).appended == 0
    assert Round.objects.get(code="short").findings_open == 1
    client = client_of("pit_manager", "en")
    inbox = client.get(reverse("admin:games_finding_changelist"), {"status": "open"}).content.decode()
    assert "Paid too little" in inbox
    page = client.get(reverse("admin:games_finding_change", args=[row().pk])).content.decode()
    assert f"Case {found.number} ended without a decision; the finding is open again." in page


def test_a_decision_that_nobody_confirmed_is_none(found: Found) -> None:
    found.decided(remedy(30_000_000, deviation="Thiện chí."))
    assert found.case.stage == "confirmation"
    found.do("pit_manager", c.Withdraw())
    assert row().status == "open"


def test_a_released_finding_goes_into_another_case_and_out_again(found: Found) -> None:
    for _time in range(2):
        found.number = ""
        found.open()
        assert (row().status, row().case) == ("in_case", found.number)
        found.do("pit_supervisor", c.Withdraw())
    assert steps() == ["opened", *["linked", "released"] * 2]
    found.number = ""
    settle(found.open())
    assert (row().status, row().case) == ("corrected", found.number)


# --- Taken up again ---------------------------------------------------------------------------------------------------


def test_a_reopened_case_takes_up_again_what_it_dismissed(found: Found) -> None:
    accepted(found)
    found.finished()
    found.do("senior_management", c.Reopen(reason="Phim mới."))
    assert (row().status, row().case) == ("in_case", found.number)
    found.do("pit_manager", c.Withdraw())
    assert row().status == "dismissed", "the first decision is still in force"
    found.do("senior_management", c.Reopen(reason="Phim khác."))
    found.do(
        "pit_manager", c.Decide(remedy=remedy(), reasons="Phim cho thấy theo phim và sổ của bàn.", evidence=("E1",))
    )
    assert row().status == "corrected"
    assert steps() == ["opened", *["linked", "dismissed"] * 2, "linked", "corrected"]


def test_a_reopened_case_takes_up_again_what_it_released(found: Found) -> None:
    found.open()
    found.do("pit_supervisor", c.Withdraw())
    found.do("senior_management", c.Reopen(reason="Khách quay lại."))
    assert (row().status, row().case) == ("in_case", found.number)


def test_a_reopened_case_leaves_what_somebody_else_did_meanwhile(found: Found) -> None:
    found.open()
    found.do("pit_supervisor", c.Withdraw())
    dismiss(row(), by=Person(post="pit_supervisor", staff="S-200"), reason="Đã trả tại quầy.")
    found.do("senior_management", c.Reopen(reason="Khách quay lại."))
    assert (row().status, row().case) == ("dismissed", "")
    found.do("pit_manager", c.Withdraw())
    assert steps() == ["opened", "linked", "released", "dismissed"]


def test_what_another_case_has_taken_up_meanwhile_stays_there(found: Found) -> None:
    found.open()
    first = found.number
    found.do("pit_supervisor", c.Withdraw())
    found.number = ""
    found.open()
    second, found.number = found.number, first
    found.do("senior_management", c.Reopen(reason="Khách quay lại."))
    assert (row().status, row().case) == ("in_case", second)


def test_a_merged_case_hands_its_findings_over(found: Found) -> None:
    found.open()
    first, found.number = found.number, ""
    found.open(findings=())
    second, found.number = found.number, first
    found.do("pit_supervisor", c.Merge(into=second))
    assert (row().status, row().case) == ("in_case", second)
    found.number = second
    found.do("pit_supervisor", c.Withdraw())
    assert steps() == ["opened", "linked", "linked", "released"]
