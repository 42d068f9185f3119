"""Changes for which a second person may be needed: asked for, then confirmed, refused or withdrawn.

Where nobody else is needed (``rules.guarded``) the change is carried out at once. Else it waits as a row of
``AccountChange`` with the id of the event; a confirmation carries it out in one transaction, by whoever may
(``rules.confirmers``), never by who asked nor by whom it concerns. Two confirmers at once: the second is told.
Proved by ``tests/accounts/test_changes.py`` and ``test_races.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction

from casino.access import postings
from casino.access.models import Account, AccountChange, ChangeKind, ChangeState, Posting
from casino.access.roles import POSTS, staff_code
from casino.accounts import facts as f
from casino.accounts import matters, passwords, rules
from casino.accounts.service import (
    Done,
    Writing,
    actor,
    administered,
    check_new,
    give_code,
    give_password,
    give_post,
    is_administrator,
    is_last,
    take_away,
    tell_others,
    writing,
)
from casino.core import reasons
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.factors import store as factors
from casino.ledger import errors as ledger_errors
from casino.ledger.models import Property


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A posting as somebody asks for it. ``begins_at`` None: as soon as it is confirmed."""

    property: Property
    post: str
    tables: Sequence[str] = ()
    pits: Sequence[str] = ()
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    note: str = ""


# --- Asking ----------------------------------------------------------------------------------------------------------
def open_account(user: User, *, by: User, command_id: UUID, now: datetime, code: str = "", post: str = "") -> Done:
    """Make an account, not saved yet, and give it a post or ask for one. Where the post needs nobody else, the answer
    has its one-time password; else it has none yet, and the first part of the one that a confirmation sets."""
    maker = administered(by)
    check_new(command_id)
    try:
        return _opened(user, maker, by, command_id, now, code, post)
    except (ledger_errors.IdConflict, IntegrityError) as error:
        raise Problem("account_repeated") from error  # the same form, or the same name, at the same moment


def _opened(user: User, maker: str, by: User, command_id: UUID, now: datetime, code: str, post: str) -> Done:
    with transaction.atomic():
        user.is_staff = True
        user.set_unusable_password()
        user.save(force_insert=True)
        if code:
            give_code(user, code)
        account = Writing(user, by=maker, command_id=command_id, now=now)
        hashed = passwords.digest_of_hash(user.password)
        account.record(f.Opened(staff=staff_code(user), password=hashed))
        if post and post in rules.guarded():
            done = _ask_post(account, post, by)
        else:
            if post:
                rules.check_post((), post)
                give_post(account, post)
            done = _renew(account)
        tell_others(account.ledger.property_code)
    return done


def ask_post(user_id: int, post: str, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Give a post, or ask for one that sees cases or keeps accounts."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        rules.check_post(account.state.posts, post)
        if post in rules.guarded():
            return _ask_post(account, post, by)
        give_post(account, post)
        account.end_sessions()
    return Done(account=user_id)


def _ask_post(account: Writing, post: str, by: User) -> Done:
    rules.check_post(account.state.posts, post)
    first = "" if _was_given_by_two(account) else passwords.draw()
    return _ask(account, f.PostAsked(post=post), by, first, post=post)


def _was_given_by_two(account: Writing) -> bool:
    return Account.objects.filter(user=account.user, by_two=True).exists()


def take_post(user_id: int, post: str, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Take a post away: at once, and every session of the account ends; of the last senior manager, director or
    administrator it is asked for, and a second person confirms it. Whether somebody else is left is asked under a lock
    on all who hold it, so that two of them do not lose it side by side. Who must be stopped at once is suspended."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        if post not in account.state.posts:
            raise Problem("account_post_not_held", "post")
        if post in rules.LAST:
            Group.objects.select_for_update().get(name=post)
        if is_last(account.user, post):
            return _ask(account, f.PostTakingAsked(post=post), by, post=post)
        take_away(account, post)
    return Done(account=user_id)


def ask_posting(user_id: int, asked: Asked, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Ask that somebody be posted. Every post that acts by a posting sees cases, so each waits for a second person."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        if not account.state.active:
            raise Problem("account_inactive")
        if not postings.may_be_posted(account.state.posts, asked.post):
            raise Problem("account_post_not_held", "post")
        fact = f.PostingAsked(
            property=asked.property.code,
            post=asked.post,
            tables=tuple(asked.tables),
            pits=tuple(asked.pits),
            begins_at=asked.begins_at,
            ends_at=asked.ends_at,
        )
        return _ask(
            account,
            fact,
            by,
            post=asked.post,
            property=asked.property,
            tables=list(asked.tables),
            pits=list(asked.pits),
            begins_at=asked.begins_at,
            ends_at=asked.ends_at,
            note=asked.note,
        )


def ask_password(user_id: int, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Give a one-time password; for an account that two persons must change, ask for one in two parts."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        if account.is_guarded:
            return _ask(account, f.PasswordResetAsked(), by, passwords.draw())
        return _renew(account)


def _renew(account: Writing) -> Done:
    secret = passwords.draw()
    give_password(account, passwords.hash_of(secret), ask=None, two_parts=False)
    return Done(account=account.user.pk, secret=secret)


def ask_email(user_id: int, email: str, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Change the address to which notices go. No address: they are on the pages only."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        if account.user.email == email:
            raise Problem("account_nothing_to_change", "email")
        if account.is_guarded:
            return _ask(account, f.EmailChangeAsked(), by, email=email)
        _set_email(account, email)
    return Done(account=user_id)


def _set_email(account: Writing, email: str, ask: UUID | None = None) -> None:
    account.record(f.EmailChanged(ask=ask))
    account.user.email = email
    account.user.save(update_fields=["email"])


def ask_activation(user_id: int, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Let somebody in again."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        if account.state.active:
            raise Problem("account_nothing_to_change")
        if account.is_guarded:
            return _ask(account, f.ActivationAsked(), by)
        _activate(account)
    return Done(account=user_id)


def _activate(account: Writing, ask: UUID | None = None) -> None:
    account.record(f.Activated(ask=ask))
    account.user.is_active = True
    account.user.save(update_fields=["is_active"])


def ask_factors(user_id: int, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Ask that every device of somebody's second factor end, for whoever lost them. Never by one person alone, whatever
    the account may: else that person, with a password they gave, could sign in as the other."""
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        if not factors.devices(account.user):
            raise Problem("account_nothing_to_change")
        return _ask(account, f.FactorsResetAsked(), by)


def _ask(account: Writing, fact: Fact, by: User, first: str = "", **details: Any) -> Done:
    """Record that it is asked for. One of a kind at a time, but for postings, which may follow each other."""
    kind = f.KINDS[type(fact)]
    same = AccountChange.objects.filter(user=account.user, kind=kind, state=ChangeState.WAITING)
    if kind in (ChangeKind.POST, ChangeKind.POST_TAKING):
        same = same.filter(post=details["post"])
    if kind == ChangeKind.POSTING:
        same = same.none()
    for former in same:
        if former.asked_at + rules.LAPSES > account.now:
            raise Problem("account_waiting")
    (change,) = account.record(fact)
    AccountChange.objects.create(
        id=change,
        user=account.user,
        kind=kind,
        asked_by=by,
        asked_at=account.now,
        first_part=passwords.digest(first) if first else "",
        **details,
    )
    return Done(account=account.user.pk, change=change, secret=first or None, part=1 if first else None)


# --- A second person -------------------------------------------------------------------------------------------------
def may_confirm(change: AccountChange, by: User, now: datetime) -> bool:
    """Whether this person may confirm or refuse a change."""
    try:
        check_confirmer(change, by, now)
    except Problem:
        return False
    return True


def check_confirmer(change: AccountChange, by: User, now: datetime) -> None:
    """Problems: account_confirmer_asked, account_confirmer_concerned, account_confirmer_post."""
    if matters.asked(by.pk, change.asked_by_id):
        raise Problem("account_confirmer_asked")
    if matters.concerned(by.pk, change.user_id):
        raise Problem("account_confirmer_concerned")
    wanted = rules.confirmers(change.kind, change.post)
    roles = set(postings.groups_in_force(by, now).values_list("name", flat=True)) & wanted
    if roles & {*rules.CONFIRMERS} and by.is_active:
        return
    if not by.is_active or not roles or not _acts_there(change, by, roles, now):
        raise Problem("account_confirmer_post")


def _acts_there(change: AccountChange, by: User, roles: set[str], now: datetime) -> bool:
    """Whether a post above acts at every place of a posting: a pit manager only where posted."""
    if change.property is None:
        return False
    duty = postings.duty_of(by, now, property_code=change.property.code)
    if duty is None or duty.post not in roles:
        return False
    pits = {place.table: place.pit for place in postings.places(change.property.code)}
    tables = all(duty.covers(table, pits.get(table) or None) for table in change.tables)
    return tables and all(duty.everywhere or pit in duty.pits for pit in change.pits)


LAPSED: Final = "account_lapsed"


def has_lapsed(change: AccountChange, now: datetime) -> bool:
    """Whether it can be confirmed no more: asked too long ago, or a posting whose end has come, or asked by somebody
    who asks no more."""
    over = change.asked_at + rules.LAPSES <= now or (change.ends_at is not None and change.ends_at <= now)
    return over or not is_administrator(change.asked_by)


def confirm(change_id: UUID, *, by: User, command_id: UUID, now: datetime) -> Done:
    """Carry out what another person asked for."""
    user_id = _account_of(change_id)
    with writing(user_id, by=actor(by), command_id=command_id, now=now) as account:
        change = _waiting(change_id)
        check_confirmer(change, by, now)
        if has_lapsed(change, now):
            raise Problem(LAPSED)
        done = _CARRY_OUT[change.kind](account, change, by)
        _decide(change, ChangeState.CONFIRMED, by, now)
    return done


def refuse(change_id: UUID, *, by: User, command_id: UUID, now: datetime, reason: str = "") -> Done:
    """Do not confirm it; the reason is for who asked."""
    if reason.strip():
        reasons.require("casino.accounts.changes.refuse", reason, "reason")
    user_id = _account_of(change_id)
    with writing(user_id, by=actor(by), command_id=command_id, now=now) as account:
        change = _waiting(change_id)
        check_confirmer(change, by, now)
        account.record(f.ChangeRefused(ask=change.pk))
        _decide(change, ChangeState.REFUSED, by, now, reason)
    return Done(account=user_id)


def withdraw(change_id: UUID, *, by: User, command_id: UUID, now: datetime) -> Done:
    """An administrator takes back what they, or another, asked for."""
    user_id = _account_of(change_id)
    with writing(user_id, by=administered(by, user_id), command_id=command_id, now=now) as account:
        change = _waiting(change_id)
        account.record(f.ChangeWithdrawn(ask=change.pk))
        _decide(change, ChangeState.WITHDRAWN, by, now)
    return Done(account=user_id)


def _account_of(change_id: UUID) -> int:
    found = AccountChange.objects.filter(pk=change_id).values_list("user_id", flat=True).first()
    if found is None:
        raise Problem("account_unknown")
    return found


def _waiting(change_id: UUID) -> AccountChange:
    """The change, locked. Problem account_decided where somebody was quicker."""
    change = AccountChange.objects.select_for_update(of=("self",)).select_related("asked_by", "property")
    row = change.get(pk=change_id)
    if row.state != ChangeState.WAITING:
        raise Problem("account_decided")
    return row


def _decide(change: AccountChange, state: ChangeState, by: User, now: datetime, reason: str = "") -> None:
    change.state, change.decided_by, change.decided_at, change.reason = state, by, now, reason
    change.first_part = ""
    change.save(update_fields=["state", "decided_by", "decided_at", "reason", "first_part"])


# --- What a confirmation sets off ------------------------------------------------------------------------------------
def _post_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    """A first post that sees cases starts with a password that two persons gave: whoever made the account alone, or
    reset it, is out of it."""
    rules.check_post(account.state.posts, change.post)
    if not change.first_part and not _was_given_by_two(account):
        raise Problem("account_ask_again")
    give_post(account, change.post, ask=change.pk)
    account.end_sessions()
    if _was_given_by_two(account):
        return Done(account=account.user.pk)
    return _second_part(account, change, by)


def _password_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    return _second_part(account, change, by)


def _second_part(account: Writing, change: AccountChange, by: User) -> Done:
    """The password in two parts. Where the former one was one person's, so may be the devices that were added by it:
    they end with it. Where it was not, they stay, and a password alone still opens nothing."""
    if not _was_given_by_two(account):
        _reset_factors(account, change, by)
    second = passwords.draw()
    give_password(account, passwords.hash_of_parts(change.first_part, second), ask=change.pk, two_parts=True)
    return Done(account=account.user.pk, secret=second, part=2)


def _taking_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    take_away(account, change.post, ask=change.pk)
    return Done(account=account.user.pk)


def _posting_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    if not postings.may_be_posted(account.state.posts, change.post):
        raise Problem("account_post_not_held")
    assert change.property is not None
    assert change.post in POSTS
    row = Posting.objects.create(
        user=account.user,
        property=change.property,
        post=change.post,
        tables=change.tables,
        pits=change.pits,
        begins_at=max(change.begins_at or account.now, account.now),
        ends_at=change.ends_at,
        given_by=staff_code(change.asked_by),
        given_at=account.now,
        confirmed_by=staff_code(by),
        note=change.note,
    )
    record_posting(account, row, ask=change.pk)
    return Done(account=account.user.pk)


def record_posting(account: Writing, row: Posting, *, ask: UUID | None = None) -> None:
    """The event of a posting that stands in its row."""
    account.record(
        f.PostingGiven(
            posting=row.pk,
            property=row.property.code,
            post=row.post,
            begins_at=row.begins_at,
            tables=tuple(row.tables),
            pits=tuple(row.pits),
            ends_at=row.ends_at,
            ask=ask,
        )
    )


def _email_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    _set_email(account, change.email, change.pk)
    return Done(account=account.user.pk)


def _activation_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    if account.state.active:
        raise Problem("account_decided")
    _activate(account, change.pk)
    return Done(account=account.user.pk)


def _factors_confirmed(account: Writing, change: AccountChange, by: User) -> Done:
    if not _reset_factors(account, change, by):
        raise Problem("account_nothing_to_change")
    account.end_sessions()
    return Done(account=account.user.pk)


def _reset_factors(account: Writing, change: AccountChange, by: User) -> bool:
    """End every device, on the record; False where there is none."""
    if not factors.devices(account.user):
        return False
    account.record(f.FactorsReset(ask=change.pk))
    factors.reset(account.user, by=staff_code(by), now=account.now, recorded=True)
    return True


_CARRY_OUT: Final = {
    ChangeKind.POST.value: _post_confirmed,
    ChangeKind.POST_TAKING.value: _taking_confirmed,
    ChangeKind.POSTING.value: _posting_confirmed,
    ChangeKind.PASSWORD.value: _password_confirmed,
    ChangeKind.EMAIL.value: _email_confirmed,
    ChangeKind.ACTIVATION.value: _activation_confirmed,
    ChangeKind.FACTORS.value: _factors_confirmed,
}
