"""``python -m tests.commits`` (``.ci/run``): new commits have a subject of at most 72 characters without a full stop,
and a body where they touch more than one file. New are the last 20 that stand upon this rule; none in an archive, which
has no history. Proved by ``tests/test_commits.py``."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with the new commits of the checkout in ``folder``, a line each."""

    def git(*arguments: str) -> str:
        command = ["git", "--git-dir=.git", *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout

    rule = git("log", "-1", "--diff-filter=A", "--format=--ancestry-path %H..HEAD", "--", "tests/commits.py").split()
    form = "--format=%x00%h %s%x01%s%x01%b%x01"
    for commit in git("log", "--no-merges", "--min-parents=1", "--name-only", form, "-20", *rule).split("\0")[1:]:
        name, subject, body, files = commit.split("\1")
        if len(subject) > 72 or subject.endswith("."):
            yield f"{name}: {len(subject)} characters, 72 at most, and no full stop"
        if not body.strip() and len(files.strip().splitlines()) > 1:
            yield f"{name}: several files, and no body that says why"


if __name__ == "__main__":
    sys.exit("\n".join(faults(Path.cwd())) or None)
