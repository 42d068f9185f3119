"""Notices of footage: who is told of what, once, by mail as well; one goes when the matter is dealt with."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.test import Client
from django.urls import reverse

from disputes.notices import mail
from disputes.notices.admin import address
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.words import headline, reference
from surveillance.execution import service
from surveillance.files import fetching
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.keeping import gaps, holds, notices, unfetched
from surveillance.record import holding as h
from surveillance.record import showing as s
from surveillance.record.parts import Subject
from surveillance.rows.models import Gap, Hold, Recording
from tests.replay.story import CODE, STARTS
from tests.surveillance.watch import AT, ROUND, SECOND_OFFICER, STRETCH, Watch

TEN = timedelta(minutes=10)
LONG = 3600
"""Days for which a recorder keeps: the round is not overwritten, whenever these tests run."""


def told(who: str | None = None, subject: str | None = None, *, unread: bool = True) -> list[str]:
    """What notices are about, of one person or all."""
    rows = Notice.objects.filter(kind=NoticeKind.FOOTAGE)
    rows = rows.filter(read_at=None) if unread else rows
    rows = rows if who is None else rows.filter(user__username=who)
    rows = rows if subject is None else rows.filter(subject=subject)
    return sorted(rows.values_list("case", flat=True))


def asked(watch: Watch) -> str:
    ask = s.RequestFootage(subject=Subject(kind="round", stream=ROUND), table="RL01", begins_at=AT,
                           ends_at=AT + timedelta(minutes=3))  # fmt: skip
    return watch.do(ask, who="pit_manager").stream


def test_a_request_without_a_case_is_told_once_and_goes_when_it_is_answered(watch: Watch) -> None:
    watch.set_up()
    stream = asked(watch)
    watch.user(SECOND_OFFICER)
    made = [notices.tell(CODE, now=watch.now, prompt=True) for _ in range(2)]
    assert made == [2, 0], "both officers, once"
    assert told("surveillance") == told(SECOND_OFFICER) == [stream]
    assert told("pit.manager") == told("auditor") == []
    Notice.objects.filter(user__username=SECOND_OFFICER).update(read_at=watch.now)
    assert notices.tell(CODE, now=watch.now, prompt=True) == 0, "who has read it is not told again"
    watch.do(s.AnswerRequest(found=True, answer="Thấy rõ.", stretches=(STRETCH,)), stream.partition("/")[2])
    notices.tell(CODE, now=watch.now, prompt=True)
    assert told("surveillance") == []
    assert told("pit.manager", "answered") == [stream]
    notices.tell(CODE, now=watch.now + timedelta(days=3))
    assert told("pit.manager", "answered") == [stream], "news stays until it is read"


def test_a_request_of_a_case_is_told_by_the_case(watch: Watch) -> None:
    watch.set_up().asked()
    notices.tell(CODE, now=watch.now)
    assert told(subject="request") == []


def test_a_gap_is_told_until_it_is_explained(watch: Watch) -> None:
    watch.set_up()
    watch.court.house.story.tell("table/RL01", "table.opened", STARTS - timedelta(hours=5))
    gaps.look(CODE, now=STARTS)
    service.follow(CODE)
    notices.tell(CODE, now=watch.now, prompt=True)
    [one] = Notice.objects.filter(subject="gap", user__username="surveillance")
    assert reference(one) == "RL01 G1"
    watch.do(h.ExplainGap(gap="G1", reason="Camera bảo trì."), "RL01")
    notices.tell(CODE, now=watch.now, prompt=True)
    assert told("surveillance", "gap") == []


def test_footage_of_an_open_finding_is_told_before_it_is_deleted_and_a_hold_retires_it(watch: Watch) -> None:
    watch.recorder().camera().read_clock().recording(keep_days=3)
    notices.tell(CODE, now=watch.now)
    assert told("surveillance", "ending") == ["recording/REC-1"]
    [one] = Notice.objects.filter(subject="ending", user__username="surveillance")
    assert one.due_at == Recording.objects.get().keep_until
    between: dict[str, Any] = {"begins_at": AT - timedelta(minutes=9), "ends_at": AT + timedelta(minutes=30)}
    watch.do(h.PlaceHold(table="RL01", reason="Vi phạm chưa xử lý.", **between))
    notices.tell(CODE, now=watch.now)
    assert told("surveillance", "ending") == []


def test_a_list_without_deadlines_has_no_column_for_them_and_what_is_nowhere_leads_on_by_its_words(
    watch: Watch,
) -> None:
    for number, subject, case, due_at in ((1, "unfetched", "holds/6", None), (2, "ending", "recording/REC-1", AT)):
        Notice.objects.create(
            property=watch.house, user=watch.user("surveillance"), case=case, kind="footage", subject=subject,
            key=str(number), due_at=due_at, made_at=AT,
        )  # fmt: skip
    client = Client()
    client.force_login(watch.user("surveillance"), backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = "en"
    address = reverse("admin:disputes_notice_changelist")
    rows = client.get(address).content.decode().partition('id="result_list"')[2].partition("</table>")[0]
    assert "Deadline" in rows
    assert re.search(r'<a href="[^"]+"><strong>[^<]+ \(6 holds\)</strong></a>', rows)
    assert "–" not in rows
    Notice.objects.get(subject="ending").delete()
    rows = client.get(address).content.decode().partition('id="result_list"')[2].partition("</table>")[0]
    assert "Deadline" not in rows
    assert "(6 holds)" in rows


@pytest.fixture
def held(watch: Watch) -> Watch:
    """A case holds footage that only the recorder has."""
    watch.recorder(keeps_days=LONG).camera().read_clock().asked()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    assert Hold.objects.filter(released_at=None).exists()
    return watch


def failed(watch: Watch, state: str = JobState.FAILED) -> None:
    for hold in Hold.objects.filter(released_at=None):
        from surveillance.files import fetching

        for camera, begins, ends in fetching.covering(watch.house, hold):
            key = f"{JobKind.FETCH.value}/{camera.code}/{begins.isoformat()}/{ends.isoformat()}"
            FootageJob.objects.update_or_create(
                property=watch.house,
                key=key,
                defaults={"kind": JobKind.FETCH, "about": camera.code, "state": state, "asked_at": watch.now},
            )


def test_held_footage_that_could_not_be_fetched_is_an_alarm_until_it_is_here(held: Watch) -> None:
    notices.tell(CODE, now=held.now)
    assert told(subject="unfetched") == [], "nobody has asked the recorder yet"
    failed(held, JobState.RUNNING)
    notices.tell(CODE, now=held.now)
    assert told(subject="unfetched") == []
    failed(held)
    held.user("senior_management")
    notices.tell(CODE, now=held.now)
    streams = set(told("surveillance", "unfetched"))
    assert streams == {f"hold/{held.court.number}"}
    assert set(told("senior.management", "unfetched")) == streams, "management is told as well"
    one = Notice.objects.filter(subject="unfetched").first()
    assert one is not None
    assert one.due_at is not None, "when the recorder overwrites it"
    failed(held, JobState.DONE)
    notices.tell(CODE, now=held.now)
    assert told(subject="unfetched") == []


def test_a_hold_is_one_task_however_many_cameras_lack(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cameras, of which the second's recorder forgets sooner: one notice, until the last of it is here; what both
    have overwritten is no task, and stays an open gap."""
    monkeypatch.setattr(fetching, "HELD_ANEW", timedelta(days=2 * LONG))
    watch.recorder(kind="files", address=None, keeps_days=LONG).camera()
    watch.recorder("NVR-2", kind="files", address=None, keeps_days=LONG - 10).camera("CAM-B", recorder="NVR-2").asked()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    gaps.look(CODE, now=watch.now)
    service.follow(CODE)
    assert Gap.objects.filter(kind="no_recording", closed_at=None).count() >= 2
    for at in (watch.now, watch.now + timedelta(minutes=5)):
        notices.tell(CODE, now=at)
    [task] = unfetched.of(watch.house, watch.now)
    assert task.cameras == ("CAM-A", "CAM-B")
    [one] = Notice.objects.filter(user__username="surveillance", subject__in=("unfetched", "gap"))
    assert (one.subject, one.due_at) == ("unfetched", task.begins_at + timedelta(days=LONG - 10))
    client = signed_in(watch)
    page = client.get(address(one)).content.decode()
    for words in ("To be brought in", "CAM-A", "CAM-B"):
        assert words in page
    [task] = unfetched.of(watch.house, task.ends_at + timedelta(days=LONG - 9))
    assert task.cameras == ("CAM-A",)
    late = task.ends_at + timedelta(days=LONG + 1)
    assert list(unfetched.of(watch.house, late)) == []
    notices.tell(CODE, now=late)
    assert told("surveillance", "unfetched") == []
    assert set(told("surveillance", "gap")) == {"coverage/RL01"}


def test_several_holds_that_lack_footage_are_one_notice_a_day(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    watch.recorder(kind="files", address=None, keeps_days=LONG).camera().asked()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    [task] = unfetched.of(watch.house, watch.now)
    monkeypatch.setattr(unfetched, "of", lambda owner, now: iter([task, task]))
    for at in (watch.now, watch.now + timedelta(minutes=5)):
        notices.tell(CODE, now=at)
    mine = Notice.objects.filter(user__username="surveillance", subject="unfetched")
    [one] = mine
    assert "(2 holds)" in headline(one).en
    assert "(2 lần giữ)" in headline(one).vi
    assert address(one) == reverse("admin:surveillance_hold_changelist")
    notices.tell(CODE, now=watch.now + timedelta(days=1))
    assert mine.filter(read_at=None).count() == 1
    monkeypatch.setattr(unfetched, "of", lambda owner, now: iter([task]))
    notices.tell(CODE, now=watch.now + timedelta(days=1))
    [left] = mine.filter(read_at=None)
    assert left.case == task.hold.stream, "a single one leads to it"


def signed_in(watch: Watch) -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(watch.user("surveillance"), backend="casino.backends.PostingBackend")
    return client


def test_recordings_that_follow_upon_one_another_are_there_together(watch: Watch) -> None:
    """A recorder writes files of ten minutes: a hold that lies over two of them lacks nothing."""
    watch.recorder(kind="files", address=None, keeps_days=LONG).camera().read_clock().asked()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    [task] = unfetched.of(watch.house, watch.now)
    begins = task.begins_at - timedelta(minutes=1)
    for number in range(1 + (task.ends_at - begins) // TEN):
        assert list(unfetched.of(watch.house, watch.now)) != []
        watch.recording(f"REC-{number}", shown_from=begins + number * TEN)
    assert list(unfetched.of(watch.house, watch.now)) == []


def test_footage_of_a_recorder_that_cannot_be_asked_is_an_alarm_at_once(watch: Watch) -> None:
    watch.recorder(kind="files", address=None, keeps_days=LONG).camera().asked()
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    notices.tell(CODE, now=watch.now)
    assert set(told("surveillance", "unfetched")) == {f"hold/{watch.court.number}"}


def test_each_says_what_it_is_in_both_languages_leads_there_and_goes_by_mail(held: Watch, settings: Any) -> None:
    settings.PUBLIC_URL = "https://tableproof.example"
    asked(held)
    failed(held)
    notices.tell(CODE, now=held.now)
    officer = held.user("surveillance")
    officer.email = "watch@example.org"
    officer.save()
    client = Client()
    client.force_login(officer, backend="casino.backends.PostingBackend")
    mine = Notice.objects.filter(user=officer, kind=NoticeKind.FOOTAGE)
    assert set(mine.values_list("subject", flat=True)) >= {"request", "unfetched"}
    for notice in mine:
        said = headline(notice)
        assert said.vi != said.en
        assert client.get(address(notice)).status_code == 200
        assert mail.send(notice.pk, now=held.now)
    assert len(outbox.outbox) == mine.count()
    assert all("/admin/disputes/notice/" in letter.body for letter in outbox.outbox)
    listed = client.get("/admin/disputes/notice/").content.decode()
    assert "Q-" in listed
