"""What is held stays held, whatever an officer says of it; and film that is held is moved by two persons."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case.stages import MANAGEMENT
from disputes.rows.actor import actor_of
from games.rows.all_readmodels import faults
from surveillance.execution import service
from surveillance.keeping import expiry, guarding, holds, notices
from surveillance.pages import marks
from surveillance.record import changing as ch
from surveillance.record import equipment as e
from surveillance.record import facts as f
from surveillance.record import showing as s
from surveillance.record.commands import COMMANDS
from surveillance.record.step import WATCH
from surveillance.rows import deletion, readmodel
from surveillance.rows.models import ClockReading, Held, HeldChange, Recording
from tests.replay.story import CODE, STARTS
from tests.surveillance.test_service import refused
from tests.surveillance.watch import AT, ROUND, SECOND_OFFICER, Watch

LATER: Final = timedelta(days=181)
MANAGERS: Final = set(MANAGEMENT)
WHY: Final = "Đồng hồ đầu ghi sai, đã đối chiếu lại."


@pytest.fixture(autouse=True)
def bytes_are_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "REMOVERS", {"test": lambda _row: None})


@pytest.fixture
def held(watch: Watch) -> Watch:
    """A case is open about the round, and its film is here."""
    watch.set_up()
    watch.recorder("NVR-2").camera("CAM-B", recorder="NVR-2", table="RL01")
    watch.court.open("shift_manager")
    return watch


def asked(watch: Watch, command: Any, code: str) -> HeldChange:
    """The command is recorded as asked for, and nothing else of it."""
    kind = COMMANDS[_code(command)].on
    before = get_ledger(CODE).stream(f"{kind}/{code}")
    done = watch.do(command, code)
    assert done.status == "asked"
    assert get_ledger(CODE).stream(f"{kind}/{code}") == before
    return HeldChange.objects.order_by("-id")[0]


def _code(command: Any) -> str:
    return next(code for code, step in COMMANDS.items() if step.struct is type(command))


MOVES: Final[dict[str, tuple[Any, str]]] = {
    "placed at another time": (
        s.PlaceRecording(camera="CAM-A", shown_from=AT - timedelta(days=3), reason=WHY),
        "REC-1",
    ),
    "placed at another camera": (
        s.PlaceRecording(camera="CAM-B", shown_from=AT - timedelta(minutes=2), reason=WHY),
        "REC-1",
    ),
    "placed within the hold": (s.PlaceRecording(camera="CAM-A", shown_from=AT, reason=WHY), "REC-1"),
    "the clock in its picture": (
        s.TakePictureClock(shown_from=AT - timedelta(days=2), uncertainty_ms=100, reason=WHY),
        "REC-1",
    ),
    "coverage that ended in the past": (
        e.EndCoverage(coverage="V1", ends_at=STARTS - timedelta(minutes=30), reason=WHY),
        "CAM-A",
    ),
    "the camera at another recorder": (
        e.ChangeCamera(name="Camera A", recorder="NVR-2", channel="ch1", reason=WHY),
        "CAM-A",
    ),
    "a clock an hour off": (
        e.CompareClock(server_at=AT, shown_at=AT + timedelta(hours=1), uncertainty_ms=10, reason=WHY),
        "NVR-1",
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_one_person_moves_nothing_that_is_held(name: str, held: Watch) -> None:
    command, code = MOVES[name]
    if name == "the camera at another recorder":
        held.do(e.CompareClock(server_at=STARTS, shown_at=STARTS + timedelta(hours=9), uncertainty_ms=10), "NVR-2")
    refused("change_reason", held, msgspec.structs.replace(command, reason=None), code)
    change = asked(held, command, code)
    assert change.subjects == [f"case/{held.court.number}"]
    assert list(faults(CODE)) == []
    refused("change_own", held, ch.ConfirmChange(), change.code)
    done = held.do(ch.ConfirmChange(), change.code, who=SECOND_OFFICER)
    assert done.status == "recorded"
    kind = COMMANDS[_code(command)].on
    last = get_ledger(CODE).stream(f"{kind}/{code}")[-1]
    named = [getattr(last.data, field) for field in last.data.__struct_fields__ if field.endswith("_by")]
    assert {person.staff for person in named if hasattr(person, "staff")} == {held.user("surveillance").username}
    assert last.actor == f"person:{held.user(SECOND_OFFICER).username}"
    assert expiry.expire(CODE, now=held.now + LATER) == [], "held to the end of the case, wherever it is said to be"
    refused("change_ended", held, ch.ConfirmChange(), change.code, who=SECOND_OFFICER)


def test_a_change_that_is_declined_changes_nothing(held: Watch) -> None:
    command, code = MOVES["placed at another time"]
    change = asked(held, command, code)
    held.do(ch.DeclineChange(reason="Phim đúng là của ván này."), change.code, who="shift_manager")
    assert Recording.objects.get(code=code).shown_from == AT - timedelta(minutes=2)
    refused("change_ended", held, ch.ConfirmChange(), change.code, who=SECOND_OFFICER)


def test_managers_are_told_while_it_waits_and_when_it_was_done(held: Watch) -> None:
    command, code = MOVES["placed at another time"]
    change = asked(held, command, code)

    def told() -> set[tuple[str, bool]]:
        found = notices.wanted(held.house, held.now)
        return {(each.subject, set(each.posts) >= MANAGERS) for each in found if each.about == change.stream}

    assert told() == {("change", True)}
    assert notices.tell(CODE, now=held.now) > 0
    held.do(ch.ConfirmChange(), change.code, who=SECOND_OFFICER)
    assert told() == {("changed", True)}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (e.EndCoverage(coverage="V1", ends_at=STARTS + timedelta(hours=8)), "CAM-A"),
        (e.BeginCoverage(shows=("wheel",), begins_at=STARTS, table="RL01"), "CAM-C"),
        (e.CompareClock(server_at=AT, shown_at=AT + timedelta(milliseconds=40), uncertainty_ms=100), "NVR-1"),
        (e.ChangeCamera(name="Camera A, bàn 1", recorder="NVR-1", channel="ch1"), "CAM-A"),
    ],
)
def test_what_moves_nothing_that_is_held_is_recorded_at_once(command: Any, code: str, held: Watch) -> None:
    held.do(e.InstallCamera(code="CAM-C", name="Camera C"))
    assert held.do(command, code).status == "recorded"
    assert not HeldChange.objects.exists()


def test_the_first_that_is_said_of_a_film_moves_nothing_and_it_stays_held(held: Watch) -> None:
    holds.follow_to_head(CODE, now=held.now)
    held.recording("REC-2", camera=None)
    assert Recording.objects.get(code="REC-2").held
    placed = s.PlaceRecording(camera="CAM-A", shown_from=AT - timedelta(days=30))
    assert held.do(placed, "REC-2").status == "recorded"
    assert expiry.expire(CODE, now=held.now + LATER) == []


def test_the_hold_names_its_recordings_by_hash_before_anybody_can_say_otherwise(held: Watch) -> None:
    """No follower of Surveillance has run since the case was opened."""
    assert not Held.objects.exists()
    asked(held, *MOVES["placed at another time"])
    reached = [
        e.data for e in get_ledger(CODE).stream(f"hold/{held.court.number}") if isinstance(e.data, f.HoldReached)
    ]
    assert {(each.recording, each.sha256) for each in reached} == {("REC-1", "ab" * 32)}


def test_upkeep_records_it_once_and_a_rebuilt_row_says_the_same(held: Watch) -> None:
    holds.follow_to_head(CODE, now=held.now)
    service.follow(CODE)
    assert guarding.reach_all(CODE, now=held.now) > 0
    assert guarding.reach_all(CODE, now=held.now) == 0
    kept = sorted(Held.objects.values_list())
    assert list(faults(CODE)) == []
    for batch in (1, 10_000):
        readmodel.rebuild(CODE, batch=batch)
        assert sorted(Held.objects.values_list()) == kept


def test_it_ends_with_the_term_of_the_case(held: Watch) -> None:
    holds.follow_to_head(CODE, now=held.now)
    service.follow(CODE)
    guarding.reach_all(CODE, now=held.now)
    change = asked(held, *MOVES["placed at another time"])
    held.do(ch.ConfirmChange(), change.code, who=SECOND_OFFICER)
    held.court.do("shift_manager", c.Withdraw())
    until = held.case().closed.retained_until  # type: ignore[union-attr]
    assert expiry.expire(CODE, now=max(until, held.now + LATER) - timedelta(seconds=1)) == []
    holds.settle_all(CODE, now=until)
    assert expiry.expire(CODE, now=max(until, held.now + LATER)) == ["REC-1"]


def test_a_frame_marked_as_an_event_moves_nothing_that_is_held(held: Watch) -> None:
    reading = ClockReading.objects.get(recorder__code="NVR-1").reading
    assert held.do(e.WithdrawReading(reading=reading, reason=WHY), "NVR-1").status == "recorded"
    row = Recording.objects.select_related("camera__recorder", "property").get(code="REC-1")
    by = actor_of(held.user("surveillance"), CODE, held.now).person
    assert by is not None
    said: dict[str, Any] = {"frame_ms": 0, "event": uuid4(), "uncertainty_ms": 10, "by": by, "now": held.now}
    with pytest.raises(Problem) as caught:
        marks.pair_clock(row, event_at=AT - timedelta(hours=1), command_id=uuid4(), **said)
    assert caught.value.code == "change_at_once"
    marks.pair_clock(row, event_at=AT - timedelta(minutes=2), command_id=uuid4(), **said)


def test_no_moment_of_coverage_lies_in_the_future(held: Watch) -> None:
    ahead = held.now + timedelta(hours=1)
    refused("footage_ahead", held, e.EndCoverage(coverage="V1", ends_at=ahead), "CAM-A")
    refused("footage_ahead", held, e.BeginCoverage(shows=("wheel",), begins_at=ahead, pit="P-1"), "CAM-A")


# --- Every command, in every order ------------------------------------------------------------------------------------


def given(watch: Watch, code: str, draw: Any) -> tuple[Any, str | None] | None:
    """A command of this code with what may be in it, and on what; None where there is nothing to act on."""
    step = COMMANDS[code]
    value = {name: _value(watch, step, name, kind, draw) for name, kind in _fields(step.struct)}
    said = {name: each for name, each in value.items() if each is not None}
    try:
        command = msgspec.convert(said, step.struct)
    except (msgspec.ValidationError, TypeError):
        return None
    if step.on is None:
        return command, None
    streams = sorted({row[1] for row in get_ledger(CODE).scan() if row[1].startswith(f"{step.on}/")})
    return (command, draw(st.sampled_from(streams)).partition("/")[2]) if streams else None


def _fields(struct: Any) -> list[tuple[str, Any]]:
    return [(field.name, field) for field in msgspec.structs.fields(struct)]


MOMENTS: Final = (AT, AT - timedelta(minutes=2), AT - timedelta(days=40), STARTS - timedelta(minutes=40))
CODES: Final = ("CAM-A", "CAM-B", "NVR-1", "NVR-2", "V1", "V2", "REC-1", "RL01", "P-1", "G1", "F1")
GUESSES: Final[dict[str, tuple[Any, ...]]] = {
    "camera": ("CAM-A", "CAM-B"),
    "recorder": ("NVR-1", "NVR-2", None),
    "coverage": ("V1", "V2"),
    "table": ("RL01", None),
    "pit": ("P-1", None),
    "shows": (("table",), ("wheel",)),
    "reason": (WHY, None),
    "kind": ("onvif", "files", "cheating", "procedure"),
    "disposition": ("open", "closed", "unfounded"),
    "verdict": ("as_recorded", "not_visible"),
    "found": (True, False),
    "uncertainty_ms": (10, 3_000_000),
    "frame_ms": (0, 60_000, None),
    "address": ("rtsp://10.0.0.9/{camera}", None),
    "channel": ("ch1", None),
    "digest": ("ab" * 32,),
}


def _value(watch: Watch, step: Any, name: str, field: Any, draw: Any) -> Any:
    if name == "seed":
        return "ab" * 32
    if name in GUESSES:
        return draw(st.sampled_from(GUESSES[name]))
    if name.endswith("_at") or name == "shown_from":
        return draw(st.sampled_from(MOMENTS))
    if name == "reading":
        return draw(st.sampled_from(_readings()))
    if name in ("subject", "subjects"):
        of = {"kind": "round", "stream": ROUND}
        return of if name == "subject" else (of,)
    if name == "stretch":
        return {"recording": "REC-1", "from_ms": 0, "to_ms": 1000}
    if name in ("account", "answer", "name", "note", "ground"):
        return "Ghi lại như đã thấy."
    if name in ("left", "top", "width", "height", "keeps_days", "size"):
        return 10
    if field.required:
        return draw(st.sampled_from(CODES))
    return None


def _readings() -> list[str]:
    return sorted(ClockReading.objects.values_list("reading", flat=True)) or ["C-none"]


OFFICERS: Final = [code for code, step in COMMANDS.items() if step.posts & WATCH]
MOVING: Final = ("place_recording", "take_picture_clock", "end_coverage", "change_camera", "compare_clock")
"""What moves a film in time or takes it off a table: tried half of the time."""


class Officer(RuleBasedStateMachine):
    """One officer gives any command of the registry with anything in it, days pass, upkeep runs: what a case holds is
    here. What is refused is no matter; how many were carried out is counted."""

    carried: dict[str, int] = {}

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self.watch = watch
        self.inside = transaction.atomic()
        self.inside.__enter__()
        self.began, self.number = watch.court.now, watch.court.number

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.inside.__exit__(None, None, None)
        self.watch.court.now, self.watch.court.number = self.began, self.number

    @rule(data=st.data(), code=st.one_of(st.sampled_from(OFFICERS), st.sampled_from(MOVING)))
    def a_command(self, data: Any, code: str) -> None:
        made = given(self.watch, code, data.draw)
        if made is None:
            return
        try:
            with transaction.atomic():
                self.watch.do(*made)
        except Problem:
            return
        self.carried[code] = self.carried.get(code, 0) + 1

    @rule()
    def days_pass(self) -> None:
        self.watch.court.now += timedelta(days=200)

    @rule()
    def upkeep_runs(self) -> None:
        guarding.reach_all(CODE, now=self.watch.now)
        expiry.expire(CODE, now=self.watch.now)

    @invariant()
    def what_the_case_holds_is_here(self) -> None:
        assert expiry.expire(CODE, now=self.watch.now + LATER) == []
        assert not Recording.objects.exclude(deleted_at=None).exists()


def test_an_officer_who_tries_every_command_in_every_order_gets_nothing_deleted(held: Watch) -> None:
    Officer.carried = {}
    run_state_machine_as_test(
        lambda: Officer(held),  # type: ignore[arg-type]
        settings=settings(max_examples=6, stateful_step_count=15, deadline=None),
    )
    assert set(MOVING) & set(Officer.carried), "it is tried in earnest"


def test_every_command_that_an_officer_may_give_is_tried(held: Watch) -> None:
    """A new command joins by itself: one that cannot be made of what is guessed here fails this test."""

    for code, step in COMMANDS.items():
        made = [given(held, code, lambda choice, at=at: choice.elements[at % len(choice.elements)]) for at in range(6)]
        if step.on in (None, "recorder", "camera", "recording"):
            assert any(made), code
