"""Tests with the clock at hours and on days at which clocks go wrong: ``make test-hours``.

    python -m tests.hours 2           each moment over the files that know an hour or a day (``SHARE``; ``IN_TURN``)
    python -m tests.hours 2 tests/…   each moment over what pytest is asked for here

libfaketime (Debian: ``faketime``) shifts the clock of pytest, its workers, the embedded PostgreSQL and every process
that they start, by one number of seconds reckoned here: all go by one clock, which runs. It does not shift the
monotonic clock (nothing waits longer), the times of files, programs that go past libc (those written in Go), and
servers that ran before. Browsers are not tried under it: walks (``tests/journeys``) are left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

HERE: Final = Path(__file__).resolve().parent
HOUSE: Final = ZoneInfo("Asia/Ho_Chi_Minh")
"""In which the houses of tests count their days, from 06:00."""


class Moment(NamedTuple):
    """``at`` is by the clocks of the house; ``machine`` is the zone of the machine, its own where empty."""

    name: str
    at: datetime
    machine: str = ""


MOMENTS: Final = (
    Moment("the first of a month, half an hour old", datetime(2027, 3, 1, 0, 30, tzinfo=HOUSE)),
    Moment("29 February, just before its gaming day begins", datetime(2028, 2, 29, 5, 59, 15, tzinfo=HOUSE)),
    Moment("29 February, in the first hour of the gaming day", datetime(2028, 2, 29, 6, 59, tzinfo=HOUSE)),
    Moment(
        "noon, in the hour that Newfoundland has twice", datetime(2027, 11, 7, 12, tzinfo=HOUSE), "America/St_Johns"
    ),
    Moment(
        "17:30, after the hour that Los Angeles leaves out",
        datetime(2027, 3, 14, 17, 30, tzinfo=HOUSE),
        "America/Los_Angeles",
    ),
    Moment("the last minute of a year", datetime(2026, 12, 31, 23, 59, tzinfo=HOUSE)),
)
SHARE: Final = (
    "tests/accounts/test_sessions.py",
    "tests/audit/test_server_clock.py",
    "tests/disputes/admin/test_shift.py",
    "tests/disputes/case/test_clocks.py",
    "tests/disputes/test_sums_found.py",
    "tests/factors/test_codes.py",
    "tests/house/test_changed_day.py",
    "tests/surveillance/test_journal.py",
    "tests/surveillance/test_shift.py",
    "tests/test_postings.py",
)

IN_TURN: Final = (
    "tests/accounts/test_factors.py",
    "tests/accounts/test_refusals.py",
    "tests/admin/test_equipment.py",
    "tests/admin/test_postings_page.py",
    "tests/api/test_ingest.py",
    "tests/checkpoints/test_commanded.py",
    "tests/disputes/admin/doing/test_forms.py",
    "tests/disputes/admin/doing/test_signed.py",
    "tests/disputes/admin/test_cases.py",
    "tests/disputes/admin/test_drafts.py",
    "tests/disputes/admin/test_live.py",
    "tests/ledger/test_noting.py",
    "tests/test_remembered.py",
)
"""Others that know an hour, at one moment each: at every one they would take longer than all the rest of ``.ci/run``'s
share. Whole, at every moment: ``python -m tests.hours 2 tests``."""


def share(place: int) -> tuple[str, ...]:
    """The files for the moment at this place."""
    return (*SHARE, *IN_TURN[place :: len(MOMENTS)])


def library() -> str:
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        sys.exit("make test-hours: libfaketime is missing: install faketime (Debian), then run again.")
    return str(found[0])


def environment(moment: Moment) -> dict[str, str]:
    """Of a process that is at the moment when it starts."""
    shift = round(moment.at.timestamp() - datetime.now(HOUSE).timestamp())
    shifted = {
        "LD_PRELOAD": library(),
        "FAKETIME": f"{shift:+d}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, (str(HERE / "children"), os.environ.get("PYTHONPATH")))),
    }
    return {**os.environ, **shifted, **({"TZ": moment.machine} if moment.machine else {})}


def is_there(moment: Moment, environ: dict[str, str]) -> bool:
    """Whether a process of Python is at the moment: a library that is not loaded says nothing."""
    asked = (sys.executable, "-c", "import time; time.sleep(0.01); print(time.time())")
    said = subprocess.run(asked, env=environ, capture_output=True, text=True, check=True).stdout
    return abs(float(said) - moment.at.timestamp()) < 60


def main(processes: str, *arguments: str) -> int:
    options = ("-q", "-n", processes, "--dist", "loadfile", "--no-loadscope-reorder")
    failed = []
    for place, moment in enumerate(MOMENTS):
        print(f"--- {moment.at:%Y-%m-%d %H:%M}: {moment.name}", flush=True)  # noqa: T201
        environ = environment(moment)
        if not is_there(moment, environ):
            sys.exit("make test-hours: libfaketime does not shift the clock of Python here.")
        if subprocess.run(
            (sys.executable, "-m", "pytest", *options, *(arguments or share(place))), env=environ
        ).returncode:
            failed.append(moment.name)
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)  # noqa: T201
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
