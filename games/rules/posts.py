"""The posts of the house and their ladder: who stands above whom, for every "X or above" of the documents.

The ladder is dealer < acting pit supervisor < pit supervisor < pit manager < shift manager < assistant director <
director of table games < senior management. Head of operations and Surveillance stand beside it, not on it: they are
never "above" anyone and nobody is above them. Proved by ``tests/rules/test_posts.py``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from casino.core.text import Text


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


LADDER: Final = (
    Post.DEALER,
    Post.ACTING_PIT_SUPERVISOR,
    Post.PIT_SUPERVISOR,
    Post.PIT_MANAGER,
    Post.SHIFT_MANAGER,
    Post.ASSISTANT_DIRECTOR,
    Post.DIRECTOR_OF_TABLE_GAMES,
    Post.SENIOR_MANAGEMENT,
)

POST_NAMES: Final = {
    Post.DEALER: Text("Nhân viên Điều hành Trò chơi", "dealer"),
    Post.ACTING_PIT_SUPERVISOR: Text("Giám sát Pit Tạm thời", "acting pit supervisor"),
    Post.PIT_SUPERVISOR: Text("Giám sát Pit", "pit supervisor"),
    Post.PIT_MANAGER: Text("Quản lý Pit", "pit manager"),
    Post.SHIFT_MANAGER: Text("Quản lý Ca", "shift manager"),
    Post.ASSISTANT_DIRECTOR: Text("Trợ lý Giám đốc Vận hành Trò chơi", "assistant director of game operations"),
    Post.DIRECTOR_OF_TABLE_GAMES: Text("Giám đốc Bàn Trò chơi", "director of table games"),
    Post.SENIOR_MANAGEMENT: Text("Quản lý cấp cao", "senior management"),
    Post.HEAD_OF_OPERATIONS: Text("Trưởng phòng Điều hành", "head of operations"),
    Post.SURVEILLANCE: Text("Bộ phận Giám sát", "Surveillance"),
}


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
