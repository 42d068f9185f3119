"""What stops the database, or one property, and what of it devices, pages and health see, on the server as it runs."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import connections

from casino.embedded import processes
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.ingest.devices import add_device
from tests.conftest import FreshDatabase
from tests.ingest.conftest import House, committed_house
from tests.web.conftest import Answer, Server, request, running
from tests.web.relay import Relay

pytestmark = pytest.mark.slow

__all__ = ["committed_house"]

WITHIN_SECONDS = 1.0
LOCK_SECONDS = "2"


@pytest.fixture
def relay(fresh_database: FreshDatabase) -> Iterator[Relay]:
    made = Relay(fresh_database.app_url)
    yield made
    made.end()


@contextmanager
def served(folder: Path, url: str, **more: str) -> Iterator[Server]:
    bounds = {"DATABASE_STATEMENT_SECONDS": "3", "DATABASE_LOCK_SECONDS": LOCK_SECONDS, "DATABASE_CONNECT_SECONDS": "2"}
    with running("make run", folder, DATABASE_URL=url, **bounds, **more) as server:
        yield server


def asked(server: Server, method: str, path: str, *headers: str, body: bytes = b"") -> Answer:
    talk = server.talk()
    talk.send(request(method, path, *headers, f"Content-Length: {len(body)}", body=body))
    return talk.answer()


def posted(server: Server, code: str, token: str, event: dict[str, Any]) -> Answer:
    headers = (f"Authorization: Bearer {token}", "Content-Type: application/json", "Accept-Language: en")
    return asked(server, "POST", f"/api/v1/properties/{code}/events/", *headers, body=json.dumps(event).encode())


def probed(server: Server, path: str) -> tuple[int, bytes]:
    """What one of the addresses of health says, within a second (and what this machine takes when nothing is wrong)."""
    talk = server.talk()
    began = time.monotonic()
    talk.send(request("GET", path))
    answer = talk.answer()
    assert time.monotonic() - began < WITHIN_SECONDS + server.calm_seconds, path
    return answer.status, answer.content


def test_a_database_that_is_gone_is_said_by_every_address_and_told_once(
    relay: Relay, committed_house: House, tmp_path: Path
) -> None:
    with served(tmp_path, relay.url) as server:
        assert posted(server, "TST", committed_house.token, committed_house.event()).status == 200
        size = server.log.stat().st_size
        with relay.gone():
            for _ in range(5):
                answer = posted(server, "TST", committed_house.token, committed_house.event())
                assert (answer.status, answer.headers["retry-after"], answer.code) == (503, "2", "try_again")
            for language, words in (("en", b"does not answer just now"), ("vi", "không trả lời".encode())):
                cookies = f"Cookie: sessionid=abcdefghijklmnopqrstuvwxyz; django_language={language}"
                answer = asked(server, "GET", "/admin/", cookies)
                assert (answer.status, answer.headers["retry-after"]) == (503, "2")
                assert words in answer.content
                answer = asked(server, "GET", "/api/v1/rounds/", cookies)
                assert (answer.status, answer.headers["retry-after"]) == (503, "2")
            assert probed(server, "/healthz") == (503, b"database")
            assert probed(server, "/readyz")[0] == 503
        said = server.log.read_bytes()[size:].decode()
        assert said.count("database_trouble") == 1
        assert "Traceback" not in said
        assert processes.wait_for(lambda: probed(server, "/healthz")[0] == 200, 10, 0.1)
        assert posted(server, "TST", committed_house.token, committed_house.event()).status == 200


def test_a_frozen_database_leaves_health_its_second(relay: Relay, committed_house: House, tmp_path: Path) -> None:
    with served(tmp_path, relay.url) as server:
        probed(server, "/readyz")
        with relay.frozen():
            for _ in range(20):  # more than there are threads
                server.talk().send(request("GET", "/admin/", "Cookie: sessionid=abcdefghijklmnopqrstuvwxyz"))
            frozen = time.monotonic()
            while time.monotonic() - frozen < 8:
                last = probed(server, "/healthz"), probed(server, "/readyz")
                time.sleep(0.2)
            assert last[0] == (503, b"database")
            assert last[1][0] == 503
        assert processes.wait_for(lambda: probed(server, "/healthz")[0] == 200, 10, 0.1)


def test_a_property_whose_end_somebody_holds_stops_itself_alone(
    fresh_database: FreshDatabase, committed_house: House, tmp_path: Path
) -> None:
    other = second_property(committed_house)
    with served(tmp_path, fresh_database.app_url, WEB_THREADS="4") as server:
        with psycopg.connect(fresh_database.url) as holding:
            holding.execute(
                "SELECT 1 FROM ledger_head WHERE property_id = (SELECT id FROM ledger_property WHERE code = 'TST')"
                " FOR UPDATE"
            )
            answers: list[Answer] = []
            events = [committed_house.event() for _ in range(6)]

            def send(event: dict[str, Any]) -> None:
                answers.append(posted(server, "TST", committed_house.token, event))

            senders = [threading.Thread(target=send, args=(event,)) for event in events]
            for each in senders:
                each.start()
            time.sleep(0.5)
            began = time.monotonic()
            for _ in range(3):
                assert posted(server, "TWO", other, other_event()).status == 200
                assert asked(server, "GET", "/admin/login/").status == 200
                assert probed(server, "/healthz") == (200, b"ok")
                assert probed(server, "/readyz") == (503, b"beat\nbeat silent"), "here is none, and no other trouble"
            assert time.monotonic() - began < 6 * float(LOCK_SECONDS), "they waited for each other"
            assert any(each.is_alive() for each in senders), "nothing was held up"
            for each in senders:
                each.join()
        assert {each.status for each in answers} == {503}
        assert {each.headers["retry-after"] for each in answers} == {"2"}
        assert posted(server, "TST", committed_house.token, committed_house.event()).status == 200


def test_a_database_that_only_reads_is_said_and_left_as_soon_as_it_writes(
    fresh_database: FreshDatabase, committed_house: House, tmp_path: Path
) -> None:
    """As a server that was demoted: a connection to it would say no for ever, so none is kept."""
    with served(tmp_path, fresh_database.app_url) as server:
        assert posted(server, "TST", committed_house.token, committed_house.event()).status == 200
        with _reading_only(fresh_database.name):
            for _ in range(5):
                answer = posted(server, "TST", committed_house.token, committed_house.event())
                assert (answer.status, answer.headers["retry-after"], answer.code) == (503, "2", "try_again")
            assert asked(server, "GET", "/admin/login/").status == 200
            assert probed(server, "/healthz") == (200, b"ok")
            assert processes.wait_for(lambda: b"read-only" in probed(server, "/readyz")[1], 10, 0.1)
        for _ in range(server.workers * 5):
            assert posted(server, "TST", committed_house.token, committed_house.event()).status == 200


@contextmanager
def _reading_only(database: str) -> Iterator[None]:
    setting = f"ALTER DATABASE {database} SET default_transaction_read_only = "
    with psycopg.connect(os.environ["TEST_SUPERUSER_URL"], autocommit=True) as server:
        server.execute(setting + "on")
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])
        try:
            yield
        finally:
            server.execute(setting + "off")


def test_a_database_on_a_full_disk_is_said_and_goes_on_once_there_is_room(
    fresh_database: FreshDatabase, committed_house: House, tmp_path: Path, small_disk: Path
) -> None:
    """What was answered 200 is in the record, what was answered 503 is not, and both can be sent again."""
    _moved(fresh_database.name, small_disk)
    with served(tmp_path, fresh_database.app_url) as server:
        sent = [committed_house.event() for _ in range(400)]
        (small_disk / "other").write_bytes(b"")
        _fill(small_disk / "other")
        statuses = []
        for event in sent:
            statuses.append(posted(server, "TST", committed_house.token, event).status)
            if statuses[-1] != 200:
                break
        assert statuses[-1] == 503, "it never was full"
        answer = posted(server, "TST", committed_house.token, sent[len(statuses)])
        assert (answer.status, answer.headers["retry-after"], answer.code) == (503, "2", "try_again")
        assert asked(server, "GET", "/admin/login/").status == 200
        assert probed(server, "/healthz") == (200, b"ok")
        (small_disk / "other").unlink()
        again = [posted(server, "TST", committed_house.token, event) for event in sent[: len(statuses) + 1]]
        assert {each.status for each in again} == {200}
        assert all(get_ledger("TST").find(UUID(event["id"])) for event in sent[: len(statuses) + 1])
        assert "Traceback" not in server.log.read_text()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 96 MB. Left out where nobody may mount one."""
    folder = Path(tempfile.mkdtemp(prefix="tableproof-disk-"))
    folder.chmod(0o755)
    size = ("mount", "-t", "tmpfs", "-o", "size=96m", "none", str(folder))
    if subprocess.run(size, capture_output=True).returncode:
        folder.rmdir()
        pytest.skip("mounting a small disk needs root")
    try:
        yield folder
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)
        folder.rmdir()


def _moved(database: str, disk: Path) -> None:
    """The database lies on this disk from now on; what the server writes ahead lies elsewhere."""
    lies = disk / "database"
    lies.mkdir()
    connections.close_all()  # of the test
    with psycopg.connect(os.environ["TEST_SUPERUSER_URL"], autocommit=True) as server:
        row = server.execute("SHOW data_directory").fetchone()
        assert row is not None
        owner = Path(row[0]).stat()
        os.chown(lies, owner.st_uid, owner.st_gid)
        server.execute(f"CREATE TABLESPACE small_{database} LOCATION '{lies}'")
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])
        server.execute(f"ALTER DATABASE {database} SET TABLESPACE small_{database}")


def _fill(path: Path) -> None:
    """Until not one page more fits."""
    with path.open("ab", buffering=0) as other, contextlib.suppress(OSError):
        while True:
            other.write(b"x" * 4096)


_numbers = iter(range(1, 100))


def second_property(house: House) -> str:
    """A device's token at another property."""
    Property.objects.create(code="TWO", name_vi="Hai", name_en="Two")
    House("TWO", get_ledger("TWO"), house.sensor, "", house.signer, house.key).table("RL01")
    _device, token = add_device(property_code="TWO", code="S1", kind="sensor", tables=["RL01"])
    assert token is not None
    return token


def other_event() -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "type": "table.noted.v1",
        "table": "RL01",
        "occurred_at": None,
        "sequence": next(_numbers),
        "data": {"note": "n"},
    }
