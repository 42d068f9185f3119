"""A table's session from round to round, now and at any position, whatever the read model knows."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import pytest

from games.catalogue import carries, carry
from games.engine.replay import Replay, gaming_day
from games.engine.session import SessionBefore
from games.judgement import judging, session_rows
from games.judgement.session_rows import SessionRows, restored, stored
from games.rows.models import TableSession
from games.rows.readmodel import catch_up
from games.rows.replay import NoSuchRound, Replayer
from games.rows.whatif import read_changes, what_if
from tests.replay.series import FAILS, NATURAL, PAID, RELEASES, SMALL, THROW, Series
from tests.replay.story import CODE, Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    return Story()


def codes(replay: Replay) -> set[str]:
    return {finding.code for finding in replay.judgement.findings}


def by_hand(streams: list[str], position: int) -> dict[str, SessionBefore | None]:
    """What each round of one table finds, from nothing but the ledger: all rounds, in order, from the first."""
    replayer = Replayer(CODE)
    known = []
    for stream in streams:
        rows = replayer.ledger.stream_rows(stream, upto_position=position)
        if rows:
            known.append(replayer.replay(stream, rows, position, None, SessionBefore()))
    known.sort(key=lambda replay: (replay.moment, replay.first_position))
    found: dict[str, SessionBefore | None] = dict.fromkeys(streams)
    session, day = SessionBefore(), None
    for each, following in zip_longest(known, known[1:]):
        today = gaming_day(each.moment, replayer.house)
        if day not in (None, today) and each.book is not None and "below_minimum_counted_for" in each.book.choices:
            session = SessionBefore(**{**_fields(session), "under_minimum": frozenset()})
        found[each.stream] = session
        replay = replayer.replay(each.stream, each.rows, position, following.moment if following else None, session)
        if replay.book is not None:
            session = carry(session, replay.state, replay.judgement, replay.book)
        day = today
    return found


def _fields(session: SessionBefore) -> dict[str, Any]:
    return {name: getattr(session, name) for name in session.__struct_fields__}


def test_a_spin_leaves_nothing_to_the_next() -> None:
    assert not carries("roulette")
    assert carries("baccarat")


def test_a_session_is_stored_and_restored() -> None:
    full = SessionBefore(under_minimum=frozenset({"P-2", "P-1"}), no_bet="7.5", opening_cards=("KS",), hold_version=3)
    assert stored(full) == {
        "under_minimum": ["P-1", "P-2"],
        "no_bet": "7.5",
        "opening_cards": ("KS",),
        "hold_version": 3,
    }
    assert restored(json.dumps(stored(full))) == full
    assert restored(json.dumps(stored(SessionBefore()))) == restored(None) == SessionBefore()


def test_a_held_table_is_held_until_it_is_released(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    first = table.round("1", 0, THROW.replace("25 dice_shaken times=3", "25 dice_shaken times=3\n30 device_failed"))
    second = table.round("2", 5, THROW)
    third = table.round("3", 10, THROW + "\n" + RELEASES)
    fourth = table.round("4", 15, THROW)
    replays = list(Replayer(CODE).many([first, second, third, fourth]))
    assert ["played_while_held" in codes(replay) for replay in replays] == [False, True, True, False]
    assert replays[1].state.before == SessionBefore(hold="7.1", hold_stream=first, hold_version=5)
    alone = Replayer(CODE)
    assert [alone.round(r.stream).judgement for r in reversed(replays)] == [r.judgement for r in reversed(replays)]


def test_two_tables_have_sessions_of_their_own(story: Story) -> None:
    one, other = Series(story, "sicbo", "SB01"), Series(story, "sicbo", "SB02")
    one.round("1", 0, FAILS)
    assert "played_while_held" not in codes(Replayer(CODE).round(other.round("1", 5, THROW)))
    assert "played_while_held" in codes(Replayer(CODE).round(one.round("2", 5, THROW)))


def test_7_17_a_player_is_remembered_through_the_gaming_day_and_not_longer(story: Story) -> None:
    table = Series(story, "baccarat", "BA01")  # the story starts at 10:00, the gaming day at 06:00
    small = SMALL.format(player="P-1") + NATURAL
    first = table.round("1", 0, small + PAID)
    second = table.round("2", 5, small)
    next_day = table.round("3", 60 * 21, small + PAID)
    replays = list(Replayer(CODE).many([first, second, next_day]))
    outcomes = [replay.judgement.results[0].settlement.outcome.value for replay in replays]
    assert outcomes == ["won", "refused", "won"]


def test_a_round_that_opened_earlier_but_came_later_stands_where_it_opened(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    later = table.round("2", 10, THROW)
    before = story.ledger.head()[0]
    table.round("1", 0, FAILS)
    replayer = Replayer(CODE)
    assert "played_while_held" in codes(replayer.round(later))
    assert "played_while_held" not in codes(replayer.round(later, before))
    catch_up(CODE)
    assert "played_while_held" in codes(Replayer(CODE).round(later))
    assert "played_while_held" not in codes(Replayer(CODE).round(later, before))


def test_what_if_keeps_the_session_that_the_round_found(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    table.round("1", 0, FAILS)
    held = table.round("2", 5, THROW)
    seen = what_if(Replayer(CODE), held, read_changes({"remove": [5]}))
    assert "played_while_held" in codes(seen.before)
    assert "played_while_held" in codes(seen.after)


def _late_rounds(story: Story) -> tuple[list[str], int]:
    """Three rounds, and the position after them; then two that opened before the third came late. The rows stand at
    that position."""
    table = Series(story, "baccarat", "BA01")
    streams = [
        table.round(code, number, SMALL.format(player=f"P{code}") + NATURAL + PAID)
        for number, code in enumerate("123", 1)
    ]
    catch_up(CODE)
    position = story.ledger.head()[0]
    for code, number in (("0", 0.5), ("9", 2.5)):
        table.round(code, number, SMALL.format(player=f"P{code}") + NATURAL + PAID)
    return streams, position


def test_a_replayer_at_work_keeps_to_its_position_while_the_read_model_goes_on(story: Story) -> None:
    streams, position = _late_rounds(story)
    expected = by_hand(streams, position)
    running = Replayer(CODE)
    running.round(streams[0], position)
    catch_up(CODE)
    assert running.round(streams[2], position).state.before == expected[streams[2]]
    assert [r.state.before for r in running.many(streams, upto_position=position)] == list(expected.values())


@pytest.mark.parametrize("reading", range(1, 7))
def test_a_follower_that_goes_on_between_two_reads_changes_no_answer(
    story: Story, monkeypatch: pytest.MonkeyPatch, reading: int
) -> None:
    streams, position = _late_rounds(story)
    expected = by_hand(streams, position)
    every = by_hand(sorted(story.ledger.stream_ids("round/BA01/")), story.ledger.head()[0])
    head = {stream: every[stream] for stream in streams}
    original, count = SessionRows._fetch, 0

    def beside_the_worker(self: SessionRows, query: str, position: int, **values: Any) -> list[Any]:
        nonlocal count
        if query is not session_rows.ADD:
            count += 1
            if count == reading:
                with monkeypatch.context() as patch:
                    patch.setattr(SessionRows, "_fetch", original)
                    catch_up(CODE)
        return original(self, query, position, **values)

    monkeypatch.setattr(SessionRows, "_fetch", beside_the_worker)
    for at, found in ((position, expected), (story.ledger.head()[0], head)):
        replayer = Replayer(CODE)
        assert {stream: replayer.round(stream, at).state.before for stream in streams} == found
    assert count >= reading


def _disorder(story: Story, seed: int) -> list[str]:
    """Rounds of one table in any order, some in pieces, some corrected; caught up now and then."""
    rng = random.Random(seed)
    game = rng.choice(["sicbo", "baccarat"])
    table = Series(story, game, "T1")
    small = [SMALL.format(player=f"P-{n}") + NATURAL for n in (1, 2, 3)]
    plays = [FAILS, THROW, THROW + "\n" + RELEASES] if game == "sicbo" else [*small, NATURAL]
    minutes = [rng.randrange(0, 60 * 50, 7) for _ in range(14)]
    pieces = []
    for number, at in enumerate(minutes):
        facts = ["0 round_opened", *rng.choice(plays).splitlines(), *["90 round_closed"] * rng.randint(0, 1)]
        cut = rng.randint(0, len(facts))
        pieces.append((rng.random(), number, at, facts[:cut], ""))
        pieces.append((rng.random() + rng.choice([0, 0.2]), number, at, facts[cut:], "later"))
    for _, number, at, facts, mark in sorted(pieces):
        if facts:
            table.record(f"{number:02d}", at, facts, mark)
        if rng.random() < 0.1:
            catch_up(CODE, batch=rng.choice([3, 20, 500]))
    return sorted(story.ledger.stream_ids("round/T1/"))


@pytest.mark.parametrize("seed", range(6))
def test_at_every_position_the_session_is_what_the_ledger_says_from_the_beginning(story: Story, seed: int) -> None:
    streams = _disorder(story, seed)
    head = story.ledger.head()[0]
    bulk = Replayer(CODE)
    for position in [*range(head, 5, -17), head]:
        expected = by_hand(streams, position)
        assert {r.stream: r.state.before for r in bulk.many(streams, upto_position=position, page=5)} == {
            stream: session for stream, session in expected.items() if session is not None
        }, position
        stream = streams[position % len(streams)]
        try:
            assert Replayer(CODE).round(stream, position).state.before == expected[stream]
        except NoSuchRound:
            assert expected[stream] is None


@pytest.mark.parametrize("seed", range(6, 9))
def test_the_rows_hold_what_the_ledger_says(story: Story, seed: int) -> None:
    streams = _disorder(story, seed)
    catch_up(CODE, batch=9)
    expected = by_hand(streams, story.ledger.head()[0])
    rows = TableSession.objects.all()  # the last of each counts
    assert {row.stream: restored(json.dumps(row.before or {})) for row in rows} == expected


def test_one_round_is_judged_without_those_before_it(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Series(story, "sicbo", "SB01")
    streams = [table.round(f"{number:02d}", number * 2, THROW) for number in range(12)]
    judged: list[str] = []

    def counting(rounds: Sequence[judging.Ready]) -> list[Replay]:
        judged.extend(each.stream for each in rounds)
        return judging.judged(rounds)

    for user in ("games.rows.replay", "games.judgement.table_walk"):
        monkeypatch.setattr(f"{user}.judged", counting)
    assert len(list(Replayer(CODE).many(streams, page=5))) == len(streams)
    assert sorted(judged) == sorted(streams[:-1] + streams)  # each for what it leaves, and for itself
    judged.clear()
    catch_up(CODE)
    assert judged == streams
    judged.clear()
    assert len(list(Replayer(CODE).many(streams, page=5))) == len(streams)
    assert judged == streams
    judged.clear()
    Replayer(CODE).round(streams[-1])
    assert judged == streams[-1:]
