"""Told at start, before somebody's words cannot be kept: folder, master key and settings of attachments.

Commands of the database's owner touch nobody's content and need no key. Proved by
``tests/vault/test_checks.py``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from casino.core.errors import Problem
from casino.vault.attachments import KINDS
from casino.vault.keys import key_store


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


@register()
def files_are_scanned(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """W001: nobody looks for viruses in what players and staff hand in. The pages of files say so too."""
    if settings.ATTACHMENT_SCAN_COMMAND or settings.DEMONSTRATION:
        return []
    return [
        Warning(
            "ATTACHMENT_SCAN_COMMAND: không quét vi-rút các tệp đính kèm / attachments are not scanned for viruses.",
            hint="Name a scanner that reads a file on its standard input, for example: clamdscan --no-summary -",
            id="disputes.W001",
        )
    ]


@register()
def key_folder_is_ours_alone(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """W002: the group of the folder of keys may enter it, as with 0750. Some containers need that; everywhere else it
    is one ``chmod`` too many, so it is said which group and which mode. What others may do is an error (E001)."""
    if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner" or not settings.PERSON_KEYS_DIR:
        return []
    try:
        found = os.stat(settings.PERSON_KEYS_DIR)
    except OSError:
        return []  # E001 says so
    if not found.st_mode & 0o070:
        return []
    return [
        Warning(
            f"PERSON_KEYS_DIR: nhóm {found.st_gid} vào được thư mục khóa (quyền {found.st_mode & 0o777:04o}) / "
            f"the group {found.st_gid} can enter the folder of keys (mode {found.st_mode & 0o777:04o}).",
            hint=f"chmod 700 {settings.PERSON_KEYS_DIR}",
            id="disputes.W002",
        )
    ]
