"""A hold beats expiry whatever the order, and only what is free is deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from disputes.case.facts import RoundRef
from surveillance.execution import service
from surveillance.keeping import expiry, holds
from surveillance.record import holding as h
from surveillance.record import showing as s
from surveillance.record.fields import Stretched
from surveillance.record.parts import Subject, Unplayable
from surveillance.rows import deletion
from surveillance.rows.models import Hold, Recording
from tests.replay.story import CODE, STARTS
from tests.surveillance.watch import AT, ROUND, Watch

LATER = timedelta(days=181)


@pytest.fixture(autouse=True)
def nobody_keeps_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room that keeps them has tests of its own (``tests/surveillance/files``)."""
    monkeypatch.setattr(deletion, "REMOVERS", {})


@pytest.fixture
def removed(nobody_keeps_bytes: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was taken away, by a room that keeps bytes."""
    found: list[str] = []

    def remove(row: Recording) -> None:
        found.append(row.code)

    monkeypatch.setattr(deletion, "REMOVERS", {"test": remove})
    return found


def test_what_is_free_is_deleted_at_its_term_and_recorded(
    watch: Watch, removed: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    watch.set_up()
    assert expiry.expire(CODE, now=watch.now + timedelta(days=179)) == []
    with django_capture_on_commit_callbacks(execute=True):
        assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-1"]
    assert removed == ["REC-1"]
    last = get_ledger(CODE).stream("recording/REC-1")[-1]
    assert (last.actor, last.data.rule) == ("system:expiry", "term_ended")
    assert last.data.kept_until == Recording.objects.get().keep_until
    assert Recording.objects.get().deleted_at is not None
    assert expiry.expire(CODE, now=watch.now + LATER) == []
    refused = s.LinkFootage(subject=Subject(kind="round", stream=ROUND), stretch=Stretched(
        recording="REC-1", from_ms=0, to_ms=1))  # fmt: skip
    with pytest.raises(Exception, match="was deleted"):
        watch.do(refused)
    expiry.remove_left(CODE, now=watch.now + LATER)
    assert "REC-1" in removed


def test_nothing_is_deleted_while_nobody_takes_the_bytes_away(watch: Watch) -> None:
    watch.set_up()
    assert expiry.expire(CODE, now=watch.now + LATER) == []
    assert Recording.objects.get().deleted_at is None


def test_a_case_opened_a_moment_ago_keeps_its_footage_before_any_worker_saw_it(
    watch: Watch, removed: list[str]
) -> None:
    watch.set_up()
    watch.court.open()  # no follower of Surveillance has run
    assert not Hold.objects.exists()
    assert expiry.expire(CODE, now=watch.now + LATER) == []
    assert Hold.objects.get().subject == f"case/{watch.court.number}"
    assert Recording.objects.get().held


UNREADABLE = Unplayable(code="film_unreadable", vi="Không đọc được phim.", en="The film cannot be read.")


def test_what_cannot_be_shown_goes_at_its_term_and_no_sooner(watch: Watch, removed: list[str]) -> None:
    """How long it is nobody knows: a case about a round after its beginning holds it, one before it does not."""
    watch.set_up()
    watch.recording("REC-MAY", media=None, unplayable=UNREADABLE, shown_from=AT - timedelta(hours=5))
    watch.recording("REC-LATER", media=None, unplayable=UNREADABLE, shown_from=AT + timedelta(hours=5))
    assert expiry.expire(CODE, now=watch.now + timedelta(days=179)) == []
    watch.court.open()
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-LATER"]
    assert Recording.objects.get(code="REC-MAY").held


def test_what_cannot_be_shown_is_linked_whole_and_then_kept(watch: Watch, removed: list[str]) -> None:
    watch.set_up().recording("REC-X", media=None, unplayable=UNREADABLE, shown_from=AT + timedelta(hours=5))
    watch.court.open()
    case = Subject(kind="case", stream=f"case/{watch.court.number}")
    with pytest.raises(Problem, match="stretch must lie within"):
        watch.link(case, Stretched(recording="REC-X", from_ms=0, to_ms=1))
    watch.link(case, Stretched(recording="REC-X", from_ms=0, to_ms=0))
    assert expiry.expire(CODE, now=watch.now + LATER) == []


def test_footage_beside_the_disputed_round_is_free(watch: Watch, removed: list[str]) -> None:
    watch.set_up().recording("REC-2", shown_from=AT + timedelta(hours=5))
    watch.court.open()
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-2"]


def test_a_recorder_whose_clock_is_an_hour_wrong(watch: Watch, removed: list[str]) -> None:
    """Its film of the round says an hour later; what it says is the round's own time shows something else."""
    hour = timedelta(hours=1)
    watch.recorder().camera().read_clock(3_600_000)
    watch.recording("REC-RIGHT", shown_from=AT + hour - timedelta(minutes=1)).recording("REC-WRONG", shown_from=AT)
    watch.court.open()
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-WRONG"]


def test_a_camera_over_the_whole_pit_counts(watch: Watch, removed: list[str]) -> None:
    """It is the only film of table RL02; of RL01, which stands in no pit, it is none."""
    watch.second_table(pit="P-1")
    watch.recorder().camera(table=None, pit="P-1").read_clock().recording()
    watch.court.open()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    assert not Recording.objects.get().held
    ref = RoundRef(table="RL02", round="short", bets=("b1",))
    watch.court.open("shift_manager", table="RL02", rounds=(ref,))
    assert expiry.expire(CODE, now=watch.now + LATER) == []


def test_what_nobody_can_say_the_place_of_is_kept_while_anything_is_held(watch: Watch, removed: list[str]) -> None:
    watch.set_up().recording("REC-2", camera=None)
    watch.court.open()
    assert expiry.expire(CODE, now=watch.now + LATER) == []


def test_what_was_linked_to_a_case_is_kept_with_it(watch: Watch, removed: list[str]) -> None:
    watch.set_up().recording("REC-2", shown_from=AT + timedelta(hours=5))
    watch.court.open()
    stretch = Stretched(recording="REC-2", from_ms=0, to_ms=1_000)
    link = watch.link(Subject(kind="case", stream=f"case/{watch.court.number}"), stretch).code
    assert expiry.expire(CODE, now=watch.now + LATER) == []
    watch.do(s.WithdrawLink(reason="Nhầm ngày, không liên quan."), link)
    assert expiry.expire(CODE, now=watch.now + LATER) == [], (
        "once held, held to the end (tests/surveillance/test_guarding.py)"
    )


def test_a_warning_comes_before_footage_of_an_open_finding_goes(watch: Watch, removed: list[str]) -> None:
    watch.set_up().recording("REC-2", shown_from=STARTS - timedelta(minutes=50))
    soon = watch.now + timedelta(days=175)
    [found] = expiry.ending(watch.house, now=soon)
    assert found.recording.code == "REC-1"
    assert {finding.stream for finding in found.findings} >= {"audit/RL01/short"}
    assert list(expiry.ending(watch.house, now=watch.now)) == []
    watch.court.open()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    assert list(expiry.ending(watch.house, now=soon)) == []


# --- Whatever the order -----------------------------------------------------------------------------------------------


class Order(RuleBasedStateMachine):
    """Recordings come, holds are placed and released, cases open, time passes, expiry runs: in any order. The reference
    is a few sets in memory."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self.watch = watch
        self.inside = transaction.atomic()
        self.inside.__enter__()
        self.began, self.number = watch.court.now, watch.court.number
        self.recordings: dict[str, Any] = {}
        self.standing: set[str] = set()
        self.opened = False

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.inside.__exit__(None, None, None)
        self.watch.court.now, self.watch.court.number = self.began, self.number

    @rule()
    def a_recording_comes(self) -> None:
        code = f"R{len(self.recordings)}"
        self.watch.recording(code, keep_days=3)
        self.recordings[code] = self.watch.now + timedelta(days=3)

    @rule()
    def somebody_holds(self) -> None:
        hold = h.PlaceHold(table="RL01", begins_at=AT, ends_at=AT + timedelta(minutes=1), reason="Nghi có gian lận.")
        self.standing.add(self.watch.do(hold, who="shift_manager").code)

    @precondition(lambda self: self.standing)
    @rule()
    def it_is_released(self) -> None:
        self.watch.do(h.ReleaseHold(reason="Đã xem xong, không có gì."), self.standing.pop())

    @precondition(lambda self: not self.opened)
    @rule()
    def a_case_opens(self) -> None:
        self.watch.court.open("shift_manager")
        self.opened = True

    @rule()
    def days_pass(self) -> None:
        self.watch.court.now += timedelta(days=2)

    @rule()
    def expiry_runs(self) -> None:
        held = bool(self.standing) or self.opened
        ended = {code for code, until in self.recordings.items() if until <= self.watch.now and not held}
        assert set(expiry.expire(CODE, now=self.watch.now)) == ended
        for code in ended:
            del self.recordings[code]

    @invariant()
    def what_is_kept_is_here(self) -> None:
        here = Recording.objects.filter(deleted_at=None).exclude(code="REC-1")
        assert set(here.values_list("code", flat=True)) == set(self.recordings)


def test_a_hold_beats_expiry_whatever_the_order(watch: Watch, removed: list[str]) -> None:
    watch.recorder().camera().read_clock()
    run_state_machine_as_test(
        lambda: Order(watch),  # type: ignore[arg-type]
        settings=settings(max_examples=20, stateful_step_count=9, deadline=None),
    )
