"""Writes ``docs/mutants.md`` from the reasons in ``tests/coverage/reasons``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from tests.coverage.mutants import REASONS, ROOT, reasons_of

PAGE: Final = ROOT / "docs" / "mutants.md"
HEAD: Final = """# Changes of the rules that no test notices

A mutation tester changes the rules one line at a time (`make mutants GAME=baccarat`) and runs the tests that reach the
line. Each change below went unnoticed, and has the reason why that is right: nothing that is owed, found or shown
depends on it. A change that goes unnoticed and is not listed here makes the command fail.

Not every function is as it was when it was tried: since the last whole run of each game, the judgement and what games
share were rewritten in one shape, and each game was changed again. Every game has to be run again; until then a change
listed here may no longer exist, and one that is not listed may go unnoticed.

This page is made from `tests/coverage/reasons` by `python -m tests.coverage.survivors`. A line reads: module,
function, the code as it is, the code as it was changed.
"""


def lines() -> Iterator[str]:
    """The page, line by line."""
    yield HEAD
    for path in sorted(REASONS.glob("*.toml")):
        reasons = reasons_of(path.stem)
        count = sum(len(reason.mutants) for reason in reasons)
        yield f"## {path.stem}: {count}\n"
        for reason in reasons:
            yield f"{reason.why} ({len(reason.mutants)})\n"
            yield "```text"
            yield from reason.mutants
            yield "```\n"


def main() -> int:
    PAGE.write_text("\n".join(lines()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
