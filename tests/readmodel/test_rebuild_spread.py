"""A rebuild spread over processes gives the rows of a single one, and one that fails leaves nothing half done."""

from __future__ import annotations

from typing import Any

import pytest

from casino.ledger import follow
from games.rows import rebuilding
from games.rows.audit import audit_devices, audit_rounds
from games.rows.models import Finding, Round
from games.rows.readmodel import NAME, catch_up, rebuild
from games.rows.rebuilding import Share, shares
from tests.readmodel.test_rebuild import all_rows, hang_together
from tests.replay.story import CODE, Story


def test_tables_are_dealt_out_by_size_and_the_first_takes_what_is_no_others() -> None:
    dealt = shares({"A": 10, "B": 60, "C": 30, "D": 25}, 2)
    assert dealt == [Share(["C", "D", "A"], others=True), Share(["C", "D", "A"], others=False)]
    assert shares({"A": 10}, 3) == [Share([], others=True)]
    assert shares({}, 2) == [Share([], others=True)]


@pytest.fixture
def books(fresh_database: Any) -> Story:
    story = Story()
    story.day(11, 8, "RL01")
    story.day(12, 8, "RL02")
    hang_together(story)
    story.tell("device/rl01-1", "device.clock_off", None, device="rl01-1", skew_ms=9_000)
    audit_rounds(CODE)
    audit_devices(CODE)
    catch_up(CODE)
    return story


def test_two_processes_write_what_one_writes(books: Story) -> None:
    written = all_rows()
    assert all(written.values())
    assert Finding.objects.filter(device="rl01-1").exists()
    Round.objects.update(outcome="36")
    progress = rebuild(CODE, batch=50, workers=2)
    assert all_rows() == written
    assert progress.position == books.ledger.head()[0] == follow.position(NAME, CODE)


def test_after_a_rebuild_that_fails_the_next_follower_begins_anew(
    books: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = all_rows()

    def fails(*args: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(rebuilding, "shares", fails)
        with pytest.raises(ZeroDivisionError):
            rebuild(CODE, workers=2)
    assert follow.position(NAME, CODE) == 0
    rebuilding.write(CODE, Share(["RL01"], others=False), 40, 10)  # what one process had written before another failed
    assert Round.objects.exists()
    catch_up(CODE)
    assert all_rows() == written
