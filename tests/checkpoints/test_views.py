"""The log over HTTP, as tlog-tiles lays it down: open to everybody but for the entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from casino.checkpoints.publishing import NAME
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from casino.transparency import checkpoints
from casino.transparency.proving import TileReader
from casino.transparency.tiles import entries_of
from tests.checkpoints.conftest import CODE, advance, fill
from tests.ledger.conftest import make_property
from tests.posting import posting


@pytest.fixture
def log(ledger: Ledger, folder: Path) -> Path:
    fill(ledger, 300)
    advance()
    return folder


def signed_in(role: str) -> Client:
    user = User.objects.create_user(f"person-{role}")
    user.groups.set(Group.objects.filter(name=role))
    if role == "surveillance":
        posting(user, role)
    client = Client()
    client.force_login(user, "casino.backends.PostingBackend")
    return client


class OverHttp:
    """Reads the log as a stranger's client does."""

    def get(self, path: str) -> bytes | None:
        answer = Client().get(f"/log/{CODE}/{path}")
        return answer.content if answer.status_code == 200 else None


def test_a_stranger_reads_the_checkpoint_and_its_tiles(log: Path) -> None:
    answer = Client().get(f"/log/{CODE}/checkpoint")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert answer.content == (log / NAME).read_bytes()
    head = checkpoints.parse(answer.content).checkpoint
    assert TileReader(OverHttp(), head.size).root() == head.root


@pytest.mark.parametrize("path", ["tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1"])
def test_tiles_are_bytes_that_never_change(log: Path, path: str) -> None:
    answer = Client().get(f"/log/{CODE}/{path}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert {"Vary", "Content-Language", "Set-Cookie"}.isdisjoint(answer.headers)
    assert Client().head(f"/log/{CODE}/{path}").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/002", "tile/0/000.p/0", "tile/0/001.p/43", "tile/0/001", "tile/2/000.p/1", "tile/0/0",
        "tile/0/x000/000",
        "tile/0/000.p/256", "tile/64/000", "tile/0/../../checkpoint", "tile/0/%2e%2e/0/000", "tile/", "nothing", "",
    ],
)  # fmt: skip
def test_what_the_tree_has_not_is_not_found(log: Path, path: str) -> None:
    assert Client().get(f"/log/{CODE}/{path}").status_code == 404


def test_a_tile_beyond_the_checkpoint_is_not_served(log: Path) -> None:
    """Written before a kill, not signed yet."""
    (log / "tile/0/001").write_bytes(bytes(8192))
    assert Client().get(f"/log/{CODE}/tile/0/001").status_code == 404


def test_another_property_s_log_is_its_own(log: Path) -> None:
    make_property("HUE")
    assert Client().get("/log/HUE/checkpoint").status_code == 404
    assert Client().get("/log/NONE/checkpoint").status_code == 404
    assert Client().get("/log/HUE/tile/0/000").status_code == 404


def test_nothing_is_changed_over_http(log: Path) -> None:
    assert Client().post(f"/log/{CODE}/checkpoint").status_code == 405
    assert Client().put(f"/log/{CODE}/tile/0/000").status_code == 405
    assert Client().delete(f"/log/{CODE}/tile/0/000").status_code == 405


@pytest.mark.parametrize("role", ["regulator", "auditor", "surveillance"])
def test_entries_are_for_those_with_the_right(log: Path, role: str) -> None:
    answer = signed_in(role).get(f"/log/{CODE}/tile/entries/000")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "Cookie" in answer["Vary"]
    assert len(entries_of(answer.content, 256)) == 256


@pytest.mark.parametrize("role", ["dealer", "shift_manager", "administrator"])
def test_others_read_no_entries_and_the_tiles_all_the_same(log: Path, role: str) -> None:
    client = signed_in(role)
    answer = client.get(f"/log/{CODE}/tile/entries/000")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert answer["Cache-Control"] == "no-store"
    assert client.get(f"/log/{CODE}/tile/0/000").status_code == 200


def test_who_is_posted_elsewhere_reads_no_entries_of_this_house(log: Path) -> None:
    make_property("HUE")
    user = User.objects.create_user("elsewhere")
    user.groups.set(Group.objects.filter(name="surveillance"))
    posting(user, "surveillance", owner=Property.objects.get(code="HUE"))
    client = Client()
    client.force_login(user, "casino.backends.PostingBackend")
    assert client.get(f"/log/{CODE}/tile/entries/000").status_code == 404


def test_a_stranger_is_asked_to_sign_in_for_entries(log: Path) -> None:
    answer = Client().get(f"/log/{CODE}/tile/entries/001.p/44")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_where_no_log_is_kept_there_is_nothing(log: Path, settings: Any) -> None:
    settings.TRANSPARENCY_DIR = ""
    assert Client().get(f"/log/{CODE}/checkpoint").status_code == 404
