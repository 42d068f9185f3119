"""The pages of the player and of the queue: who may open them, who may watch, what is said where nothing can be played,
and that only Surveillance records what film shows."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
import pytest
from django.conf import settings as conf
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock
from casino.factors import proofs
from games.engine.facts import Person
from games.rows.models import Finding
from surveillance.files import viewing
from surveillance.files.models import FootageCopy, FootageJob, JobKind
from surveillance.pages import review, stills
from surveillance.record import facts as f
from surveillance.rows.log_models import Review
from surveillance.rows.models import Frame, Link, Recording
from tests.admin.house import House, person
from tests.signed import sign_everything
from tests.surveillance.player.house import OFFICER, Watched

pytestmark = pytest.mark.django_db
CODE = "TST"


@pytest.fixture
def watched(person_keys: object) -> Watched:
    return Watched(House())


@pytest.fixture
def officer(watched: Watched) -> Client:
    return entered("surveillance")


def entered(role: str, language: str = "en") -> Client:
    client = Client()
    client.force_login(person(role), backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = language
    return client


def played(watched: Watched) -> None:
    """Both recordings have their copies to watch."""
    for row in Recording.objects.all():
        for what in ("web", "index", "thumbnail"):
            FootageCopy.objects.create(
                property=watched.house.property,
                recording=row.code,
                what=what,
                path=what,
                size_bytes=1,
                sha256="ab" * 32,
                media_type="video/mp4",
                made_at=watched.begins,
            )


def told(html: bytes) -> dict[str, Any]:
    """What the script of a page is told."""
    text = html.decode()
    begin = text.index('<script type="application/json">') + len('<script type="application/json">')
    return dict(json.loads(text[begin : text.index("</script>", begin)]))


def send(client: Client, address: str, **said: Any) -> Any:
    return client.post(address, json.dumps({"command_id": str(uuid4()), **said}), content_type="application/json")


def page_of(watched: Watched, code: str = "short") -> str:
    return reverse("footage_round", args=[watched.round(code).pk])


def test_the_page_says_where_each_clip_lies_and_opens_at_the_wrong_payment(watched: Watched, officer: Client) -> None:
    played(watched)
    data = told(officer.get(page_of(watched)).content)
    overhead, wheel, aisle = data["clips"]
    begins = watched.film_begins.timestamp() * 1000
    assert overhead["begins_ms"] == pytest.approx(begins, abs=1)
    assert wheel["begins_ms"] == pytest.approx(begins, abs=1)
    assert aisle["begins_ms"] is None
    assert data["at_ms"] == pytest.approx(begins + 43_000, abs=1)
    assert data["zone"] == "Asia/Ho_Chi_Minh"
    assert all(name in data["addresses"] for name in ("mark", "pair", "link"))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Only the recorder has this film", "waiting to be made", "which is more than the"]),
        ("vi", ["Chỉ đầu ghi có đoạn phim này", "đang chờ được tạo", "Mở phần mềm của hãng"]),
    ],
)
def test_what_cannot_be_played_is_said(watched: Watched, officer: Client, language: str, words: list[str]) -> None:
    html = entered("surveillance", language).get(page_of(watched)).content.decode()
    if language == "en":
        played(watched)
        assert words[2] in officer.get(page_of(watched)).content.decode()
        words = words[:2]
    for said in words:
        assert said in html
    assert "vms://open?channel=ch3&amp;from=" in html


def test_a_copy_that_could_not_be_made_says_why(watched: Watched, officer: Client) -> None:
    FootageJob.objects.create(
        property=watched.house.property,
        kind=JobKind.PROCESS,
        about="R-CAM-1",
        key="p1",
        state="failed",
        said_vi="Hỏng.",
        said_en="It is broken.",
        asked_at=watched.begins,
    )
    assert "It is broken." in officer.get(page_of(watched)).content.decode()


def test_who_has_no_case_about_it_watches_nothing(watched: Watched) -> None:
    played(watched)
    html = entered("pit_supervisor").get(page_of(watched)).content.decode()
    assert "You may not watch this recording" in html
    assert "<video" not in html
    assert "addresses" in html
    assert told(html.encode())["addresses"] == {}


@pytest.mark.parametrize(
    ("role", "player", "queue"), [("dealer", 403, 403), ("pit_manager", 200, 403), ("auditor", 200, 200)]
)
def test_pages_open_by_permission(watched: Watched, role: str, player: int, queue: int) -> None:
    client = entered(role)
    assert client.get(page_of(watched)).status_code == player
    assert client.get(reverse("footage_queue")).status_code == queue
    assert Client().get(page_of(watched)).status_code == 302


def test_only_surveillance_records_what_film_shows(
    watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stills, "keep", lambda _row, at_ms, _code: stills.Kept(at_ms=at_ms, sha256="cd" * 32, path=""))
    row = watched.round("short")
    finding = Finding.objects.get(code="paid_too_little")
    mark = {"recording": "R-CAM-1", "at_ms": 43_010}
    link = {"subject": f"finding:{finding.pk}", "clips": [{"recording": "R-CAM-1", "from_ms": 38_000, "to_ms": 48_000}]}
    verdict = {"verdict": "as_recorded"}
    tries = (
        (reverse("footage_mark"), mark),
        (reverse("footage_link", args=[row.pk]), link),
        (reverse("footage_queue_verdict", args=[finding.pk]), verdict),
    )
    for role in ("pit_manager", "auditor", "senior_management"):
        for address, said in tries:
            assert send(entered(role), address, **said).status_code == 403, (role, address)
    unseen = send(officer, *tries[2][:1], **verdict)
    assert (unseen.status_code, Review.objects.count()) == (409, 0)
    assert "You have looked at no film of this round" in unseen.json()["said"]
    looked(watched)
    for address, said in tries:
        assert send(officer, address, **said).status_code == 200, address
    assert (Frame.objects.count(), Link.objects.count(), Review.objects.count()) == (1, 1, 1)
    linked = Link.objects.get()
    assert linked.identity == finding.identity
    assert linked.uncertainty_ms is not None
    assert 56 <= linked.uncertainty_ms <= 152


def looked(watched: Watched) -> None:
    """The officer's player tells a second of the round that was paid short."""
    recording = Recording.objects.get(code="R-CAM-1")
    viewing.looked(
        owner=recording.property,
        recording=recording.code,
        duration_ms=recording.duration_ms,
        from_ms=43_000,
        to_ms=44_000,
        by=Person(post="surveillance", staff="surveillance"),
        why="finding",
        subject="round/RL01/short",
        now=clock(),
    )


def test_a_mark_sent_twice_is_one(watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stills, "keep", lambda _row, at_ms, _code: stills.Kept(at_ms=at_ms, sha256="cd" * 32, path=""))
    said = {"recording": "R-CAM-1", "at_ms": 43_010, "command_id": str(uuid4())}
    assert [send(officer, reverse("footage_mark"), **said).status_code for _ in range(2)] == [200, 200]
    assert Frame.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "said", "status"),
    [
        ("footage_mark", {"recording": "R-NONE", "at_ms": 1}, 404),
        ("footage_mark", {"recording": "R-CAM-1", "at_ms": 10**9}, 422),
        ("footage_mark", {"recording": "R-CAM-1", "at_ms": "x"}, 400),
        ("footage_pair", {"recording": "R-CAM-1", "frame_ms": 1, "event": str(uuid4())}, 422),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch, address: str, said: dict[str, Any], status: int
) -> None:
    monkeypatch.setattr(stills, "keep", lambda _row, at_ms, _code: stills.Kept(at_ms=at_ms, sha256="cd" * 32, path=""))
    answer = send(officer, reverse(address), **said)
    assert answer.status_code == status
    assert answer.json()["said"]
    assert not Frame.objects.exists()


def test_the_panel_stands_where_there_is_film_for_who_may_see_it(watched: Watched, officer: Client) -> None:
    finding = Finding.objects.get(code="paid_too_little")
    address = reverse("admin:games_finding_change", args=[finding.pk])
    assert f"/small/?finding={finding.pk}" in officer.get(address).content.decode()
    assert "data-show-film" not in entered("pit_supervisor").get(address).content.decode()


def test_the_queue_goes_by_gravity_and_knows_what_is_done(watched: Watched, officer: Client) -> None:
    html = officer.get(reverse("footage_queue") + "?severity=all").content.decode()
    first, rest = Finding.objects.get(code="paid_too_little"), Finding.objects.exclude(code="paid_too_little")
    place = html.index(reverse("footage_queue_item", args=[first.pk]))
    assert all(place < html.index(reverse("footage_queue_item", args=[row.pk])) for row in rest)
    looked(watched)
    send(officer, reverse("footage_queue_verdict", args=[first.pk]), verdict="otherwise", note="Chip thứ hai bị che.")
    items = json.loads(html[html.index('json">') + 6 : html.index("</script>", html.index('json">'))])
    assert [item["done"] for item in items] == [False] * len(items)
    again = officer.get(reverse("footage_queue") + "?severity=all").content.decode()
    assert '"done": true' in again
    item = officer.get(reverse("footage_queue_item", args=[first.pk])).content.decode()
    assert "surveillance said of its film" in item


def test_a_long_queue_says_how_many_follow(watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """And brings them when the first ones are done."""
    address = reverse("footage_queue") + "?severity=all"
    every = [entry.item for entry in officer.get(address).context["entries"]]
    assert len(every) == 3
    assert officer.get(address).context["left"] == 0
    monkeypatch.setattr(review, "MOST", 1)
    shown = officer.get(address)
    assert [entry.item for entry in shown.context["entries"]] == every[:1]
    assert f"The first 1 of {len(every)} stand here." in shown.content.decode()
    looked(watched)
    first = Finding.objects.get(code="paid_too_little")
    send(officer, reverse("footage_queue_verdict", args=[first.pk]), verdict="otherwise", note="Chip thứ hai bị che.")
    then = officer.get(address)
    assert [entry.item for entry in then.context["entries"]] == every[1:2]
    assert f"The first 1 of {len(every) - 1} stand here." in then.content.decode()


def test_a_finding_without_footage_says_so(watched: Watched, officer: Client) -> None:
    """Another round of the same table, of which there is no film."""
    unfilmed = Finding.objects.get(code="unclear_spot")
    assert "There is no footage here" in officer.get(reverse("footage_queue_item", args=[unfilmed.pk])).content.decode()


def test_a_spot_check_is_gone_through_in_its_order(watched: Watched, officer: Client) -> None:
    from surveillance.rows.log_models import SpotCheck

    rounds = ("round/RL01/void", "round/RL01/right")
    drawn = f.SpotCheckDrawn(
        seed="0" * 64,
        begins_at=watched.begins,
        ends_at=watched.begins,
        population=6,
        rounds=rounds,
        drawn_by=OFFICER,
        table="RL01",
    )
    watched.say("spotcheck/S1", drawn)
    watched.follow()
    check = SpotCheck.objects.get()
    html = officer.get(reverse("footage_check", args=[check.pk])).content.decode()
    keys = [watched.round(name.rpartition("/")[2]).pk for name in rounds]
    items = [reverse("footage_check_item", args=[check.pk, key]) for key in keys]
    assert html.index(items[0]) < html.index(items[1])
    assert officer.get(items[0]).status_code == 200
    assert send(officer, items[0] + "verdict/", verdict="not_visible").status_code == 200
    assert SpotCheck.objects.get().looked == {rounds[0]: "not_visible"}
    stranger = reverse("footage_check_item", args=[check.pk, watched.round("short").pk])
    assert officer.get(stranger).status_code == 404


# --- Letting a finding rest is as weighty here as on its own page ---------------------------------------------------


def dismissal(watched: Watched) -> tuple[Finding, str, dict[str, str]]:
    row = Finding.objects.get(code="paid_too_little")
    said = {"command_id": str(uuid4()), "reason": "Camera cho thấy trả đủ."}
    return row, reverse("footage_queue_dismiss", args=[row.pk]), said


JSON = {"accept": "application/json"}


def test_a_dismissal_in_the_queue_is_what_was_signed(
    watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, address, said = dismissal(watched)
    seen = sign_everything(monkeypatch)
    answer = officer.post(address, said, headers=JSON)
    assert answer.status_code == 200, answer.content
    [brought] = seen
    assert brought.fault is None
    assert brought.event.data["identity"] == row.identity
    for name, value in {"identity": "0" * 64, "dismissed_by": {"post": "pit_manager", "staff": "x"}}.items():
        data = {**brought.event.data, name: value}
        forged = msgspec.structs.replace(brought, event=msgspec.structs.replace(brought.event, data=data))
        assert forged.fault is not None, name


def test_above_the_amount_it_waits_for_a_second_person_and_is_signed_as_that(
    watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, address, said = dismissal(watched)
    monkeypatch.setattr(conf, "FIRST_SETTINGS", {"dismissal_alone": {}})
    seen = sign_everything(monkeypatch)
    answer = officer.post(address, said, headers=JSON)
    assert answer.status_code == 200, answer.content
    assert "second person" in answer.json()["said"]
    [brought] = seen
    assert (brought.event.name, brought.fault) == ("ask.asked", None)
    row.refresh_from_db()
    assert row.status == "open"


def test_the_person_is_asked_again_and_comes_back_to_the_queue(
    watched: Watched, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, address, said = dismissal(watched)
    queue = reverse("footage_queue") + "?severity=all"
    monkeypatch.setattr(proofs.Standing, "is_fresh", lambda *_args, **_kwargs: False)
    for headers in (JSON, {}):
        asked = officer.post(f"{address}?{urlencode({'back': queue})}", said, headers=headers)
        assert asked.headers["Content-Type"].startswith("text/html")
        assert "factors_carried" in asked.content.decode()
    row.refresh_from_db()
    assert row.status == "open"
    monkeypatch.undo()
    done = officer.post(f"{address}?{urlencode({'back': queue})}", said)
    assert (done.status_code, done.headers["Location"]) == (302, queue)
    row.refresh_from_db()
    assert row.status == "dismissed"
    elsewhere = officer.post(f"{address}?{urlencode({'back': 'https://example.org/'})}", said)
    assert elsewhere.headers["Location"] == reverse("footage_queue")


def test_json_is_no_way_round_the_question(watched: Watched, officer: Client) -> None:
    row, address, said = dismissal(watched)
    answer = officer.post(address, json.dumps(said), content_type="application/json", headers=JSON)
    assert answer.json()["code"] == "bad_request"
    for role in ("auditor", "pit_manager"):
        assert entered(role).post(address, said, headers=JSON).status_code == 403
    row.refresh_from_db()
    assert row.status == "open"
