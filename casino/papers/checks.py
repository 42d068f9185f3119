"""Told at start: settings by which no paper can be signed. Proved by ``tests/papers/test_signing.py``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from casino.papers import keys
from casino.transparency.keyfiles import UnusableKey


@register()
def papers_can_be_signed(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """W001: papers are not signed. E001: the key or certificate of the settings cannot be used."""
    if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner":
        return []
    if not settings.PAPER_KEYS_DIR and not settings.PAPER_CERTIFICATE:
        text = "Văn bản không được ký / papers are not signed: PAPER_KEYS_DIR."
        return [Warning(text, hint="deploy/README.md", id="papers.W001")]
    try:
        if settings.PAPER_CERTIFICATE and settings.PAPER_TOKEN_MODULE:
            keys.chain_of(Path(settings.PAPER_CERTIFICATE))
        elif settings.PAPER_CERTIFICATE:
            keys.given(Path(settings.PAPER_KEY), Path(settings.PAPER_CERTIFICATE))
        elif settings.PAPER_TOKEN_MODULE:
            raise UnusableKey("PAPER_TOKEN_MODULE: PAPER_CERTIFICATE?")
    except UnusableKey as error:
        return [Error(f"PAPER_…: {error}", hint="deploy/README.md", id="papers.E001")]
    return []
