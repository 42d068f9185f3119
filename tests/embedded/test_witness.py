"""The demonstration's witness: keys of its own, asked by the house's list, and it signs the house's log."""

from __future__ import annotations

import stat
import tomllib
from pathlib import Path
from typing import Any

from casino.checkpoints import places
from casino.embedded import witness
from casino.transparency.keyfiles import KeyFolder
from casino.transparency.witness import config
from casino.transparency.witness.signing import ROLES


def test_its_keys_are_its_own_and_stay_while_its_port_changes(tmp_path: Path, settings: Any) -> None:
    settings.TRANSPARENCY_WITNESSES = witness.prepare(tmp_path)
    [asked] = places.witnesses()
    assert asked.name == witness.NAME
    assert asked.url.startswith("http://127.0.0.1:")
    assert stat.S_IMODE((tmp_path / "witness").stat().st_mode) == 0o700
    assert witness.prepare(tmp_path) == settings.TRANSPARENCY_WITNESSES
    [again] = places.witnesses()
    assert again.keys == asked.keys
    assert {vkey.name for vkey in asked.keys} == {witness.NAME}


def test_it_serves_the_logs_of_the_house(tmp_path: Path) -> None:
    witness.prepare(tmp_path)
    house = KeyFolder(tmp_path / "transparency-keys" / "HOIDEMO", "demo.tableproof.example/HOIDEMO")
    for role in ("log", "mldsa44"):
        house.create(role)
    *_program, file, listen = witness.command(tmp_path)
    wanted = config.load(Path(file.removeprefix("--config=")), listen=listen.removeprefix("--listen="))
    [log] = wanted.logs.values()
    assert log.origin == house.name
    assert set(log.vkeys) == {*house.vkeys("log"), *house.vkeys("mldsa44")}
    assert wanted.witness == (witness.NAME, tmp_path / "witness" / "keys")
    listed = tomllib.loads((tmp_path / witness.SETTING).read_text())["witness"][0]
    assert listed["url"] == f"http://{wanted.host}:{wanted.port}"
    name, folder = wanted.witness
    own = KeyFolder(folder, name)
    assert listed["keys"] == [str(vkey) for role in ROLES for vkey in own.vkeys(role)]


def test_it_waits_for_the_house_to_sign(tmp_path: Path) -> None:
    assert not witness.has_a_log(tmp_path)
    (tmp_path / "transparency" / "HOIDEMO").mkdir(parents=True)
    assert not witness.has_a_log(tmp_path)
    (tmp_path / "transparency" / "HOIDEMO" / "checkpoint").touch()
    assert witness.has_a_log(tmp_path)
