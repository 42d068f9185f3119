"""A chosen cause in the place of words, and a reason that one person gives again and again: who reviews is shown it."""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.models import property_of
from games.commands import approvals, repeated
from games.engine.facts import Person
from games.facts.finding_facts import FindingDismissed
from games.rows import sums
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding
from tests import acts
from tests.admin.house import person
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

SUPERVISOR = Person(post="pit_supervisor", staff="S01")
COLLEAGUE = Person(post="pit_supervisor", staff="S02")
MANAGER = Person(post="pit_manager", staff="pit.manager")
SHIFT = Person(post="shift_manager", staff="SM1")
SENTENCE = "Camera cho thấy bàn đã trả thêm."


@pytest.fixture(autouse=True)
def limits(settings: Any) -> None:
    """So that what adds up stands in nobody's way here."""
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 10_000_000}}


@pytest.fixture
def findings() -> list[Finding]:
    """Five straight ups paid 100,000 too much, and one 600,000."""
    told = Story()
    told.table(at=STARTS)
    for number in range(5):
        told.spin(str(number), STARTS + timedelta(minutes=2 * number), paid_minor=3_600_000)
    told.spin("much", STARTS + timedelta(minutes=20), paid_minor=4_100_000)
    follow_now(CODE)
    audit_rounds(CODE)
    follow_now(CODE)
    return list(Finding.objects.filter(code="paid_too_much").order_by("amount_minor", "stream"))


def told(row: Finding) -> str:
    """What is said of the reason by which a finding rests."""
    sums.catch_up(CODE)
    dismissed = get_ledger(CODE).stream(row.stream)[-1]
    said = repeated.told(property_of(CODE), dismissed)
    return "" if said is None else said.en


def rest(row: Finding, by: Person = SUPERVISOR, reason: str = "", cause: Any = None) -> str:
    assert acts.dismiss(row, by=by, reason=reason, cause=cause)
    return told(row)


def test_up_to_the_amount_a_chosen_cause_needs_no_words(findings: list[Finding]) -> None:
    command = uuid4()
    given: dict[str, Any] = {"by": SUPERVISOR, "reason": "", "cause": "device_fault", "command_id": command}
    assert acts.dismiss(findings[0], **given)
    assert acts.dismiss(findings[0], **given), "the same again"
    fact = get_ledger(CODE).stream(findings[0].stream)[-1].data
    assert isinstance(fact, FindingDismissed)
    assert (fact.cause, fact.reason, fact.sealed_reason) == ("device_fault", None, None)
    with pytest.raises(Problem) as other:
        acts.dismiss(findings[0], **{**given, "cause": "training"})
    assert other.value.code == "command_conflict"


@pytest.mark.parametrize(
    ("row", "cause", "reason", "code"),
    [
        (0, None, "", "finding_reason_missing"),
        (0, None, ".", "reason_says_nothing"),
        (0, "other", "", "reason_missing_text"),
        (0, "other", "Đếm nhầm", "reason_says_nothing"),
        (-1, "device_fault", "", "reason_missing_text"),
        (-1, "device_fault", "thiết bị lỗi", "reason_says_nothing"),
        (-1, None, "Đếm nhầm", "reason_says_nothing"),
    ],
)
def test_above_it_and_for_another_cause_a_sentence_is_asked_for(
    row: int, cause: Any, reason: str, code: str, findings: list[Finding]
) -> None:
    with pytest.raises(Problem) as refused:
        acts.dismiss(findings[row], by=SUPERVISOR, reason=reason, cause=cause)
    assert refused.value.code == code
    with pytest.raises(Problem) as likewise:
        acts.ask_put_right(
            *(findings[row],),
            by=MANAGER,
            reason=reason,
            cause=cause,
            clause=None,
            seen_version=None,
            command_id=uuid4(),
            now=clock(),
        )
    assert likewise.value.code in (code, "reason_missing_text")
    assert acts.dismiss(findings[row], by=SUPERVISOR, reason=SENTENCE, cause=cause)


def test_the_third_time_the_same_reason_is_told_of(findings: list[Finding]) -> None:
    assert rest(findings[0], reason="Trả thêm nhầm") == ""
    assert rest(findings[1], reason="trả thêm, nhầm.") == ""
    assert rest(findings[2], by=COLLEAGUE, reason="Trả thêm nhầm") == "", "another person's"
    assert rest(findings[3], reason="Khách xin giữ lại") == "", "another reason"
    assert rest(findings[4], reason="TRẢ THÊM NHẦM") == (
        "This reason was given 3 times by this person in the last 30 days."
    )


def test_a_chosen_cause_counts_like_words_and_words_besides_tell_it_apart(findings: list[Finding]) -> None:
    said = [rest(row, cause="device_fault") for row in findings[:3]]
    assert said == ["", "", "This reason was given 3 times by this person in the last 30 days."]
    assert rest(findings[3], cause="device_fault", reason="Cảm biến số 4") == ""


def test_a_correction_that_is_asked_for_again_and_again_is_told_of(findings: list[Finding]) -> None:
    """Whatever became of the others: asked for, confirmed, refused."""
    for number in range(3):
        stream = f"round/RL01/{number}"
        recorded = get_ledger(CODE).stream(stream)
        drop = next(event for event in recorded if event.type == "roulette.ball_dropped.v1")
        ask = acts.ask_correction(
            property_code=CODE,
            stream=stream,
            target=drop.id,
            after={"pocket": 18},
            by=SUPERVISOR,
            reason="Read from the film.",
            seen_version=recorded[-1].version,
            command_id=uuid4(),
            now=clock(),
        )
        if not number:
            acts.confirm(CODE, stream, ask.id, by=MANAGER, command_id=uuid4(), now=clock())
    asked = approvals.find(CODE, stream, ask.id).event
    assert repeated.told(property_of(CODE), asked) is not None


def test_who_confirms_sees_it_and_so_does_the_finding_itself(findings: list[Finding]) -> None:
    """At the page of what waits, before anything has an effect; and afterwards where the finding stands."""
    for row in findings[:3]:
        acts.ask_put_right(
            row,
            by=MANAGER,
            reason="",
            cause="settled_at_table",
            clause=None,
            seen_version=None,
            command_id=uuid4(),
            now=clock(),
        )
    [ask] = approvals.waiting(CODE, findings[2].stream)
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(person("shift_manager"), backend="casino.backends.PostingBackend")
    page = html.unescape(client.get(reverse("admin:games_waiting_change", args=[ask.id])).content.decode())
    assert "settled at the table" in page
    assert "This reason was given 3 times by this person in the last 30 days." in page
    acts.confirm(CODE, findings[2].stream, ask.id, by=SHIFT, command_id=uuid4(), now=clock())
    fact = get_ledger(CODE).stream(findings[2].stream)[-1].data
    assert (fact.cause, fact.sealed_reason, fact.authorised_by) == ("settled_at_table", None, SHIFT)
    sums.catch_up(CODE)
    shown = client.get(reverse("admin:games_finding_change", args=[findings[2].pk])).content.decode()
    assert "This reason was given 3 times by this person in the last 30 days." in html.unescape(shown)
