"""The ladder of posts ("X or above")."""

from __future__ import annotations

import pytest

from casino.core.posts import LADDER, Post, at_least, posts_from


def test_each_post_is_at_least_itself_and_everything_below_it() -> None:
    for i, high in enumerate(LADDER):
        for j, low in enumerate(LADDER):
            assert at_least(high, low) is (i >= j)


@pytest.mark.parametrize("beside", [Post.HEAD_OF_OPERATIONS, Post.SURVEILLANCE])
def test_posts_beside_the_ladder_are_only_ever_themselves(beside: Post) -> None:
    assert at_least(beside, beside)
    for post in LADDER:
        assert not at_least(beside, post)
        assert not at_least(post, beside)


def test_pit_supervisor_or_above_leaves_the_acting_one_out() -> None:
    assert Post.ACTING_PIT_SUPERVISOR not in posts_from(Post.PIT_SUPERVISOR)
    assert Post.SENIOR_MANAGEMENT in posts_from(Post.PIT_SUPERVISOR)
