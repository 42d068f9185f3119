"""A command on an account on its way (``casino.commands.execution``): under a lock on the account, with the events, the
rows and the end of sessions in one transaction.

No receipt is kept: what a command says here (names, addresses, passwords) shall stand in no digest against which they
could be tried, and what it came to (a one-time password) is told once. The event with its id says that it came.
Proved by ``tests/accounts/test_changes.py`` and ``test_races.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from casino.access import postings
from casino.access.roles import staff_code
from casino.accounts import facts as f
from casino.accounts import matters
from casino.accounts.commands import ACCOUNTS, OpenAccount
from casino.accounts.service import Writing, house, making, stream_of, writing
from casino.commands.execution import Carried, Execution
from casino.commands.models import Receipt
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.seams import Seam


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a command came to. ``change``: it waits under this number for a second person. ``secret`` is a one-time
    password, or of one in two parts the ``part`` for whoever acts: it is told this once."""

    account: int
    change: UUID | None = None
    secret: str | None = None
    part: int | None = None


Carrying = Callable[[Writing, Any, User], Done | None]
"""(the account under its lock, command, who acts) -> what it came to; None where there is nothing to tell. Raises
Problem."""
CARRIES: Final[Seam[type[Command], Carrying]] = Seam(
    "Which function carries a command on an account out.", beside="the function"
)


def carries(struct: type[Command]) -> Callable[[Carrying], Carrying]:
    """This function carries the command out."""

    def joined(function: Carrying) -> Carrying:
        CARRIES.register(struct, function)
        return function

    return joined


def execute(user_id: int | None, command: Command, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Carry out a command on an account (None: it makes one), or raise Problem and change nothing. The same command
    again is refused with account_repeated."""
    work = _OnAccount(user_id, command, by, command_id, now)
    work.run()
    return work.done


class _OnAccount(Execution):
    """One command on its way."""

    NAMES = f.NAMES
    done: Done

    def __init__(self, user_id: int | None, command: Command, by: User, command_id: UUID, now: datetime) -> None:
        super().__init__(house(), command, staff=staff_code(by), seen_version=None, command_id=command_id, now=now)
        self.user_id = user_id
        self.by = by

    def carry_out(self) -> Carried:
        if ACCOUNTS.steps[self.code].administered:
            check_administrator(self.by, self.user_id)
        with self._account() as account:
            done = CARRIES[type(self.command)](account, self.command, self.by)
        self.done = done or Done(account=account.user.pk)
        return Carried(stream_of(account.user.pk), account.last, ())

    def _account(self) -> AbstractContextManager[Writing]:
        given: dict[str, Any] = {"by": self.signed_by, "command_id": self.command_id, "now": self.now}
        if self.user_id is not None:
            return writing(self.user_id, **given)
        assert isinstance(self.command, OpenAccount)
        return making(_user(self.command), code=self.command.code, **given)

    def follow(self) -> None:
        """The rows stand with the events, and others are told after the commit."""

    def receipt(self) -> Receipt | None:
        event = self.ledger.find(self.command_id)
        return None if event is None else Receipt(command=self.code, stream=event.stream, version=event.version)

    def keep_receipt(self, carried: Carried) -> None:
        """None: its event is there."""

    def first_answer(self, receipt: Receipt) -> Any:
        raise Problem("account_repeated")


def _user(said: OpenAccount) -> User:
    """An account that nobody signs in by yet."""
    user = User(
        username=said.username, first_name=said.first_name, last_name=said.last_name, email=said.email, is_staff=True
    )
    user.set_unusable_password()
    return user


def is_administrator(user: User) -> bool:
    """Whether an account asks for changes of others: by its post alone."""
    return user.is_active and postings.holds(user, "administrator")


def check_administrator(by: User, user_id: int | None) -> None:
    """Problems: account_not_administrator, account_own."""
    if not is_administrator(by):
        raise Problem("account_not_administrator")
    if matters.concerned(by.pk, user_id):
        raise Problem("account_own")
