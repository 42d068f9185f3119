"""Commands of Surveillance through the service: once, by whom they belong to, whole or not at all."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import msgspec
import pytest

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.vault import open_text
from casino.vault.models import SealedContent
from disputes.case import commands as c
from disputes.case.state import fold
from surveillance.execution import service
from surveillance.keeping import expiry
from surveillance.record import equipment as e
from surveillance.record import holding as h
from surveillance.record import showing as s
from surveillance.record.fields import Stretched
from surveillance.record.parts import Subject
from surveillance.rows import deletion
from surveillance.rows.models import Camera, ClockReading, Coverage, Hold, Link, Recorder, Request
from tests.disputes.court import colleague
from tests.replay.story import CODE, STARTS
from tests.surveillance.watch import AT, ROUND, SECOND_OFFICER, STRETCH, Watch


def refused(code: str, watch: Watch, command: object, of: str | None = None, **besides: object) -> Problem:
    """The problem with a command that must leave nothing behind."""
    head, sealed = get_ledger(CODE).head()[0], SealedContent.objects.count()
    with pytest.raises(Problem) as raised:
        watch.do(command, of, **besides)  # type: ignore[arg-type]
    assert raised.value.code == code, raised.value
    written = get_ledger(CODE).read(after=head, limit=100)
    assert {event.stream.partition("/")[0] for event in written} <= {"refusal"}
    assert SealedContent.objects.count() == sealed
    return raised.value


def test_a_recorder_a_camera_and_what_it_covers(watch: Watch) -> None:
    watch.recorder(user="viewer", password="s3cret:word").camera().read_clock(1_500)
    row = Recorder.objects.get()
    assert (row.code, row.has_credentials, row.keeps_days) == ("NVR-1", True, 30)
    credentials = service.load(CODE, "recorder/NVR-1").known.credentials
    assert open_text(CODE, credentials) == "viewer:s3cret:word"
    assert b"s3cret" not in get_ledger(CODE).stream_rows("recorder/NVR-1")[0][-1]
    camera = Camera.objects.get()
    assert (camera.recorder_id, camera.channel) == (row.pk, "ch1")
    assert Coverage.objects.get().table == "RL01"
    assert ClockReading.objects.get().offset_ms == 1_500

    watch.do(e.ChangeRecorder(name="Other", kind="files"), "NVR-1", seen_version=2)
    assert service.load(CODE, "recorder/NVR-1").known.credentials == credentials
    watch.do(e.RetireCamera(reason="Hỏng ống kính."), "CAM-A")
    assert Coverage.objects.get().ends_at == watch.now
    refused("camera_retired", watch, e.BeginCoverage(shows=("pit",), begins_at=STARTS, table="RL01"), "CAM-A")
    watch.do(e.RetireRecorder(reason="Thay máy mới."), "NVR-1")
    refused("recorder_retired", watch, e.InstallCamera(code="B", name="B", recorder="NVR-1", channel="2"))


def test_a_recorder_is_retired_once_no_camera_is_recorded_there(watch: Watch) -> None:
    """What a camera covers ends only when somebody says so."""
    watch.recorder().recorder("NVR-2").camera().camera("CAM-B")
    retire = e.RetireRecorder(reason="Thay máy mới.")
    problem = refused("recorder_has_cameras", watch, retire, "NVR-1")
    assert "2: CAM-A, CAM-B" in problem.text.en
    watch.do(e.ChangeCamera(name="A", recorder="NVR-2", channel="1"), "CAM-A")
    refused("recorder_has_cameras", watch, retire, "NVR-1")
    watch.do(e.RetireCamera(reason="Hỏng ống kính."), "CAM-B")
    watch.do(retire, "NVR-1")
    assert Recorder.objects.get(code="NVR-1").retired
    refused("recorder_has_cameras", watch, retire, "NVR-2")


@pytest.mark.parametrize(
    "who",
    ["dealer", "pit_supervisor", "pit_manager", "senior_management", "head_of_operations", "auditor", "regulator"],
)
def test_cameras_belong_to_surveillance(who: str, watch: Watch) -> None:
    problem = refused("footage_not_your_post", watch, e.InstallCamera(code="X", name="X"), who=who)
    assert problem.text.en == "This is for: Surveillance."


def test_somebody_without_a_post_or_a_posting_gives_no_command(watch: Watch) -> None:
    ask = s.RequestFootage(
        subject=Subject(kind="round", stream=ROUND), table="RL01", begins_at=AT, ends_at=AT + timedelta(minutes=2)
    )
    refused("footage_not_your_table", watch, ask, who=colleague("unposted", "pit_manager", tables=("RL02",)))
    refused("footage_not_your_post", watch, ask, who="administrator")
    assert not Request.objects.exists()


def test_the_same_command_twice_is_one(watch: Watch) -> None:
    command, key = e.InstallCamera(code="CAM-A", name="A"), uuid4()
    first = watch.do(command, command_id=key)
    again = watch.do(command, command_id=key)
    assert (first.status, again.status) == ("recorded", "duplicate")
    assert (first.stream, first.version) == (again.stream, again.version)
    refused("command_conflict", watch, e.InstallCamera(code="CAM-B", name="B"), command_id=key)
    refused("command_conflict", watch, command, command_id=key, who=SECOND_OFFICER)
    refused("footage_code_taken", watch, command)


def test_a_command_with_words_twice_is_one_also_after_its_words_were_erased(watch: Watch) -> None:
    watch.recorder()
    command, key = e.RetireRecorder(reason="Máy cũ, không còn phụ tùng."), uuid4()
    watch.do(command, "NVR-1", command_id=key)
    assert watch.do(command, "NVR-1", command_id=key).status == "duplicate"
    refused("command_conflict", watch, e.RetireRecorder(reason="Lý do khác hẳn."), "NVR-1", command_id=key)
    assert SealedContent.objects.count() == 1


def test_who_has_not_seen_the_latest_is_told(watch: Watch) -> None:
    watch.recorder().camera()
    seen = Camera.objects.get().version
    watch.do(e.ChangeCamera(name="New name"), "CAM-A", seen_version=seen, who=SECOND_OFFICER)
    refused("footage_changed", watch, e.ChangeCamera(name="Another"), "CAM-A", seen_version=seen)


# --- Requests ---------------------------------------------------------------------------------------------------------


def test_8_4_6_a_request_of_a_case_is_answered_with_links_and_the_case_sees_it_at_once(watch: Watch) -> None:
    code = watch.set_up().asked()
    row = Request.objects.get()
    assert (row.code, row.status, row.table, row.round) == (code, "open", "RL01", "short")
    assert row.due_at == watch.case().footage["F1"].asked.next_by
    watch.do(s.AcknowledgeRequest(), code)
    assert Request.objects.get().status == "acknowledged"
    answer = s.AnswerRequest(found=True, answer="Thấy rõ đếm tiền trả.", stretches=(STRETCH,))
    done = watch.do(answer, code, seen_version=1)

    footage = watch.case().footage["F1"]
    assert footage.answer is not None
    assert open_text(CODE, footage.answer.answer) == "Thấy rõ đếm tiền trả."
    assert footage.answer.answered_by.staff == watch.user("surveillance").username
    row = Request.objects.get()
    assert (row.status, row.links, row.version) == ("answered", [Link.objects.get().code], done.version)
    link = Link.objects.get()
    assert (link.case, link.request, link.subject_kind) == (watch.court.number, "F1", "request")
    assert link.begins_at == AT - timedelta(minutes=2) + timedelta(milliseconds=100_000)
    assert link.uncertainty_ms is not None
    refused("request_answered", watch, answer, code)


WHY_ELSEWHERE = "Người chơi đi sang bàn này ngay sau ván đó."


def test_an_answer_shows_the_table_and_time_that_was_asked_for_or_says_why_not(watch: Watch) -> None:
    """Film of another table that had been deleted was taken for an answer: seen in the demonstration."""
    watch.second_table().set_up()
    watch.camera("CAM-B", table="RL02").recording("REC-2", camera="CAM-B")
    code = watch.asked()
    other = msgspec.structs.replace(STRETCH, recording="REC-2")
    early = msgspec.structs.replace(STRETCH, from_ms=0, to_ms=1_000)
    away = Stretched(camera="CAM-A", begins_at=AT, ends_at=AT + timedelta(minutes=1))
    for stretches in ((STRETCH, other), (early, STRETCH), (away,)):
        answer = s.AnswerRequest(found=True, answer="Thấy rõ.", stretches=stretches)
        refused("answer_does_not_fit", watch, answer, code)
        refused("case_no_sentence", watch, msgspec.structs.replace(answer, elsewhere="khác"), code)
    linked = watch.link(stretch=other).code
    answer = s.AnswerRequest(found=True, answer="Thấy rõ.", links=(linked,))
    refused("answer_does_not_fit", watch, answer, code)
    watch.do(msgspec.structs.replace(answer, elsewhere=WHY_ELSEWHERE), code)
    answered = get_ledger(CODE).stream(f"request/{code}")[-1].data
    assert open_text(CODE, answered.sealed_elsewhere) == WHY_ELSEWHERE


def test_an_answer_whose_film_was_deleted_is_none(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "REMOVERS", {"test": lambda _row: None})
    watch.set_up()
    linked = watch.link().code
    assert expiry.expire(CODE, now=watch.now + timedelta(days=181)) == ["REC-1"]
    code = watch.asked()
    answer = s.AnswerRequest(found=True, answer="Thấy rõ.", links=(linked,), elsewhere=WHY_ELSEWHERE)
    refused("recording_gone", watch, answer, code)


def test_8_4_6_no_footage_is_said_in_a_sentence(watch: Watch) -> None:
    code = watch.set_up().asked()
    refused("case_no_sentence", watch, s.AnswerRequest(found=False, answer="không", cause="not_recording"), code)
    refused("request_needs_links", watch, s.AnswerRequest(found=True, answer="Có phim quay bàn."), code)
    why = "Camera của bàn hỏng từ chiều hôm đó."
    both = s.AnswerRequest(found=False, answer=why, cause="not_recording", stretches=(STRETCH,))
    refused("request_has_links", watch, both, code)
    refused("case_footage_cause", watch, s.AnswerRequest(found=False, answer=why), code)
    watch.do(s.AnswerRequest(found=False, answer=why, cause="not_recording"), code)
    assert Request.objects.get().status == "no_footage"
    answer = watch.case().footage["F1"].answer
    assert answer is not None
    assert not answer.found


@pytest.mark.parametrize("who", ["pit_supervisor", "pit_manager", "senior_management"])
def test_8_4_6_nobody_answers_in_the_name_of_surveillance(who: str, watch: Watch) -> None:
    code = watch.set_up().asked()
    answer = s.AnswerRequest(found=False, answer="Không có phim nào về ván này cả.", cause="not_recording")
    refused("footage_not_your_post", watch, answer, code, who=who)
    assert watch.case().footage["F1"].answer is None
    [attempt] = get_ledger(CODE).stream(f"refusal/{watch.court.number}")
    assert (attempt.data.command, attempt.data.role) == ("answer_footage", who)
    refused("footage_not_your_post", watch, s.AcknowledgeRequest(), code, who=who)


def test_a_request_of_a_closed_case_is_not_answered(watch: Watch) -> None:
    watch.set_up()
    watch.court.open()
    code = f"{watch.court.number}-F1"
    refused("footage_unknown", watch, s.AcknowledgeRequest(), code)
    watch.court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    code = watch.asked()
    watch.court.do("pit_manager", c.Withdraw(said="Khách không khiếu nại nữa."))
    service.follow(CODE)
    assert Request.objects.get().status == "lapsed"
    with pytest.raises(Problem):
        watch.do(s.AnswerRequest(found=False, answer="Không có phim nào về ván này cả.", cause="not_recording"), code)
    assert watch.case().footage["F1"].answer is None


def test_an_answer_that_the_case_refuses_leaves_no_link(watch: Watch) -> None:
    """Two officers at once, one of them on the case's own page: the case was answered, the second is told."""
    code = watch.set_up().asked()
    watch.court.do("surveillance", c.AnswerFootage(request="F1", found=True, answer="Ở đầu ghi số một."))
    assert Request.objects.filter(status="open").exists()  # nobody has followed yet
    refused("case_request_unknown", watch, s.AnswerRequest(found=True, answer="Có.", stretches=(STRETCH,)), code)
    service.follow(CODE)
    assert Request.objects.get().status == "answered"
    assert not Link.objects.exists()


def test_footage_of_a_finding_is_asked_for_without_a_case(watch: Watch) -> None:
    from games.rows.models import Finding

    watch.set_up()
    finding = Finding.objects.filter(stream="audit/RL01/short").first()
    assert finding is not None
    about = Subject(kind="finding", stream=finding.stream, identity=finding.identity)
    ask = s.RequestFootage(
        subject=about, table="RL01", begins_at=AT, ends_at=AT + timedelta(minutes=2), note="Xem giúp khay phỉnh."
    )
    refused("footage_not_your_post", watch, ask, who="pit_supervisor")
    code = watch.do(ask, who="pit_manager").code
    watch.do(s.AnswerRequest(found=True, answer="Thấy rõ.", stretches=(STRETCH,)), code)
    row = Request.objects.get()
    assert (row.case, row.status, row.identity) == ("", "answered", finding.identity)
    assert Link.objects.get().subject_stream == finding.stream


# --- Links and holds --------------------------------------------------------------------------------------------------


def test_a_link_names_what_the_record_has(watch: Watch) -> None:
    watch.set_up()
    nothing = s.LinkFootage(subject=Subject(kind="round", stream="round/RL01/none"), stretch=STRETCH)
    refused("footage_subject_unknown", watch, nothing)
    event = get_ledger(CODE).stream(ROUND)[0]
    elsewhere = Subject(kind="event", stream="round/RL01/right", event=event.id)
    refused("footage_subject_unknown", watch, s.LinkFootage(subject=elsewhere, stretch=STRETCH))
    watch.link(Subject(kind="event", stream=ROUND, event=event.id))
    assert Link.objects.get().event == event.id


@pytest.mark.parametrize(
    ("stretch", "code"),
    [
        ({"recording": "REC-1", "from_ms": 5, "to_ms": 5}, "link_stretch"),
        ({"recording": "REC-1", "from_ms": 0, "to_ms": 600_001}, "link_stretch"),
        ({"recording": "REC-1"}, "link_what"),
        ({"recording": "REC-9", "from_ms": 0, "to_ms": 1}, "footage_unknown"),
        ({"recording": "REC-1", "from_ms": 0, "to_ms": 1, "camera": "CAM-A", "begins_at": AT}, "link_what"),
        ({"camera": "CAM-A", "begins_at": AT, "ends_at": AT}, "footage_interval"),
        ({"camera": "CAM-A", "begins_at": AT, "ends_at": AT + timedelta(days=2)}, "footage_interval"),
        ({"camera": "../etc", "begins_at": AT, "ends_at": AT + timedelta(hours=1)}, "footage_unknown"),
    ],
)  # fmt: skip
def test_a_link_is_of_a_stretch(stretch: dict[str, object], code: str, watch: Watch) -> None:
    watch.set_up()
    given = Stretched(**stretch)  # type: ignore[arg-type]
    refused(code, watch, s.LinkFootage(subject=Subject(kind="round", stream=ROUND), stretch=given))


def test_a_link_is_withdrawn_once_and_answers_nothing_then(watch: Watch) -> None:
    code = watch.set_up().asked()
    link = watch.link().code
    watch.do(s.WithdrawLink(reason="Nhầm bàn, đây là bàn khác."), link)
    assert Link.objects.get().withdrawn
    refused("link_withdrawn", watch, s.WithdrawLink(reason="Nhầm bàn."), link)
    refused("link_withdrawn", watch, s.AnswerRequest(found=True, answer="Có.", links=(link,)), code)


def test_words_about_a_case_go_with_the_people_of_the_case(watch: Watch) -> None:
    """Erased with the player: the note of a link to the case, and the answer."""
    code = watch.set_up().asked()
    stretch = Stretched(recording="REC-1", from_ms=100_000, to_ms=101_000, note="Ông Ẩn đứng bên trái.")
    watch.do(s.AnswerRequest(found=True, answer="Thấy ông Ẩn đặt cược.", stretches=(stretch,)), code)
    persons = set(fold("", get_ledger(CODE).stream(f"case/{watch.court.number}")).persons)
    request = get_ledger(CODE).stream(f"request/{code}")[-1].data
    link = service.load(CODE, f"footage/{request.links[0]}").linked
    assert set(request.sealed_answer.persons) == set(link.sealed_note.persons) == persons
    assert open_text(CODE, link.sealed_note) == "Ông Ẩn đứng bên trái."


def test_a_hold_is_released_by_another_person(watch: Watch) -> None:
    watch.set_up()
    hold = h.PlaceHold(table="RL01", begins_at=AT, ends_at=AT + timedelta(minutes=5), reason="Nghi có gian lận.")
    refused("footage_not_your_post", watch, hold, who="pit_manager")
    code = watch.do(hold, who="shift_manager").code
    assert Hold.objects.get().placed_by == watch.user("shift_manager").username
    refused("hold_own", watch, h.ReleaseHold(reason="Không còn cần nữa."), code, who="shift_manager")
    watch.do(h.ReleaseHold(reason="Đã xem xong, không có gì."), code)
    row = Hold.objects.get()
    assert (row.release_rule, row.released_by) == ("person", watch.user("surveillance").username)
    refused("hold_unknown", watch, h.ReleaseHold(reason="Không còn cần nữa."), code, who=SECOND_OFFICER)
