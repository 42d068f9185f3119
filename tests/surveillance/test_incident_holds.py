"""Incidents keep film as cases do, and are warned of before it goes; a recording is locked by hand, with one click."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from surveillance.execution import service
from surveillance.keeping import expiry, guarding, holds, notices
from surveillance.record import holding as h
from surveillance.record import journal as j
from surveillance.record import showing as s
from surveillance.record.fields import Stretched
from surveillance.record.parts import Subject
from surveillance.rows import deletion
from surveillance.rows.house import FOOTAGE_DAYS, WARN
from surveillance.rows.log_models import Incident
from surveillance.rows.models import Hold, Recording
from tests.replay.story import CODE
from tests.surveillance.test_service import refused
from tests.surveillance.watch import AT, ROUND, SECOND_OFFICER, Watch

LATER = timedelta(days=181)


@pytest.fixture(autouse=True)
def bytes_are_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "REMOVERS", {"test": lambda _row: None})


def entered(watch: Watch, **besides: Any) -> str:
    said = {"kind": "cheating", "happened_at": AT, "account": "Thấy tráo bài.", "disposition": "police", **besides}
    return watch.do(j.EnterIncident(**said)).code


def link(watch: Watch, number: str, recording: str = "REC-2") -> None:
    stretch = Stretched(recording=recording, from_ms=0, to_ms=1_000)
    watch.do(s.LinkFootage(subject=Subject(kind="incident", stream=f"incident/{number}"), stretch=stretch))


def test_film_that_is_linked_to_an_incident_is_kept_while_it_is_open(watch: Watch) -> None:
    """Handed to the police, linked, and deleted at 181 days unwarned: seen in the demonstration."""
    watch.set_up().recording("REC-2", shown_from=AT + timedelta(days=-3))
    number = entered(watch)
    link(watch, number)
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-1"]
    [hold] = Hold.objects.filter(released_at=None)
    assert (hold.recording, hold.cause, hold.subject) == ("REC-2", "incident", f"incident/{number}")
    assert holds.settle_all(CODE, now=watch.now) == 0
    refused("hold_by_rule", watch, h.ReleaseHold(reason="Không cần nữa đâu."), f"incident-{number}", who=SECOND_OFFICER)


@pytest.mark.parametrize(
    "besides", [{"table": "RL01"}, {"subjects": (Subject(kind="round", stream=ROUND),)}], ids=["table", "round"]
)
def test_an_incident_keeps_what_its_table_and_its_rounds_filmed(besides: dict[str, Any], watch: Watch) -> None:
    watch.set_up().recording("REC-2", shown_from=AT + timedelta(days=-3))
    entered(watch, **besides)
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-2"]


def test_one_person_cannot_move_it_away(watch: Watch) -> None:
    watch.set_up()
    number = entered(watch, table="RL01")
    placed = s.PlaceRecording(camera="CAM-A", shown_from=AT - timedelta(days=3), reason="Nhầm ngày ghi hình.")
    assert watch.do(placed, "REC-1").status == "asked"
    assert expiry.expire(CODE, now=watch.now + LATER) == []
    assert Incident.objects.get().number == number


def test_it_ends_a_term_after_the_incident_was_closed_and_people_are_warned_before(watch: Watch) -> None:
    watch.set_up()
    number = entered(watch, table="RL01")
    link(watch, number, "REC-1")
    watch.do(j.AddToIncident(disposition="closed"), number)
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    guarding.reach_all(CODE, now=watch.now)
    until = Incident.objects.get().changed_at + FOOTAGE_DAYS

    def told(at: Any) -> int:
        return sum(each.subject == "incident" for each in notices.wanted(watch.house, at))

    assert told(until - WARN - timedelta(days=1)) == 0
    assert told(until - WARN + timedelta(days=1)) == 1
    holds.settle_all(CODE, now=until - timedelta(seconds=1))
    assert expiry.expire(CODE, now=until - timedelta(seconds=1)) == []
    holds.settle_all(CODE, now=until)
    assert {each.release_rule for each in Hold.objects.all()} == {"incident_term_ended"}
    assert expiry.expire(CODE, now=max(until, watch.now + LATER)) == ["REC-1"]


def test_an_incident_that_is_opened_again_keeps_again(watch: Watch) -> None:
    watch.set_up()
    number = entered(watch, table="RL01", disposition="unfounded")
    watch.do(j.AddToIncident(disposition="open"), number)
    assert expiry.expire(CODE, now=watch.now + 4 * LATER) == []


def test_a_recording_is_locked_by_hand_and_let_go_by_another(watch: Watch) -> None:
    watch.set_up().recording("REC-2", camera=None)
    done = watch.do(h.LockRecording(), "REC-1")
    assert done.stream == "recording/REC-1"
    assert Recording.objects.get(code="REC-1").held
    assert not Recording.objects.get(code="REC-2").held, "of which nobody has said anything: one recording is locked"
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-2"]
    hold = Hold.objects.get().stream.partition("/")[2]
    refused("hold_own", watch, h.ReleaseHold(reason="Không cần nữa đâu."), hold)
    watch.do(h.ReleaseHold(reason="Đã xem xong, không có gì."), hold, who=SECOND_OFFICER)
    assert expiry.expire(CODE, now=watch.now + LATER) == ["REC-1"]


def test_one_click_on_its_page_locks_it(watch: Watch) -> None:
    watch.set_up()
    client = Client(headers={"accept-language": "en"})
    client.force_login(watch.user("surveillance"), backend="casino.backends.PostingBackend")
    row = Recording.objects.get()
    page = client.get(f"/admin/surveillance/recording/{row.pk}/change/")
    lock = page.context["lock"]
    assert str(lock["command_id"]) in page.content.decode()
    sent = {"command_id": str(lock["command_id"]), "seen_version": row.version}
    assert client.post(lock["address"], sent).status_code == 302
    assert Recording.objects.get().held
