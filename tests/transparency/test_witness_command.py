"""``tableproof-witness`` on the command line: keys, configuration, start and stop."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from casino.transparency.notes import parse_vkey
from casino.transparency.witness import config
from casino.transparency.witness.command import main
from casino.transparency.witness.config import Unusable
from tests.transparency.making import LOG, LOG_PQ, WITNESS
from tests.transparency.witnesses import REPOSITORY, House, Running

W = '[witness]\nname = "w.example"\nkeys = "w"\n'
L = f'[[log]]\nkeys = ["{LOG.vkey}"]\n'


def test_keygen_prints_the_keys_and_a_second_one_rotates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--keys", str(tmp_path / "keys"), "--name", "w.example/w1"]
    assert main(["keygen", *given]) == 0
    first = capsys.readouterr().out.split()
    assert [parse_vkey(text).kind for text in first] == [4, 6]
    assert main(["keygen", *given]) == 0
    both = capsys.readouterr().out.split()
    assert (len(both), set(first) < set(both)) == (4, True)
    assert main(["vkeys", *given]) == 0
    assert capsys.readouterr().out.split() == both
    assert main(["keygen", "--keys", str(tmp_path / "other"), "--name", "a b"]) == 2


def test_sigterm_stops_it(tmp_path: Path) -> None:
    running = Running(House(tmp_path))
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(60) == 0
    running.kill()


def test_what_cannot_be_used_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "witness.toml").write_text(W + L)
    command = [sys.executable, "-m", "casino.transparency.witness.command", "serve", "--config"]
    for name, said in (("witness.toml", "has no key ed25519"), ("none.toml", "none.toml")):
        done = subprocess.run(
            [*command, str(tmp_path / name)], capture_output=True, text=True, cwd=REPOSITORY, check=False
        )
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


BAD = {
    "no log": W,
    "no witness": L,
    "an unknown word": W + L + "[colour]\n",
    "no name": '[witness]\nname = ""\nkeys = "w"\n' + L,
    "a key twice": W + L + L,
    "keys of two logs in one": W + f'[[log]]\nkeys = ["{LOG.vkey}", "{WITNESS.vkey}"]\n',
    "a witness's key for a log": W + f'[[log]]\nkeys = ["{WITNESS.vkey}"]\n',
    "no key": W + "[[log]]\nkeys = []\n",
    "not a key": W + '[[log]]\nkeys = ["x"]\n',
    "to mirror without a mirror": W + L + "mirror = true\n",
    "a mirror with the witness's name": W + '[mirror]\nname = "w.example"\nkeys = "m"\n' + L,
    "a mirror with the witness's keys": W + '[mirror]\nname = "m.example"\nkeys = "w"\n' + L,
    "no port": 'listen = "127.0.0.1"\n' + W + L,
    "a port that there is not": 'listen = "127.0.0.1:70000"\n' + W + L,
    "no connections": W + L + "[limits]\nconnections = 0\n",
    "not TOML": "[[[",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_configuration_that_says_something_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "witness.toml").write_text(text)
    with pytest.raises(Unusable):
        config.load(tmp_path / "witness.toml")


def test_what_a_configuration_says(tmp_path: Path) -> None:
    (tmp_path / "witness.toml").write_text(
        'listen = "[::1]:9000"\n' + W + f'[[log]]\nkeys = ["{LOG.vkey}", "{LOG_PQ.vkey}"]\n'
    )
    found = config.load(tmp_path / "witness.toml")
    assert (found.host, found.port, found.state) == ("::1", 9000, tmp_path / "state")
    assert found.logs[LOG.name].vkeys == (LOG.vkey, LOG_PQ.vkey)
    other = config.load(tmp_path / "witness.toml", listen="127.0.0.1:1", state=tmp_path / "s")
    assert (other.host, other.port, other.state) == ("127.0.0.1", 1, tmp_path / "s")
