"""The posts of the house and their ladder, and the roles beside the posts: the one place that lists them.

The ladder is dealer < acting pit supervisor < pit supervisor < pit manager < shift manager < assistant director <
director of table games < senior management; it serves every "X or above" of the documents. Head of operations and
Surveillance stand beside it, not on it: they are never "above" anyone and nobody is above them. Regulator, auditor and
administrator are no posts: they look on, or keep the system, and decide nothing. Groups, permissions, postings and the
types of events (:data:`PostCode`, :data:`RoleCode`) follow from here. Proved by ``tests/core/test_posts.py``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)


class Post(StrEnum):
    DEALER = "dealer"
    ACTING_PIT_SUPERVISOR = "acting_pit_supervisor"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    ASSISTANT_DIRECTOR = "assistant_director"
    DIRECTOR_OF_TABLE_GAMES = "director_of_table_games"
    SENIOR_MANAGEMENT = "senior_management"
    HEAD_OF_OPERATIONS = "head_of_operations"
    SURVEILLANCE = "surveillance"


BESIDE_LADDER: Final = (Post.HEAD_OF_OPERATIONS, Post.SURVEILLANCE)
LADDER: Final = tuple(post for post in Post if post not in BESIDE_LADDER)
"""Posts, lowest first."""

ACTING: Final = (Post.ACTING_PIT_SUPERVISOR,)
"""Posts that nobody holds but by a posting, for an interval."""
POSTED: Final = (Post.ACTING_PIT_SUPERVISOR, Post.PIT_SUPERVISOR, Post.PIT_MANAGER)
"""Posts that act only at the tables and pits that a posting names; those above act everywhere."""

POST_NAMES: Final = _WORDS.table("post-names", Post)

BESIDES: Final = _WORDS.table("besides")
"""Roles beside the posts. They decide nothing."""

ROLE_NAMES: Final[dict[str, Text]] = {**{post.value: name for post, name in POST_NAMES.items()}, **BESIDES}
"""Code of a post or of a role beside the posts -> its name, as it stands in a sentence."""

if TYPE_CHECKING:
    PostCode = str
    RoleCode = str
else:
    # Type checkers know no computed Literal. Readers of events do, and refuse every other code.
    PostCode = Literal[tuple(post.value for post in Post)]
    RoleCode = Literal[tuple(ROLE_NAMES)]


def at_least(post: Post, lowest: Post) -> bool:
    """Is this post the named one or above it on the ladder? A post beside the ladder is only ever itself."""
    if post == lowest:
        return True
    if post not in LADDER or lowest not in LADDER:
        return False
    return LADDER.index(post) > LADDER.index(lowest)


def posts_from(lowest: Post) -> frozenset[Post]:
    """The named post and everyone above it."""
    return frozenset(post for post in Post if at_least(post, lowest))


def role_words(code: str) -> Text:
    """A post, or what stands beside the posts, as it stands in a sentence; the code itself for any other."""
    return ROLE_NAMES.get(code) or Text(code, code)
