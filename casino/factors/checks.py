"""Told at start, before somebody cannot sign in. Proved by ``tests/factors/test_checks.py``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from casino.core.errors import Problem
from casino.factors import sealing


@register()
def key_is_given(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """E001: a second factor is required, or a key is given, and FACTOR_KEY is not as it must be."""
    if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner":
        return []
    if settings.SECOND_FACTOR == "off" and not settings.FACTOR_KEY:
        return []
    try:
        sealing.check()
    except Problem as problem:
        return [Error(f"{problem.text.vi} / {problem.text.en}", hint=problem.entry.about, id="factors.E001")]
    return []
