"""Weighty words on footage, signed by passkey over the API: what the record says is what the person signed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client

from casino.ledger.application import get_ledger
from casino.ledger.signing import weighty_patterns
from casino.ledger.verify import verify
from surveillance.execution import signed_acts
from surveillance.record import facts as f
from surveillance.record import holding as h
from surveillance.rows.models import Hold
from tests.api.test_signing import demand
from tests.factors.authenticator import ORIGIN, RP, Authenticator
from tests.replay.story import CODE
from tests.surveillance.files.conftest import House, film, footage, house  # noqa: F401 - fixtures
from tests.surveillance.watch import AT, Watch

API = "/api/v1/footage/"


class Signer:
    """Somebody with a passkey, and the program that they use."""

    def __init__(self, user: Any) -> None:
        self.device = Authenticator()
        self.browser: Any = Client(SERVER_NAME=RP)
        self.browser.force_login(user, backend="casino.backends.PostingBackend")
        page = self.browser.get("/admin/account/passkey/", secure=True)
        made = self.device.make(page.context["options"])
        self.browser.post("/admin/account/passkey/", {"passkey": made}, secure=True)

    def post(self, path: str, body: Any, wish: str | None = None) -> Any:
        headers = {"Accept-Language": "en"} | ({"Tableproof-Sign": wish} if wish else {})
        return self.browser.post(
            f"{API}{path}", msgspec.json.encode(body).decode(), content_type="application/json", secure=True,
            headers=headers,
        )  # fmt: skip

    def sign(self, path: str, body: Any) -> Any:
        asked = self.post(path, body, "challenge").json()
        answer = msgspec.json.decode(self.device.sign(asked["passkey"]))
        reply = self.post(path, {"token": asked["token"], "passkey": answer}, "signed")
        assert reply.status_code in (200, 202), reply.content
        return reply.json()


@pytest.fixture(autouse=True)
def passkeys(settings: Any) -> None:
    settings.PASSKEY_DOMAIN, settings.PASSKEY_ORIGINS = RP, [ORIGIN]
    settings.ALLOWED_HOSTS = [RP, "testserver"]
    settings.PROOF_MINUTES = 10


def signed_command(position: int) -> dict[str, Any]:
    """The command under whose signature an entry stands."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.command FROM ledger_event e JOIN ledger_assertion a ON a.digest = e.origin WHERE e.position = %s",
            [position],
        )
        [(command,)] = cursor.fetchall()
    found: dict[str, Any] = msgspec.json.decode(bytes(command))
    return found


def test_the_release_of_a_hold_is_signed_and_refused_unsigned(watch: Watch) -> None:
    ends = AT + timedelta(hours=1)
    code = watch.do(h.PlaceHold(table="RL01", begins_at=AT, ends_at=ends, reason="Nghi vấn."), who="shift_manager").code
    signer = Signer(watch.user("surveillance"))
    demand(role="surveillance")
    said = {"command_id": str(uuid4()), "reason": "Đã làm rõ."}
    refused = signer.post(f"holds/{code}/release-hold/", said)
    assert (refused.status_code, refused.json()["code"]) == (403, "signature_needed")
    assert Hold.objects.get().released_at is None
    signer.sign(f"holds/{code}/release-hold/", said)
    event = get_ledger(CODE).stream(f"hold/{code}")[-1]
    command = signed_command(event.position)
    assert command["about"] == {"stream": f"hold/{code}", "command": "release_hold"}
    assert command["property"] == CODE
    assert command["said"]["reason"] == f"sha256:{event.data.sealed_reason.digest}", "the very words that were signed"
    assert verify(CODE).fault is None


@pytest.mark.usefixtures("passkeys")
def test_who_asks_that_film_leaves_the_house_signs_that_and_the_work_names_it(house: House, film: Path) -> None:  # noqa: F811
    from tests.admin.house import person

    row = house.recording(film)
    signer = Signer(person("surveillance"))
    demand(role="surveillance")
    key = str(uuid4())
    said = {"command_id": key, "from_ms": 0, "to_ms": 1_000, "reason": "Tòa án khi ghi sổ."}
    address = f"recordings/{row.code}/exports/"
    assert signer.post(address, said).json()["code"] == "signature_needed"
    signer.sign(address, said)
    given = {"command_id": str(uuid4()), "from_ms": 0, "to_ms": 1_000, "given_to": "Luật sư"}
    signer.sign(f"recordings/{row.code}/given/", given)
    signer.sign(f"recordings/{row.code}/download/", {"command_id": str(uuid4()), "reason": "Công an."})
    assert house.work() == []
    events = get_ledger(CODE).stream(row.stream)
    asked = [event for event in events if isinstance(event.data, f.LeaveAsked)]
    assert [event.data.what for event in asked] == ["export", "copy"]
    export, copy = (signed_command(event.position) for event in asked)
    assert export["about"] == copy["about"] == {"stream": row.stream}
    assert export["said"] | {"reason": ""} == said | {"reason": ""}
    assert export["said"]["reason"] == f"sha256:{asked[0].data.sealed_reason.digest}"
    assert copy["said"]["given_to"] == f"sha256:{asked[1].data.given_to.digest}"
    [made] = [event for event in events if isinstance(event.data, f.RecordingExported)]
    assert made.correlation == key == str(asked[0].id)
    [taken] = [event for event in events if isinstance(event.data, f.RecordingDownloaded)]
    assert signed_command(taken.position)["said"]["reason"] == f"sha256:{taken.data.sealed_reason.digest}"
    assert verify(CODE).fault is None


def test_what_stands_unsigned_where_it_had_to_be_signed_is_looked_for() -> None:
    assert {f"{name}.%" for name in signed_acts.TYPES} <= set(weighty_patterns())
    assert set(signed_acts.TYPES) <= set(f.FACTS)
