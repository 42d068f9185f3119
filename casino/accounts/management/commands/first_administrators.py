"""``manage.py first_administrators NAME [NAME] [--close NAME]``: the accounts with which a house begins, on the record.

Only while fewer than two administrators are active, and only as many as are missing; where both are lost, ``--close``
closes one first. Each gets a one-time password,
shown this once, and chooses their own at the first sign-in. Whoever may run this on the server could be both: that they
did it, and when, stands in the record. Proved by ``tests/accounts/test_commands.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.access.roles import staff_code
from casino.accounts import passwords, service
from casino.clock import now as clock
from casino.core.errors import Problem

SERVER = "system:first_administrators"
LOCK = 0x7461626C6570726F
"""Two runs at once: the second waits, and then finds what the first made."""


class Command(BaseCommand):
    help = "Make the first two administrators, on the record, with one-time passwords. Refuses once there are two."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="+", help="user names of the persons, one or two")
        parser.add_argument(
            "--close", action="append", default=[], help="close this administrator's account first; may be repeated"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = make(options["username"], clock(), close=options["close"])
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem
        self.stderr.write(_("One-time passwords, shown this once. Hand each to its person alone:"))
        for username, secret in made:
            self.stdout.write(f"{username}\t{secret}")


def make(usernames: list[str], now: datetime, *, close: Sequence[str] = ()) -> list[tuple[str, str]]:
    """User name and one-time password of each account made, after closing others. Problems: account_unknown,
    account_enough_administrators, account_no_property; CommandError for names that will not do."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        for username in close:
            lost = User.objects.filter(is_active=True, groups__name="administrator", username=username).first()
            if lost is None:
                raise Problem("account_unknown")
            with service.writing(lost.pk, by=SERVER, command_id=uuid4(), now=now) as account:
                service.close(account)
        others = list(User.objects.filter(is_active=True, groups__name="administrator").order_by("pk"))
        if len(others) + len(usernames) > 2:
            raise Problem("account_enough_administrators")
        beside = [staff_code(user) for user in others]
        made = []
        for username in usernames:
            secret = passwords.draw()
            user = User(username=username, password=passwords.hash_of(secret))
            _check(user)
            service.establish(
                user,
                ["administrator"],
                by=SERVER,
                command_id=uuid4(),
                now=now,
                one_time=True,
                beside=tuple(beside),
            )
            beside.append(staff_code(user))
            made.append((username, secret))
    return made


def _check(user: User) -> None:
    try:
        UnicodeUsernameValidator()(user.username)
        user.clean_fields(exclude=["password"])
        user.validate_unique()
    except ValidationError as error:
        raise CommandError(f"{user.username}: {' '.join(error.messages)}") from error
