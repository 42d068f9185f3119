"""How fast a device's batches are taken in: NDJSON requests of 50 events through the whole of Django, beside the
eventsourcing library's own in-process save of equal batches.

One run, one server; they take turns request by request, and each turn is compared with the other's beside it: the
median of that says the same on a busy machine, where the better half of each one's turns, which is shown as well, tells
as much of whoever else worked there. The library saves what a caller in its own process hands it, objects ready made;
the requests are read, authenticated, paced, checked, counted and answered besides. The bar is 0.8 times the library.
"""

from __future__ import annotations

import base64
import gc
import json
import sys
import time
from statistics import median
from typing import Final
from uuid import uuid4

import pytest
from django.test import Client

from casino.clock import now as clock
from casino.core.events import NewEvent
from games.ingest.credentials import signed_text
from games.ingest.wire import read_event
from games.rows import limits
from tests.benchmarks.bench_append import (
    WARM_UP_BATCHES,
    Contestant,
    library_application,
    library_round,
    report,
    save_by_library,
)
from tests.ingest.conftest import House, committed_house

__all__ = ["committed_house"]

BATCHES: Final = 300
EVENTS: Final = 50
BAR: Final = 0.8
EVENTS_URL: Final = "/api/v1/properties/TST/events/"


def bodies(house: House) -> list[bytes]:
    """Requests of one round each."""
    return [
        b"\n".join(house.raw(id=str(uuid4()), round=f"20260613-{number:04d}") for _ in range(EVENTS))
        for number in range(BATCHES)
    ]


def new_events(body: bytes) -> list[NewEvent]:
    """The same events, ready for a caller in the process."""
    read = [read_event(raw, max_bytes=limits.MAX_EVENT_BYTES) for raw in body.split(b"\n")]
    return [
        NewEvent(
            id=each.envelope.id,
            stream=each.stream,
            type=each.envelope.type,
            data=each.data,
            actor="device:S1",
            occurred_at=each.envelope.occurred_at,
            sequence=each.envelope.sequence,
        )
        for each in read
    ]


def take_turns(contestants: list[Contestant]) -> None:
    """All of them, batch by batch."""
    gc.collect()
    gc.freeze()
    for index in range(BATCHES):
        for each in contestants:
            each.turn(index)
    gc.unfreeze()


def beside(one: Contestant, other: Contestant) -> float:
    """How fast one is as a multiple of the other: the median over their turns side by side."""
    pairs = zip(one.taken[WARM_UP_BATCHES:], other.taken[WARM_UP_BATCHES:], strict=True)
    return median(theirs / own for (_, own), (_, theirs) in pairs)


SIGNED_BAR: Final = 0.9


@pytest.mark.bench
def test_signed_batches_of_fifty_events_are_taken_in_at_nine_tenths_of_unsigned_ones(
    committed_house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same device, the same signature over the request; the batch signed besides, or not. And beside both a token,
    which is nothing but a hash to look up."""
    monkeypatch.setattr(limits, "REQUESTS_PER_MINUTE", 10**9)
    house = committed_house
    client = Client()

    def post(sent: tuple[bytes, dict[str, str]]) -> int:
        body, headers = sent
        answer = client.post(EVENTS_URL, data=body, content_type="application/x-ndjson", headers=headers)
        assert answer.status_code == 200, answer.content
        recorded: int = json.loads(answer.content)["recorded"]
        return recorded

    def request(index: int, kind: int, *, batch: bool, token: bool) -> tuple[bytes, dict[str, str]]:
        first = EVENTS * (index if token else 2 * index + kind - 1) + 1  # a device's numbers follow on as its turns do
        round_code = f"20260613-{10_000 * kind + index:05d}"
        events = [
            house.event(
                round=round_code,
                sequence=first + number,
                occurred_at=f"2026-06-13T20:{index % 60:02d}:{number:02d}.250Z",
            )
            for number in range(EVENTS)
        ]
        body = b"\n".join(json.dumps(each).encode() for each in events)
        if token:
            return body, {"Authorization": f"Bearer {house.token}"}
        if batch:
            body += b"\n" + json.dumps({"signed": house.signed(*events).sent()}).encode()
        return body, request_headers(house, body)

    kinds = {"by token": (False, True), "unsigned": (False, False), "signed": (True, False)}
    contestants = [
        Contestant(
            name,
            post,
            [request(index, kind, batch=batch, token=token) for index in range(BATCHES)],
        )
        for kind, (name, (batch, token)) in enumerate(kinds.items())
    ]
    take_turns(contestants)
    by_token, unsigned, signed = contestants
    assert {events for each in contestants for events, _ in each.taken} == {EVENTS}
    ratio = beside(signed, unsigned)
    with capsys.disabled():
        sys.stdout.write(report(contestants).replace("appending", "taking in"))
        to_token = beside(signed, by_token)
        sys.stdout.write(f"signed batches at {ratio:.3f} of unsigned ones, at {to_token:.3f} of those by token\n")
    assert ratio >= SIGNED_BAR


def request_headers(house: House, body: bytes) -> dict[str, str]:
    """The signature over a request of the signing device, good for some minutes."""
    timestamp = clock().isoformat()
    text = signed_text(method="POST", path=EVENTS_URL, body=body, timestamp=timestamp, device="K1")
    return {
        "Tableproof-Device": "K1",
        "Tableproof-Timestamp": timestamp,
        "Tableproof-Signature": base64.b64encode(house.key.sign(text)).decode(),
    }


@pytest.mark.bench
def test_requests_of_fifty_events_are_taken_in_at_four_fifths_of_the_librarys_save(
    committed_house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_MINUTE", 10**9)
    client = Client(headers={"Authorization": f"Bearer {committed_house.token}"})

    def post(body: bytes) -> int:
        answer = client.post(EVENTS_URL, data=body, content_type="application/x-ndjson")
        assert answer.status_code == 200
        recorded: int = json.loads(answer.content)["recorded"]
        return recorded

    sent = bodies(committed_house)
    application = library_application()
    library = Contestant("library", save_by_library(application), [[library_round(new_events(body))] for body in sent])
    requests = Contestant("requests", post, sent)
    take_turns([library, requests])
    application.close()
    assert {events for events, _ in library.taken + requests.taken} == {EVENTS}
    ratio = beside(requests, library)
    started = time.perf_counter()
    for body in sent:
        for raw in body.split(b"\n"):
            read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
    reading_us = 1e6 * (time.perf_counter() - started) / BATCHES / EVENTS
    with capsys.disabled():
        sys.stdout.write(report([library, requests]).replace("appending", "taking in"))
        sys.stdout.write(f"requests turn by turn at {ratio:.3f} of the library's save\n")
        sys.stdout.write(f"{EVENTS} events a request; reading an event takes {reading_us:.1f} us\n")
    assert ratio >= BAR
