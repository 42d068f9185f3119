"""Who answers for a finding about money in which somebody of the two highest posts is.

Whoever stands below depends on them, so their word does not close it: another holder of that post, or of the one above,
decides, or confirms what somebody below asks for. Where there is none, a second person outside that line confirms, the
head of operations or, without one, Surveillance; then the finding stays open all the same, and the regulator's page
lists it. Once somebody else holds the post, it can be closed. Proved by ``tests/disputes/test_at_the_top.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from casino.access import postings
from casino.access.account_rights import facts_in
from casino.access.roles import staff_code
from casino.core.interest import IN_THE_MATTER, Tie
from casino.core.messages import Catalogue
from casino.core.posts import BESIDE_LADDER, LADDER, POST_NAMES, Post, at_least
from casino.core.text import Text
from casino.site.remembering import once
from games.engine.facts import Person
from games.engine.judgement import Severity
from games.rows import matters
from games.rows.models import STANDING, Finding, Waiting, WaitingKind, WaitingState

_WORDS: Final = Catalogue(__file__)

TOP: Final = LADDER[-2:]
OUTSIDE: Final = BESIDE_LADDER
"""Nobody on the ladder is above them; the first that somebody holds confirms."""
_KINDS: Final = (WaitingKind.DISMISS, WaitingKind.PUT_RIGHT)
_ASKED: Final = Q(kind__in=_KINDS, lowest__in=[post.value for post in OUTSIDE])
_ACTS: Final = frozenset(IN_THE_MATTER) - {Tie.GAINS}


def confirms(row: Finding, by: Person, now: datetime) -> Post | None:
    """The post that must confirm what ``by`` says of a finding; None where this rule asks for nobody."""
    if row.severity != Severity.MONEY:
        return None
    parts = matters.of_finding(row.property.code, row.stream, row.subject, row.versions)
    within = {part.staff for part in parts if part.tie in _ACTS}
    held = holders(now)
    involved = [post for staff, post in held if staff in within and post in TOP]
    if not involved:
        return None
    highest = max(involved, key=LADDER.index)
    free = [post for staff, post in held if staff not in within]
    if any(at_least(post, highest) for post in free):
        return None if at_least(Post(by.post), highest) else highest
    return next((post for post in OUTSIDE if post in free), OUTSIDE[0])


def stays_open(lowest: str) -> bool:
    """Whether what a person of this post confirms closes nothing."""
    return lowest in OUTSIDE


def holders(now: datetime) -> list[tuple[str, Post]]:
    """Who holds one of these posts now: staff code and post. Asked once for a page."""
    return once(("at the top", now.replace(second=0, microsecond=0)), lambda: _holders(now))


def _holders(now: datetime) -> list[tuple[str, Post]]:
    found = facts_in([*TOP, *OUTSIDE])
    users = [User(pk=key, username=facts.username) for key, facts in found.items()]
    held = [(staff_code(user), postings.post_of(user, now)) for user in users]
    return [(staff, Post(post)) for staff, post in held if post is not None]


def told(row: Finding, by: Person, now: datetime) -> Text | None:
    """What follows for whoever asks, before they do; None where this rule asks for nobody."""
    lowest = confirms(row, by, now)
    if lowest is None:
        return None
    post = POST_NAMES[lowest]
    if not stays_open(lowest):
        return _WORDS.text(
            "somebody-of-the-two-highest-2",
            post=post,
        )
    return _WORDS.text(
        "somebody-of-the-two-highest",
        post=post,
    )


def told_outside(row: Waiting) -> Text | None:
    """What whoever is outside the line reads before they confirm; None for every other request."""
    if row.kind not in _KINDS or not stays_open(row.lowest):
        return None
    return _WORDS.text("confirming-it-closes-nothing-the")


def answered(row: Finding) -> Text | None:
    """Who outside the line confirmed what was asked of a finding, the newest first; None where nobody did."""
    rows = Waiting.objects.filter(
        _ASKED, property=row.property, stream=row.stream, identity=row.identity, state=WaitingState.CONFIRMED
    )
    last = rows.order_by("-position").first()
    if last is None:
        return None
    return _WORDS.text(
        "asked-asked-staff-post-confirmed",
        asked=last.person,
        staff=last.decided_by,
        post=POST_NAMES[Post(last.lowest)],
    )


def listed(findings: QuerySet[Finding]) -> QuerySet[Finding]:
    """Those that somebody outside the line confirmed, and that stand."""
    answered = Waiting.objects.filter(
        _ASKED,
        property=OuterRef("property"),
        stream=OuterRef("stream"),
        identity=OuterRef("identity"),
        state=WaitingState.CONFIRMED,
    )
    return findings.filter(Exists(answered), status__in=STANDING)
