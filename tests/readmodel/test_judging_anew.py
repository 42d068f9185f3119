"""One fact of a table with an old moment: the rounds since are judged anew a page at a time, nothing is lost between
two pages, and readers are told."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from casino.ledger import follow
from games.admin.health import states
from games.rows import all_readmodels, projector, readmodel, rebuilding
from games.rows.models import JudgingAnew, Round, TableSession
from games.rows.projector import Projector
from games.rows.readmodel import NAME, catch_up, rebuild
from games.rows.rebuilding import Share
from games.rows.replay import Replayer
from tests.readmodel.test_rebuild import all_rows
from tests.remembered import remembered
from tests.replay.series import NATURAL, SMALL, Series
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

ROUNDS = 220
PAGE = 40


def told() -> tuple[datetime, int]:
    """A table whose rounds hand something on (a player who bets below the minimum again and again), then another game
    dealt at the same table, and a table beside it."""
    story = Story()
    baccarat = Series(story, "baccarat", "BA01")
    for number in range(ROUNDS):
        baccarat.round(f"{number:03d}", number + 1, SMALL.format(player=f"P{number // 10}") + NATURAL)
    story.table("RL01", at=STARTS)
    for number in range(5):
        story.spin(f"beside-{number}", STARTS + timedelta(minutes=number + 1))
        story.spin(f"other-{number}", STARTS + timedelta(minutes=ROUNDS + number + 2), table="BA01")
    catch_up(CODE)
    return story.now, story.count


@pytest.fixture
def story() -> Story:
    return Story(*remembered("judging anew", told))


def lower_the_minimum(story: Story, minutes: float = 20.5) -> int:
    """It was lower since this moment: who bet below it did not; the position of that fact."""
    limits = [{"bet": "*", "minimum_minor": 10_000, "maximum_minor": 5_000_000}]
    at = STARTS + timedelta(minutes=minutes)
    return story.tell("table/BA01", "table.limits_set", at, limits=limits).position


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projector, "ANEW_AT_ONCE", PAGE)


def reached() -> int:
    return follow.position(NAME, CODE)


def test_the_rows_are_those_of_one_transaction(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {row["stream"]: row for row in all_rows()["Round"]}
    lower_the_minimum(story)
    story.spin("after", STARTS + timedelta(minutes=400))
    catch_up(CODE)
    at_once = all_rows()
    assert not JudgingAnew.objects.exists()
    changed = [row for row in at_once["Round"] if before.get(row["stream"]) != row]
    assert len(changed) > 180, "it does change what was said of the rounds since"
    assert len(at_once["TableSession"]) > len(at_once["Round"]) + 150, "and what they hand on"
    for size in (PAGE, 7, 199, 200, 205):
        monkeypatch.setattr(projector, "ANEW_AT_ONCE", size)
        for batch in (4_000, 300):
            rebuild(CODE, batch=batch)
            assert all_rows() == at_once, (size, batch)
            assert not JudgingAnew.objects.exists()


@pytest.mark.usefixtures("small_pages")
def test_each_page_is_a_transaction_and_the_checkpoint_waits_for_the_last(story: Story) -> None:
    position = lower_the_minimum(story)
    story.spin("after", STARTS + timedelta(minutes=400))
    done = []
    while catch_up(CODE, limit=1_000).position < position:
        work = JudgingAnew.objects.get()
        assert (work.position, work.table, work.total) == (position, "BA01", 205)
        assert reached() == position - 1, "nobody reads what was written for the fact"
        done.append(work.done)
    assert done == [PAGE, 2 * PAGE, 3 * PAGE, 4 * PAGE, 5 * PAGE]
    assert reached() == story.ledger.head()[0]


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("page", [1, 3, 6])
def test_who_is_killed_between_pages_goes_on_from_there(
    story: Story, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    """In the middle of a page: all of it is undone, and of those before nothing."""
    position = lower_the_minimum(story)
    pages = 0
    write = Projector._write_rounds

    def killed(self: Projector, *said: Any) -> None:
        nonlocal pages
        pages += 1
        write(self, *said)
        if pages == page:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Projector, "_write_rounds", killed)
        with pytest.raises(KeyboardInterrupt):
            catch_up(CODE)
    assert reached() == position - 1
    assert sum(JudgingAnew.objects.values_list("done", flat=True)) == (page - 1) * PAGE
    written = TableSession.objects.filter(valid_from_position=position).count()
    assert written <= (page - 1) * PAGE
    catch_up(CODE)
    rows = all_rows()
    assert not JudgingAnew.objects.exists()
    monkeypatch.setattr(projector, "ANEW_AT_ONCE", 10_000)
    rebuild(CODE)
    assert all_rows() == rows


@pytest.mark.usefixtures("small_pages")
def test_between_pages_a_round_is_judged_as_the_record_has_it(story: Story) -> None:
    position = lower_the_minimum(story)
    streams = [f"round/BA01/{number:03d}" for number in (0, 19, 20, 21, 60, 61, 100, 219)] + ["round/BA01/other-3"]

    def judged(upto: int) -> list[Any]:
        replays = Replayer(CODE).many(streams, upto_position=upto)
        return [(replay.stream, replay.judgement, replay.state.before) for replay in replays]

    then, now = judged(position - 1), judged(position)
    assert then != now
    between = 0
    while catch_up(CODE, limit=1_000).position < position:
        between += 1
        assert (judged(position - 1), judged(position)) == (then, now)
    assert between > 3
    assert (judged(position - 1), judged(position)) == (then, now)


@pytest.mark.usefixtures("small_pages")
def test_what_is_behind_is_told(story: Story, client: Client) -> None:
    position = lower_the_minimum(story)
    catch_up(CODE, limit=1_000)
    [state] = states()
    assert [(work.table, work.done, work.total) for work in state.anew] == [("BA01", PAGE, 205)]
    assert readmodel.behind(CODE) == [
        f"BA01: {PAGE} of 205 rounds are judged anew after the fact at position {position}"
    ]
    client.force_login(User.objects.create_superuser("root"), backend="casino.backends.PostingBackend")
    for language, words in (("en", f"BA01: {PAGE} of 205 rounds"), ("vi", f"BA01: {PAGE} trên 205 ván")):
        client.cookies["django_language"] = language
        assert words in client.get("/admin/games/projection/").content.decode()
    [told] = [line for line in all_readmodels.faults(CODE) if line.startswith(NAME)]
    assert "not compared yet" in told
    catch_up(CODE)
    assert states()[0].anew == []
    assert [line for line in all_readmodels.faults(CODE) if "waiting" not in line] == []


@pytest.mark.usefixtures("small_pages")
def test_a_rebuild_forgets_what_was_begun(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_the_minimum(story)
    catch_up(CODE, limit=1_000)
    assert JudgingAnew.objects.exists()
    model = next(each for each in all_readmodels.read_models() if each.name == NAME)
    assert all_readmodels.rebuild(model, CODE) == story.ledger.head()[0]
    rows = all_rows()
    assert not JudgingAnew.objects.exists()
    readmodel.drop(CODE)
    monkeypatch.setattr(connections, "close_all", lambda: None)  # it is this process's own
    rebuilding.write(CODE, Share([], others=True), story.ledger.head()[0], 500)
    assert all_rows() == rows


@pytest.mark.usefixtures("small_pages")
def test_several_old_facts_and_a_table_that_was_closed_then(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, between facts of rounds."""
    story.spin("open", STARTS + timedelta(minutes=300), table="BA01", close=False)
    catch_up(CODE)
    lower_the_minimum(story)
    lower_the_minimum(story, 100.5)
    closer = {"post": "pit_supervisor", "staff": "S01"}
    story.tell("table/BA01", "table.closed", STARTS + timedelta(minutes=50), closed_by=closer)
    story.spin("beside-9", STARTS + timedelta(minutes=301))
    catch_up(CODE)
    rows = all_rows()
    assert not Round.objects.get(code="open").overtaken, "the table was closed before it opened"
    monkeypatch.setattr(projector, "ANEW_AT_ONCE", 10_000)
    rebuild(CODE)
    assert all_rows() == rows
