"""A small casino for the screens: one table, a handful of spins each with one thing to see, people of every post."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import Group, User

from casino.access.postings import POSTED
from casino.access.roles import ROLES, ensure_roles
from casino.ledger.models import Property
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round
from games.rows.readmodel import catch_up
from tests.posting import a_property, posting
from tests.remembered import remembered
from tests.replay.story import CODE, STARTS, Story

PASSWORD = "a-password-for-tests-only"


class House:
    """The story that the screens tell."""

    def __init__(self, currency: str = "VND", people: Sequence[str] = ()) -> None:
        """``people`` are there from the beginning, as :func:`person` makes them."""
        begun = remembered(("house", currency, *people), lambda: self._begun(currency, people))
        self.story = Story(*begun)

    def _begun(self, currency: str, people: Sequence[str]) -> tuple[datetime, int]:
        """The time and the number of the last fact."""
        ensure_roles()
        story = self.story = Story()
        story.table(at=STARTS, currency=currency)
        at = STARTS + timedelta(minutes=5)
        story.spin("right", at)
        story.spin("short", at + timedelta(minutes=2), paid_minor=3_000_000)
        story.spin("nothere", at + timedelta(minutes=4), spot="split:1-9", paid_minor=None)
        stream = story.spin("void", at + timedelta(minutes=6), paid_minor=None, close=False, no_spin=True)
        story.tell(stream, "roulette.round_closed", at + timedelta(minutes=6, seconds=50))
        unclear = "round/RL01/unclear"
        later = at + timedelta(minutes=8)
        story.tell(unclear, "roulette.round_opened", later, number=5)
        story.tell(
            unclear,
            "roulette.bet_placed",
            later + timedelta(seconds=5),
            bet="b1",
            spot="straight:4",
            stake_minor=100_000,
            seat=3,
            unclear=True,
        )
        story.tell(unclear, "roulette.betting_closed", later + timedelta(seconds=9))
        story.tell(unclear, "roulette.ball_dropped", later + timedelta(seconds=20), pocket=4)
        story.tell(unclear, "roulette.round_closed", later + timedelta(seconds=50))
        self._corrected(at + timedelta(minutes=10))
        self.follow()
        for role in people:
            person(role)
        return story.now, story.count

    def _corrected(self, at: datetime) -> None:
        stream = self.story.spin("corrected", at, stake_minor=100_000, paid_minor=1_750_000)
        bet = self.story.ledger.stream(stream)[1]
        before = {"bet": "b1", "spot": "straight:17", "stake_minor": 100_000, "player": "P-1"}
        self.story.tell(
            stream,
            "roulette.fact_corrected",
            at + timedelta(minutes=1),
            actor="person:S-200",
            target=str(bet.id),
            before=before,
            after={**before, "stake_minor": 50_000},
            corrected_by={"post": "pit_supervisor", "staff": "S-200"},
            authorised_by={"post": "pit_manager", "staff": "S-300"},
            reason="The camera shows one chip.",
        )

    def follow(self) -> None:
        """Bring the read models up and audit."""
        audit_rounds(CODE)
        catch_up(CODE)

    @property
    def property(self) -> Property:
        return Property.objects.get(code=CODE)

    def round(self, code: str) -> Round:
        return Round.objects.get(code=code)

    def finding(self, code: str) -> Finding:
        return Finding.objects.get(code=code)


def person(role: str, *, may_log_in: bool = False) -> User:
    """An account in a role (a post, or regulator, auditor, administrator), posted at the house's table where the role
    needs it. Hashing a password takes its time, so only those who log in by one get one."""
    assert role in ROLES
    user, made = User.objects.get_or_create(username=role.replace("_", "."), defaults={"is_staff": True})
    if made:
        if may_log_in:
            user.set_password(PASSWORD)
        else:
            user.set_unusable_password()
        user.save()
        user.groups.add(Group.objects.get(name=role))
        if role in POSTED:
            posting(user, role, owner=a_property(CODE))
    return user
