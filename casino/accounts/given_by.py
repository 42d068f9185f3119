"""By whom a command of the command line is given: the one way in which it may name a person.

Whoever runs a command on the server is not thereby the person named. The person exists, gives the password of the
account and, where the account has or must have a second factor, a code of its app, and holds a post that may do this
now; as on the pages, where the same functions ask it. At a terminal each is asked for; else password and code are the
next lines of the standard input. A job that names nobody says nothing of persons: equipment's lines, and bare results.
A command says who may give it in ``add_by``; ``tests/architecture/test_given_by.py`` finds one that takes a person's
code otherwise. Proved by ``tests/factors/test_given_by.py``.
"""

from __future__ import annotations

import getpass
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar

from django.contrib.auth.models import User

from casino.access import postings
from casino.access.roles import staff_code
from casino.accounts import passwords
from casino.accounts.service import account_of
from casino.clock import now as clock
from casino.core.errors import ERRORS, Problem
from casino.factors import codes, store
from casino.factors.models import CodeApp

T = TypeVar("T")

WORDS: Final = "staff code; asks for that person's password, and code where the account has a second factor"

ERRORS.register_all(
    {
        "command_line_no_code": 403,
        "command_line_first_password": 403,
        "command_line_input": 400,
    }
)


def add_by(parser: ArgumentParser, *, who: str, name: str = "by", required: bool = True) -> None:
    """The option that names a person, ``--by``; ``who`` they are to the command."""
    action = parser.add_argument(f"--{name}", required=required, help=f"{who}: {WORDS}")
    action.given_by = True  # type: ignore[attr-defined]  # seen by the test that looks for others


def given(options: dict[str, Any], may: Callable[[User], T], *, now: datetime, name: str = "by") -> T:
    """What ``may`` makes of the person named, who has said so: it raises Problem for one who may not. Problems besides:
    account_unknown, not_authenticated, command_line_first_password, command_line_no_code, factor_code_wrong,
    factor_wait."""
    user = account_of(options[name])
    _prove(user, now)
    return may(user)


def holding(*roles: str) -> Callable[[User], str]:
    """The staff code of whoever holds one of these roles now. Problem ``forbidden``."""

    def may(user: User) -> str:
        if not postings.groups_in_force(user, clock()).filter(name__in=roles).exists():
            raise Problem("forbidden")
        return staff_code(user)

    return may


def itself(user: User) -> User:
    """Where each line says what its person must be."""
    return user


def require_file(*names: str) -> None:
    """Where passwords come in by the standard input, nothing else does."""
    if "-" in names and not sys.stdin.isatty():
        raise Problem("command_line_input")


def _prove(user: User, now: datetime) -> None:
    name = user.get_username()
    if not user.check_password(passwords.as_kept(name, _typed(f"{name}: ")) or ""):
        raise Problem("not_authenticated")
    if passwords.must_choose(user.pk):
        raise Problem("command_line_first_password")
    devices = store.devices(user)
    if not devices and not store.must_have(user):
        return
    if not any(isinstance(device, CodeApp) for device in devices):
        raise Problem("command_line_no_code")
    codes.check_app(user, _typed(f"{name} (6): "), now=now)


def _typed(prompt: str) -> str:
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline().rstrip("\r\n")
