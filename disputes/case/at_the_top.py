"""A complaint (8.5) in which whoever decides it is, and nobody else holds that post.

Senior management decides complaints, and nobody on the ladder is above. Another holder who is not in it decides, or
confirms. Where there is none, the only holder decides all the same, and it takes effect only once somebody outside the
line confirms in an own session: the head of operations, or Surveillance where nobody uninvolved holds that post. The
decision records who may (``confirm_by``), and the regulator's page lists the case. So it is too where the decision
needs a second person and everybody of the two highest posts is in it. Whoever gains by it is in it like any other.
Pure. Source: ADR 130. Proved by ``tests/disputes/test_complaints_at_the_top.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.interest import Interest, Tie, ties
from casino.core.messages import Catalogue
from casino.core.posts import BESIDE_LADDER, POST_NAMES, Post
from casino.core.text import Text
from disputes.case.allowed import involved, offers_without_interest, parts
from disputes.case.context import Context
from disputes.case.procedure import PROCEDURE
from disputes.case.stages import HANDLERS, SENIOR
from disputes.case.state import Case, Stage

_WORDS: Final = Catalogue(__file__)

DECIDES = "decide_complaint"


def alone(command: str, case: Case, ctx: Context) -> bool:
    """Whether whoever acts is in the complaint that they would decide, and nobody else could."""
    if command != DECIDES or not offers_without_interest(command, case, ctx):
        return False
    interest = PROCEDURE[DECIDES].interest
    barred = _barred(ctx.actor.staff, case, ctx, interest)
    holders = _holders(ctx, SENIOR)
    if not barred or ctx.actor.staff not in holders:
        return False
    return all(_barred(staff, case, ctx, interest) for staff in holders)


def confirm_by(case: Case, ctx: Context, *, needed: bool) -> tuple[Post, ...]:
    """The posts that confirm what is decided of a complaint, the last of them outside the line; none where this rule
    asks for nobody. ``needed``: a second person is needed anyway. Nobody below whoever is in it and decides confirms
    that."""
    may: tuple[Post, ...] = SENIOR
    interest = PROCEDURE["confirm"].interest
    if not alone(DECIDES, case, ctx):
        me, may = ctx.actor.staff, HANDLERS[Stage.SENIOR_CONFIRMATION]
        if not needed or me not in _holders(ctx, SENIOR):
            return ()
        if any(not _barred(staff, case, ctx, interest) for staff in _holders(ctx, may) if staff != me):
            return ()
    held = ((post, staff) for post in BESIDE_LADDER for staff in _holders(ctx, (post,)))
    return *may, next((post for post, staff in held if not _barred(staff, case, ctx, interest)), BESIDE_LADDER[0])


def told(command: str, case: Case, ctx: Context) -> Text | None:
    """What follows for whoever decides, before they do."""
    posts = confirm_by(case, ctx, needed=False) if command == DECIDES else ()
    if not posts:
        return None
    return _WORDS.text(
        "you-are-part-of-this",
        post=POST_NAMES[posts[-1]],
    )


def _barred(staff: str, case: Case, ctx: Context, interest: Interest) -> set[Tie]:
    """By which ties somebody is kept from a step in this case."""
    return {part.tie for part in ties(staff, (*parts(case), *involved(case, ctx)), interest)}


def _holders(ctx: Context, posts: tuple[Post, ...]) -> list[str]:
    """The staff codes of those who hold one of these posts now."""
    return [staff for staff, post in ctx.holders() if post in posts]
