"""The pages of recordings: the list, the chain of custody in both languages, acts, bringing films in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from surveillance.admin import recordings as admin_of_files
from surveillance.files.forms import AreasField, read_place
from surveillance.files.models import FootageJob, FootageView
from surveillance.film.copies import Area
from surveillance.record import facts as f
from surveillance.record.parts import Viewer, Why
from surveillance.rows.models import Camera, Recording
from tests.posting import a_property
from tests.surveillance.files.conftest import OFFICER, House

As = Callable[..., Client]


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    return house.recording(film)


def page(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(f"admin:surveillance_recording_{name}", args=args))
    assert answer.status_code == 200, answer.content[:500]
    return answer.content.decode()


def test_the_list_and_a_recording_in_both_languages(house: House, row: Recording, as_: As) -> None:
    house.tell(row.stream, f.RecordingChecked(sha256=row.sha256))
    for language, words in {
        "en": ("not sealed", "CAM-A", "Chain of custody", "The bytes are those that arrived."),
        "vi": ("không niêm phong", "CAM-A", "Tệp giống hệt lúc nhận."),
    }.items():
        client = as_("surveillance", language)
        assert words[0] in page(client, "changelist")
        assert f"{row.keep_until.astimezone(row.property.zone):%d/%m/%Y}" in page(client, "changelist"), "with its year"
        shown = page(client, "change", row.pk)
        for word in words:
            assert word in shown, (language, word)
        assert row.sha256 in shown


def test_the_chain_of_custody_says_in_words_why_somebody_looked(house: House, row: Recording, as_: As) -> None:
    causes: dict[Why, str] = {"case": "case/2026-00003", "finding": "round/RL01/7", "spot_check": "spotcheck/S1"}
    for why, subject in causes.items():
        house.tell(
            row.stream,
            f.RecordingViewed(
                from_ms=0,
                to_ms=900,
                why=why,
                viewed_by=Viewer(post=OFFICER.post, staff=OFFICER.staff),
                subject=subject,
            ),
        )
    for language, words in {
        "en": ("of case 2026-00003.", "of a finding: round RL01/7.", "of a spot check: spot check S1."),
        "vi": ("vì hồ sơ 2026-00003.", "vì phát hiện: ván RL01/7.", "vì kiểm tra chọn mẫu: mẫu kiểm tra S1."),
    }.items():
        shown = page(as_("surveillance", language), "change", row.pk)
        for word in words:
            assert word in shown, (language, word)


def test_bytes_that_changed_are_seen_at_once(house: House, row: Recording, as_: As) -> None:
    house.tell(row.stream, f.RecordingChecked(sha256="0" * 64))
    client = as_("surveillance")
    assert "are not those that arrived" in page(client, "changelist")
    assert "HAVE CHANGED" in page(client, "change", row.pk)


def test_who_looks_on_reads_and_is_offered_nothing(row: Recording, as_: As) -> None:
    shown = page(as_("auditor"), "change", row.pk)
    assert "may read about this recording and not watch it" in shown
    assert reverse("admin:surveillance_recording_export", args=[row.pk]) not in shown
    for name in ("export", "give", "download", "check"):
        address = reverse(f"admin:surveillance_recording_{name}", args=[row.pk])
        assert as_("auditor").get(address).status_code == 403
        assert as_("pit_supervisor").get(address).status_code in (403, 404)
    assert as_("auditor").get(reverse("admin:surveillance_recording_upload")).status_code == 403


def test_an_export_asked_for_on_the_page(house: House, row: Recording, as_: As) -> None:
    client = as_("surveillance")
    address = reverse("admin:surveillance_recording_export", args=[row.pk])
    said = {"command_id": str(uuid4()), "from_ms": "0:01", "to_ms": "0:01.5", "reason": "Điều tra."}
    assert client.post(address, {**said, "from_ms": "later"}).status_code == 422
    assert client.post(address, said).status_code == 302
    job = FootageJob.objects.get(kind="export")
    assert (job.asked["from_ms"], job.asked["to_ms"]) == (1000, 1500)
    assert house.work() == []
    shown = page(client, "change", row.pk)
    assert "Save the file" in shown
    answer = client.get(reverse("admin:surveillance_recording_made", args=[job.pk]))
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200


def test_a_download_a_check_and_a_copy_asked_for_on_the_page(house: House, row: Recording, as_: As) -> None:
    client = as_("surveillance")

    def post(name: str, **said: str) -> Any:
        address = reverse(f"admin:surveillance_recording_{name}", args=[row.pk])
        return client.post(address, {"command_id": str(uuid4()), **said})

    answer = post("download", reason="Tòa án khi ghi sổ.")
    assert "/signed/" in answer["Location"]
    assert post("check").status_code == 302
    areas = "0:00-0:01 10 10 50x50 black\n0-2 0 0 20x20"
    assert post("give", from_ms="0", to_ms="1", given_to="Luật sư", areas=areas).status_code == 302
    assert house.work() == []
    kinds = [type(fact) for fact in house.custody(row.code)]
    assert {f.RecordingDownloaded, f.RecordingChecked, f.CopyGiven} <= set(kinds)


def test_the_page_on_which_films_are_brought_in(house: House, as_: As) -> None:
    for language, word in {"en": "Bring footage in", "vi": "Camera"}.items():
        shown = page(as_("surveillance", language), "upload")
        assert word in shown
        assert "tus.min.js" in shown
        assert 'data-endpoint="/api/v1/footage/uploads/"' in shown
        assert "CAM-A" in shown


def test_only_cameras_of_the_persons_properties_are_offered(
    house: House, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_property("ELS")
    said = {"stream": "camera/CAM-ELS", "version": 1, "last_position": 1, "installed_at": house.now}
    Camera.objects.create(id=1, property=other, code="CAM-ELS", **said)
    shown = page(as_("surveillance"), "upload")
    assert "ELS · CAM-ELS" in shown  # Surveillance acts at every property
    acts = admin_of_files.may_fetch
    monkeypatch.setattr(admin_of_files, "may_fetch", lambda request, owner: owner != other and acts(request, owner))
    shown = page(as_("surveillance"), "upload")
    assert "CAM-A" in shown
    assert "CAM-ELS" not in shown


def test_areas_are_drawn_on_frames_that_count_as_looked_at(house: House, row: Recording, as_: As) -> None:
    address = reverse("admin:surveillance_recording_frame", args=[row.pk])
    form = page(as_("surveillance"), "give", row.pk)
    assert f'data-frame="{address}"' in form
    assert "surveillance/mask.js" in form
    assert "data-mask" not in page(as_("surveillance"), "export", row.pk)
    answer = as_("surveillance").get(address, {"at_ms": 400})
    assert answer.content.startswith(b"\x89PNG")
    viewed = FootageView.objects.get()
    assert (viewed.from_ms, viewed.to_ms, viewed.why) == (400, 400, "upkeep")
    assert as_("surveillance").get(address, {"at_ms": "x"}).status_code == 404
    assert as_("auditor").get(address, {"at_ms": 0}).status_code == 403


@pytest.mark.parametrize(
    ("said", "ms"),
    [("0", 0), ("1.5", 1500), ("1,05", 1050), ("0:01", 1000), ("1:02:03.004", 3_723_004), ("90", 90_000)],
)
def test_places_in_a_film(said: str, ms: int) -> None:
    assert read_place(said) == ms


def test_areas_a_line_each() -> None:
    assert AreasField().clean("0:01-0:04 120 80 200x150 coarse\n") == (
        Area(from_ms=1000, to_ms=4000, x=120, y=80, width=200, height=150, how="coarse"),
    )
    from django.forms import ValidationError

    moving = AreasField().clean("0:01.5-0:04 120 80 200x150 black -> 300 90")
    assert moving == (Area(from_ms=1500, to_ms=4000, x=120, y=80, width=200, height=150, to_x=300, to_y=90),)
    for bad in ("x", "0-1 1 1 1", "0-1 1 1 5x5 pink", "0-1 1 1 5x5 -> 3"):
        with pytest.raises(ValidationError):
            AreasField().clean(bad)
