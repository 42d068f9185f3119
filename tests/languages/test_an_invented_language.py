"""A language is files: an invented one is laid into a copy of the house, and no line of code is changed.

The copy's own test (``tests/invented/language``) sees it there on pages of the admin, on a paper, on the command line,
in what a guest is told and in the clauses; and that nothing falls back to English unseen.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.architecture.test_a_new_game import REPOSITORY, git, outcome_of
from tests.languages.invented import CODE, invent

SEEN = "tests/admin/test_in_the_invented_language.py"


@pytest.mark.long
def test_a_language_is_its_files(tmp_path: Path) -> None:
    house = tmp_path / "house"
    for name in git(REPOSITORY, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (REPOSITORY / name).is_file():
            (house / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, house / name)
    git(house, "init", "--quiet")
    git(house, "add", "--all", "--force")
    git(house, "commit", "--quiet", "--no-verify", "--message", "The house without the language")
    invent(house)
    shutil.copytree(REPOSITORY / "tests/invented/language", house, dirs_exist_ok=True)
    failed = outcome_of(house, SEEN, "tests/words/test_catalogues.py::test_each_language_has_the_same_messages_once")
    assert not failed, failed
    changed = git(house, "status", "--porcelain", "--untracked-files=all").splitlines()
    assert [line for line in changed if not line.startswith("?? ")] == [], "files alone, and none of those there were"
    suffixes = {Path(line[3:]).name.partition(".")[2] for line in changed if SEEN not in line}
    assert suffixes <= {"ftl", "mo", f"{CODE}.md", f"{CODE}.toml"}, suffixes
