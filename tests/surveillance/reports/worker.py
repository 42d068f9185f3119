"""A worker in a process of its own, for tests that kill it: ``python -m tests.surveillance.reports.worker <job>``. It
says ``rounds`` on its output as soon as it has begun to judge, and goes slowly then."""

from __future__ import annotations

import sys
import time

import django

django.setup()

from surveillance.files import jobs  # noqa: E402
from surveillance.reports import contents, tasks  # noqa: E402

if __name__ == "__main__":
    assert tasks.make
    before = contents.Contents.others

    def slowly(self: contents.Contents, runs: object) -> None:
        sys.stdout.write("rounds\n")
        sys.stdout.flush()
        time.sleep(60)
        before(self, runs)  # type: ignore[arg-type]

    contents.Contents.others = slowly  # type: ignore[method-assign]
    sys.exit(not jobs.run(int(sys.argv[1])))
