"""Persons at the command line: accounts with a password, and what they type, on the standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Final

import pytest
from django.contrib.auth.models import Group, User

from casino.access.roles import ensure_roles

PASSWORD: Final = "the word of {}"


def somebody(name: str, role: str) -> User:
    """An account with this staff code, in a role; its password is ``the word of NAME``."""
    ensure_roles()
    user, made = User.objects.get_or_create(username=name)
    if made:
        user.set_password(PASSWORD.format(name))
        user.save()
        user.groups.add(Group.objects.get(name=role))
    return user


def types(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    """What comes in on the standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def types_words_of(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    types(monkeypatch, [PASSWORD.format(name) for name in names])
