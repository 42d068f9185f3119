"""Told at start: settings of the transparency log that cannot be used.

Proved by ``tests/checkpoints/test_tasks.py`` and ``test_witnesses.py``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from casino.checkpoints import places
from casino.checkpoints.faults import Fault


@register()
def log_can_be_kept(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """W001: no log is kept. E001: the list of witnesses or of authorities for time
    stamps, or the name of the log, cannot be used."""
    if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner":
        return []
    if not settings.TRANSPARENCY_DIR:
        text = "Không có nhật ký minh bạch / no transparency log is kept: TRANSPARENCY_DIR."
        return [Warning(text, hint="docs/transparency.md", id="checkpoints.W001")]
    try:
        places.witnesses()
        places.authorities()
        places.origin_for("XX")
    except Fault as fault:
        return [Error(f"{fault.text.vi} / {fault.text.en}", hint="docs/transparency.md", id="checkpoints.E001")]
    return []
