"""At every position the server's answer is that of the pure record, however far its follower has come.

Any interleaving of late rounds, facts out of order, openings corrected, facts of tables that took effect earlier,
several games at a table and a follower that lags; then readers at any position, beside
:class:`games.judgement.judging.Record`, which goes through everything from the beginning and keeps no rows.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from casino.core.events import RecordedEvent
from casino.ledger import follow, reading
from casino.ledger.models import Property
from games.engine.replay import Replay
from games.engine.totals import sums_of
from games.judgement.judging import Record
from games.rows.models import Round, TableSession
from games.rows.readmodel import NAME, catch_up, drop, overtaken_of, rebuild
from games.rows.replay import Replayer
from tests.replay.series import FAILS, NATURAL, PAID, RELEASES, SMALL, THROW, Series
from tests.replay.story import CODE, STARTS, Story

TABLES = ("T1", "T2")
SPIN = """5 bet_placed bet=b1 spot=red stake_minor=10000 player=P1
20 ball_spun
25 betting_closed called_by=dealer/D01
40 ball_dropped pocket=7
50 payout_made bet=b1 amount_minor=10000"""
PLAYS = {
    "sicbo": (FAILS, THROW, f"{THROW}\n{RELEASES}"),
    "baccarat": tuple(f"{SMALL.format(player=player)}{NATURAL}{PAID}" for player in ("P-1", "P-2")),
    "roulette": (SPIN,),
}
ROUNDS = 7
EXAMPLES = int(os.environ.get("EXAMPLES", "20"))
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""Shrinking would take many minutes: an example costs hundreds of replays."""

rounds = st.tuples(
    st.sampled_from(TABLES),
    st.sampled_from(("sicbo", "sicbo", "baccarat", "baccarat", "roulette")),
    st.integers(0, 2),
    # Minutes: side by side, so that the next round opens before this one is over, or on two gaming days.
    st.one_of(st.integers(0, 12).map(lambda halves: halves / 2), st.integers(0, 60 * 30)),
    st.booleans(),  # closed at the end
    st.booleans(),  # its opening comes behind its other facts
)
steps = st.one_of(
    st.tuples(st.just("facts"), st.integers(0, ROUNDS - 1), st.integers(1, 8)),
    st.tuples(st.just("facts"), st.integers(0, ROUNDS - 1), st.integers(1, 8)),
    st.tuples(st.just("no_opening"), st.integers(0, ROUNDS - 1), st.just(0)),
    st.tuples(st.just("limits"), st.integers(0, 1), st.integers(0, 60 * 30)),
    st.tuples(st.just("closed"), st.integers(0, 1), st.integers(0, 60 * 30)),
    st.tuples(st.just("follow"), st.integers(1, 40), st.sampled_from((1, 3, 500))),
)


class Floor:
    """Tables at which rounds go on side by side; each step records the next facts of one of them."""

    def __init__(self, story: Story, dealt: list[tuple[str, str, int, float, bool, bool]]) -> None:
        self.story = story
        self.dealt = dealt
        self.series = {place: Series(story, place[1], place[0]) for place in sorted({(r[0], r[1]) for r in dealt})}
        self.left = [self._facts(*each[1:3], *each[4:]) for each in dealt]
        self.told = 0

    def _facts(self, game: str, play: int, closed: bool, opening_late: bool) -> list[str]:
        facts = PLAYS[game][play % len(PLAYS[game])].splitlines()
        facts.insert(len(facts) if opening_late else 0, "0 round_opened")
        return facts + ["90 round_closed"] * closed

    def step(self, what: str, which: int, value: int) -> None:
        self.told += 1
        if what == "follow":
            catch_up(CODE, limit=which, batch=value)
        elif what == "limits":
            limits = [{"bet": "*", "minimum_minor": 50_000 * (1 + value % 2), "maximum_minor": 5_000_000}]
            at = STARTS + timedelta(minutes=value)
            self.story.tell(f"table/{TABLES[which]}", "table.limits_set", at, limits=limits)
        elif what == "closed":
            self.story.tell(f"table/{TABLES[which]}", "table.closed", STARTS + timedelta(minutes=value))
        elif what == "facts":
            self.facts(which, value)
        else:
            self.no_opening(which)

    def facts(self, number: int, count: int) -> None:
        number %= len(self.dealt)
        table, game, _play, at, *_ = self.dealt[number]
        now, self.left[number] = self.left[number][:count], self.left[number][count:]
        if now:
            self.series[table, game].record(f"{number:02d}", at, now, f"part{self.told}")

    def no_opening(self, number: int) -> None:
        """A correction says that the round was not opened then: it stands where it was first recorded."""
        number %= len(self.dealt)
        table, game, *_ = self.dealt[number]
        stream = f"round/{table}/{number:02d}"
        for event in self.story.ledger.stream(stream):
            if event.type == f"{game}.round_opened.v1":
                self.not_opened(self.story, stream, event)

    @staticmethod
    def not_opened(story: Story, stream: str, opening: RecordedEvent) -> None:
        story.tell(
            stream,
            f"{opening.type.partition('.')[0]}.fact_corrected",
            target=opening.id,
            before=msgspec.to_builtins(opening.data),
            after=None,
            corrected_by={"post": "pit_supervisor", "staff": "S-1"},
            authorised_by={"post": "pit_manager", "staff": "S-2"},
            reason="Not opened then.",
        )


def recorded(story: Story, position: int) -> dict[str, Replay]:
    """All rounds as they stood, from nothing but the ledger's bytes."""
    record = Record(Property.objects.get(code=CODE))
    record.take(story.ledger.rows(after=0, stop=position, limit=position))
    return {replay.stream: replay for replay in record.replays()}


def same(served: Replay, pure: Replay, where: Any) -> None:
    assert served.state.before == pure.state.before, where
    assert (served.ended, served.moment) == (pure.ended, pure.moment), where
    assert served.state.overtaken_at == pure.state.overtaken_at, where
    assert served.judgement == pure.judgement, where


def read_at(story: Story, position: int) -> None:
    """One round after the other, each by a reader of its own, and all together."""
    pure = recorded(story, position)
    for stream, replay in pure.items():
        overtaken_at = overtaken_of(CODE, stream, position)
        same(Replayer(CODE).round(stream, position, overtaken_at), replay, (position, stream))
    at = {stream: overtaken_of(CODE, stream, position) for stream in pure}
    together = Replayer(CODE).many(pure, upto_position=position, overtaken_at=at.__getitem__, page=3)
    for served in together:
        same(served, pure[served.stream], (position, served.stream, "together"))


def written(row: Round) -> Any:
    """What a row says of a round."""
    return row.ended, row.bets_count, row.due_net_minor, row.difference_minor, row.summary, row.audit_due


def in_figures(replay: Replay) -> Any:
    """The same of the pure record. No finding is recorded here."""
    judgement = replay.judgement
    sums = sums_of(replay.state, judgement, ended=replay.ended)
    summary = msgspec.json.decode(msgspec.json.encode(judgement.summary))
    due = replay.ended and bool(judgement.findings)
    return replay.ended, len(judgement.results), sums.due_minor, sums.difference_minor, summary, due


def rows() -> tuple[list[Any], list[Any]]:
    return list(Round.objects.order_by("pk").values()), list(TableSession.objects.order_by("pk").values())


@pytest.fixture
def story(db: None) -> Story:
    return Story()


@pytest.mark.slow
@settings(
    max_examples=EXAMPLES,
    phases=PHASES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(rounds, min_size=ROUNDS, max_size=ROUNDS), st.lists(steps, min_size=10, max_size=40), st.data())
def test_a_reader_at_any_position_sees_what_the_record_says(
    story: Story, dealt: list[Any], told: list[Any], data: st.DataObject
) -> None:
    with transaction.atomic():
        floor = Floor(story, dealt)
        for step in told:
            floor.step(*step)
        head = story.ledger.head()[0]
        reached = follow.position(NAME, CODE)
        for position in {head, reached, *data.draw(st.lists(st.integers(1, head), min_size=2, max_size=3))} - {0}:
            read_at(story, position)
        catch_up(CODE)
        read_at(story, data.draw(st.integers(1, head)))
        pure = recorded(story, head)
        assert {row.stream: written(row) for row in Round.objects.all()} == {
            stream: in_figures(replay) for stream, replay in pure.items()
        }
        followed = rows()
        rebuild(CODE, batch=data.draw(st.sampled_from((2, 7, 1_000))))
        assert rows() == followed
        transaction.set_rollback(True)


def codes(replay: Replay) -> list[str]:
    return [finding.code for finding in replay.judgement.findings]


def rows_say_what_the_record_says(story: Story) -> dict[str, Replay]:
    head = story.ledger.head()[0]
    catch_up(CODE)
    pure = recorded(story, head)
    read_at(story, head)
    assert {row.stream: written(row) for row in Round.objects.all()} == {
        stream: in_figures(replay) for stream, replay in pure.items()
    }
    return pure


def test_the_opening_of_another_games_round_cuts_off_what_a_round_leaves(story: Story) -> None:
    """A roulette round that opens before the cards lie keeps them from counting, and the shoe's next round finds
    nothing of what they did. Dated late, it changes two rounds that no event of theirs touches; taken away from there,
    they are as before."""
    baccarat, roulette = Series(story, "baccarat", "T1"), Series(story, "roulette", "T1")
    first = baccarat.round("1", 0, PLAYS["baccarat"][0])
    second = baccarat.round("2", 5, PLAYS["baccarat"][0])
    before = rows_say_what_the_record_says(story)
    alone = story.ledger.head()[0]
    left = before[second].state.before
    assert left is not None
    assert left.under_minimum == {"P-1"}
    cutting = roulette.round("3", 0.4, SPIN)
    read_at(story, story.ledger.head()[0])
    cut = rows_say_what_the_record_says(story)
    read_at(story, alone)
    assert codes(cut[first]).count("fact_after_end") == 4  # the cards
    assert cut[second].state.before != before[second].state.before
    opening = next(e for e in story.ledger.stream(cutting) if e.type == "roulette.round_opened.v1")
    Floor.not_opened(story, cutting, opening)  # it stands where it was recorded: behind the others
    again = rows_say_what_the_record_says(story)
    assert again[first].judgement == before[first].judgement
    assert again[second].state.before == before[second].state.before
    followed = rows()
    rebuild(CODE, batch=1)
    assert rows() == followed


def test_rounds_that_opened_at_one_moment_cut_nothing_off(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    streams = [table.round(code, 3, THROW) for code in ("a", "b")]
    pure = rows_say_what_the_record_says(story)
    assert [codes(pure[stream]) for stream in streams] == [[], []]


def test_a_clock_that_is_ahead_cuts_nothing_off(story: Story) -> None:
    """What claims the future happened when it was recorded, within the round as in the order of the table."""
    story.table("RL01", STARTS)
    ahead = STARTS + timedelta(days=400)
    for place, name in enumerate(("round_opened", "ball_spun", "ball_dropped", "round_closed")):
        fact: dict[str, Any] = {"pocket": 7} if name == "ball_dropped" else {}
        at = ahead + timedelta(seconds=10 * place)
        story.ledger.append([story.event("round/RL01/1", f"roulette.{name}", at, **fact)])
    story.spin("2", STARTS + timedelta(minutes=5))
    pure = rows_say_what_the_record_says(story)
    assert pure["round/RL01/1"].state.overtaken_at == STARTS + timedelta(minutes=5)
    assert "fact_after_end" not in codes(pure["round/RL01/1"])


def test_a_row_is_only_ever_added(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    for number in range(4):
        table.round(str(number), 10 + number * 5, THROW)
    catch_up(CODE)
    before = list(TableSession.objects.values())
    assert len(before) == 4
    table.round("late", 0, FAILS)
    table.round("between", 12, f"{THROW}\n{RELEASES}")
    catch_up(CODE)
    after = list(TableSession.objects.values())
    assert [row for row in after if row in before] == before
    assert len(after) > len(before) + 2


def test_as_it_stood_is_one_look_up(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Series(story, "sicbo", "SB01")
    streams = [table.round(str(number), number * 5, FAILS) for number in range(6)]
    catch_up(CODE)
    replayer = Replayer(CODE)
    replayer.round(streams[0], story.ledger.head()[0])
    asked: list[str] = []
    fetch = reading.cursor

    def counted(using: str) -> Any:
        asked.append(using)
        return fetch(using)

    monkeypatch.setattr(reading, "cursor", counted)
    for position in (story.ledger.head()[0] - 9, story.ledger.head()[0]):
        first = story.ledger.stream_rows(streams[4])[0][0]
        asked.clear()
        replayer.sessions.before(streams[4], first, position)
        assert len(asked) == 1
        replayer.sessions.overtaken_at(streams[4], position)
        assert len(asked) == 2


def test_a_reader_whose_rows_are_dropped_meanwhile_goes_from_the_beginning(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    streams = [table.round(str(number), number * 5, FAILS if number == 1 else THROW) for number in range(4)]
    catch_up(CODE)
    streams.append(table.round("ahead", 30, THROW))
    head = story.ledger.head()[0]
    pure = recorded(story, head)
    replayer = Replayer(CODE)
    same(replayer.round(streams[4], head, replayer.overtaken_at(streams[4])), pure[streams[4]], "with rows")
    drop(CODE)
    for stream in streams:
        same(replayer.round(stream, head, replayer.overtaken_at(stream)), pure[stream], stream)


class Worker:
    """A follower in a thread of its own, a few events at a time."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._failed: list[Exception] = []
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                if catch_up(CODE, batch=3, limit=6).handled == 0:
                    self._over.wait(0.005)
        except Exception as error:  # noqa: BLE001 - told by stop()
            self._failed.append(error)
        finally:
            connections.close_all()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()
        assert not self._failed


@pytest.fixture
def worker(fresh_database: Any) -> Iterator[Worker]:
    Property.objects.get_or_create(code=CODE, defaults={"name_vi": "Thử", "name_en": "Test"})
    at_work = Worker()
    yield at_work
    at_work.stop()


def test_beside_a_follower_at_work_every_reader_is_right(worker: Worker) -> None:
    games = ("sicbo", "baccarat")
    floor = Floor(Story(), [(TABLES[n % 2], games[n // 2 % 2], n, 90 - 10 * n, True, n == 3) for n in range(ROUNDS)])
    for turn in range(12):
        for number in range(ROUNDS):
            floor.step("facts", number, 1)
        if turn == 5:
            floor.step("limits", 0, 30)
            floor.step("no_opening", 2, 0)
        head = floor.story.ledger.head()[0]
        for position in (head, head * 2 // 3):
            read_at(floor.story, position)
    worker.stop()
    catch_up(CODE)
    followed = rows()
    rebuild(CODE)
    assert rows() == followed
