"""A matter that no clause names is reserved to the post of the game's last clause, in a case as at the round."""

from __future__ import annotations

import pytest

from disputes.execution.judging import judged_replay
from games.catalogue import judge
from games.engine.replay import Replay
from tests.disputes.test_judging import ref_of
from tests.engine.test_matters import OPEN, golden, ruling
from tests.golden.reader import Line


@pytest.mark.parametrize("game", OPEN)
def test_a_case_about_it_is_reserved_until_it_is_decided(game: str) -> None:
    case = golden(game)
    _name, last, counts, post, lower = OPEN[game]

    def reserved(*more: Line) -> list[tuple[tuple[str, ...], bool]]:
        facts = [*case.facts, *more]
        state, book = case.state(facts), case.book()
        replay = Replay(case.stream, case.rows(facts), state, case.opened, True, book, judge(state, book, ended=True))
        seen = judged_replay(replay, ref_of(case), currency="VND").reserved
        return [(each.posts, each.ruled) for each in seen if each.clause == last]

    named = tuple(golden(game).book().clause(last).posts)  # type: ignore[union-attr]
    assert reserved() == [(named, False)]
    assert reserved(ruling(game, counts, lower)) == [(named, False)]
    assert [ruled for _posts, ruled in reserved(ruling(game, counts, post))] in ([True], [])
