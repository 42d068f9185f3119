"""A remedy at a round and the findings it settles: recorded in one step, and the audit agrees from then on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

import pytest

from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.ledger.errors import ConcurrencyConflict
from games.engine.facts import RemedyMade
from games.engine.judgement import Severity
from games.facts.findings import RoundAudit, load
from games.rows.audit import audit_due, audit_rounds
from games.rows.models import Finding, Round
from games.rows.readmodel import catch_up
from tests.audit.test_findings import link
from tests.replay.story import CODE, PIT_MANAGER, STARTS, SUPERVISOR, Story

pytestmark = pytest.mark.django_db
STREAM = "round/RL01/1"
CASE = "2026-0001"


@pytest.fixture
def story() -> Story:
    """A winner of 3,500,000 who was paid 3,600,000."""
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS + timedelta(minutes=1), paid_minor=3_600_000)
    audit_rounds(CODE)
    return told


def finding() -> Finding:
    return Finding.objects.get(property__code=CODE, occurrence=1)


def audit_of(story: Story) -> RoundAudit:
    return load(story.ledger, "audit/RL01/1")


def steps(story: Story) -> list[str]:
    return [event.type.split(".")[1] for event in story.ledger.stream("audit/RL01/1")]


def remedy(number: int, to_player_minor: int, beyond_rules_minor: int = 0) -> NewEvent:
    data = RemedyMade(
        bet="b1",
        to_player_minor=to_player_minor,
        beyond_rules_minor=beyond_rules_minor,
        kind="take_back",
        case=CASE,
        made_by=SUPERVISOR,
    )
    return NewEvent(
        id=UUID(int=1000 + number),
        stream=STREAM,
        type="roulette.remedy_made.v1",
        data=data,
        actor=f"person:{SUPERVISOR.staff}",
        occurred_at=STARTS + timedelta(hours=2, seconds=number),
    )


def settled(story: Story, *events: NewEvent, only: Iterable[str] | None = None) -> None:
    """What a service of cases does: the remedy and the findings it settles, in one append."""
    audit = audit_of(story)
    for identity in audit.standing_about("b1") if only is None else only:
        audit.settle_by_case(identity, case=CASE, by=SUPERVISOR, clause="8.1")
    story.ledger.append([*events, *audit.collect_events()])
    catch_up(CODE)


def test_a_settled_finding_is_corrected_and_stays_so(story: Story) -> None:
    link(finding(), case=CASE, by=SUPERVISOR)
    settled(story, remedy(1, -100_000))
    row = finding()
    assert (row.status, row.case, row.reason, row.changed_by) == ("corrected", CASE, "", "person:S-200")
    assert steps(story) == ["finding_opened", "finding_linked", "finding_corrected"]
    head = story.ledger.head()[0]
    assert audit_rounds(CODE).appended == 0
    assert audit_due(CODE, story.now + timedelta(hours=1)).rounds == 0
    assert story.ledger.head()[0] == head
    assert finding().status == "corrected"
    books = Round.objects.get(code="1")
    assert (books.findings_open, books.worst_open, books.audit_due) == (0, "", False)


def test_a_finding_nobody_linked_is_settled_too(story: Story) -> None:
    settled(story, remedy(1, -100_000))
    assert (finding().status, finding().case) == ("corrected", CASE)
    assert audit_rounds(CODE).appended == 0


def test_a_remedy_without_a_word_about_the_finding_supersedes_it(story: Story) -> None:
    settled(story, remedy(1, -100_000), only=())
    assert audit_rounds(CODE).superseded == 1
    assert finding().status == "superseded"


def test_what_a_remedy_leaves_is_found_as_something_else(story: Story) -> None:
    settled(story, remedy(1, -60_000))
    assert audit_rounds(CODE).appended == 1
    first, second = Finding.objects.order_by("id")
    assert (first.status, first.amount_minor) == ("corrected", 100_000)
    assert (second.status, second.code, second.amount_minor) == ("open", "paid_too_much", 40_000)
    assert second.detail == {"due": 3_500_000, "paid": 3_540_000, "remedied": -60_000}
    assert audit_rounds(CODE).appended == 0
    assert finding_about(story) == [second.identity]
    settled(story, remedy(2, -40_000))
    assert audit_rounds(CODE).appended == 0
    assert set(Finding.objects.values_list("status", flat=True)) == {"corrected"}


def finding_about(story: Story) -> list[str]:
    audit = audit_of(story)
    assert audit.standing_about("b2") == []
    assert audit.standing_about("b1", Severity.PROCEDURE) == []
    return audit.standing_about("b1")


def test_what_a_case_lets_the_player_keep_is_settled(story: Story) -> None:
    settled(story, remedy(1, 0, 100_000))
    assert audit_rounds(CODE).appended == 1
    kept = Finding.objects.get(status="open")
    assert (kept.code, kept.amount_minor) == ("remedied_beyond_rules", 100_000)
    assert Round.objects.get(code="1").difference_minor == 0


def test_a_remedy_that_does_not_hold_opens_the_finding_again(story: Story) -> None:
    settled(story, remedy(1, -100_000))
    made = story.ledger.stream(STREAM)[-1]
    story.tell(
        STREAM,
        "roulette.fact_corrected",
        STARTS + timedelta(hours=3),
        target=str(made.id),
        before={
            "bet": "b1",
            "to_player_minor": -100_000,
            "beyond_rules_minor": 0,
            "kind": "take_back",
            "case": CASE,
            "made_by": {"post": "pit_supervisor", "staff": "S-200"},
        },
        after=None,
        corrected_by={"post": "pit_supervisor", "staff": "S-200"},
        authorised_by={"post": "pit_manager", "staff": "S-300"},
        reason="It was never taken back.",
    )
    catch_up(CODE)
    assert Round.objects.get(code="1").audit_due
    assert audit_rounds(CODE).opened == 1
    row = Finding.objects.get()
    assert (row.status, row.occurrence, row.amount_minor) == ("open", 2, 100_000)
    assert audit_rounds(CODE).appended == 0
    settled(story, remedy(2, -100_000))
    assert audit_rounds(CODE).appended == 0
    assert (Finding.objects.get().status, Finding.objects.get().occurrence) == ("corrected", 2)


def test_a_finding_of_procedure_stays_corrected_although_it_is_found(story: Story) -> None:
    """Money is put right by a remedy; a call made too late stays one for ever."""
    story.spin("2", STARTS + timedelta(minutes=5), spot="split:1-9", paid_minor=None)
    audit_rounds(CODE)
    row = Finding.objects.get(round__code="2", severity="procedure")
    audit = load(story.ledger, row.stream)
    audit.settle_by_case(row.identity, case=CASE, by=SUPERVISOR)
    story.ledger.append(audit.collect_events())
    assert audit_rounds(CODE).appended == 0
    assert Finding.objects.get(pk=row.pk).status == "corrected"


def test_a_finding_of_another_case_is_not_settled_by_this_one(story: Story) -> None:
    link(finding(), case="2026-0009", by=SUPERVISOR)
    audit = audit_of(story)
    with pytest.raises(Problem) as refused:
        audit.settle_by_case(finding().identity, case=CASE, by=SUPERVISOR)
    assert refused.value.code == "finding_in_other_case"
    assert audit.collect_events() == []


def test_cases_that_are_merged_take_their_findings_with_them(story: Story) -> None:
    identity = finding().identity
    link(finding(), case="A-1", by=SUPERVISOR)
    for old, new in (("A-1", "A-2"), ("A-2", "A-1"), ("A-1", "A-2")):
        audit = audit_of(story)
        with pytest.raises(Problem) as refused:
            audit.relink(identity, from_case="A-7", to_case="A-8", by=PIT_MANAGER)
        assert refused.value.code == "finding_in_other_case"
        audit.relink(identity, from_case=old, to_case=new, by=PIT_MANAGER)
        story.ledger.append(audit.collect_events())
        again = audit_of(story)
        again.relink(identity, from_case=old, to_case=new, by=PIT_MANAGER)
        assert again.collect_events() == []
    catch_up(CODE)
    assert (finding().status, finding().case, finding().changed_by) == ("in_case", "A-2", "person:S-300")
    assert steps(story) == ["finding_opened", *["finding_linked"] * 4]
    settled(story, remedy(1, -100_000), only=())
    with pytest.raises(Problem):
        audit_of(story).settle_by_case(identity, case="A-1", by=SUPERVISOR)


def test_linking_and_settling_go_into_one_step(story: Story) -> None:
    """Opened from a finding and settled at the table at once."""
    identity = finding().identity
    audit = audit_of(story)
    audit.link(identity, case=CASE, by=SUPERVISOR)
    audit.settle_by_case(identity, case=CASE, by=SUPERVISOR)
    story.ledger.append([remedy(1, -100_000), *audit.collect_events()])
    catch_up(CODE)
    assert (finding().status, finding().case) == ("corrected", CASE)
    assert audit_rounds(CODE).appended == 0


def test_who_is_late_with_a_finding_records_nothing_of_the_remedy_either(story: Story) -> None:
    """One append, one transaction: where the findings moved meanwhile, the remedy is not recorded."""
    audit = audit_of(story)
    audit.settle_by_case(finding().identity, case=CASE, by=SUPERVISOR)
    link(finding(), case="2026-0009", by=PIT_MANAGER)
    head = story.ledger.head()[0]
    with pytest.raises(ConcurrencyConflict):
        story.ledger.append([remedy(1, -100_000), *audit.collect_events()])
    assert story.ledger.head()[0] == head
