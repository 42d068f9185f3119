"""A weighty act that brings a file is signed too: the command holds its SHA-256, the file is chosen once more beside
the touch of the passkey, and goes on only if it is the same."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from casino.accounts import signatures
from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.ledger.verify import verify
from disputes.library.models import LibraryFile
from tests.disputes.library.conftest import PDF
from tests.factors.authenticator import Authenticator
from tests.factors.conftest import ADDRESS, Browser, account, as_, carried
from tests.posting import a_property

ENTER = "/admin/disputes/libraryversion/enter/"


@pytest.fixture
def device() -> Authenticator:
    return Authenticator()


@pytest.fixture
def director(required: None) -> User:
    return account("director_of_table_games")


@pytest.fixture
def client(director: User, device: Authenticator) -> Browser:
    """Has just proved itself by the passkey that it registered, and must sign."""
    found = as_(director)
    page = found.get(f"{ADDRESS}passkey/")
    found.post(f"{ADDRESS}passkey/", {"passkey": device.make(page.context["options"])})
    signatures.demand(
        mode="all",
        role="director_of_table_games",
        by="person:administrator",
        set_by="administrator",
        command_id=uuid4(),
        now=clock(),
    )
    return found


def form(**changes: Any) -> dict[str, Any]:
    said = {
        "property": a_property().code,
        "kind": "controls",
        "code": "ICS-7",
        "title_vi": "Chuẩn kiểm soát số 7",
        "title_en": "Control standard 7",
        "version": "2026-01",
        "valid_from": "2026-01-01",
        "command_id": str(uuid4()),
    }
    return {**said, **changes}


def a_file(content: bytes = PDF) -> SimpleUploadedFile:
    return SimpleUploadedFile("ks-07.pdf", content)


def recorded() -> list[str]:
    return [event.type for event in get_ledger(a_property().code).stream("library/ICS-7")]


def test_the_command_holds_the_hash_of_the_file_and_one_touch_signs_it(client: Browser, device: Authenticator) -> None:
    asked = client.post(ENTER, form(file=a_file()))
    assert asked.status_code == 403
    assert recorded() == []
    said = msgspec.json.decode(asked.context["shown"]["text"])
    assert said["said"]["file"]["data"] == hashlib.sha256(PDF).hexdigest()
    assert (said["about"]["stream"], said["said"]["title_en"]) == ("library/ICS-7", "Control standard 7")
    page = asked.content.decode()
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file" name="file"' in page
    answer = device.sign(asked.context["asks_passkey"])
    done = client.post(ENTER, {"factors_carried": carried(asked), "passkey": answer, "file": a_file()})
    assert done.status_code == 302, done.content
    assert recorded() == ["library.document_registered.v1", "library.version_added.v1"]
    assert bytes(LibraryFile.objects.get().content) == PDF
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT length(origin) FROM ledger_event WHERE type LIKE 'library.%'")
        assert cursor.fetchall() == [(32,)]
    assert verify(a_property().code).fault is None


@pytest.mark.parametrize("second", [None, PDF + b"\n% another"])
def test_another_file_or_none_is_refused_and_the_same_goes_on_afterwards(
    client: Browser, device: Authenticator, second: bytes | None
) -> None:
    asked = client.post(ENTER, form(file=a_file()))
    answer = {"factors_carried": carried(asked), "passkey": device.sign(asked.context["asks_passkey"])}
    refused = client.post(ENTER, answer if second is None else {**answer, "file": a_file(second)})
    assert refused.status_code == 422
    assert "This is not the file" in refused.content.decode() or "không phải tệp" in refused.content.decode()
    assert recorded() == []
    again = {"factors_carried": carried(refused), "passkey": device.sign(refused.context["asks_passkey"])}
    assert client.post(ENTER, {**again, "file": a_file()}).status_code == 302
    assert len(recorded()) == 2


def test_a_file_cannot_be_slipped_under_a_command_that_was_signed_without_one(
    client: Browser, device: Authenticator
) -> None:
    asked = client.post(ENTER, form(citation="Tủ số 3"))
    answer = {"factors_carried": carried(asked), "passkey": device.sign(asked.context["asks_passkey"])}
    assert client.post(ENTER, {**answer, "file": a_file()}).status_code == 422
    assert recorded() == []
