"""What is looked at as the app starts of the places where the bytes of footage lie.

Proved by ``tests/surveillance/files/test_killed.py`` and ``test_keys.py``.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from casino.core.errors import Problem

log = logging.getLogger(__name__)


@worker_ready.connect(weak=False)
def _cleared(**_: object) -> None:
    """A worker that starts takes away what one that was killed left half done."""
    from surveillance.files import storage

    if settings.FOOTAGE_INCOMING_DIR:
        with suppress(Problem):  # the folder is away, which is said elsewhere
            log.info("footage_cleared count=%d", storage.clear())


def away() -> str:
    """What is wrong with where films come in; nothing where all is well. A folder on another machine may hang."""
    from surveillance.files import storage

    try:
        return "" if os.access(storage.incoming(), os.W_OK | os.X_OK) else "EACCES"
    except Problem as problem:
        return problem.code


@register()
def footage_can_be_kept(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """W101: no folder is named. E101: it is not there, or nothing can be kept in it. E102: a part of an upload would be
    larger than what the web server holds. E103: a folder of films that would be served from a place nginx has not."""
    if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner":
        return []
    from surveillance.files import storage

    if not settings.FOOTAGE_INCOMING_DIR:
        text = "Chưa có nơi lưu cảnh quay / no footage is taken in: FOOTAGE_DIR."
        return [Warning(text, hint="deploy/README.md", id="surveillance.W101")]
    found: list[CheckMessage] = []
    try:
        folder = storage.incoming()
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Problem("footage_storage_away", what=str(folder))
    except Problem as problem:
        text = f"{problem.text.vi} / {problem.text.en}"
        found.append(Error(text, hint="deploy/README.md", id="surveillance.E101"))
    if not 1 <= settings.FOOTAGE_CHUNK_BYTES <= 64 * 2**20:
        found.append(Error("FOOTAGE_CHUNK_BYTES: 1 … 67108864", hint="deploy/README.md", id="surveillance.E102"))
    if settings.FOOTAGE_SERVE == "accel" and not settings.FOOTAGE_ACCEL_PREFIX.startswith("/"):
        found.append(Error("FOOTAGE_ACCEL_PREFIX: /…/", hint="deploy/nginx.conf", id="surveillance.E103"))
    return found
