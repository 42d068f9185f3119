"""A shift changes hands: two persons sign the same lines, each in a session of their own, and what came later shows.
Issue 31, point 10."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from casino.core.languages import LANGUAGES
from casino.ledger.application import get_ledger
from surveillance.admin import shift_paper
from surveillance.record import facts as f
from surveillance.record import journal as j
from surveillance.record import shifts as s
from surveillance.record.shift_facts import digest_of
from surveillance.record.showing import AnswerRequest
from surveillance.rows import shift
from surveillance.rows.log_models import ShiftReport
from tests.disputes.court import colleague
from tests.replay.story import CODE
from tests.signed import sign_everything
from tests.surveillance.test_service import refused
from tests.surveillance.watch import Watch

EIGHT = timedelta(hours=8)


def entered(watch: Watch, account: str = "Khách bị ngất.") -> str:
    said = j.EnterIncident(kind="medical", happened_at=watch.now, account=account, disposition="open")
    return watch.do(said).code


@pytest.fixture
def between(watch: Watch) -> tuple[datetime, datetime]:
    """The shift as the page has it, to the minute."""
    watch.set_up()
    begins = watch.now.replace(minute=0, second=0, microsecond=0) - EIGHT
    return begins, begins + 2 * EIGHT


def handed_over(watch: Watch, between: tuple[datetime, datetime]) -> str:
    digest, _lines = shift.signable(watch.house, *between)
    return watch.do(s.HandOverShift(begins_at=between[0], ends_at=between[1], digest=digest)).code


def test_two_persons_sign_the_very_lines_and_their_digest(watch: Watch, between: tuple[datetime, datetime]) -> None:
    number = entered(watch)
    code = handed_over(watch, between)
    second = colleague("second", "surveillance")
    digest = ShiftReport.objects.get().digest
    watch.do(s.TakeOverShift(digest=digest), code, who=second)
    handed, taken = [event.data for event in get_ledger(CODE).stream(f"handover/{code}")]
    assert isinstance(handed, f.ShiftHandedOver)
    assert isinstance(taken, f.ShiftTakenOver)
    assert ("incidents", number) in {(line.among, line.label) for line in handed.lines}
    assert handed.digest == taken.digest == digest_of(CODE, *between, handed.lines)
    assert (handed.handed_by.staff, taken.taken_by.staff) == (watch.user("surveillance").username, "second")
    row = ShiftReport.objects.get()
    assert (row.handed_by, row.taken_by, row.lines) == (handed.handed_by.staff, "second", len(handed.lines))
    assert row.taken_at is not None


def test_one_byte_of_what_is_signed_makes_another_digest(watch: Watch, between: tuple[datetime, datetime]) -> None:
    entered(watch)
    digest, lines = shift.signable(watch.house, *between)
    for at, line in enumerate(lines):
        for place, said in enumerate(line.says):
            lie = msgspec.structs.replace(said, value=f"{said.value}x")
            other = msgspec.structs.replace(line, says=(*line.says[:place], lie, *line.says[place + 1 :]))
            assert digest_of(CODE, *between, (*lines[:at], other, *lines[at + 1 :])) != digest
        assert digest_of(CODE, *between, (*lines[:at], *lines[at + 1 :])) != digest
    assert digest_of("DAN", *between, lines) != digest
    assert digest_of(CODE, between[0], between[1] + timedelta(minutes=1), lines) != digest


def test_what_is_signed_is_what_was_seen_and_by_two_persons(watch: Watch, between: tuple[datetime, datetime]) -> None:
    begins, ends = between
    digest, _lines = shift.signable(watch.house, *between)
    entered(watch)
    refused("shift_changed", watch, s.HandOverShift(begins_at=begins, ends_at=ends, digest=digest))
    late = s.HandOverShift(begins_at=begins, ends_at=ends + 2 * EIGHT, digest=digest)
    refused("footage_interval", watch, late)
    code = handed_over(watch, between)
    digest = ShiftReport.objects.get().digest
    refused("shift_own", watch, s.TakeOverShift(digest=digest), code)
    refused("footage_not_your_post", watch, s.TakeOverShift(digest=digest), code, who="shift_manager")
    second = colleague("second", "surveillance")
    refused("shift_changed", watch, s.TakeOverShift(digest="0" * 64), code, who=second)
    watch.do(s.TakeOverShift(digest=digest), code, who=second)
    third = colleague("third", "surveillance")
    refused("shift_taken", watch, s.TakeOverShift(digest=digest), code, who=third)


def test_what_was_entered_or_changed_after_signing_shows_as_such(
    watch: Watch, between: tuple[datetime, datetime]
) -> None:
    first = entered(watch)
    request = watch.asked()
    handed_over(watch, between)
    signed = shift.signed(watch.house, *between, shift.rows(watch.house, *between))
    assert signed is not None
    assert (signed.entered, signed.changed, signed.gone) == (frozenset(), frozenset(), ())
    later = entered(watch, "Ghi muộn.")
    watch.do(j.AddToIncident(disposition="closed"), first)
    none = AnswerRequest(found=False, answer="Camera hỏng cả ca, không có hình.", cause="not_recording")
    watch.do(none, request, seen_version=0)
    signed = shift.signed(watch.house, *between, shift.rows(watch.house, *between))
    assert signed is not None
    assert ("incidents", later) in signed.entered
    assert signed.tag("incidents", first) == "changed"
    assert ("open_requests", request) in {(line.among, line.label) for line in signed.gone}
    for language in LANGUAGES:
        pdf = shift_paper.page(watch.house, language, *between, by="x", now=watch.now)
        assert pdf.startswith(b"%PDF")


@pytest.mark.parametrize("language", ["vi", "en"])
def test_each_signs_on_the_page_in_a_session_of_their_own(
    watch: Watch, between: tuple[datetime, datetime], language: str
) -> None:
    number = entered(watch)
    hand, take, tag = {
        "vi": ("Bàn giao ca", "Nhận ca", "ghi sau khi ký"),
        "en": ("Hand the shift over", "Take the shift over", "entered after signing"),
    }[language]
    begins, ends = (f"{at.astimezone(watch.house.zone):%Y-%m-%dT%H:%M}" for at in between)
    page = reverse("admin:surveillance_incident_shift") + f"?property={CODE}&begins_at={begins}&ends_at={ends}"
    people = (watch.user("surveillance"), colleague("second", "surveillance"))
    mine, other = (client_of(user, language) for user in people)
    shown = mine.get(page)
    assert {"vi": "Chưa ký bàn giao", "en": "Not signed"}[language] in shown.text
    signs(mine, shown, hand)
    shown = mine.get(page)
    assert shown.context["sign"] is None, "nobody takes over what they handed over"
    later = entered(watch, "Ghi muộn.")
    shown = other.get(page)
    signs(other, shown, take)
    shown = other.get(page)
    row = ShiftReport.objects.get()
    assert row.handed_by in shown.text
    assert "second" in shown.text
    assert row.digest in shown.text
    tags = {line["label"]: line["tag"] for each in shown.context["sections"] for line in each["lines"]}
    assert (tags[number], tags[later]) == ("", tag)
    listed = other.get(reverse("admin:surveillance_shiftreport_change", args=[row.pk]))
    assert row.digest in listed.text


def test_what_each_signed_with_a_passkey_is_held_against_the_record(
    watch: Watch, between: tuple[datetime, datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = sign_everything(monkeypatch)
    begins, ends = (f"{at.astimezone(watch.house.zone):%Y-%m-%dT%H:%M}" for at in between)
    page = reverse("admin:surveillance_incident_shift") + f"?property={CODE}&begins_at={begins}&ends_at={ends}"
    for user, title in (
        (watch.user("surveillance"), "Hand the shift over"),
        (colleague("second", "surveillance"), "Take the shift over"),
    ):
        client = client_of(user, "en")
        signs(client, client.get(page), title)
    assert [brought.event.name for brought in seen] == ["handover.given", "handover.taken"]
    for brought in seen:
        assert brought.fault is None
        person = "handed_by" if brought.event.name == "handover.given" else "taken_by"
        for forged in ({"digest": "0" * 64}, {person: {"post": "surveillance", "staff": "somebody.else"}}):
            event = msgspec.structs.replace(brought.event, data={**brought.event.data, **forged})
            assert msgspec.structs.replace(brought, event=event).fault is not None, forged


def client_of(user: Any, language: str) -> Client:
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


def signs(client: Client, shown: Any, title: str) -> None:
    """Follow the button and send the form as it stands."""
    sign = shown.context["sign"]
    assert title in shown.text
    form = client.get(sign["address"]).context["form"]
    values = {name: form[name].value() for name in form.fields}
    values = {
        name: f"{value:%Y-%m-%dT%H:%M}" if isinstance(value, datetime) else value
        for name, value in values.items()
        if value is not None
    }
    answer = client.post(sign["address"], values)
    assert answer.status_code == 302, answer.context["form"].errors
    assert answer.headers["Location"].startswith(reverse("admin:surveillance_incident_shift"))
