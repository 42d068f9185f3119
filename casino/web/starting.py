"""Ends a web server that should not begin, before it has taken its port. Proved by ``tests/test_starting.py``."""

from __future__ import annotations

import multiprocessing
import os
import sys


def look_before(workers: int) -> None:
    """Ends here what should not begin. With several processes in one that ends: the one that keeps them needs nothing
    of Django, and would begin those that refuse again and again."""
    if workers == 1:
        look()
        return
    looking = multiprocessing.get_context("spawn").Process(target=look)
    looking.start()
    looking.join()
    if looking.exitcode:
        sys.exit(looking.exitcode)


def look() -> None:
    """The checks of a start (``casino/site/deployment.py``)."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

    import django

    django.setup()
    from casino.site import deployment

    deployment.look("web")
