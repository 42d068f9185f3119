"""The description of the API is one that a common generator makes a client of, and the client works.

The client is made by ``openapi-python-client``, written without knowledge of this house, and talks to the application
with the bytes that it would send. One operation of each kind is used: a device sends, a person lists, reads a replay,
supposes, opens a case and carries it on, and is refused with an error that the client reads.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.test import Client
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from games.ingest.devices import add_device
from tests.disputes.conftest import court, person_keys
from tests.disputes.court import Court
from tests.replay.story import CODE

__all__ = ["court", "person_keys"]

pytestmark = pytest.mark.slow

NAME = "tableproof_client"
BYTES = dict.fromkeys(
    ("video/mp4", "image/jpeg", "image/png", "application/offset+octet-stream"), "application/octet-stream"
)
"""What is bytes and nothing else to a client: its maker knows the common name alone, and takes such a table."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The package of the client, and what its maker had to say."""
    folder: Path = tmp_path_factory.mktemp("client")
    document = folder / "openapi.json"
    document.write_bytes(
        Client().get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).content
    )
    config = Config.from_sources(
        ConfigFile(post_hooks=[], content_type_overrides=BYTES),
        MetaType.NONE,
        document,
        "utf-8",
        overwrite=False,
        output_path=folder / NAME,
    )
    said = generate(config=config)
    sys.path.insert(0, str(folder))
    yield said
    sys.path.remove(str(folder))
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


def part(name: str) -> Any:
    return importlib.import_module(f"{NAME}.{name}")


def model(name: str) -> Any:
    return getattr(part("models"), name)


def carried_by(browser: Client) -> dict[str, Any]:
    """What a generated client sends goes through Django's own test client, whose transaction is rolled back."""

    def carry(request: httpx.Request) -> httpx.Response:
        headers = {name: value for name, value in request.headers.items() if name not in ("host", "content-length")}
        answer: Any = browser.generic(
            request.method,
            request.url.raw_path.decode(),
            request.content,
            content_type=request.headers.get("content-type", ""),
            headers=headers,
        )
        return httpx.Response(answer.status_code, headers=dict(answer.items()), content=answer.content)

    return {"transport": httpx.MockTransport(carry)}


def asked_by(court: Court, role: str) -> Any:
    """The client of a person who has signed in."""
    browser = Client()
    browser.force_login(court.user(role), backend="casino.backends.PostingBackend")
    headers = {"Accept-Language": "en"}
    return part("client").Client(base_url="http://testserver", headers=headers, httpx_args=carried_by(browser))


def test_it_is_made_without_a_warning(made: Any) -> None:
    told = [f"{each.header} {each.detail}" for each in made]
    assert [each for each in told if "x-ndjson" not in each] == [], "lines of JSON are for those who send files"


def test_a_device_sends(made: Any, court: Court) -> None:
    _device, token = add_device(property_code=CODE, code="RL01-GEN", kind="sensor", tables=["RL01"])
    client = part("client").AuthenticatedClient(
        base_url="http://testserver",
        token=token,
        httpx_args=carried_by(Client()),
    )
    event = model("RouletteRoundOpenedV1")(
        id=uuid4(),
        type_="roulette.round_opened.v1",
        occurred_at=datetime.fromisoformat("2026-06-13T20:15:00+07:00"),
        table="RL01",
        round_="generated",
        sequence=1,
        data=model("RoundOpened")(number=900),
    )
    answer = part("api.events.send_events").sync(CODE, client=client, body=[event])
    [result] = answer.results
    assert result.status == "recorded", result
    [again] = part("api.events.send_events").sync(CODE, client=client, body=[event]).results
    assert (again.status, again.position) == ("duplicate", result.position)


def test_a_person_lists_reads_and_supposes(made: Any, court: Court) -> None:
    client = asked_by(court, "pit_manager")
    listed = part("api.rounds.list_rounds").sync(client=client, table="RL01")
    assert "short" in {each.code for each in listed.rounds}
    replay = part("api.rounds.replay_round").sync("RL01", "short", client=client)
    assert replay["judgement"]["difference_minor"] == -500_000
    found = part("api.findings.list_findings").sync(client=client, severity=model("ListFindingsSeverity")("money"))
    assert found.findings
    supposed = part("api.rounds.suppose_round").sync(
        "RL01", "short", client=client, body=model("WhatIfChanges").from_dict({"document": "roulette.2020-06-13"})
    )
    assert supposed is not None


def test_a_person_opens_a_case_and_carries_it_on_and_is_refused_in_words(made: Any, court: Court) -> None:
    client = asked_by(court, "pit_supervisor")
    body = model("CaseOpenCase").from_dict(
        {
            "command_id": str(uuid4()),
            "claim": "Khách nói trả thiếu.",
            "players": [{"name": "Nguyễn Văn Ẩn", "reference": "P-1"}],
            "table": "RL01",
            "rounds": [{"table": "RL01", "round": "short", "bets": ["b1"]}],
            "amount_minor": 500_000,
        }
    )
    opened = part("api.cases.open_case").sync(client=client, body=body)
    passed = model("CasePassOn").from_dict(
        {"command_id": str(uuid4()), "seen_version": opened.version, "why": "cannot_be_resolved"}
    )
    answer = part("api.cases.pass_on").sync(opened.number, client=client, body=passed)
    assert answer.version > opened.version
    stale = model("CasePassOn").from_dict(
        {"command_id": str(uuid4()), "seen_version": opened.version, "why": "cannot_be_resolved"}
    )
    refused = part("api.cases.pass_on").sync_detailed(opened.number, client=client, body=stale)
    assert refused.status_code in (403, 409)
    assert refused.parsed.code
