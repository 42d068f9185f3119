"""The life of a finding: each step allowed or refused, and each step an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from casino.core.errors import Problem
from games.commands import reasons
from games.engine.facts import Person
from games.facts.findings import change, load
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round
from games.rows.readmodel import follow_to_head
from tests import acts
from tests.acts import dismiss
from tests.replay.story import ACTING, CODE, PIT_MANAGER, SHIFT_MANAGER, STARTS, SUPERVISOR, Story
from tests.sealed import SEALED

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS + timedelta(minutes=1), paid_minor=3_600_000)
    audit_rounds(CODE)
    return told


def finding() -> Finding:
    return Finding.objects.get(property__code=CODE)


def steps(story: Story) -> list[str]:
    return [event.type.split(".")[1] for event in story.ledger.stream("audit/RL01/1")]


def link(row: Finding, *, case: str, by: Person | None = None) -> None:
    """A case takes it up."""
    change(CODE, row.stream, lambda audit: audit.link(row.identity, case=case, by=by))
    follow_to_head(CODE)


def test_an_opened_finding_says_everything_it_rests_on(story: Story) -> None:
    [event] = story.ledger.stream("audit/RL01/1")
    said = event.data
    assert event.actor == "system:audit"
    assert event.occurred_at is None
    assert (said.code, said.severity, said.subject, said.amount_minor) == ("paid_too_much", "money", "b1", 100_000)
    assert said.document == "roulette.2020-06-13"
    assert said.judged_position == event.position - 1
    assert said.clauses
    assert said.occurrence == 1


def test_dismissing_is_recorded_with_who_and_why_and_shows_on_the_next_page(story: Story) -> None:
    dismiss(finding(), by=SUPERVISOR, reason="  Paid back at the table.  ")
    assert steps(story) == ["finding_opened", "finding_dismissed"]
    assert (finding().status, finding().reason) == ("dismissed", "")
    said = story.ledger.stream("audit/RL01/1")[-1].data.sealed_reason
    assert reasons.texts(CODE, [said], "en")[said.ref] == "Paid back at the table."
    assert finding().changed_by == "person:S-200"
    assert Round.objects.get(code="1").findings_open == 0


def test_a_dismissed_finding_stays_dismissed_when_it_is_found_again(story: Story) -> None:
    dismiss(finding(), by=SUPERVISOR, reason="Paid back.")
    assert audit_rounds(CODE).appended == 0
    assert finding().status == "dismissed"


@pytest.mark.parametrize("post", ["dealer", "acting_pit_supervisor", "head_of_operations"])
def test_a_post_that_may_not_dismiss_is_told_so(story: Story, post: Any) -> None:
    with pytest.raises(Problem) as refused:
        dismiss(finding(), by=Person(post=post, staff="S-1"), reason="Because of film.")
    assert refused.value.code == "finding_post_not_allowed"
    assert steps(story) == ["finding_opened"]


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_reason_is_asked_for(story: Story, reason: str) -> None:
    with pytest.raises(Problem) as refused:
        dismiss(finding(), by=SUPERVISOR, reason=reason)
    assert refused.value.code == "finding_reason_missing"


def test_nothing_is_dismissed_twice(story: Story) -> None:
    dismiss(finding(), by=SUPERVISOR, reason="Paid back.")
    with pytest.raises(Problem) as refused:
        dismiss(finding(), by=SUPERVISOR, reason="Again on film.")
    assert refused.value.code == "finding_not_open"


def test_an_unknown_finding_is_no_finding(story: Story) -> None:
    with pytest.raises(Problem) as refused:
        change(CODE, "audit/RL01/1", lambda audit: audit.dismiss("0" * 32, by=SUPERVISOR, sealed=SEALED))
    assert refused.value.code == "finding_unknown"


def test_correcting_takes_a_second_person_of_higher_post(story: Story) -> None:
    ask = uuid4()
    for by, authorised_by in [
        (SUPERVISOR, SHIFT_MANAGER),
        (PIT_MANAGER, PIT_MANAGER),
        (ACTING, SHIFT_MANAGER),
        (SHIFT_MANAGER, SHIFT_MANAGER),
    ]:
        with pytest.raises(Problem) as refused:
            load(story.ledger, "audit/RL01/1").correct(
                finding().identity, by=by, authorised_by=authorised_by, sealed=SEALED, ask=ask
            )
        assert refused.value.code == "finding_needs_second_person"


def test_a_case_takes_a_finding_up_once(story: Story) -> None:
    link(finding(), case="C-1", by=PIT_MANAGER)
    link(finding(), case="C-1", by=PIT_MANAGER)
    assert steps(story) == ["finding_opened", "finding_linked"]
    assert (finding().status, finding().case) == ("in_case", "C-1")
    with pytest.raises(Problem) as refused:
        link(finding(), case="C-2")
    assert refused.value.code == "finding_in_other_case"
    assert Round.objects.get(code="1").findings_open == 1


def test_a_superseded_finding_that_comes_back_is_its_next_occurrence(story: Story) -> None:
    identity = finding().identity
    change(CODE, "audit/RL01/1", lambda audit: audit.audited({}, document="", judged_position=99))
    standing = load(story.ledger, "audit/RL01/1").findings[identity]
    assert (standing.status, standing.judged_position) == ("superseded", 99)
    with pytest.raises(Problem):
        change(CODE, "audit/RL01/1", lambda audit: audit.dismiss(identity, by=SUPERVISOR, sealed=SEALED))
    report = audit_rounds(CODE)
    assert (report.opened, report.superseded) == (1, 0)
    assert (finding().status, finding().occurrence) == ("open", 2)
    assert steps(story) == ["finding_opened", "finding_superseded", "finding_opened"]


def test_a_command_that_lost_a_race_looks_again(story: Story) -> None:
    identity = finding().identity
    raced = False

    def command(audit: object) -> None:
        nonlocal raced
        if not raced:
            raced = True
            change(CODE, "audit/RL01/1", lambda other: other.link(identity, case="C-9"))
        audit.dismiss(identity, by=SUPERVISOR, sealed=SEALED)  # type: ignore[attr-defined]

    with pytest.raises(Problem) as refused:
        change(CODE, "audit/RL01/1", command)
    assert (raced, refused.value.code) == (True, "finding_in_other_case")
    assert steps(story) == ["finding_opened", "finding_linked"]


def test_only_the_case_that_has_a_finding_lets_it_go(story: Story) -> None:
    identity = finding().identity
    for let_go in ("release", "dismiss_by_case"):
        with pytest.raises(Problem) as refused:
            change(CODE, "audit/RL01/1", lambda a, do=let_go: getattr(a, do)(identity, case="C-1", by=PIT_MANAGER))
        assert refused.value.code == "finding_not_in_case"
    link(finding(), case="C-1", by=PIT_MANAGER)
    for let_go in ("release", "dismiss_by_case"):
        with pytest.raises(Problem) as refused:
            change(CODE, "audit/RL01/1", lambda a, do=let_go: getattr(a, do)(identity, case="C-2", by=PIT_MANAGER))
        assert refused.value.code == "finding_in_other_case"
    assert steps(story) == ["finding_opened", "finding_linked"]


def test_a_finding_decided_in_a_case_stays_so_when_it_is_found_again(story: Story) -> None:
    """Other than one that a remedy put right: here nothing was to change."""
    identity = finding().identity
    link(finding(), case="C-1", by=PIT_MANAGER)
    change(CODE, "audit/RL01/1", lambda audit: audit.dismiss_by_case(identity, case="C-1", by=PIT_MANAGER))
    assert audit_rounds(CODE).appended == 0
    assert (finding().status, finding().case, finding().reason) == ("dismissed", "C-1", "")
    with pytest.raises(Problem) as refused:
        link(finding(), case="C-2", by=PIT_MANAGER)
    assert refused.value.code == "finding_not_open"
    change(CODE, "audit/RL01/1", lambda audit: audit.take_up_again(identity, case="C-2", by=PIT_MANAGER))
    assert steps(story) == ["finding_opened", "finding_linked", "finding_dismissed"]
    change(CODE, "audit/RL01/1", lambda audit: audit.take_up_again(identity, case="C-1", by=PIT_MANAGER))
    assert load(story.ledger, "audit/RL01/1").findings[identity].status == "in_case"


def test_a_released_finding_that_is_no_longer_found_is_superseded(story: Story) -> None:
    identity = finding().identity
    link(finding(), case="C-1", by=PIT_MANAGER)
    change(CODE, "audit/RL01/1", lambda audit: audit.release(identity, case="C-1", by=PIT_MANAGER))
    standing = load(story.ledger, "audit/RL01/1").findings[identity]
    assert (standing.status, standing.case, standing.occurrence) == ("open", "", 1)
    change(CODE, "audit/RL01/1", lambda audit: audit.audited({}, document="", judged_position=99))
    with pytest.raises(Problem) as refused:
        change(CODE, "audit/RL01/1", lambda audit: audit.release(identity, case="C-1", by=PIT_MANAGER))
    assert refused.value.code == "finding_not_open"
    with pytest.raises(Problem) as refused:
        change(CODE, "audit/RL01/1", lambda audit: audit.take_up_again("0" * 32, case="C-1", by=PIT_MANAGER))
    assert refused.value.code == "finding_unknown"


def test_what_a_case_has_taken_up_is_only_the_cases(story: Story) -> None:
    link(finding(), case="C-1", by=PIT_MANAGER)
    with pytest.raises(Problem, match="C-1") as dismissing:
        dismiss(finding(), by=PIT_MANAGER, reason="Paid back.")
    with pytest.raises(Problem, match="C-1") as correcting:
        acts.ask_put_right(
            finding(),
            by=PIT_MANAGER,
            reason="Paid back.",
            clause=None,
            seen_version=None,
            command_id=uuid4(),
            now=STARTS,
        )
    assert dismissing.value.code == correcting.value.code == "finding_in_other_case"
    assert (finding().status, steps(story)) == ("in_case", ["finding_opened", "finding_linked"])
