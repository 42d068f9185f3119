"""Nothing acknowledged is lost and nothing is there twice, whatever is killed while events come in.

Three devices post batches over HTTP to a running demonstration and send a batch again until it is answered, as
equipment does. Meanwhile web server, database, worker and at last the runner with everything it started get SIGKILL.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import signal
import threading
import time
import uuid
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from casino.clock import now as clock
from casino.embedded import demo, processes, run
from tests.embedded.conftest import QUEUES, Running

pytestmark = pytest.mark.slow

PATH: Final = "/api/v1/properties/HOIDEMO/events/"
DEVICES: Final = ("RL01-TABLET", "RL01-CHIPS", "RL03-TABLET")
"""Those with tokens: what every other table has signs what it sends."""
BATCH_EVENTS: Final = 12
FIRST_SEQUENCE: Final = 1_000_000
"""What each worker's own list of queues begins with."""
PAUSE_SECONDS: Final = 0.15  # a device may ask ten times a second


def token_of(home: Path, device: str) -> str:
    """As the demonstration makes it: known to whoever may read the secret key."""
    key = demo.read(home)["SECRET_KEY"].encode()
    return f"{device}.{hmac.new(key, f'demonstration device {device}'.encode(), hashlib.sha256).hexdigest()}"


class Sender(threading.Thread):
    """A device. ``acknowledged`` is what it was told: event id -> position."""

    def __init__(self, port: int, home: Path, device: str) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.device = device
        self.token = token_of(home, device)
        self.batches: list[list[dict[str, Any]]] = []
        self.acknowledged: dict[str, int] = {}
        self.unanswered = 0
        self.wrong: list[Any] = []
        self.enough = threading.Event()

    def run(self) -> None:
        while not self.enough.is_set():
            batch = self.make_batch()
            self.batches.append(batch)
            while (results := self.post(batch)) is None:
                self.unanswered += 1
                time.sleep(PAUSE_SECONDS)
            for result in results:
                if result["status"] in ("recorded", "duplicate"):
                    self.acknowledged[result["id"]] = result["position"]
                else:
                    self.wrong.append(result)
            time.sleep(PAUSE_SECONDS)

    def make_batch(self) -> list[dict[str, Any]]:
        """A spin with its bets, and nothing that closes it."""
        table = self.device.partition("-")[0]
        first = FIRST_SEQUENCE + len(self.batches) * BATCH_EVENTS
        kinds: list[tuple[str, dict[str, Any]]] = [("round_opened", {"number": first})]
        for number in range(1, BATCH_EVENTS):
            kinds.append(("bet_placed", {"bet": f"b{number}", "spot": f"straight:{number}", "stake_minor": 100_000}))
        return [
            {
                "id": str(uuid.uuid4()),
                "type": f"roulette.{kind}.v1",
                "table": table,
                "round": f"crash-{self.device}-{first}",
                "occurred_at": clock().isoformat(),
                "sequence": first + place,
                "data": data,
            }
            for place, (kind, data) in enumerate(kinds)
        ]

    def post(self, batch: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
        """The results; None where no answer came, or none that says what became of the events."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        try:
            connection.request("POST", PATH, json.dumps(batch), headers)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if answer.status >= 500 or answer.status == 429:
            return None
        results: list[dict[str, Any]] = json.loads(body).get("results", [])
        if len(results) != len(batch):
            self.wrong.append((answer.status, body))
        return results


def recorded(home: Path) -> dict[str, int]:
    """Every event of the senders' rounds in the log: id -> position. Fails where one id or position is there twice."""
    with psycopg.connect(demo.read(home)["DATABASE_OWNER_URL"]) as owner:
        rows = owner.execute(
            "SELECT i.event_id::text, i.position FROM ledger_index i JOIN ledger_event e USING (property_id, position)"
            " WHERE i.stream LIKE 'round/%/crash-%'"
        ).fetchall()
        (events,) = owner.execute("SELECT count(*) FROM ledger_event WHERE stream LIKE 'round/%/crash-%'").fetchone()  # type: ignore[misc]
    assert len({position for _, position in rows}) == len(rows) == events
    found: dict[str, int] = dict(rows)
    assert len(found) == len(rows)
    return found


def wait_for_more(senders: list[Sender]) -> None:
    """Until every device had two more batches acknowledged: everything works again."""
    before = [len(sender.acknowledged) for sender in senders]
    assert processes.wait_for(
        lambda: all(
            len(sender.acknowledged) >= count + 2 * BATCH_EVENTS for sender, count in zip(senders, before, strict=True)
        ),
        120,
        0.1,
    ), [(sender.device, len(sender.acknowledged), sender.wrong[:2]) for sender in senders]


def test_every_acknowledged_event_is_there_once_after_web_worker_database_and_runner_were_killed(
    home: Path, start: type[Running]
) -> None:
    running = start(home)
    running.wait_until_ready()
    assert processes.wait_for(lambda: len(running.leaders(b"celery")) == len(QUEUES), 240)
    senders = [Sender(running.port, home, device) for device in DEVICES]
    for sender in senders:
        sender.start()
    wait_for_more(senders)
    running.kill(b"casino.web")
    wait_for_more(senders)
    running.kill_database()
    wait_for_more(senders)
    for queue in QUEUES:
        running.kill(b"--queues=" + queue)
    wait_for_more(senders)

    running.process.send_signal(signal.SIGKILL)
    running.kill_database()
    running.kill_leftovers()
    again = start(home, PORT=str(running.port))
    again.wait_until_ready()
    wait_for_more(senders)
    for sender in senders:
        sender.enough.set()
    for sender in senders:
        sender.join(60)
        assert not sender.is_alive()
        assert sender.wrong == []
        assert sender.unanswered > 0  # the kills were felt: else this shows nothing

    told = {event: position for sender in senders for event, position in sender.acknowledged.items()}
    sent = {event["id"] for sender in senders for batch in sender.batches for event in batch}
    assert set(told) == sent
    assert recorded(home) == told

    for sender in senders:
        for batch in sender.batches:
            results = sender.post(batch)
            assert results is not None
            assert [(r["status"], r["position"]) for r in results] == [("duplicate", told[e["id"]]) for e in batch]
            time.sleep(PAUSE_SECONDS)
    assert recorded(home) == told
    assert run.answers(again.port)
