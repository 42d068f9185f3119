"""The witness of the demonstration: ``tableproof-witness`` as somebody outside the house would run it, on a port of
this machine and with keys of its own (``witness/keys``, not among the house's).

So a cosigned checkpoint can be seen. To strangers it proves nothing: who has this machine has its keys as well as the
house's, which the page of the log's state says. Proved by ``tests/embedded/test_witness.py`` and ``test_run.py``.
"""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from casino.embedded.places import make_folder
from casino.transparency.keyfiles import KeyFolder
from casino.transparency.notes import Vkey
from casino.transparency.witness.signing import ROLES

HOST: Final = "127.0.0.1"
NAME: Final = "witness.tableproof.example/demonstration"
SETTING: Final = "witness/witnesses.toml"
"""What ``TRANSPARENCY_WITNESSES`` names, in the home of the run."""


def prepare(home: Path) -> str:
    """Keys where there are none yet, and the house's list of witnesses: the path of that. A port is chosen anew in each
    run."""
    folder = home / "witness"
    make_folder(folder, 0o700)
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    keys = KeyFolder(folder / "keys", NAME)
    for role in ROLES:
        if not keys.vkeys(role):
            keys.create(role)
    (folder / "port").write_text(str(port))
    own = [vkey for role in ROLES for vkey in keys.vkeys(role)]
    listed = f"[[witness]]\nname = {_text(NAME)}\nurl = {_text(f'http://{HOST}:{port}')}\nkeys = {_texts(own)}\n"
    _write(home / SETTING, listed)
    return str(home / SETTING)


def has_a_log(home: Path) -> bool:
    """Whether the house has signed, so that its keys are known."""
    return any((home / "transparency").glob("*/checkpoint"))


def command(home: Path) -> list[str]:
    """What serves the logs whose keys lie in the house's folder."""
    folder = home / "witness"
    logs = [_keys_of(each) for each in sorted((home / "transparency-keys").iterdir())]
    tables = "".join(f"\n[[log]]\nkeys = {_texts(vkeys)}\n" for vkeys in logs if vkeys)
    _write(folder / "witness.toml", f'state = "state"\n\n[witness]\nname = {_text(NAME)}\nkeys = "keys"\n{tables}')
    listen = f"--listen={HOST}:{(folder / 'port').read_text()}"
    return [
        *(sys.executable, "-m", "casino.transparency.witness.command"),
        *("serve", f"--config={folder / 'witness.toml'}", listen),
    ]


def _keys_of(folder: Path) -> list[str]:
    """The verifier keys of a log, former ones too."""
    return [each.read_text("utf-8").strip() for each in sorted(folder.glob("*.vkey"))]


def _text(value: object) -> str:
    return json.dumps(str(value))


def _texts(values: Iterable[Vkey | str]) -> str:
    return "[" + ", ".join(_text(each) for each in values) + "]"


def _write(target: Path, text: str) -> None:
    """Whole or not at all: who reads the list of witnesses may do so at any moment."""
    unfinished = target.with_suffix(".new")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(target)
