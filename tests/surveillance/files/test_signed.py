"""What leaves the house is signed, and is what was signed: the stretch as it was read, and the words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from surveillance.rows.models import Recording
from tests.signed import Brought, sign_everything
from tests.surveillance.files.conftest import House

PERSON = {"post": "surveillance", "staff": "somebody.else"}
ASKED: dict[str, Any] = {"from_ms": 1100, "to_ms": 1801, "case": "2026-00009", "asked_by": PERSON}
FORGED: dict[str, dict[str, Any]] = {
    "export": {**ASKED, "what": "copy", "sealed_reason": {"digest": "0" * 64}},
    "copy": {**ASKED, "what": "export", "given_to": {"digest": "0" * 64}},
    "original": {"downloaded_by": PERSON, "sealed_reason": {"digest": "0" * 64}},
}


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    house.clock(1500)
    return house.recording(film)


def hold(brought: Brought) -> None:
    """It is what was signed, and forged it is not."""
    assert brought.fault is None
    for name, value in FORGED[brought.event.data.get("what", "original")].items():
        data = {**brought.event.data, name: value}
        forged = msgspec.structs.replace(brought, event=msgspec.structs.replace(brought.event, data=data))
        assert forged.fault is not None, name
    moved = msgspec.structs.replace(brought.event, stream="recording/R9")
    assert msgspec.structs.replace(brought, event=moved).fault is not None


def test_an_export_over_the_api(house: House, row: Recording, officer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = sign_everything(monkeypatch)
    said = {"command_id": str(uuid4()), "from_ms": 1200, "to_ms": 1800, "reason": " Theo yêu cầu\ncủa công an. "}
    address = f"/api/v1/footage/recordings/{row.code}/exports/?property={house.owner.code}"
    assert officer.post(address, json.dumps(said), content_type="application/json").status_code == 202
    [brought] = seen
    hold(brought)


@pytest.mark.parametrize(
    ("name", "besides"),
    [("export", {"reason": "Cho vụ án."}), ("give", {"given_to": "Công an", "areas": "0:01-0:01.5 10 10 20x20 black"})],
)
def test_on_the_page_places_are_signed_as_they_were_read(
    house: House, row: Recording, officer: Client, monkeypatch: pytest.MonkeyPatch, name: str, besides: dict[str, str]
) -> None:
    seen = sign_everything(monkeypatch)
    said = {"command_id": str(uuid4()), "from_ms": "0:01.2", "to_ms": "1,8", "case": "", **besides}
    answer = officer.post(reverse(f"admin:surveillance_recording_{name}", args=[row.pk]), said)
    assert answer.status_code == 302, answer.content
    [brought] = seen
    hold(brought)


def test_an_original_that_leaves(
    house: House, row: Recording, officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = sign_everything(monkeypatch)
    said = {"command_id": str(uuid4()), "reason": "Cho công an."}
    answer = officer.post(reverse("admin:surveillance_recording_download", args=[row.pk]), said)
    assert answer.status_code == 302, answer.content
    [brought] = seen
    hold(brought)
