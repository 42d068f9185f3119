"""Told at start, before somebody's words cannot be kept: folder, master key and settings of attachments.

Commands of the database's owner touch nobody's content and need no key. Proved by
``tests/disputes/vault/test_checks.py``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from casino.core.errors import Problem
from disputes.vault.attachments import KINDS
from disputes.vault.keys import key_store


@register()
def keys_can_be_kept(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """E001: the folder of keys or the master key is not as it must be."""
    if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner":
        return []
    try:
        key_store().check()
    except Problem as problem:
        return [Error(f"{problem.text.vi} / {problem.text.en}", hint=problem.entry.about, id="disputes.E001")]
    return []


@register()
def attachment_types_are_known(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """E002: ATTACHMENT_TYPES names a media type that nothing here can recognise."""
    unknown = sorted(set(settings.ATTACHMENT_TYPES) - set(KINDS))
    if not unknown:
        return []
    return [
        Error(
            f"ATTACHMENT_TYPES: không nhận biết được / cannot be recognised: {', '.join(unknown)}.",
            hint=f"Known: {', '.join(KINDS)}.",
            id="disputes.E002",
        )
    ]
