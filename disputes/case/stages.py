"""Who sees to a case at which stage, and the groups of posts and stages that section 8 speaks of.

Proved by ``tests/disputes/case/test_procedure.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.posts import BESIDE_LADDER, POSTED, Post
from disputes.case.facts import ComplaintDecided
from disputes.case.state import Case, Kept, Stage

P = Post
S = Stage
Posts = tuple[Post, ...]

TABLE: Final = (P.ACTING_PIT_SUPERVISOR, P.PIT_SUPERVISOR)
"""Who hears the complaint first (8.1)."""
MANAGERS: Final = (P.PIT_MANAGER, P.SHIFT_MANAGER, P.ASSISTANT_DIRECTOR, P.DIRECTOR_OF_TABLE_GAMES)
"""Pit manager or above, below those who decide the complaint about it."""
SENIOR: Final = (P.SENIOR_MANAGEMENT,)
WATCH: Final = (P.SURVEILLANCE,)
MANAGEMENT: Final = (P.DIRECTOR_OF_TABLE_GAMES, P.SENIOR_MANAGEMENT)
"""Who is told that Surveillance did not answer: the highest post above every pit and shift, and who decides a complaint
about what is decided without it (FIELD: the two highest of the ladder)."""
BOUND_TO_TABLES: Final = POSTED
"""Posts that act at the tables and pits they are posted to; those above act everywhere."""

UNDER_WAY: Final = tuple(stage for stage in Stage if stage is not S.CLOSED)
UNDECIDED: Final = tuple(stage for stage in UNDER_WAY if stage is not S.CLOSING)
"""Stages at which it is open how the case ends."""
COLLECTING: Final = (S.AT_TABLE, S.PIT_MANAGER, S.SENIOR_MANAGEMENT)
"""Stages in which the matter itself is looked into."""
MERGING: Final = (S.AT_TABLE, S.PIT_MANAGER)
"""Stages at which a case is merged into another, and takes one over: a formal complaint is answered by itself."""


HANDLERS: Final[dict[Stage, Posts]] = {
    S.AT_TABLE: (*TABLE, P.PIT_MANAGER),
    S.PIT_MANAGER: MANAGERS,
    S.CONFIRMATION: MANAGERS,
    S.ANSWER: MANAGERS,
    S.DISAGREED: MANAGERS,
    S.COMPLAINT: MANAGERS,
    S.SENIOR_MANAGEMENT: SENIOR,
    S.SENIOR_CONFIRMATION: (*SENIOR, P.DIRECTOR_OF_TABLE_GAMES),
    S.COMPLAINT_ANSWER: (*SENIOR, *MANAGERS),
    S.CLOSING: (*TABLE, *MANAGERS),
    S.CLOSED: SENIOR,
}
"""Whose move it is at each stage: in whose inbox the case stands as waiting."""
OUTSIDE: Final = BESIDE_LADDER
"""Who confirms what only somebody outside the line can (``disputes.case.at_the_top``)."""


def confirm_by(case: Case) -> Posts:
    """The posts that confirm what waits for a second person, where the decision names them."""
    made = case.decision
    fact = None if made is None or case.stage is not S.SENIOR_CONFIRMATION else made.fact
    return tuple(map(P, fact.confirm_by)) if isinstance(fact, ComplaintDecided) else ()


def handlers(case: Case) -> Posts:
    """Whose move it is in a case: of those whom its decision names, else of those of its stage."""
    return confirm_by(case) or HANDLERS[case.stage]


def at(stages: tuple[Stage, ...], *posts: Posts) -> dict[Stage | None, Posts]:
    """These posts at each of these stages."""
    together = tuple(dict.fromkeys(post for group in posts for post in group))
    return dict.fromkeys(stages, together)


def handling(stages: tuple[Stage, ...], *besides: Posts) -> dict[Stage | None, Posts]:
    """Those who see to the case at each of these stages, and others besides."""
    return {
        stage: tuple(dict.fromkeys((*HANDLERS[stage], *(p for group in besides for p in group)))) for stage in stages
    }


def to_acknowledge(case: Case) -> Kept | None:
    """The hand-over that whoever has the case in hand has not acknowledged yet by taking it over."""
    given = case.assignment
    return given if given is not None and given.fact.staff == case.assigned_to and not case.is_closed else None
