"""Writing accounts: one transaction for the events, the rows, and the end of sessions.

The rows (Django's account with its groups, ``Account``, ``AccountChange``, ``Posting``) are what the record says, for
every page to ask quickly. All of it stands in the record of the house's first property, since an account is one in all
of them. An account that the record does not know, or knows otherwise, is recorded as found before anything else.

What people do is a command (``casino.accounts.execution``); what the program does by itself stands here. Proved by
``tests/accounts/test_changes.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction

from casino.access.models import Account, StaffCode
from casino.access.roles import RANKED, ROLES, staff_code
from casino.accounts import facts as f
from casino.accounts import passwords, rules
from casino.accounts import state as folding
from casino.accounts.sessions import end_sessions
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.core.seams import Seam
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.models import Property, every_house
from casino.ledger.rows import Appended
from casino.operations.worker_messages import after_commit

SYSTEM: Final = "system:accounts"
"""Who acts where the program itself does."""

TOLD: Final[Seam[str, Callable[[str], None]]] = Seam(
    "Who hears, by the code of the property, that something of an account was recorded."
)


def house() -> Property:
    """The property in whose record accounts stand: the first. Problem account_no_property."""
    if not (houses := every_house()):
        raise Problem("account_no_property")
    return houses[0]


def stream_of(user_id: int) -> str:
    return f"account/{user_id}"


def account_of(code: str) -> User:
    """The active account that events name so. Problem account_unknown."""
    found = User.objects.filter(is_active=True, staff_code__code=code).first()
    user = found or User.objects.filter(is_active=True, username=code).first()
    if user is None or staff_code(user) != code:
        raise Problem("account_unknown", "by")
    return user


class Writing:
    """One account under change, locked to the end of the transaction, with what the record says of it."""

    def __init__(self, user: User, *, by: str, command_id: UUID, now: datetime) -> None:
        self.user, self.by, self.command_id, self.now = user, by, command_id, now
        self.ledger = get_ledger(house().code)
        self.state = folding.fold(self.ledger.stream(stream_of(user.pk)))
        self.found = False
        self.last: Appended
        self._said = self._own = 0

    def record(self, *facts: Fact, by: str | None = None) -> list[UUID]:
        """Append facts; the ids of their events. The first of a command has the command's id."""
        ids = []
        for fact in facts:
            first = by is None and self._own == 0
            own = self.command_id if first else uuid5(self.command_id, str(self._said))
            self._said, self._own = self._said + 1, self._own + (by is None)
            event = NewEvent(
                id=own,
                stream=stream_of(self.user.pk),
                type=f.NAMES[type(fact)],
                data=fact,
                actor=by or self.by,
                occurred_at=self.now,
                correlation=str(self.command_id),
                expected_version=self.state.version + 1,
            )
            [self.last] = self.ledger.record(event)
            folding.evolve(self.state, fact, own)
            self.state.version += 1
            ids.append(own)
        return ids

    def keep(self, **values: object) -> Account:
        """Write what is kept beside the account."""
        return Account.objects.update_or_create(user=self.user, defaults=values)[0]

    def end_sessions(self) -> None:
        end_sessions(self.user.pk, self.now)

    @property
    def is_guarded(self) -> bool:
        """Whether two persons are needed for what would let somebody else in: by its posts, permanent or by a posting
        in force or to come."""
        coming = self.user.postings.exclude(ends_at__lte=self.now)
        return rules.is_guarded({*self.state.posts, *coming.values_list("post", flat=True)})


@contextmanager
def writing(
    user_id: int, *, by: str, command_id: UUID, now: datetime, as_it_is: bool = False, all_of_it: bool = False
) -> Iterator[Writing]:
    """Lock an account and change it; what the record does not know of it is brought up before, unless ``as_it_is``.
    Problems: account_unknown, account_no_property, try_again."""
    try:
        with transaction.atomic():
            # The account before the log: whoever changes one takes both locks in this order.
            user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
            if user is None:
                raise Problem("account_unknown")
            found = Writing(user, by=by, command_id=command_id, now=now)
            found.found = not as_it_is and bring_up(found, all_of_it=all_of_it)
            yield found
            tell_others(found.ledger.property_code)
    except (ledger_errors.ConcurrencyConflict, ledger_errors.IdConflict, IntegrityError) as error:
        raise Problem("try_again") from error  # a name or code taken by somebody else at the same moment, too


@contextmanager
def making(user: User, *, code: str, by: str, command_id: UUID, now: datetime) -> Iterator[Writing]:
    """Make an account, not saved yet, and write on. Problem account_repeated for the same form, or the same name, at
    the same moment."""
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            if code:
                give_code(user, code)
            found = Writing(user, by=by, command_id=command_id, now=now)
            yield found
            tell_others(found.ledger.property_code)
    except (ledger_errors.IdConflict, IntegrityError) as error:
        raise Problem("account_repeated") from error


def tell_others(property_code: str) -> None:
    """After the commit of the transaction around it: who asked to hear of it is told."""

    def told() -> None:
        for tell in TOLD.values():
            tell(property_code)

    after_commit(told)


def held(user: User) -> list[str]:
    """The roles among an account's groups, in their order."""
    groups = {group.name for group in user.groups.all()}
    return [code for code in RANKED if code in groups]


def bring_up(writing: Writing, *, all_of_it: bool = False) -> bool:
    """Record the account as found where its row says otherwise than the record (``all_of_it``: or what the record does
    not know yet), and take every right of a superuser from it: it keeps those of an administrator. Whether anything was
    recorded."""
    user, state = writing.user, writing.state
    row = (staff_code(user), user.is_active, set(held(user)))
    hashed = passwords.digest_of_hash(user.password)
    known = state.password == hashed or not (state.password or all_of_it)
    if state.exists and row == (state.staff, state.active, state.posts) and known and not user.is_superuser:
        return False
    posts = tuple(held(user))
    fact = f.Found(staff=row[0], active=row[1], posts=posts, superuser=user.is_superuser or None, password=hashed)
    writing.record(fact, by=SYSTEM)
    if user.is_superuser:
        user.is_superuser = False
        user.save(update_fields=["is_superuser"])
        if "administrator" not in posts:
            give_post(writing, "administrator", by=SYSTEM)
    return True


# --- Writing rows with their events ----------------------------------------------------------------------------------
def give_post(writing: Writing, post: str, *, ask: UUID | None = None, by: str | None = None) -> None:
    writing.record(f.PostGiven(post=post, ask=ask), by=by)
    writing.user.groups.add(Group.objects.get(name=post))


def give_password(writing: Writing, password_hash: str, *, ask: UUID | None, two_parts: bool) -> None:
    """A one-time password takes the place of the present one, and every session ends."""
    writing.record(f.PasswordReset(ask=ask, password=passwords.digest_of_hash(password_hash)))
    set_hash(writing.user, password_hash)
    writing.keep(one_time=True, two_parts=two_parts, one_time_until=writing.now + passwords.LASTS, by_two=two_parts)
    writing.end_sessions()


def set_hash(user: User, password_hash: str) -> None:
    user.password = password_hash
    user.save(update_fields=["password"])


def give_code(user: User, code: str) -> StaffCode:
    """The staff code of an account, given once. Problem account_settled."""
    if StaffCode.objects.filter(user=user).exists():
        raise Problem("account_settled")
    return StaffCode.objects.create(user=user, code=code)


def close(account: Writing) -> None:
    """Let nobody in by it any more. Problem account_inactive."""
    if not account.state.active:
        raise Problem("account_inactive")
    account.record(f.Deactivated())
    account.user.is_active = False
    account.user.save(update_fields=["is_active"])
    account.end_sessions()


# --- Made by the program ---------------------------------------------------------------------------------------------
def rehashed(user: User, before: str, *, command_id: UUID, now: datetime) -> None:
    """A sign-in hashed the password anew: recorded, where the hash ``before`` was the one that the record knows."""
    try:
        house()
    except Problem:
        return
    with writing(user.pk, by=SYSTEM, command_id=command_id, now=now, as_it_is=True) as account:
        if account.state.password == passwords.digest_of_hash(before):
            account.record(f.PasswordRehashed(password=passwords.digest_of_hash(account.user.password)))


def establish(
    user: User,
    posts: list[str],
    *,
    by: str,
    command_id: UUID,
    now: datetime,
    code: str = "",
    one_time: bool,
    beside: tuple[str, ...] | None = None,
) -> User:
    """Make an account with its posts without asking anybody: the demonstration, and the server's command for the first
    administrators (``beside``: the others). ``user`` is new and carries the hash of its password."""
    user.is_staff = True
    with making(user, code=code, by=by, command_id=command_id, now=now) as account:
        hashed = passwords.digest_of_hash(user.password)
        account.record(f.Opened(staff=staff_code(user), password=hashed, own_password=None if one_time else True))
        if beside is not None:
            account.record(f.FirstAdministratorMade(beside=beside))
        for post in posts:
            assert post in ROLES
            give_post(account, post)
        account.keep(one_time=one_time, one_time_until=now + passwords.LASTS if one_time else None, by_two=not one_time)
    return user
