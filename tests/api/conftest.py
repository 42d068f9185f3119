"""A device that posts, by token or by signature."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from casino.clock import now as clock_now
from games.ingest.credentials import signed_text
from tests.ingest.conftest import House, committed_house, house

__all__ = ["committed_house", "house"]

PATH = "/api/v1/properties/TST/events/"


@dataclass
class Poster:
    """Posts bytes as the token device of a house, or as nobody."""

    house: House
    client: Client

    def __call__(
        self,
        body: bytes,
        kind: str = "application/x-ndjson",
        *,
        token: str | None = "own",  # noqa: S107 - a name for the device's own
        path: str = PATH,
        language: str = "en",
        **headers: str,
    ) -> Any:
        if token is not None:
            headers["Authorization"] = f"Bearer {self.house.token if token == 'own' else token}"
        headers.setdefault("Accept-Language", language)
        return self.client.post(path, data=body, content_type=kind, headers=headers)

    def events(self, *events: bytes, **more: Any) -> Any:
        return self(b"\n".join(events), **more)

    def signed(self, said: bytes, /, *, at: datetime | None = None, clock: str = "", **changes: Any) -> Any:
        """By the signing device; ``changes`` are parts that the signature covers, changed after signing."""
        timestamp = (at or clock_now()).isoformat()
        text = signed_text(method="POST", path=PATH, body=said, timestamp=timestamp, device="K1", clock=clock)
        headers = {
            "Tableproof-Device": changes.get("device", "K1"),
            "Tableproof-Timestamp": changes.get("timestamp", timestamp),
            "Tableproof-Signature": changes.get("signature", base64.b64encode(self.house.key.sign(text)).decode()),
        }
        if clock or "clock_header" in changes:
            headers["Tableproof-Clock"] = changes.get("clock_header", clock)
        kind = changes.get("kind", "application/x-ndjson")
        return self(changes.get("body", said), kind, token=None, path=changes.get("path", PATH), **headers)


@pytest.fixture
def post(house: House) -> Poster:
    cache.clear()
    return Poster(house, Client(raise_request_exception=False))


def codes(response: Any) -> list[str]:
    assert response.status_code == 200, response.content
    return [result.get("code", result["status"]) for result in response.json()["results"]]


def batch(events: Sequence[bytes]) -> bytes:
    return json.dumps([json.loads(event) for event in events]).encode()


def zipped(body: bytes) -> bytes:
    return gzip.compress(body)
