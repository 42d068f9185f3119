"""The pages of Surveillance: every list and thing opens for who may see it, and commands are given by forms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.core.posts import Post
from disputes.case import commands as c
from disputes.reads.models import PersonalRead
from games.pages.round import stored_finding
from games.rows.models import Round
from surveillance.admin.command_pages import address_of
from surveillance.execution import service
from surveillance.keeping import holds
from surveillance.record import journal as j
from surveillance.record.commands import COMMANDS
from surveillance.record.holding import PlaceHold
from surveillance.record.parts import Subject
from surveillance.record.shifts import HandOverShift
from surveillance.rows import readmodel, shift
from surveillance.rows.log_models import Incident, ShiftReport, SpotCheck
from surveillance.rows.models import Camera, HeldChange, Hold, Link, Recording, Request
from tests.replay.story import CODE, STARTS
from tests.surveillance.watch import AT, ROUND, Watch, signed

NO_PAGE = ("recording", "frame", "held")
LISTS = [model._meta.model_name for model in readmodel.MODELS if model._meta.model_name not in NO_PAGE]


@pytest.fixture
def busy(watch: Watch) -> Watch:
    """Something in every list."""
    from surveillance.execution import spot_checks
    from surveillance.keeping import gaps
    from surveillance.record import holding as h
    from surveillance.record import showing as s

    code = watch.set_up().asked()
    watch.do(s.AcknowledgeRequest(), code)
    watch.link()
    watch.do(h.PlaceHold(table="RL01", begins_at=AT, ends_at=AT + timedelta(hours=1), reason="Nghi có gian lận."),
             who="shift_manager")  # fmt: skip
    watch.do(j.EnterIncident(kind="theft", happened_at=AT, account="Khách lấy phỉnh.", disposition="open"))
    away = s.PlaceRecording(camera="CAM-A", shown_from=AT - timedelta(days=3), reason="Nhầm ngày ghi hình.")
    assert watch.do(away, "REC-1").status == "asked"
    finding = watch.finding()
    watch.do(j.ReviewFinding(stream=finding.stream, identity=finding.identity, verdict="not_visible"))
    between: dict[str, Any] = {"begins_at": STARTS, "ends_at": STARTS + timedelta(hours=2)}
    watch.do(j.DrawSpotCheck(table="RL01", size=3, **between))
    signed(CODE)
    spot_checks.draw(CODE, now=STARTS + timedelta(hours=3))
    watch.court.house.story.tell("table/RL01", "table.opened", STARTS - timedelta(hours=5))
    gaps.look(CODE, now=STARTS)
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    digest, _lines = shift.signable(watch.house, STARTS, STARTS + timedelta(hours=8))
    watch.do(HandOverShift(begins_at=STARTS, ends_at=STARTS + timedelta(hours=8), digest=digest))
    return watch


def signed_in(watch: Watch, who: str, language: str = "en") -> Client:
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(watch.user(who), backend="casino.backends.PostingBackend")
    return client


def test_every_list_and_every_thing_opens_in_both_languages(busy: Watch) -> None:
    clients = [signed_in(busy, "surveillance", language) for language in ("vi", "en")]
    for name in LISTS:
        if name == "recording":
            continue
        for client in clients:
            answer = client.get(reverse(f"admin:surveillance_{name}_changelist"))
            assert answer.status_code == 200, (name, answer.content[:500])
        model: Any = next(each for each in readmodel.MODELS if each._meta.model_name == name)
        row = model.objects.order_by("id").first()
        assert row is not None, name
        answer = clients[1].get(reverse(f"admin:surveillance_{name}_change", args=[row.pk]))
        assert answer.status_code == 200, name
        assert str(row) in answer.content.decode()


def test_every_command_has_a_page_for_who_may_give_it_and_a_word_for_others(busy: Watch) -> None:
    codes = {
        "recorder": "NVR-1",
        "camera": "CAM-A",
        "recording": "REC-1",
        "coverage": "RL01",
        "footage": Link.objects.first(),
        "request": Request.objects.first(),
        "change": HeldChange.objects.first(),
        "hold": Hold.objects.exclude(cause="case").get().stream.partition("/")[2],
        "incident": Incident.objects.first(),
        "spotcheck": SpotCheck.objects.first(),
        "handover": ShiftReport.objects.first(),
    }
    officer, supervisor = signed_in(busy, "surveillance"), signed_in(busy, "pit_supervisor")
    senior = signed_in(busy, "senior_management")
    for command, step in COMMANDS.items():
        address = address_of(command, busy.house, None if step.on is None else str(codes[step.on]))
        answer = (officer if Post.SURVEILLANCE in step.posts else senior).get(address)
        assert answer.status_code == 200, (command, answer.content[:600])
        assert step.title.en in answer.content.decode(), command
        refused = supervisor.get(address)
        assert refused.status_code == 403, command
        assert "This is for:" in refused.content.decode()


def give(client: Client, address: str, **said: Any) -> Any:
    """Fill the form at an address in and send it."""
    form = client.get(address).context["form"]
    given = {name: value for name, value in form.initial.items() if value is not None}
    return client.post(address, {**given, **said})


def test_a_camera_is_installed_covers_and_is_asked_about(watch: Watch) -> None:
    watch.recorder()
    client = signed_in(watch, "surveillance")
    answer = give(client, address_of("install_camera", watch.house), code="CAM-9", name="Nine", recorder="NVR-1",
                  channel="9")  # fmt: skip
    camera = Camera.objects.get()
    assert answer.headers["Location"] == reverse("admin:surveillance_camera_change", args=[camera.pk])
    answer = give(client, address_of("begin_coverage", watch.house, "CAM-9"), shows=["table", "wheel"], table="RL01",
                  begins_at="2026-06-13T10:00:00")  # fmt: skip
    assert answer.status_code == 302, answer.context["form"].errors
    coverage = camera.coverage.get()
    assert (coverage.shows, coverage.begins_at) == (["table", "wheel"], STARTS)  # Hanoi's clocks are seven hours ahead
    wrong = give(client, address_of("begin_coverage", watch.house, "CAM-9"), shows=["table"], table="RL99",
                 begins_at="2026-06-13T10:00:00")  # fmt: skip
    assert wrong.status_code == 422
    assert "There is no table RL99." in wrong.content.decode()


def test_8_4_6_a_request_is_answered_on_its_page_and_a_second_click_is_the_same(watch: Watch) -> None:
    code = watch.set_up().asked()
    client = signed_in(watch, "surveillance")
    inbox = client.get(reverse("admin:surveillance_request_changelist")).content.decode()
    assert code in inbox
    row = Request.objects.get()
    page = client.get(reverse("admin:surveillance_request_change", args=[row.pk])).content.decode()
    assert "CAM-A" in page
    address = address_of("answer_request", watch.house, code)
    assert address in page
    form = client.get(address).context["form"]
    said = {
        **{name: value for name, value in form.initial.items() if value is not None},
        "found": "yes",
        "answer": "Thấy rõ tay chia bài.",
        "recording": "REC-1",
        "from_ms": "1:40",
        "to_ms": "1:49",
    }
    first, second = client.post(address, said), client.post(address, said)
    assert first.status_code == second.status_code == 302
    assert Link.objects.count() == 1
    assert watch.case().footage["F1"].answer is not None
    assert Request.objects.get().status == "answered"


def test_what_a_case_asked_for_stands_on_its_request_and_leads_to_the_film(watch: Watch) -> None:
    watch.set_up().court.passed_on()
    minutes = timedelta(minutes=3)
    said: dict[str, Any] = {"begins_at": AT, "ends_at": AT + minutes, "note": "Xem tay chia lúc trả thưởng."}
    watch.court.do("pit_manager", c.AskFootage(table="RL01", round="short", **said))
    watch.court.do("pit_manager", c.AskFootage(table="RL01", begins_at=AT, ends_at=AT + timedelta(hours=7)))
    hold = PlaceHold(table="RL01", begins_at=AT, ends_at=AT + minutes, reason="Nghi có gian lận.")
    watch.do(hold, who="shift_manager")
    service.follow(CODE)
    row, long = Request.objects.order_by("code")
    client = signed_in(watch, "surveillance")
    page = client.get(reverse("admin:surveillance_request_change", args=[long.pk])).content.decode()
    assert "/surveillance/player/" not in page, "longer than the player can show"
    assert not PersonalRead.objects.exists(), "it asked without a word"
    page = client.get(reverse("admin:surveillance_request_change", args=[row.pk])).content.decode()
    assert said["note"] in page
    assert PersonalRead.objects.filter(kind="case", about=row.case).exists(), "the case's words were read"
    assert reverse("footage_round", args=[Round.objects.get(stream=ROUND).pk]) in page
    held = Hold.objects.exclude(cause="case").get()
    page = client.get(reverse("admin:surveillance_hold_change", args=[held.pk])).content.decode()
    assert reverse("footage_table", args=[CODE, "RL01"]) in page


def test_a_link_leads_to_the_second_that_it_shows(watch: Watch) -> None:
    finding = watch.set_up().finding()
    watch.link(Subject(kind="finding", stream=finding.stream, identity=finding.identity))
    incident = watch.do(j.EnterIncident(kind="theft", happened_at=AT, account="Mất phỉnh.", disposition="open"))
    watch.link(Subject(kind="incident", stream=incident.stream))
    client = signed_in(watch, "surveillance")
    of_round, of_incident = Link.objects.order_by("id")
    page = client.get(reverse("admin:surveillance_link_change", args=[of_round.pk])).content.decode()
    assert f"{reverse('footage_round', args=[finding.round_id])}?finding={finding.pk}" in page
    page = client.get(reverse("admin:surveillance_link_change", args=[of_incident.pk])).content.decode()
    assert reverse("footage_recording", args=[of_incident.recording_id]) in page


def test_an_incident_shows_its_film_and_links_and_is_linked_from_its_page(watch: Watch) -> None:
    said: dict[str, Any] = {"kind": "theft", "happened_at": AT, "account": "Mất phỉnh.", "disposition": "open"}
    incident = watch.set_up().do(j.EnterIncident(**said, table="RL01"))
    row = Incident.objects.get()
    client = signed_in(watch, "surveillance")
    address = reverse("admin:surveillance_incident_change", args=[row.pk])
    page = client.get(address).content.decode()
    assert reverse("footage_table", args=[CODE, "RL01"]) in page
    ask = address_of("link_footage", watch.house, kind="incident", stream=incident.stream)
    assert ask.replace("&", "&amp;") in page
    answer = give(client, ask, recording="REC-1", from_ms="0", to_ms="0:09")
    assert answer.status_code == 302, answer.context["form"].errors
    assert Link.objects.get().code in client.get(address).content.decode()
    assert "link_footage" not in signed_in(watch, "senior_management").get(address).content.decode()


def test_what_a_request_is_about_is_said_in_words(watch: Watch) -> None:
    finding = watch.finding()
    about = {"kind": "finding", "stream": finding.stream, "identity": finding.identity}
    client = signed_in(watch, "pit_manager")
    form = client.get(address_of("request_footage", watch.house, **about)).content.decode()
    assert "finding at round RL01/short" in form
    assert f">{finding.stream}<" not in form


def test_an_answer_names_several_links_at_once_from_what_covers_the_request(watch: Watch) -> None:
    """Two cameras covered it: of one there is a recording, of the other only its recorder has film; a link stands."""
    watch.set_up().camera("CAM-B")
    code = watch.asked()
    standing = watch.link().code
    client = signed_in(watch, "surveillance")
    address = address_of("answer_request", watch.house, code)
    form = client.get(address).context["form"]
    offered = [value for value, _said in form.fields["offered"].choices]
    assert [value.split("|")[:2] for value in offered] == [["recording", "REC-1"], ["camera", "CAM-B"]]
    assert [value for value, _said in form.fields["standing"].choices] == [standing]
    said = {"found": "yes", "answer": "Hai góc máy.", "offered": offered, "standing": [standing]}
    answer = give(client, address, **said)
    assert answer.status_code == 302, answer.context["form"].errors
    row = Request.objects.get()
    assert len(row.links) == 3
    made = Link.objects.filter(code__in=row.links).exclude(code=standing)
    assert {(link.camera.code, link.recording is not None) for link in made} == {("CAM-A", True), ("CAM-B", False)}
    forged = give(client, address, **{**said, "offered": ["recording|REC-1|x|y"]})
    assert forged.status_code == 422


def test_the_badge_counts_what_waits_for_surveillance_and_for_nobody_else(watch: Watch) -> None:
    from casino.console.navigation import sidebar
    from surveillance.rows.visibility import waiting_count

    watch.set_up().asked()
    for who, count in (("surveillance", 1), ("pit_manager", 0), ("auditor", 0)):
        client = signed_in(watch, who)
        request = client.get(reverse("admin:index")).wsgi_request
        assert waiting_count(request) == count
        lines = {line["link"]: line for group in sidebar(request) for line in group["items"]}
        line = lines.get(reverse("admin:surveillance_request_changelist"), {})
        assert line.get("badge", "") == ("1" if count else "")


def test_the_log_shows_its_words_to_who_may_read_it_and_no_name_in_the_list(busy: Watch) -> None:
    client = signed_in(busy, "surveillance")
    somebody = {"kind": "cheating", "happened_at": "2026-06-13T10:05:00", "disposition": "open",
                "account": "Bà Lê Thị Bích đổi phỉnh.", "person_name": "Lê Thị Bích"}  # fmt: skip
    answer = give(client, address_of("enter_incident", busy.house), **somebody)
    assert answer.status_code == 302
    row = Incident.objects.get(kind="cheating")
    assert len(row.persons) == 1
    page = client.get(reverse("admin:surveillance_incident_change", args=[row.pk])).content.decode()
    assert "Bà Lê Thị Bích đổi phỉnh." in page
    assert "Bích" not in client.get(reverse("admin:surveillance_incident_changelist")).content.decode()
    listed = reverse("admin:surveillance_incident_changelist")
    assert signed_in(busy, "pit_manager").get(listed).status_code == 403


def test_a_spot_check_is_worked_through(busy: Watch) -> None:
    client = signed_in(busy, "surveillance")
    row = SpotCheck.objects.get()
    page = client.get(reverse("admin:surveillance_spotcheck_change", args=[row.pk])).content.decode()
    address = address_of("look_at_round", busy.house, row.code, round=row.rounds[0])
    assert address.replace("&", "&amp;") in page
    assert reverse("footage_check", args=[row.pk]) in page, "the sample plays like the review queue"
    played = Round.objects.get(stream=row.rounds[0])
    assert f"{reverse('footage_round', args=[played.pk])}?check={row.code}" in page
    assert give(client, address, verdict="not_visible").status_code == 302
    assert SpotCheck.objects.get().looked == {row.rounds[0]: "not_visible"}


# --- Panels -----------------------------------------------------------------------------------------------------------


def test_a_case_a_round_and_a_finding_show_their_footage(busy: Watch) -> None:
    from disputes.rows.models import Case
    from games.rows.models import Round

    row = Case.objects.get(number=busy.court.number)
    pages = {
        "case": reverse("admin:disputes_case_change", args=[row.pk]),
        "round": reverse("admin:games_round_change", args=[Round.objects.get(stream="round/RL01/short").pk]),
        "finding": reverse("admin:games_finding_change", args=[busy.finding().pk]),
    }
    link = Link.objects.get()
    for who in ("surveillance", "pit_supervisor", "pit_manager"):
        client = signed_in(busy, who)
        for name, address in pages.items():
            answer = client.get(address)
            assert answer.status_code == 200, (who, name)
            content = answer.content.decode()
            shown = name != "finding"
            assert (link.code in content) is shown, (who, name)
            may = "/link_footage/" in content
            assert may is (who == "surveillance"), (who, name)
    assert Hold.objects.filter(subject=f"case/{row.number}").exists()
    assert signed_in(busy, "surveillance").get(reverse("admin:index")).status_code == 200


def test_the_first_page_says_in_words_what_will_be_deleted_and_what_is_missing(watch: Watch) -> None:
    watch.recorder(kind="files", address=None, keeps_days=3600)
    watch.camera().camera("CAM-B").read_clock().recording(keep_days=5)
    client, finding = signed_in(watch, "surveillance"), watch.finding()
    page = client.get(reverse("admin:index")).content.decode()
    assert "Footage of open findings that will be deleted" in page
    assert reverse("admin:surveillance_recording_change", args=[Recording.objects.get().pk]) in page
    address = reverse("admin:games_finding_change", args=[finding.pk])
    assert f'{address}">{stored_finding(finding).title.en}</a>' in page
    later = AT + timedelta(hours=1)
    hold = PlaceHold(table="RL01", begins_at=later, ends_at=later + timedelta(hours=1), reason="Nghi có gian lận.")
    watch.do(hold, who="shift_manager")
    page = client.get(reverse("admin:index")).content.decode()
    assert "Held, and to be brought in" in page
    assert "CAM-A, CAM-B" in page, "a line for both cameras"
