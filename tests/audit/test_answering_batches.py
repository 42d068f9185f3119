"""One answer to all that was asked for at once: all are let rest, or none."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group, User

from casino.clock import now as clock
from casino.core.errors import Problem
from games.commands import answering_batches
from games.engine.facts import Person
from games.rows.models import Finding, Waiting
from tests import acts
from tests.audit.test_finding_batches import EACH, MANAGER, SENTENCE, SUPERVISOR, dismiss, limits, rows, states
from tests.posting import a_property, posting
from tests.replay.story import CODE

pytestmark = pytest.mark.django_db
__all__ = ["rows"]


@pytest.fixture
def batch(rows: list[Finding], settings: Any) -> UUID:
    """Three findings, asked for at once by the pit supervisor."""
    limits(settings, alone=EACH, sentence=0)
    command = uuid4()
    assert not dismiss(rows, SENTENCE, command_id=command)
    return command


def answer(batch: UUID, *, confirm: bool = True, by: Person = MANAGER, command_id: UUID | None = None) -> int:
    given: dict[str, Any] = {"by": by, "command_id": command_id or uuid4(), "now": clock()}
    return acts.answer_several(CODE, batch, confirm=confirm, **given)


def waits() -> set[str]:
    return set(Waiting.objects.filter(kind="dismiss").values_list("state", flat=True))


def refusal(batch: UUID, **given: Any) -> str:
    with pytest.raises(Problem) as refused:
        answer(batch, **given)
    return refused.value.code


def test_one_confirmation_lets_all_of_them_rest_with_both_names(batch: UUID) -> None:
    assert set(Waiting.objects.values_list("batch", flat=True)) == {batch}
    command = uuid4()
    assert answer(batch, command_id=command) == 3
    assert (states(), waits()) == ({"dismissed"}, {"confirmed"})
    assert set(Waiting.objects.values_list("decided_by", flat=True)) == {MANAGER.staff}
    assert answer(batch, command_id=command) == 3, "the same again does nothing"
    assert refusal(batch, command_id=command, confirm=False) == "command_conflict"
    assert refusal(batch) == "ask_decided"


def test_declined_all_stay_open(batch: UUID) -> None:
    assert answer(batch, confirm=False) == 3
    assert (states(), waits()) == ({"open"}, {"refused"})


def test_who_asked_and_lower_posts_answer_none(batch: UUID) -> None:
    assert refusal(batch, by=SUPERVISOR) == "ask_same_person"
    assert refusal(batch, by=Person(post="pit_supervisor", staff="S02")) == "post_too_low"
    assert (states(), waits()) == ({"open"}, {"waiting"})


def test_what_has_its_answer_is_left_as_it_is(batch: UUID) -> None:
    one = Waiting.objects.order_by("position")[0]
    acts.refuse(CODE, one.stream, one.pk, by=MANAGER, command_id=uuid4(), now=clock())
    assert answer(batch) == 2
    assert sorted(Waiting.objects.values_list("state", flat=True)) == ["confirmed", "confirmed", "refused"]
    assert states() == {"open", "dismissed"}


def test_two_findings_of_one_round_are_answered_in_one_append(rows: list[Finding], settings: Any) -> None:
    """The books of a round go on by one for each."""
    limits(settings, alone=0, sentence=0)
    command = uuid4()
    alike = list(Finding.objects.filter(stream=rows[0].stream, status="open"))
    same_round = [row for row in alike if row.code == rows[0].code]
    assert not dismiss([*same_round, rows[1]], SENTENCE, command_id=command)
    assert answer(command) == len(same_round) + 1


def test_an_unknown_batch_has_no_answer(rows: list[Finding]) -> None:
    assert refusal(uuid4()) == "ask_unknown"


def test_whoever_answers_acts_at_every_table_of_it(batch: UUID) -> None:
    user = User.objects.create_user("pit.manager", is_staff=True)
    user.groups.add(Group.objects.get(name="pit_manager"))
    posting(user, "pit_manager", tables=("RL01",), owner=a_property(CODE))
    assert answering_batches.required(user, CODE, batch, clock()).staff == "pit.manager"
    Waiting.objects.filter(pk=Waiting.objects.order_by("position")[0].pk).update(table="SB07")
    with pytest.raises(Problem) as refused:
        answering_batches.required(user, CODE, batch, clock())
    assert refused.value.code == "not_posted_here"


@pytest.mark.parametrize("alone", [EACH, 3 * EACH])
def test_the_same_command_about_other_findings_is_a_conflict(rows: list[Finding], settings: Any, alone: int) -> None:
    """Asked for, or let rest at once: the first answer is not that of others."""
    limits(settings, alone=alone, sentence=0)
    command = uuid4()
    dismiss(rows[:2], SENTENCE, command_id=command)
    with pytest.raises(Problem) as refused:
        dismiss(rows[2:], SENTENCE, command_id=command)
    assert refused.value.code == "command_conflict"
    assert Finding.objects.get(pk=rows[2].pk).status == "open"
