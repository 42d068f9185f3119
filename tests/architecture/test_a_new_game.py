"""A game nobody knows is brought as its folder, its page, its simulator and one line; nothing else changes.

The files of ``tests/invented/coin`` are laid into a copy of this checkout, the one line into its table of games; then
the copy's own tests run there, in a process of their own with a database of their own: those that hold for every game,
and those that the game brings (``tests/invented/coin/tests``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
INVENTED = REPOSITORY / "tests" / "invented" / "coin"
TABLE = "games/catalogue.py"
OWN = ("games/coin/", "games/pages/coin.py", "games/simulate/coin/", "tests/coin/")
OF_EVERY_GAME = (
    "tests/architecture/test_games.py",
    "tests/engine/test_codes.py",
    "tests/words/test_words.py",
    "tests/words/test_fields.py",
    "tests/coverage/test_command.py",
)
OF_THE_HOUSE = ("DATABASE_URL", "TEST_SUPERUSER_URL", "PERSON_KEYS_DIR", "PERSON_MASTER_KEY", "PYTEST_ADDOPTS")


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The checkout as it stands, under git, with the invented game laid in."""
    folder = tmp_path / "house"
    for name in git(REPOSITORY, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--no-verify", "--message", "The house without the game")
    shutil.copytree(INVENTED, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    table = folder / TABLE
    listed = table.read_text("utf-8")
    for before, added in (
        ("from games.engine import codes", "from games.coin.game import COIN\n"),
        ("        MAUBINH,\n", "        COIN,\n"),
    ):
        assert listed.count(before) == 1
        listed = listed.replace(before, added + before)
    table.write_text(listed, "utf-8")
    return folder


def outcome_of(folder: Path, *files: str) -> str:
    """Tests of the copy, run there; what they print if they fail."""
    env = {name: value for name, value in os.environ.items() if name not in OF_THE_HOUSE and "XDIST" not in name}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", *files]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout[-20_000:] + done.stderr[-4_000:]


@pytest.mark.slow
def test_a_game_is_its_folder_its_page_its_simulator_and_one_line(copy: Path) -> None:
    failed = outcome_of(copy, "tests/coin", *OF_EVERY_GAME)
    assert not failed, failed
    changed = [
        line.split(maxsplit=1) for line in git(copy, "status", "--porcelain", "--untracked-files=all").splitlines()
    ]
    assert [name for how, name in changed if how != "??"] == [TABLE]
    strange = [name for how, name in changed if how == "??" and not name.startswith(OWN)]
    assert strange == []
    assert git(copy, "diff", "--numstat", "--", TABLE).split()[:2] == ["2", "0"]
