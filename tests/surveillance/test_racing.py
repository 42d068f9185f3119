"""Two at once, each on a connection of its own, committing: an officer and expiry, an officer and another."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from casino.commands.execution import Done
from casino.core.errors import Problem
from casino.ledger.locking import lock_log
from disputes.rows.actor import actor_of
from surveillance.execution import service
from surveillance.keeping import expiry
from surveillance.record import equipment as e
from surveillance.record import holding as h
from surveillance.record import showing as s
from surveillance.rows import deletion
from surveillance.rows.models import Camera, Hold, Link, Recorder, Recording
from tests.conftest import FreshDatabase
from tests.disputes.court import Court
from tests.replay.story import CODE
from tests.surveillance.watch import AT, SECOND_OFFICER, STRETCH, Watch


@pytest.fixture
def committed(fresh_database: FreshDatabase, tmp_path: Path, settings: Any) -> Watch:
    """A house whose work is committed."""
    folder = tmp_path / "person-keys"
    folder.mkdir(mode=0o700)
    settings.PERSON_KEYS_DIR = str(folder)
    settings.PERSON_MASTER_KEY = base64.b64encode(b"t" * 32).decode()
    return Watch(Court()).set_up()


@pytest.fixture
def removed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(deletion, "REMOVERS", {})  # the room that keeps bytes has tests of its own
    found: list[str] = []

    def remove(row: Recording) -> None:
        found.append(row.code)

    monkeypatch.setattr(deletion, "REMOVERS", {"test": remove})
    return found


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do these at once; what each came to, or what it raised."""
    barrier, found = Barrier(len(works)), [None] * len(works)

    def run(place: int, work: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=240)
            found[place] = work()
        except Exception as error:  # noqa: BLE001 - handed to the test
            found[place] = error  # type: ignore[call-overload]
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=240)
    return found


def test_an_officer_and_expiry_at_once_leave_either_a_hold_or_a_deletion_before_it(
    committed: Watch, removed: list[str]
) -> None:
    watch = committed
    later = watch.now + timedelta(days=181)
    hold = h.PlaceHold(table="RL01", begins_at=AT, ends_at=AT + timedelta(minutes=1), reason="Nghi có gian lận.")
    actor = actor_of(watch.user("shift_manager"), CODE, watch.now)
    given: dict[str, Any] = {"actor": actor, "command_id": uuid4(), "now": watch.now}
    placed, _expired = at_once(
        lambda: service.execute(CODE, None, hold, **given), lambda: expiry.expire(CODE, now=later)
    )
    assert isinstance(placed, Done), placed
    service.follow(CODE)
    row, standing = Recording.objects.get(), Hold.objects.get()
    if row.deleted_at is None:
        assert row.held
        assert removed == []
    else:
        assert row.last_position < standing.last_position
        assert removed == ["REC-1"]
    assert expiry.expire(CODE, now=later) == []


def test_expiry_waits_for_a_hold_that_is_being_recorded(committed: Watch, removed: list[str]) -> None:
    """The hold is recorded and not yet committed when expiry begins: it waits, sees it, and deletes nothing."""
    watch = committed
    later = watch.now + timedelta(days=181)
    found: list[Any] = []

    def run() -> None:
        found.append(expiry.expire(CODE, now=later))
        connections.close_all()

    hold = h.PlaceHold(table="RL01", begins_at=AT, ends_at=AT + timedelta(minutes=1), reason="Nghi có gian lận.")
    thread = Thread(target=run)
    with transaction.atomic():
        lock_log(watch.house.pk)
        thread.start()
        while not _waits():
            thread.join(timeout=0.01)
            assert thread.is_alive(), "it did not wait"
        actor = actor_of(watch.user("shift_manager"), CODE, watch.now)
        with transaction.atomic():
            # Without following: the checkpoint is expiry's to take.
            work = service._OnFilm(CODE, None, hold, actor, None, uuid4(), watch.now)
            work._attempts()
    thread.join(timeout=240)
    assert found == [[]]
    assert removed == []
    assert Recording.objects.get().held


def _waits() -> bool:
    """Whether another session waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else the first answer stands for the whole transaction
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        count: int = cursor.fetchone()[0]
    return count > 0


def test_two_officers_answer_one_request_at_once(committed: Watch, removed: list[str]) -> None:
    """One is heard, the other told; the case has one answer and the record one link."""
    watch = committed
    code = watch.asked()
    answer = s.AnswerRequest(found=True, answer="Thấy rõ tay chia bài.", stretches=(STRETCH,))

    def by(who: str) -> Callable[[], Any]:
        actor = actor_of(watch.user(who), CODE, watch.now)
        given: dict[str, Any] = {"actor": actor, "command_id": uuid4(), "now": watch.now + timedelta(minutes=1)}
        return lambda: service.execute(CODE, code, answer, **given)

    found = at_once(by("surveillance"), by(SECOND_OFFICER))
    assert sorted(type(each).__name__ for each in found) == ["Done", "Problem"], found
    told = next(each for each in found if isinstance(each, Problem))
    assert told.code in ("request_answered", "case_request_unknown", "footage_changed")
    service.follow(CODE)
    assert Link.objects.count() == 1
    assert watch.case().footage["F1"].answer is not None


def test_a_double_click_is_one_command(committed: Watch) -> None:
    watch = committed
    code = watch.asked()
    answer = s.AnswerRequest(found=True, answer="Thấy rõ tay chia bài.", stretches=(STRETCH,))
    actor = actor_of(watch.user("surveillance"), CODE, watch.now)
    given: dict[str, Any] = {"actor": actor, "command_id": uuid4(), "now": watch.now + timedelta(minutes=1)}
    found = at_once(*[lambda: service.execute(CODE, code, answer, **given)] * 2)
    assert sorted(each.status for each in found) == ["duplicate", "recorded"], found
    service.follow(CODE)
    assert Link.objects.count() == 1


def test_a_camera_is_installed_at_a_recorder_while_it_is_retired(committed: Watch, removed: list[str]) -> None:
    """One of both is refused, whoever comes first: never does a camera stand at a recorder that records no more."""
    watch = committed
    actor = actor_of(watch.user("surveillance"), CODE, watch.now)
    for number in range(4):
        code = f"NVR-R{number}"
        watch.recorder(code)
        given: list[Any] = [{"actor": actor, "command_id": uuid4(), "now": watch.now} for _ in range(2)]
        camera = e.InstallCamera(code=f"CAM-R{number}", name="Trên bàn", recorder=code, channel="1")
        retire = e.RetireRecorder(reason="Thay đầu ghi mới.")
        found = at_once(
            partial(service.execute, CODE, None, camera, **given[0]),
            partial(service.execute, CODE, code, retire, **given[1]),
        )
        refused = [each.code for each in found if isinstance(each, Problem)]
        assert len(refused) == 1, found
        assert refused[0] in ("recorder_retired", "recorder_has_cameras")
        service.follow(CODE)
        stands = Camera.objects.filter(recorder__code=code, retired=False).exists()
        assert stands != Recorder.objects.get(code=code).retired


def test_a_recorder_is_not_retired_over_a_camera_that_the_rows_do_not_show_yet(
    committed: Watch, removed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = committed
    watch.recorder("NVR-9")
    watch.do(e.InstallCamera(code="CAM-9", name="Trên bàn"))
    with monkeypatch.context() as patch:
        patch.setattr(service, "follow", lambda _code: None)
        patch.setattr(service, "GUARDS", {})
        watch.do(e.ChangeCamera(name="Trên bàn", recorder="NVR-9", channel="1"), "CAM-9")
        assert not Camera.objects.filter(recorder__code="NVR-9").exists()
        with pytest.raises(Problem) as raised:
            watch.do(e.RetireRecorder(reason="Thay đầu ghi mới."), "NVR-9")
        assert raised.value.code == "recorder_has_cameras"
        watch.do(e.RetireCamera(reason="Hỏng khi ghi sổ."), "CAM-9")
        watch.do(e.RetireRecorder(reason="Thay đầu ghi mới."), "NVR-9")
