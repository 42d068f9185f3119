"""Work on footage on the pages: a stretch is fetched, a job that failed is begun again, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse

from surveillance.files.models import FootageJob, JobState
from tests.surveillance.files.conftest import START, House

As = Callable[..., Client]
LIST = "admin:surveillance_footagejob_changelist"
FETCH = "admin:surveillance_footagejob_fetch"


def said(house: House, **besides: Any) -> dict[str, Any]:
    local = START.astimezone(house.owner.zone)
    between = {
        "begins_at": f"{local:%Y-%m-%dT%H:%M:%S}",
        "ends_at": f"{local + timedelta(seconds=2):%Y-%m-%dT%H:%M:%S}",
    }
    return {"camera": "CAM-A", **between, **besides}


def test_a_stretch_is_fetched_by_a_form(house: House, as_: As) -> None:
    client = as_("surveillance")
    assert "CAM-A" in client.get(reverse(FETCH)).content.decode()
    answer = client.post(reverse(FETCH), said(house))
    assert answer.headers["Location"] == reverse(LIST)
    [job] = FootageJob.objects.all()
    assert (job.kind, job.about, job.staff) == ("fetch", "CAM-A", "surveillance")
    assert job.asked == {"begins_at": START.isoformat(), "ends_at": (START + timedelta(seconds=2)).isoformat()}
    shown = client.get(reverse(LIST)).content.decode()
    assert "CAM-A" in shown
    assert "waiting" in shown


def test_what_cannot_be_fetched_is_said_at_its_field(house: House, as_: As) -> None:
    client = as_("surveillance", "vi")
    turned = client.post(reverse(FETCH), said(house, ends_at="2020-01-01T00:00:00"))
    assert turned.status_code == 422
    assert "ends_at" in turned.context["form"].errors
    ahead = client.post(reverse(FETCH), said(house, begins_at="2090-01-01T00:00:00", ends_at="2090-01-01T00:00:05"))
    assert "chưa tới lúc đó" in str(ahead.context["form"].errors)
    assert not FootageJob.objects.exists()
    for who in ("auditor", "pit_supervisor", "pit_manager"):
        assert as_(who).get(reverse(FETCH)).status_code == 403


def test_a_job_that_failed_is_begun_again_by_a_button(house: House, film: Path, as_: As) -> None:
    row = house.recording(film)
    job = FootageJob.objects.get(kind="process")
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.FAILED, said_vi="Đĩa đầy.", said_en="The disk is full.")
    client = as_("surveillance")
    again = reverse("admin:surveillance_footagejob_again", args=[job.pk])
    for address in (reverse(LIST), reverse("admin:surveillance_recording_change", args=[row.pk])):
        shown = client.get(address).content.decode()
        assert again in shown
        assert "The disk is full." in shown
    assert client.get(again).status_code == 405
    assert as_("auditor").post(again).status_code in (403, 404)
    back = client.post(again, {"from": "recording"})
    assert back.headers["Location"].startswith(reverse("admin:surveillance_recording_change", args=[row.pk]))
    job.refresh_from_db()
    assert job.state == JobState.QUEUED
    assert house.work() == []
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert again not in client.get(reverse(LIST)).content.decode()
