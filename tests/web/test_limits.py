"""The limits of the web server: from the environment, sensible, and described where operators look."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino.web import limits
from casino.web.limits import Limits

DESCRIBED = (Path(__file__).resolve().parents[2] / "deploy" / "README.md").read_text("utf-8")


def test_every_limit_is_described_with_its_default() -> None:
    for each in fields(Limits):
        (line,) = [line for line in DESCRIBED.splitlines() if line.startswith(f"| `{limits.variable(each.name)}` |")]
        default = each.default
        assert isinstance(default, int)
        shown = f"{default // 2**20} MiB" if default >= 2**20 else f"{default}"
        assert line.rstrip(" |").endswith(shown) or each.name == "body_max_bytes", line


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_HEAD_SECONDS", "3")
    monkeypatch.delenv("WEB_BODY_MAX_BYTES", raising=False)
    found = limits.from_environment(body_max_bytes=5_000_000)
    assert (found.head_seconds, found.body_max_bytes, found.connections) == (3, 5_000_000, 2_000)


@pytest.mark.parametrize("name", [each.name for each in fields(Limits)])
def test_no_limit_can_be_switched_off(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.variable(name), "0")
    with pytest.raises(ImproperlyConfigured, match=limits.variable(name)):
        limits.from_environment(body_max_bytes=1)


def test_the_memory_holds_at_least_one_whole_body(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_MEMORY_BYTES", "1000")
    with pytest.raises(ImproperlyConfigured, match="WEB_MEMORY_BYTES"):
        limits.from_environment(body_max_bytes=1001)
