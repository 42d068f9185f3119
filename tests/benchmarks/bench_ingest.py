"""How fast a device's batches are taken in: 50-event NDJSON requests through the whole of Django, and what of it is
reading the events. Run by ``make bench``."""

from __future__ import annotations

import json
import sys
import time
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.ingest import limits
from games.ingest.wire import read_event
from tests.ingest.conftest import House, committed_house

__all__ = ["committed_house"]

BATCHES = 60
EVENTS = 50


def bodies(house: House) -> list[bytes]:
    return [b"\n".join(house.raw(id=str(uuid4())) for _n in range(EVENTS)) for _m in range(BATCHES)]


@pytest.mark.bench
def test_batches_of_fifty(committed_house: House, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_MINUTE", 10**9)
    client = Client(headers={"Authorization": f"Bearer {committed_house.token}"})
    sent = bodies(committed_house)

    def post(body: bytes) -> Any:
        return client.post("/api/v1/properties/TST/events/", data=body, content_type="application/x-ndjson")

    assert post(sent[0]).status_code == 200
    started = time.perf_counter()
    answers = [post(body) for body in sent[1:]]
    taken = time.perf_counter() - started
    assert all(json.loads(answer.content)["recorded"] == EVENTS for answer in answers)
    started = time.perf_counter()
    for body in sent[1:]:
        for raw in body.split(b"\n"):
            read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
    reading = time.perf_counter() - started
    events = (BATCHES - 1) * EVENTS
    with capsys.disabled():
        sys.stdout.write(
            f"\ntaking in, {EVENTS} events a request: {len(answers) / taken:,.0f} requests/s, "
            f"{events / taken:,.0f} events/s; reading alone {events / reading:,.0f} events/s\n"
        )
