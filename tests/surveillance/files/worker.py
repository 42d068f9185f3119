"""A worker in a process of its own, for tests that kill it: ``python -m tests.surveillance.files.worker <job>``."""

from __future__ import annotations

import sys

import django

django.setup()

from surveillance.files import jobs, tasks  # noqa: E402

if __name__ == "__main__":
    assert tasks.work
    sys.exit(not jobs.run(int(sys.argv[1])))
