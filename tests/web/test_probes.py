"""What is asked of health is answered within a second, whatever hangs."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from casino.web import probes
from casino.web.probes import Probe

HANGS_SECONDS = 30


async def timed(probe: Probe) -> tuple[int, bytes]:
    """The answer, long before what hangs would have given it: a busy machine wakes a waiting probe late."""
    began = time.monotonic()
    status, headers, content = await probe.answer()
    assert time.monotonic() - began < HANGS_SECONDS / 3
    assert dict(headers)[b"content-length"] == str(len(content)).encode()
    return status, content


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "ANSWER_SECONDS", 1)
    monkeypatch.setattr(probes, "FRESH_SECONDS", 60)


def test_what_hangs_is_silent_and_comes_back_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Callable[[], bool]] = []
    go = threading.Event()

    def ask() -> tuple[int, str]:
        asked.append(go.wait)
        go.wait(HANGS_SECONDS)
        return 200, "ok"

    async def run() -> None:
        probe = Probe("/healthz", ask)
        assert await asyncio.gather(*(timed(probe) for _ in range(20))) == [(503, b"database")] * 20
        assert len(asked) == 1, "all of them waited for one question"
        go.set()
        assert await timed(probe) == (200, b"ok")
        go.clear()
        assert await timed(probe) == (200, b"ok"), "an answer of a moment ago still holds"
        monkeypatch.setattr(probes, "FRESH_SECONDS", 0)
        assert await timed(probe) == (503, b"database")
        go.set()

    asyncio.run(run())


def test_an_answer_is_new_where_it_comes_in_time() -> None:
    said = iter([(200, "ok"), (503, "disk"), (200, "ok")])

    async def run() -> None:
        probe = Probe("/readyz", lambda: next(said))
        assert [await timed(probe) for _ in range(3)] == [(200, b"ok"), (503, b"disk"), (200, b"ok")]

    asyncio.run(run())


def test_a_question_that_fails_is_a_trouble(caplog: pytest.LogCaptureFixture) -> None:
    def ask() -> tuple[int, str]:
        raise ValueError("ours")

    assert asyncio.run(timed(Probe("/readyz", ask))) == (503, b"failed")
    assert "probe_failed" in caplog.text
