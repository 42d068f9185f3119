"""Cases that many tests look at, built once: with keys of their own, in a transaction that is rolled back."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from tests.disputes.court import GENEROUS

T = TypeVar("T")


@contextmanager
def built_once(
    build: Callable[[], T], blocker: DjangoDbBlocker, folders: pytest.TempPathFactory
) -> Iterator[tuple[T, override_settings]]:
    """What was built, and the settings under which its keys are at hand."""
    folder = folders.mktemp("person-keys")
    folder.chmod(0o700)
    keys = override_settings(
        PERSON_KEYS_DIR=str(folder),
        PERSON_MASTER_KEY=base64.b64encode(b"t" * 32).decode(),
        FIRST_SETTINGS=GENEROUS,
    )
    with blocker.unblock(), transaction.atomic():
        with keys:
            found = build()
        yield found, keys
        transaction.set_rollback(True)
