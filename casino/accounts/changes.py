"""What each command on an account comes to: at once, or asked for, then confirmed, refused or withdrawn.

Where nobody else is needed (``rules.guarded``) the change is carried out at once. Else it waits as a row of
``AccountChange`` with the id of the event; a confirmation carries it out in one transaction, by whoever may
(``rules.confirmers``), never by who asked nor by whom it concerns. Two confirmers at once: the second is told.
Proved by ``tests/accounts/test_changes.py`` and ``test_races.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import Group, User

from casino.access import postings
from casino.access.models import Account, AccountChange, ChangeKind, ChangeState, Posting
from casino.access.roles import POSTS, staff_code
from casino.accounts import facts as f
from casino.accounts import matters, passwords, rules
from casino.accounts.commands import (
    AnswerChange,
    AskPosting,
    ChangeEmail,
    ChangeNames,
    ChoosePassword,
    CloseAccount,
    EndPosting,
    GivePassword,
    GivePost,
    LetIn,
    OpenAccount,
    ResetFactors,
    TakePost,
)
from casino.accounts.execution import Done, carries, check_administrator, is_administrator
from casino.accounts.service import Writing, close, give_code, give_password, give_post, set_hash
from casino.accounts.sessions import end_sessions
from casino.core import reasons
from casino.core.commands import rules_of
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.factors import store as factors
from casino.ledger.models import property_of

CALLED: Final[dict[str, f.NameField]] = {
    "username": "user_name",
    "first_name": "given_name",
    "last_name": "family_name",
}
"""Fields of an account -> what the record calls them, in their order."""


# --- What needs nobody else ------------------------------------------------------------------------------------------
@carries(ChangeNames)
def _names_changed(account: Writing, said: ChangeNames, by: User) -> None:
    user = account.user
    wanted = {"first_name": said.first_name, "last_name": said.last_name, "username": said.username or user.username}
    changed = [name for name, value in wanted.items() if value != getattr(user, name)]
    if user.last_login is not None and ("username" in changed or said.code):
        raise Problem("account_settled")
    if not changed and not said.code:
        raise Problem("account_nothing_to_change")
    if changed:
        for name in changed:
            setattr(user, name, wanted[name])
        user.save(update_fields=changed)
        account.record(f.NamesChanged(names=tuple(name for field, name in CALLED.items() if field in changed)))
    if said.code:
        give_code(user, said.code)
    # Given expressly it stays, whatever the account is called later, though it is called so now.
    if said.code or staff_code(user) != account.state.staff:
        account.record(f.StaffCodeSet(staff=staff_code(user)))


@carries(CloseAccount)
def _closed(account: Writing, said: CloseAccount, by: User) -> None:
    close(account)


@carries(EndPosting)
def _posting_ended(account: Writing, said: EndPosting, by: User) -> None:
    row = Posting.objects.select_related("property").get(pk=said.posting, user=account.user)
    if not postings.end(row, by=staff_code(by), at=account.now):
        raise Problem("posting_over")
    account.record(f.PostingEnded(posting=row.pk, property=row.property.code, post=row.post))
    account.end_sessions()


@carries(ChoosePassword)
def _password_chosen(account: Writing, said: ChoosePassword, by: User) -> None:
    account.record(f.PasswordChosen(password=passwords.digest_of_hash(said.hashed)))
    set_hash(account.user, said.hashed)
    account.keep(one_time=False, two_parts=False, one_time_until=None)
    end_sessions(account.user.pk, account.now, but=said.session)


# --- Asking ----------------------------------------------------------------------------------------------------------
@carries(OpenAccount)
def _opened(account: Writing, said: OpenAccount, by: User) -> Done:
    """Where the post needs nobody else, the answer has its one-time password; else it has none yet, and the first part
    of the one that a confirmation sets."""
    hashed = passwords.digest_of_hash(account.user.password)
    account.record(f.Opened(staff=staff_code(account.user), password=hashed))
    if said.post and said.post in rules.guarded():
        return _ask_post(account, said.post, by)
    if said.post:
        rules.check_post((), said.post)
        give_post(account, said.post)
    return _renew(account)


@carries(GivePost)
def _post_given(account: Writing, said: GivePost, by: User) -> Done | None:
    rules.check_post(account.state.posts, said.post)
    if said.post in rules.guarded():
        return _ask_post(account, said.post, by)
    give_post(account, said.post)
    account.end_sessions()
    return None


def _ask_post(account: Writing, post: str, by: User) -> Done:
    rules.check_post(account.state.posts, post)
    first = "" if _was_given_by_two(account) else passwords.draw()
    return _ask(account, f.PostAsked(post=post), by, first, post=post)


def _was_given_by_two(account: Writing) -> bool:
    return Account.objects.filter(user=account.user, by_two=True).exists()


@carries(TakePost)
def _post_taken(account: Writing, said: TakePost, by: User) -> Done | None:
    """At once, and every session of the account ends; of the last senior manager, director or administrator it is asked
    for, and a second person confirms it. Whether somebody else is left is asked under a lock on all who hold it, so
    that two of them do not lose it side by side. Who must be stopped at once is suspended."""
    if said.post not in account.state.posts:
        raise Problem("account_post_not_held", "post")
    if said.post in rules.LAST:
        Group.objects.select_for_update().get(name=said.post)
    if is_last(account.user, said.post):
        return _ask(account, f.PostTakingAsked(post=said.post), by, post=said.post)
    _take_away(account, said.post)
    return None


def is_last(user: User, post: str) -> bool:
    """Whether nobody else who can sign in has a post of :data:`rules.LAST`, so that two persons take it away."""
    holders = User.objects.filter(is_active=True, groups__name=post)
    return post in rules.LAST and not holders.exclude(pk=user.pk).exists()


def _take_away(account: Writing, post: str, *, ask: UUID | None = None) -> None:
    """The post, the rights that come with it, and every session of the account."""
    if post not in account.state.posts:
        raise Problem("account_post_not_held", "post")
    account.record(f.PostTaken(post=post, ask=ask))
    account.user.groups.remove(Group.objects.get(name=post))
    account.end_sessions()


@carries(AskPosting)
def _posting_asked(account: Writing, said: AskPosting, by: User) -> Done:
    """Every post that acts by a posting sees cases, so each waits for a second person."""
    if not account.state.active:
        raise Problem("account_inactive")
    if not postings.may_be_posted(account.state.posts, said.post):
        raise Problem("account_post_not_held", "post")
    asked = {name: getattr(said, name) for name in ("post", "tables", "pits", "begins_at", "ends_at")}
    fact = f.PostingAsked(property=said.property, **asked)
    return _ask(account, fact, by, property=property_of(said.property), note=said.note, **asked)


@carries(GivePassword)
def _password_given(account: Writing, said: GivePassword, by: User) -> Done:
    if account.is_guarded:
        return _ask(account, f.PasswordResetAsked(), by, passwords.draw())
    return _renew(account)


def _renew(account: Writing) -> Done:
    secret = passwords.draw()
    give_password(account, passwords.hash_of(secret), ask=None, two_parts=False)
    return Done(account=account.user.pk, secret=secret)


@carries(ChangeEmail)
def _email_asked(account: Writing, said: ChangeEmail, by: User) -> Done | None:
    if account.user.email == said.email:
        raise Problem("account_nothing_to_change", "email")
    if account.is_guarded:
        return _ask(account, f.EmailChangeAsked(), by, email=said.email)
    _set_email(account, said.email)
    return None


def _set_email(account: Writing, email: str, ask: UUID | None = None) -> None:
    account.record(f.EmailChanged(ask=ask))
    account.user.email = email
    account.user.save(update_fields=["email"])


@carries(LetIn)
def _activation_asked(account: Writing, said: LetIn, by: User) -> Done | None:
    if account.state.active:
        raise Problem("account_nothing_to_change")
    if account.is_guarded:
        return _ask(account, f.ActivationAsked(), by)
    _activate(account)
    return None


def _activate(account: Writing, ask: UUID | None = None) -> None:
    account.record(f.Activated(ask=ask))
    account.user.is_active = True
    account.user.save(update_fields=["is_active"])


@carries(ResetFactors)
def _factors_asked(account: Writing, said: ResetFactors, by: User) -> Done:
    """Never by one person alone, whatever the account may: else that person, with a password they gave, could sign in
    as the other."""
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


@carries(AnswerChange)
def _answered(account: Writing, said: AnswerChange, by: User) -> Done | None:
    reason = said.reason if said.say == "refuse" else ""
    if reason.strip():
        reasons.hold(rules_of(AnswerChange)["reason"], reason, "reason")
    if said.say == "withdraw":
        check_administrator(by, account.user.pk)
    change = _waiting(account, said.ask)
    if said.say != "withdraw":
        check_confirmer(change, by, account.now)
    if said.say == "confirm" and has_lapsed(change, account.now):
        raise Problem(LAPSED)
    done = None
    match said.say:
        case "confirm":
            done, state = _CARRY_OUT[change.kind](account, change, by), ChangeState.CONFIRMED
        case "refuse":
            account.record(f.ChangeRefused(ask=change.pk))
            state = ChangeState.REFUSED
        case "withdraw":
            account.record(f.ChangeWithdrawn(ask=change.pk))
            state = ChangeState.WITHDRAWN
    change.state, change.decided_by, change.decided_at, change.reason = state, by, account.now, reason
    change.first_part = ""
    change.save(update_fields=["state", "decided_by", "decided_at", "reason", "first_part"])
    return done


def _waiting(account: Writing, ask: UUID) -> AccountChange:
    """The change, locked. Problems: account_unknown, account_decided where somebody was quicker."""
    rows = AccountChange.objects.select_for_update(of=("self",)).select_related("asked_by", "property")
    change = rows.filter(pk=ask, user=account.user).first()
    if change is None:
        raise Problem("account_unknown")
    if change.state != ChangeState.WAITING:
        raise Problem("account_decided")
    return change


# --- What a confirmation sets off ------------------------------------------------------------------------------------
def _post_confirmed(account: Writing, change: AccountChange, by: User) -> Done | None:
    """A first post that sees cases starts with a password that two persons gave: whoever made the account alone, or
    reset it, is out of it."""
    rules.check_post(account.state.posts, change.post)
    if not change.first_part and not _was_given_by_two(account):
        raise Problem("account_ask_again")
    give_post(account, change.post, ask=change.pk)
    account.end_sessions()
    if _was_given_by_two(account):
        return None
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


def _taking_confirmed(account: Writing, change: AccountChange, by: User) -> None:
    _take_away(account, change.post, ask=change.pk)


def _posting_confirmed(account: Writing, change: AccountChange, by: User) -> None:
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


def _email_confirmed(account: Writing, change: AccountChange, by: User) -> None:
    _set_email(account, change.email, change.pk)


def _activation_confirmed(account: Writing, change: AccountChange, by: User) -> None:
    if account.state.active:
        raise Problem("account_decided")
    _activate(account, change.pk)


def _factors_confirmed(account: Writing, change: AccountChange, by: User) -> None:
    if not _reset_factors(account, change, by):
        raise Problem("account_nothing_to_change")
    account.end_sessions()


def _reset_factors(account: Writing, change: AccountChange, by: User) -> bool:
    """End every device, on the record; False where there is none."""
    if not factors.devices(account.user):
        return False
    account.record(f.FactorsReset(ask=change.pk))
    factors.reset(account.user, by=staff_code(by), now=account.now, recorded=True)
    return True


_CARRY_OUT: Final[dict[str, Callable[[Writing, AccountChange, User], Done | None]]] = {
    ChangeKind.POST.value: _post_confirmed,
    ChangeKind.POST_TAKING.value: _taking_confirmed,
    ChangeKind.POSTING.value: _posting_confirmed,
    ChangeKind.PASSWORD.value: _password_confirmed,
    ChangeKind.EMAIL.value: _email_confirmed,
    ChangeKind.ACTIVATION.value: _activation_confirmed,
    ChangeKind.FACTORS.value: _factors_confirmed,
}
