"""Who is told of what: by steps, by clocks, in the admin and by e-mail; each once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.test import Client

from casino.operations import worker_messages as workers
from disputes import tasks
from disputes.case import commands as c
from disputes.notices import follower, mail, reminders
from disputes.notices.models import Notice
from disputes.notices.words import headline
from tests.admin.house import person
from tests.disputes import gate
from tests.disputes.court import Court, colleague, house_property
from tests.replay.story import CODE

pytestmark = pytest.mark.usefixtures("person_keys")


def told(court: Court) -> list[tuple[str, str, str]]:
    """Follow, and list who was told what."""
    follower.catch_up(CODE, now=court.now)
    rows = Notice.objects.order_by("pk").select_related("user")
    return [(row.user.get_username(), row.kind, row.subject) for row in rows]


def test_a_case_passed_on_is_the_pit_managers_move(court: Court) -> None:
    colleague("elsewhere", "pit_manager", tables=("XX01",))
    court.passed_on()
    assert sorted(told(court)) == [
        ("pit.manager", "your_move", "pit_manager"),
        ("shift.manager", "your_move", "pit_manager"),
    ]
    assert len(told(court)) == 2, "nobody is told twice"


def test_8_2_surveillance_is_told_and_8_4_6_whoever_asked_hears_the_answer(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.NotifySurveillance())
    begins = court.now - timedelta(minutes=20)
    asked = c.AskFootage(table="RL01", round="short", begins_at=begins, ends_at=begins + timedelta(minutes=2))
    court.do("pit_manager", asked)
    court.do("surveillance", c.AnswerFootage(request="F1", found=True, answer="CAM-7"))
    found = told(court)
    assert ("surveillance", "your_move", "acknowledge") in found
    assert ("surveillance", "your_move", "footage") in found
    assert ("pit.manager", "answered", "footage_answered") in found


def test_8_4_6_management_is_told_that_surveillance_did_not_answer_and_that_it_did_at_last(court: Court) -> None:
    """The director of table games and senior management; nobody else, and whoever recorded it least of all."""
    for stranger, role in (("the.dealer", "dealer"), ("the.auditor", "auditor"), ("second.watch", "surveillance")):
        colleague(stranger, role)
    director = colleague("the.director", "director_of_table_games")
    court.passed_on()
    court.do("pit_manager", gate.asked(court.now))
    court.now += timedelta(hours=25)
    told(court)
    Notice.objects.all().delete()
    reason = "Đã gọi phòng Giám sát ba lần mà chưa ai trả lời."
    court.do("shift_manager", c.RecordUnanswered(request="F1", reason=reason))
    unanswered = ("overdue", "footage_unanswered")
    senior = court.user("senior_management").username
    assert sorted(told(court)) == [(senior, *unanswered), (director.username, *unanswered)]
    notice = Notice.objects.filter(user=director).get()
    assert headline(notice).en == "Surveillance did not answer a request for footage in time (8.4)"
    assert "Giám sát" in headline(notice).vi
    assert reason not in repr(notice.__dict__)
    Notice.objects.all().delete()
    court.do("surveillance", c.AnswerFootage(request="F1", found=True, answer="CAM-7"))
    answered = ("answered", "footage_answered")
    assert sorted(told(court)) == [("pit.manager", *answered), (senior, *answered), (director.username, *answered)]


def test_8_4_6_the_director_who_records_it_is_not_told_by_the_program(court: Court) -> None:
    director = colleague("the.director", "director_of_table_games")
    court.passed_on()
    court.do("pit_manager", gate.asked(court.now))
    court.now += timedelta(hours=25)
    court.do(director, c.RecordUnanswered(request="F1", reason="Phòng Giám sát không cử được người tìm phim."))
    assert [who for who, _kind, subject in told(court) if subject == "footage_unanswered"] == [
        court.user("senior_management").username
    ]


def test_a_colleague_is_told_of_a_hand_over(court: Court) -> None:
    other = colleague("second.supervisor", "pit_supervisor")
    court.open()
    court.do("pit_supervisor", c.Assign(staff=other.get_username()))
    assert told(court) == [("second.supervisor", "assigned", "at_table")]


def test_old_events_are_no_news(court: Court) -> None:
    court.passed_on()
    follower.catch_up(CODE, now=court.now + timedelta(days=30))
    assert not Notice.objects.exists()


def test_8_3_a_clock_reminds_once_before_and_once_after(court: Court) -> None:
    court.passed_on()
    until = court.now + timedelta(hours=2)
    court.do("pit_manager", c.PromiseTime(until=until, language="vi"))
    assert reminders.remind(CODE, now=until - timedelta(minutes=30)) == 0
    assert reminders.remind(CODE, now=until - timedelta(minutes=10)) == 2
    assert reminders.remind(CODE, now=until - timedelta(minutes=5)) == 0
    assert reminders.remind(CODE, now=until + timedelta(seconds=1)) == 2
    assert reminders.remind(CODE, now=until + timedelta(hours=9)) == 0
    kinds = set(Notice.objects.values_list("kind", "subject"))
    assert kinds == {("soon", "promised"), ("overdue", "promised")}


def test_who_is_on_duty_takes_as_many_questions_however_many_they_are(
    court: Court, django_assert_num_queries: Any
) -> None:
    """Every clock that has run out asks it every minute."""
    court.passed_on()
    owner, case = house_property(), follower.case_of(CODE, court.number)
    for number in range(6):
        with django_assert_num_queries(4):
            people = follower.on_duty(("pit_manager",), owner, case, court.now)
        assert len(people) == 1 + number
        colleague(f"manager{number}", "pit_manager")


def test_cases_overdue_for_long_do_not_keep_others_from_being_reminded(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "PAGE", 2)
    for _ in range(2):
        court.open()
    court.now += timedelta(minutes=20)
    court.open()
    soon = court.now + timedelta(minutes=31)
    assert reminders.remind(CODE, now=soon) > 0
    assert Notice.objects.filter(case=court.number, kind="overdue").exists()
    assert reminders.remind(CODE, now=soon) == 0


def test_notices_that_need_no_letter_do_not_keep_others_from_going_out(court: Court) -> None:
    gone = colleague("gone", "pit_manager")
    manager = court.user("pit_manager")
    for user in (gone, manager):
        user.email = f"{user.get_username()}@example.test"
        user.is_active = user is manager
        user.save()
    about = {"property": house_property(), "case": "2026-00001", "kind": "your_move", "subject": "pit_manager"}
    for n in range(mail.PAGE):
        at = court.now - timedelta(minutes=200 - n)
        read = {"user": manager, "read_at": court.now} if n % 2 else {"user": gone}
        Notice.objects.create(**about, **read, key=str(n), made_at=at)
    new = Notice.objects.create(**about, user=manager, key="new", made_at=court.now)
    assert mail.unsent(court.now) == [new.pk]


def test_a_time_promised_anew_is_another_clock(court: Court) -> None:
    court.passed_on()
    until = court.now + timedelta(hours=2)
    court.do("pit_manager", c.PromiseTime(until=until, language="vi"))
    reminders.remind(CODE, now=until)
    court.do("pit_manager", c.PromiseTime(until=until + timedelta(hours=1), language="vi"))
    assert reminders.remind(CODE, now=until) == 0
    assert reminders.remind(CODE, now=until + timedelta(hours=1)) == 2


def test_a_letter_in_both_languages_without_a_name(court: Court, settings: Any) -> None:
    settings.PUBLIC_URL = "https://tables.example.test/"
    manager = court.user("pit_manager")
    manager.email = "pm@example.test"
    manager.save()
    court.passed_on()
    told(court)
    [pk] = mail.unsent(court.now)
    assert mail.send(pk, now=court.now)
    assert not mail.send(pk, now=court.now), "once"
    [letter] = outbox.outbox
    assert letter.to == ["pm@example.test"]
    assert court.number in letter.subject
    assert "Đến lượt bạn" in letter.body
    assert "Your move" in letter.body
    assert f"https://tables.example.test/admin/disputes/case/?q={court.number}" in letter.body
    assert "Nguyễn" not in f"{letter.body} {letter.subject}"


def test_a_mail_server_that_refuses_is_tried_again(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    manager = court.user("pit_manager")
    manager.email = "pm@example.test"
    manager.save()
    court.passed_on()
    told(court)
    [pk] = mail.unsent(court.now)

    def refuse(*_: object, **__: object) -> int:
        raise ConnectionRefusedError("no server")

    with monkeypatch.context() as broken:
        broken.setattr(mail, "send_mail", refuse)
        assert not mail.send(pk, now=court.now)
    assert mail.unsent(court.now) == [pk]
    assert mail.send(pk, now=court.now)
    assert mail.unsent(court.now) == []


def test_the_sweep_does_all_of_it(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(workers, "tell", lambda _task, pk: sent.append(pk))
    manager = court.user("pit_manager")
    manager.email = "pm@example.test"
    manager.save()
    court.passed_on()
    tasks.sweep()
    assert len(sent) == 1
    tasks.send_notice(sent[0])
    assert len(outbox.outbox) == 1
    tasks.remind()


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_person_sees_their_own_notices_and_marks_them(court: Court, language: str) -> None:
    court.passed_on()
    told(court)
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(court.user("pit_manager"), backend="casino.backends.PostingBackend")
    page = client.get("/admin/disputes/notice/").content.decode()
    assert {"vi": "Đến lượt bạn", "en": "Your move"}[language] in page
    assert court.number in page
    board = client.get("/admin/").content.decode()
    assert {"vi": "Thông báo cho bạn", "en": "Notices for you"}[language] in board
    assert client.get("/admin/disputes/notice/read/").status_code == 405
    client.post("/admin/disputes/notice/read/")
    assert not Notice.objects.filter(user=court.user("pit_manager"), read_at=None).exists()
    assert Notice.objects.filter(user=court.user("shift_manager"), read_at=None).exists()
    other = Client()
    other.force_login(person("dealer"), backend="casino.backends.PostingBackend")
    mine = other.get("/admin/disputes/notice/")  # a dealer has notices too: of their own account
    assert mine.status_code == 200
    assert mine.context["cl"].queryset.count() == 0
    assert court.number not in mine.content.decode()
