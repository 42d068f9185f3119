"""7.1: a failed device holds the table from round to round until the head of operations releases it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casino.core.posts import Post
from games.catalogue import shipped
from games.engine.fold import fold
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore
from games.sicbo.facts import SicBoRound
from games.sicbo.hold import carry
from games.sicbo.judge import judge
from tests.golden.reader import HERE, read

BOOK = shipped().by_id("sicbo.2020-06-13")


def _play(name: str, before: SessionBefore | None, later: int = 0) -> tuple[Judgement, SessionBefore]:
    """A golden round, so many seconds later than it says."""
    golden = read(HERE / "sicbo" / f"{name}.txt")
    rows = [(*row[:4], row[4] and row[4] + timedelta(seconds=later), *row[5:]) for row in golden.rows()]
    state = fold(golden.stream, rows)
    assert isinstance(state, SicBoRound)
    state.before = before
    judgement = judge(state, BOOK, ended=True)
    return judgement, carry(before, state, judgement, BOOK)


def _codes(judgement: Judgement) -> set[str]:
    return {finding.code for finding in judgement.findings}


def test_7_1_the_round_after_a_failure_is_played_while_held() -> None:
    _, held = _play("7.1-failed-device-and-nobody-told", None)
    assert held.hold == "7.1"
    judgement, still = _play("6.7.1-a-pair-pays-once", held)
    assert "played_while_held" in _codes(judgement)
    assert still == held


def test_7_1_released_in_the_round_itself() -> None:
    judgement, after = _play("7.1-released-by-head-of-operations", None)
    assert after.hold == "7.1"
    assert "post_not_competent" not in _codes(judgement)
    second, still = _play("6.7.1-a-pair-pays-once", after, later=79)
    assert "played_while_held" in _codes(second)
    assert still == after
    third, free = _play("6.7.1-a-pair-pays-once", after, later=80)
    assert "played_while_held" not in _codes(third)
    assert free == SessionBefore()


def test_7_1_nobody_else_releases() -> None:
    _, after = _play("7.1-senior-management-cannot-release", None)
    assert after.hold == "7.1"


@pytest.mark.parametrize("post", Post)
def test_7_1_the_head_of_operations_alone_releases_the_table(post: Post) -> None:
    """Whoever else decides it, whatever their place on the ladder: the table rests, and the decision is found."""
    golden = read(HERE / "sicbo" / "7.1-released-by-head-of-operations.txt")
    ruling = next(line for line in golden.facts if line.name == "ruling_made")
    ruling.fields["made_by"] = {"post": post.value, "staff": "X01"}
    state = golden.state()
    assert isinstance(state, SicBoRound)
    judgement = judge(state, BOOK, ended=True)
    released = carry(None, state, judgement, BOOK).released_at is not None
    assert released == (post == Post.HEAD_OF_OPERATIONS)
    assert ("post_not_competent" in _codes(judgement)) == (not released)


def test_where_nothing_is_known_of_earlier_rounds_nothing_is_concluded() -> None:
    assert "played_while_held" not in _codes(_play("6.7.1-a-pair-pays-once", None)[0])
