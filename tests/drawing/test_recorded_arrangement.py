"""A recorded arrangement is drawn also where nothing is judged by it: what was arranged is a fact."""

from __future__ import annotations

import msgspec
import pytest

from games.maubinh.facts import MauBinhRound
from games.pages import maubinh
from games.rows.replay import Replayer
from tests.replay.golden import in_ledger


@pytest.mark.django_db
def test_the_lanes_as_recorded_where_no_document_judges_them() -> None:
    replay = Replayer("TST").round(in_ledger("maubinh/C.3-shot.txt"))
    state = replay.state
    assert isinstance(state, MauBinhRound)
    assert state.arranged
    replay.judgement = msgspec.structs.replace(replay.judgement, summary={})  # as without a document in force
    drawn = maubinh.picture(replay, [], "en", "VND")
    assert drawn is not None
    assert drawn.lying.count('class="tp-lane"') == 3 * len(state.arranged)
    assert "as recorded" in drawn.lying
