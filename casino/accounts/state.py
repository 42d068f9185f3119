"""An account as its stream tells it. The fold only assigns. Proved by ``tests/accounts/test_state.py``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from casino.accounts import facts as f
from casino.core.events import Fact, RecordedEvent


@dataclass
class Account:
    """What the record says. ``waiting``: what was asked and neither carried out, refused nor withdrawn. ``password``
    is the digest of the hash it signs in by; empty where the record does not know it."""

    staff: str = ""
    active: bool = True
    posts: set[str] = field(default_factory=set)
    password: str = ""
    waiting: dict[UUID, Fact] = field(default_factory=dict)
    version: int = 0

    @property
    def exists(self) -> bool:
        return self.version > 0


def fold(events: Iterable[RecordedEvent]) -> Account:
    """The account after these events of its stream, in their order."""
    account = Account()
    for event in events:
        evolve(account, event.data, event.id)
        account.version = event.version
    return account


def evolve(account: Account, fact: Fact, event_id: UUID) -> None:
    """Assign what one event says."""
    match fact:
        case f.Opened(staff=staff) | f.StaffCodeSet(staff=staff):
            account.staff = staff
        case f.Found():
            account.staff, account.active, account.posts = fact.staff, fact.active, set(fact.posts)
        case f.PostGiven(post=post):
            account.posts.add(post)
        case f.PostTaken(post=post):
            account.posts.discard(post)
        case f.Activated():
            account.active = True
        case f.Deactivated():
            account.active = False
        case f.ChangeRefused(ask=ask) | f.ChangeWithdrawn(ask=ask):
            account.waiting.pop(ask, None)
    if type(fact) in f.KINDS:
        account.waiting[event_id] = fact
    done = getattr(fact, "ask", None)
    if done is not None:
        account.waiting.pop(done, None)
    account.password = getattr(fact, "password", None) or account.password
