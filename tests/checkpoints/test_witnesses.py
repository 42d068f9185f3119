"""Our log and the witness's real command: asked, mirrored, served; refused, ahead, slow, gone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from casino.checkpoints import checks, log_health, places, witnesses
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Witness
from casino.checkpoints.publishing import NAME
from casino.checkpoints.transport import Silent, Transport
from casino.ledger.application import Ledger
from casino.transparency import checkpoints
from casino.transparency.cosigning import verify_note
from casino.transparency.keyfiles import KeyFolder
from casino.transparency.notes import ED25519_COSIGNATURE, MLDSA44_COSIGNATURE
from casino.transparency.proving import TileReader
from casino.transparency.store import FileStore
from casino.transparency.witness import config
from casino.transparency.witness.protocol import Witness as Service
from casino.transparency.witness.signing import ROLES
from casino.transparency.witness_client import Answer, Post
from tests.checkpoints.conftest import CODE, NOW, ORIGIN, advance, at, fill, the_log

NAME_OF = "witness.regulator.example/w1"
MIRROR = "witness.regulator.example/m1"


class Regulator:
    """A witness and mirror for the log that is kept here, in this process."""

    def __init__(self, folder: Path, settings: Any) -> None:
        self.folder = folder
        folder.mkdir()
        keys = {
            name: [KeyFolder(folder / place, name).create(role).vkey for role in ROLES]
            for name, place in ((NAME_OF, "witness"), (MIRROR, "mirror"))
        }
        self.keys = keys[NAME_OF]
        self.mirror_keys = keys[MIRROR]
        listed = ", ".join(f'"{vkey}"' for vkey in places.vkeys(CODE, ORIGIN))
        text = f'[witness]\nname = "{NAME_OF}"\nkeys = "witness"\n[mirror]\nname = "{MIRROR}"\nkeys = "mirror"\n'
        (folder / "witness.toml").write_text(f"{text}[[log]]\nkeys = [{listed}]\nmirror = true\n")
        self.configure(settings)
        self.open()

    def open(self) -> None:
        self.service = Service(config.load(self.folder / "witness.toml"))

    def configure(self, settings: Any, url: str = "http://127.0.0.1:9", mirror: bool = True) -> None:
        lines = [f'[[witness]]\nname = "{NAME_OF}"\nurl = "{url}"']
        for name, vkeys in (("keys", self.keys), ("mirror_keys", self.mirror_keys if mirror else [])):
            lines.append(f"{name} = [{', '.join(repr(str(vkey)) for vkey in vkeys)}]")
        target = self.folder / "house.toml"
        target.write_text("\n".join(lines))
        settings.TRANSPARENCY_WITNESSES = str(target)

    @property
    def post(self) -> Post:
        seconds = int(NOW.timestamp())
        return lambda path, kind, body: self.service.answer("POST", f"/{path}", {"content-type": kind}, body, seconds)


@pytest.fixture
def regulator(ledger: Ledger, folder: Path, tmp_path: Path, settings: Any) -> Iterator[Regulator]:
    fill(ledger, 300)
    assert advance()
    found = Regulator(tmp_path / "regulator", settings)
    yield found
    found.service.close()


def lines(folder: Path, regulator: Regulator) -> set[tuple[str, int]]:
    """Whose lines on the served checkpoint hold, with their types."""
    served = checkpoints.parse((folder / NAME).read_bytes())
    found = verify_note(served.note, [*places.vkeys(CODE, ORIGIN), *regulator.keys, *regulator.mirror_keys])
    return {(each.vkey.name, each.vkey.kind) for each in found}


def ask(regulator: Regulator, seconds: float = 0) -> bool:
    return witnesses.ask(CODE, NAME_OF, at(seconds), post=regulator.post)


def row() -> Witness:
    return Witness.objects.get(name=NAME_OF)


def test_what_the_witness_and_its_mirror_sign_is_served(regulator: Regulator, folder: Path) -> None:
    assert witnesses.due(CODE, NOW) == [NAME_OF]
    assert ask(regulator)
    both = {ED25519_COSIGNATURE, MLDSA44_COSIGNATURE}
    assert lines(folder, regulator) >= {(name, kind) for name in (NAME_OF, MIRROR) for kind in both}
    assert (row().size, row().mirrored, row().error) == (300, 300, "")
    mirrors = [path.parent for path in (regulator.folder / "state").rglob("tile")]
    served = checkpoints.parse((folder / NAME).read_bytes()).checkpoint
    assert [TileReader(FileStore(each), 300).root() for each in mirrors] == [served.root]


def test_the_next_checkpoint_is_proved_to_continue_the_last(regulator: Regulator, ledger: Ledger, folder: Path) -> None:
    ask(regulator)
    assert witnesses.due(CODE, at(20)) == []
    fill(ledger, 300)
    advance(30)
    assert lines(folder, regulator) == {(ORIGIN, 1), (ORIGIN, MLDSA44_COSIGNATURE)}
    assert witnesses.due(CODE, at(30)) == [NAME_OF]
    assert ask(regulator, 30)
    assert row().size == 600


def test_at_a_heartbeat_the_witness_s_lines_stay_until_it_made_new_ones(regulator: Regulator, folder: Path) -> None:
    ask(regulator)
    before = lines(folder, regulator)
    advance(60)
    assert lines(folder, regulator) == before
    assert witnesses.due(CODE, at(60)) == [NAME_OF]
    assert ask(regulator, 60)
    assert lines(folder, regulator) == before


def test_a_witness_of_which_we_know_too_little_says_where_it_stands(regulator: Regulator, ledger: Ledger) -> None:
    ask(regulator)
    Witness.objects.all().delete()
    fill(ledger, 20)
    advance(30)
    assert ask(regulator, 30)


def test_a_witness_that_has_seen_more_is_alarmed(
    regulator: Regulator, ledger: Ledger, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The house went back to a smaller record: rows, files and all."""
    from casino.checkpoints.models import Checkpoint, Log

    first = Checkpoint.objects.get()
    fill(ledger, 20)
    advance(30)
    assert ask(regulator, 30)
    Checkpoint.objects.exclude(pk=first.pk).delete()
    Log.objects.update(size=300, root=bytes(first.root))
    (folder / NAME).write_bytes(bytes(first.note))
    assert not ask(regulator, 60)
    assert (row().ahead, row().error.partition(" ")[0]) == (320, "witness_ahead")
    assert [each.levelname for each in caplog.records if "witness_refused" in each.message] == ["ERROR"]
    found = log_health.states(at(60))[the_log().property_id]
    assert found.alarm
    assert found.witnesses[0].alarm


def test_a_line_that_the_witness_s_keys_did_not_make_is_not_kept(regulator: Regulator, folder: Path) -> None:
    def forged(path: str, kind: str, body: bytes) -> Answer:
        found = regulator.post(path, kind, body)
        return found._replace(body=found.body.replace(b"A", b"B")) if found.status == 200 else found

    before = (folder / NAME).read_bytes()
    assert not witnesses.ask(CODE, NAME_OF, NOW, post=forged)
    assert row().error.startswith("witness_declined")
    assert (folder / NAME).read_bytes() == before


def test_a_witness_that_is_gone_is_told_and_asked_again(regulator: Regulator) -> None:
    assert not witnesses.ask(CODE, NAME_OF, NOW)  # nobody listens at its address
    assert row().error.startswith("witness_silent")
    assert witnesses.due(CODE, at(20)) == []
    assert witnesses.due(CODE, at(45)) == [NAME_OF]
    assert ask(regulator, 45)
    assert row().error == ""


HEAD: Final = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
"""After it ``http.client`` lets go of the connection and reads on."""


@pytest.fixture(params=[b"", HEAD], ids=["in the head", "in the body"])
def tar_pit(request: pytest.FixtureRequest) -> Iterator[int]:
    """Takes connections, reads, and says a byte now and then, without end."""
    listening = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def drip(opened: socket.socket) -> None:
        with opened:
            try:
                opened.sendall(request.param)
                while not stop.wait(0.05):
                    opened.sendall(b"H")
            except OSError:
                return

    def accept() -> None:
        while not stop.is_set():
            try:
                opened, _address = listening.accept()
            except OSError:
                return
            threading.Thread(target=drip, args=(opened,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield listening.getsockname()[1]
    stop.set()
    listening.close()


def test_whoever_answers_a_byte_at_a_time_is_given_up(tar_pit: int) -> None:
    """Without an end of the whole it would go on for as long as bytes come: an hour in the head, a day in the body."""
    done = threading.Event()
    said: list[str] = []

    def call() -> None:
        try:
            Transport(f"http://127.0.0.1:{tar_pit}", seconds=0.5)("add-checkpoint", "text/plain", b"old 0\n")
        except Silent as error:
            said.append(str(error))
        done.set()

    threading.Thread(target=call, daemon=True).start()
    assert done.wait(120)
    assert len(said) == 1


def test_settings_that_cannot_be_used_are_said(regulator: Regulator, settings: Any) -> None:
    for text in ("[[witness]]\nname = 'w'", "no toml", "[[witness]]\nname='w'\nurl='ftp://x'\nkeys=['w+1+AA==']"):
        (regulator.folder / "bad.toml").write_text(text)
        settings.TRANSPARENCY_WITNESSES = str(regulator.folder / "bad.toml")
        with pytest.raises(Fault, match="setting"):
            places.witnesses()
        assert [each.id for each in checks.log_can_be_kept()] == ["checkpoints.E001"]
    assert log_health.states(NOW)[the_log().property_id].alarm
