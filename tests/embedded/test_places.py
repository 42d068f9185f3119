"""Where things lie, and whether the server's user gets there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from casino.embedded import places
from casino.embedded.places import Account
from casino.embedded.trouble import SENTENCES, Trouble, say

STRANGER = Account("stranger", 54321, 54321, switch=True)


def test_home_is_in_the_checkout_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEPROOF_HOME", raising=False)
    assert places.home_folder() == places.CHECKOUT / "var"
    monkeypatch.setenv("TABLEPROOF_HOME", "/srv/elsewhere")
    assert places.home_folder() == Path("/srv/elsewhere")


def test_a_closed_folder_on_the_way_is_found(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    inside = closed / "inside"
    inside.mkdir(parents=True)
    closed.chmod(0o700)
    found = places.barrier(inside, STRANGER)
    assert found is not None
    assert found in (closed, *closed.parents)
    assert places.barrier(inside, Account("me", os.getuid(), os.getgid(), switch=False)) is None


def test_a_folder_of_somebody_else_is_not_changed(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o750)
    folder.chmod(0o750)
    places.make_folder(folder, 0o700, STRANGER)
    assert folder.stat().st_mode & 0o777 == 0o750


def test_a_socket_folder_that_others_can_enter_is_refused(tmp_path: Path) -> None:
    (tmp_path / "socket").mkdir(mode=0o755)
    (tmp_path / "socket").chmod(0o755)
    me = Account("me", os.getuid(), os.getgid(), switch=False)
    with pytest.raises(Trouble) as caught:
        places._socket_folder(tmp_path, me)
    assert caught.value.code == "other_owner"


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Trouble) as caught:
        places.make_folder(tmp_path / "file" / "home", 0o755)
    assert caught.value.code == "not_writable"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes to another user")
def test_root_runs_the_server_as_nobody_or_as_the_owner_of_the_data(tmp_path: Path) -> None:
    assert places.server_account(tmp_path / "none").name == "nobody"
    os.chown(tmp_path, 54321, 54321)
    assert places.server_account(tmp_path).uid == 54321


@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes to another user")
def test_a_closed_home_moves_the_data_unless_the_user_chose_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = tmp_path / "system"
    home = tmp_path / "closed" / "var"
    home.mkdir(parents=True)
    home.parent.chmod(0o700)
    monkeypatch.setattr(places, "SYSTEM_FOLDER", system)
    found = places.find_places(home, chosen_by_user=False)
    assert found.data_home.parent == system
    if found.sockets.parent != found.data_home:
        found.sockets.rmdir()
    with pytest.raises(Trouble) as caught:
        places.find_places(home, chosen_by_user=True)
    assert caught.value.code == "not_reachable"


def test_every_sentence_is_there_in_both_languages_with_the_same_facts() -> None:
    for code, (vi, en) in SENTENCES.items():
        facts = {name for name in ("pid", "home", "port", "other", "folder", "log", "found") if f"{{{name}}}" in vi}
        assert facts == {name for name in facts if f"{{{name}}}" in en}, code
        assert vi.endswith(".")
        assert en.endswith(".")
        assert vi != en


def test_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LANG", "TABLEPROOF_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    assert say("chào", "hello") == "hello"
    monkeypatch.setenv("LANG", "vi_VN.UTF-8")
    assert say("chào", "hello") == "chào"
    monkeypatch.setenv("TABLEPROOF_LANGUAGE", "en")
    assert say("chào", "hello") == "hello"
