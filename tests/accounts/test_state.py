"""The fold of an account's stream."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID, uuid4

from casino.accounts import facts as f
from casino.accounts.state import Account, evolve, fold
from casino.core.events import Fact, RecordedEvent

ASK = UUID(int=7)


def told(*facts: Fact) -> Account:
    account = Account()
    for fact in facts:
        evolve(account, fact, ASK if type(fact) in f.KINDS else uuid4())
    return account


def test_posts_come_and_go() -> None:
    account = told(f.Opened(staff="D-1"), f.PostGiven(post="dealer"), f.PostGiven(post="auditor"))
    assert (account.staff, account.posts, account.active) == ("D-1", {"dealer", "auditor"}, True)
    evolve(account, f.PostTaken(post="dealer"), uuid4())
    assert account.posts == {"auditor"}
    evolve(account, f.Found(staff="D-2", active=False, posts=("regulator",)), uuid4())
    assert (account.staff, account.posts, account.active) == ("D-2", {"regulator"}, False)


def test_what_is_asked_waits_until_it_is_done_refused_or_withdrawn() -> None:
    for end in (f.PostGiven(post="auditor", ask=ASK), f.ChangeRefused(ask=ASK), f.ChangeWithdrawn(ask=ASK)):
        account = told(f.Opened(staff="D-1"), f.PostAsked(post="auditor"))
        assert set(account.waiting) == {ASK}
        assert account.posts == set(), "nothing before it is confirmed"
        evolve(account, end, uuid4())
        assert account.waiting == {}


def test_one_password_given_with_a_post_leaves_other_asks_waiting() -> None:
    account = told(f.PasswordResetAsked())
    evolve(account, f.PasswordReset(ask=None), uuid4())
    assert set(account.waiting) == {ASK}


def test_an_empty_stream_is_no_account() -> None:
    assert not fold([]).exists
    now = datetime(2026, 11, 22, tzinfo=UTC)
    event = RecordedEvent(
        position=3,
        stream="account/1",
        version=1,
        type="account.deactivated.v1",
        stored_type="account.deactivated.v1",
        occurred_at=now,
        recorded_at=now,
        actor="person:ADM",
        id=ASK,
        data=f.Deactivated(),
    )
    account = fold([event])
    assert account.exists
    assert not account.active
