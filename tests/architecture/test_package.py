"""The package that this repository installs by itself: the wheel judges events where no server's dependency is."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from games.simulate.kinds import simulated
from tests.surveillance.bundle import rich
from tests.surveillance.bundle.house import POLICY, REPORT

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)


def wishes(name: str) -> list[str]:
    lines = (REPOSITORY / "requirements" / name).read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith(("#", "-r"))]


def test_what_is_installed_is_what_the_lock_files_are_made_of() -> None:
    """Two lists, one truth: ``requirements/run.in`` is the base and the extras ``server`` and ``demonstration``."""
    extras = PROJECT["optional-dependencies"]
    assert sorted([*PROJECT["dependencies"], *extras["server"], *extras["demonstration"]]) == sorted(wishes("run.in"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


def with_theirs(wishes: list[str]) -> list[Distribution]:
    """The distributions of these wishes and of what they wish for, as pip would install them here."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(wish) for wish in wishes]
    while waiting:
        wish = waiting.pop()
        if wish.name in found or (wish.marker is not None and not wish.marker.evaluate({"extra": ""})):
            continue
        found[wish.name] = distribution(wish.name)
        waiting += [Requirement(each) for each in found[wish.name].requires or ()]
    return list(found.values())


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and the base dependencies, and nothing else."""
    home = tmp_path_factory.mktemp("alone")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    [site] = home.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    for found in with_theirs(PROJECT["dependencies"]):
        for file in found.files or ():
            target, source = site / file, Path(str(found.locate_file(file)))
            if ".." not in file.parts and source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(source)
    return home / "bin" / "python"


def run(python: Path, *arguments: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """In another folder, with nothing of this checkout in its environment."""
    own = ("PYTHON", "DJANGO", "DATABASE")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    command = [str(python), "-I", *arguments]
    return subprocess.run(command, input=said, capture_output=True, check=False, env=clean, cwd="/")


def lines_of(game: str) -> Iterator[str]:
    kind = simulated(game)
    table = kind.make(kind.table, random.Random(5))
    yield from (event.line() for event in [*table.settings(STARTS), *table.players_come_and_go(STARTS)])
    for number in (1, 2):
        sent, _planted, _over = table.deal(STARTS + timedelta(minutes=5 * number), f"r{number}", number)
        yield from (event.line() for event in sent)


def test_no_server_is_there(alone: Path) -> None:
    for name in ("django", "psycopg", "celery", "eventsourcing", "rest_framework", "uvicorn"):
        assert run(alone, "-c", f"import {name}").returncode == 1, name


def test_every_pure_room_loads_alone(alone: Path) -> None:
    done = run(
        alone,
        "-c",
        "import games.catalogue, games.judgement.judging, games.words, games.offline, disputes.case.procedure",
    )
    assert done.returncode == 0, done.stderr.decode()


def test_the_transparency_log_is_signed_and_verified_alone(alone: Path) -> None:
    program = """
import pathlib, sys, tempfile
from casino.transparency import checkpoints, cosigning, keyfiles, merkle
from casino.transparency.witness.command import main
with tempfile.TemporaryDirectory() as folder:
    keys = keyfiles.KeyFolder(pathlib.Path(folder, "keys"), "log.example/X")
    signers = [keys.create(role) for role in keyfiles.ROLES]
    checkpoint = checkpoints.Checkpoint("log.example/X", 1, merkle.leaf_hash(b"entry"))
    for signer in signers:
        cosigning.verify(signer.vkey, checkpoint, signer.sign(checkpoint, 1).signature)
    sys.exit(main(["keygen", "--keys", folder + "/w", "--name", "w.example/w1"]))
"""
    done = run(alone, "-c", program)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.count(b"w.example/w1+") == 2


def test_a_bundle_is_verified_alone(alone: Path, tmp_path: Path) -> None:
    """With everything that may go along, and by several processes; without Django and without a database."""
    bundle = rich.write(rich.told(5), tmp_path / "w", tmp_path / "report.zip")
    (tmp_path / "policy").write_bytes(POLICY)
    module = ("-m", "surveillance.bundle.command")
    trust = ("--policy", str(tmp_path / "policy"), "--report-key", str(REPORT.vkey))
    done = run(alone, *module, str(bundle), *trust, "--language", "vi", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith("ĐÃ CHỨNG MINH")
    assert run(alone, *module, str(bundle)).returncode == 3
    changed = bundle.read_bytes().replace(b'"stake_minor":', b'"stake_minor":1', 1)
    bundle.write_bytes(changed)
    assert run(alone, *module, str(bundle), *trust).returncode == 4


@pytest.mark.parametrize("game", ["roulette", "sicbo", "baccarat", "niuniu", "maubinh"])
def test_it_judges_as_this_checkout_does(alone: Path, game: str) -> None:
    events = "\n".join(lines_of(game)).encode()
    there = run(alone, "-m", "games.offline", "-", said=events)
    assert there.returncode == 0, there.stderr.decode()
    here = subprocess.run(
        [sys.executable, "-m", "games.offline", "-"], input=events, capture_output=True, check=True, cwd=REPOSITORY
    )
    assert there.stdout == here.stdout
    assert there.stdout.count(b"\n") == 3


def test_the_commands_are_named(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        [entry] = [name for name in packed.namelist() if name.endswith("entry_points.txt")]
        named = packed.read(entry).decode()
    assert "tableproof-judge = games.offline:main" in named
    assert "tableproof-verify = surveillance.bundle.command:main" in named
    assert "tableproof-witness = casino.transparency.witness.command:main" in named
