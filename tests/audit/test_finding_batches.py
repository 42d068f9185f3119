"""Several findings let rest at once: one kind, one cause, one reason; their sum is what is held against the limits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from games.commands import approvals, resting
from games.engine.facts import Person
from games.facts.finding_facts import FindingDismissed
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, FindingStatus
from tests import acts
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

SUPERVISOR = Person(post="pit_supervisor", staff="S01")
MANAGER = Person(post="pit_manager", staff="pit.manager")
SENTENCE = "Camera cho thấy bàn đã trả thêm ở cả ba ván."
EACH = 100_000


@pytest.fixture
def rows() -> list[Finding]:
    """Three straight ups paid 100,000 too much, in three rounds; in a fourth one was paid too little."""
    told = Story()
    told.table(at=STARTS)
    for number in range(3):
        told.spin(str(number), STARTS + timedelta(minutes=2 * number), paid_minor=3_600_000)
    told.spin("less", STARTS + timedelta(minutes=20), paid_minor=3_400_000)
    follow_now(CODE)
    audit_rounds(CODE)
    follow_now(CODE)
    return list(Finding.objects.filter(code="paid_too_much").order_by("stream"))


def limits(settings: Any, *, alone: int, sentence: int) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": alone}, "reason_sentence_above": {"VND": sentence}}


def dismiss(rows: list[Finding], reason: str = "", cause: Any = "device_fault", **given: Any) -> bool:
    said: dict[str, Any] = {"by": SUPERVISOR, "command_id": uuid4(), "now": clock()} | given
    return acts.dismiss_several(rows, reason=reason, cause=cause, **said)


def states() -> set[str]:
    return set(Finding.objects.filter(code="paid_too_much").values_list("status", flat=True))


def test_within_the_limits_they_rest_with_one_reason(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=3 * EACH, sentence=0)
    command = uuid4()
    assert dismiss(rows, SENTENCE, command_id=command)
    assert states() == {FindingStatus.DISMISSED}
    facts = [get_ledger(CODE).stream(row.stream)[-1].data for row in rows]
    assert all(isinstance(fact, FindingDismissed) and fact.cause == "device_fault" for fact in facts)
    assert len({fact.sealed_reason.ref for fact in facts}) == 1, "one reason, sealed once"
    head = get_ledger(CODE).head()
    assert dismiss(rows, SENTENCE, command_id=command), "the same again"
    assert get_ledger(CODE).head() == head
    with pytest.raises(Problem) as other:
        dismiss(rows, "Camera cho thấy bàn đã trả đủ về sau.", command_id=command)
    assert other.value.code == "command_conflict"


def test_their_sum_asks_for_a_second_person_though_each_alone_would_not(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=2 * EACH, sentence=0)
    assert not resting.needs_two(clock(), SUPERVISOR, rows[0])
    command = uuid4()
    assert not dismiss(rows, SENTENCE, command_id=command)
    assert states() == {FindingStatus.OPEN}
    assert not dismiss(rows, SENTENCE, command_id=command), "the same again"
    asks = [ask for row in rows for ask in approvals.waiting(CODE, row.stream)]
    assert {(ask.asked.batch, ask.asked.finding) for ask in asks} == {(command, row.identity) for row in rows}
    for row, ask in zip(rows, asks, strict=True):
        acts.confirm(CODE, row.stream, ask.id, by=MANAGER, command_id=uuid4(), now=clock())
    assert states() == {FindingStatus.DISMISSED}


def test_their_sum_asks_for_a_sentence_though_each_alone_would_not(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=10 * EACH, sentence=2 * EACH)
    with pytest.raises(Problem) as refused:
        dismiss(rows)
    assert (refused.value.code, states()) == ("reason_missing_text", {FindingStatus.OPEN})
    assert dismiss(rows[:2]), "together up to the amount a chosen cause is enough"


def test_what_was_let_rest_before_counts_with_them(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=2 * EACH, sentence=0)
    assert acts.dismiss(rows[0], by=SUPERVISOR, reason=SENTENCE, cause="device_fault")
    assert not dismiss(rows[1:], SENTENCE)


def test_all_or_none(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=10 * EACH, sentence=10 * EACH)
    assert acts.dismiss(rows[1], by=SUPERVISOR, reason="", cause="training")
    with pytest.raises(Problem) as refused:
        dismiss(rows)
    assert refused.value.code == "finding_not_open"
    assert [row.status for row in Finding.objects.filter(code="paid_too_much").order_by("stream")] == [
        *(FindingStatus.OPEN, FindingStatus.DISMISSED, FindingStatus.OPEN)
    ]


def test_whoever_is_in_one_of_them_lets_none_rest(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=10 * EACH, sentence=10 * EACH)
    dealer = Person(post="pit_supervisor", staff="S-101")  # who called for no more bets
    with pytest.raises(Problem) as refused:
        dismiss(rows, by=dealer)
    assert (refused.value.code, states()) == ("interest_barred", {FindingStatus.OPEN})


def test_only_findings_of_one_kind_each_once(rows: list[Finding], settings: Any) -> None:
    other = Finding.objects.exclude(code="paid_too_much").get()
    for wrong in ([], [*rows, rows[0]], [*rows, other]):
        with pytest.raises(Problem) as refused:
            dismiss(wrong)
        assert refused.value.code == "finding_batch"


def test_a_post_that_may_not_dismiss_lets_none_rest(rows: list[Finding]) -> None:
    with pytest.raises(Problem) as refused:
        dismiss(rows, by=Person(post="acting_pit_supervisor", staff="A01"), command_id=UUID(int=1))
    assert refused.value.code == "finding_post_not_allowed"
