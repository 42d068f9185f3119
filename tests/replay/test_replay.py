"""Replay: state, terms, document and judgement of a round as it stood at any position."""

from __future__ import annotations

import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest

from games.engine.document import Library
from games.engine.judgement import Outcome
from games.rows.models import Round
from games.rows.readmodel import catch_up, overtaken_of
from games.rows.replay import NoSuchRound, Replayer, stream_of
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

LATER = STARTS + timedelta(days=365)
"""When a later round opened, long after those that are looked at."""


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    return told


def test_a_round_is_judged_with_the_terms_and_the_document_of_its_moment(story: Story) -> None:
    stream = story.spin("1", STARTS + timedelta(minutes=5))
    replay = Replayer(CODE).round(stream)
    assert (replay.table, replay.code) == ("RL01", "1")
    assert replay.ended
    assert replay.terms.limits == {"*": (10_000, 50_000_000)}
    assert replay.book is not None
    assert replay.book.id == "roulette.2020-06-13"
    [result] = replay.judgement.results
    assert result.settlement.outcome is Outcome.WON
    assert (result.settlement.winnings_minor, result.difference_minor) == (3_500_000, 0)
    assert replay.judgement.findings == ()
    assert [event.version for event in replay.events()] == list(range(1, 8))


def test_limits_of_last_month_apply_to_a_round_of_last_month(story: Story) -> None:
    stream = story.spin("1", STARTS + timedelta(minutes=5))
    limits = [{"bet": "*", "minimum_minor": 500_000, "maximum_minor": 900_000}]
    story.tell("table/RL01", "table.limits_set", STARTS + timedelta(days=30), limits=limits)
    later = story.spin("2", STARTS + timedelta(days=31))
    first, second = Replayer(CODE).many([stream, later])
    assert [f.code for f in first.judgement.findings] == []
    assert [f.code for f in second.judgement.findings] == ["below_minimum"]


def test_limits_entered_late_but_in_force_earlier_apply_from_when_they_took_effect(story: Story) -> None:
    stream = story.spin("1", STARTS + timedelta(minutes=5))
    limits = [{"bet": "*", "minimum_minor": 500_000, "maximum_minor": 900_000}]
    before = story.ledger.head()[0]
    story.tell("table/RL01", "table.limits_set", STARTS + timedelta(minutes=1), limits=limits)
    replayer = Replayer(CODE)
    assert [f.code for f in replayer.round(stream).judgement.findings] == ["below_minimum"]
    assert replayer.round(stream, before).judgement.findings == ()
    assert [f.code for f in replayer.round(stream).judgement.findings] == ["below_minimum"]


def test_every_position_shows_the_round_as_it_stood_then(story: Story) -> None:
    before = story.ledger.head()[0]
    stream = story.spin("1", STARTS + timedelta(minutes=5))
    replayer = Replayer(CODE)
    with pytest.raises(NoSuchRound):
        replayer.round(stream, before)
    seen = [replayer.round(stream, before + count) for count in range(1, 8)]
    assert [len(r.rows) for r in seen] == list(range(1, 8))
    outcomes = [[b.settlement.outcome.value for b in r.judgement.results] for r in seen]
    assert outcomes == [[], ["pending"], ["pending"], ["pending"], ["won"], ["won"], ["won"]]
    assert [r.ended for r in seen] == [False] * 6 + [True]


def test_an_unpaid_winner_is_a_finding_only_when_the_round_has_ended(story: Story) -> None:
    stream = story.spin("1", STARTS + timedelta(minutes=5), paid_minor=None, close=False)
    replayer = Replayer(CODE)
    assert replayer.round(stream).judgement.findings == ()
    codes = {f.code for f in replayer.round(stream, overtaken_at=LATER).judgement.findings}
    assert codes == {"not_paid", "round_not_closed"}


def test_a_table_that_closes_ends_its_rounds(story: Story) -> None:
    stream = story.spin("1", STARTS + timedelta(minutes=5), paid_minor=None, close=False)
    story.tell("table/RL01", "table.closed", STARTS + timedelta(hours=2))
    assert Replayer(CODE).round(stream).ended


def test_a_moment_in_the_future_ends_no_round_that_is_being_dealt(story: Story) -> None:
    mistyped = datetime(2099, 1, 1, tzinfo=UTC)
    story.ledger.append(
        [
            story.event("table/RL01", "table.closed", mistyped),
            story.event("table/RL01", "table.opened", mistyped + timedelta(days=1)),
            story.event("round/RL01/0", "roulette.round_opened", mistyped),
            story.event("round/RL01/0", "roulette.round_closed", mistyped + timedelta(minutes=1)),
        ]
    )
    recorded_at = story.now
    stream = story.spin("1", STARTS + timedelta(minutes=5), paid_minor=None, close=False)
    catch_up(CODE)
    assert not Replayer(CODE).round(stream).ended
    assert not overtaken_of(CODE, stream)
    assert not overtaken_of(CODE, stream, story.ledger.head()[0])
    replay = Replayer(CODE).round("round/RL01/0")
    assert replay.state.opened_at == mistyped  # as it was said
    assert replay.moment == recorded_at
    assert replay.terms.limits == {"*": (10_000, 50_000_000)}
    assert not Round.objects.filter(overtaken=True).exists()


def test_a_round_before_the_first_document_says_so_and_nothing_else(story: Story) -> None:
    stream = story.spin("1", datetime(2001, 1, 1, tzinfo=UTC))
    replay = Replayer(CODE).round(stream)
    assert replay.book is None
    assert [f.code for f in replay.judgement.findings] == ["no_document_in_force"]
    assert replay.judgement.results == ()


def test_a_round_of_unknown_time_goes_by_the_document_its_opening_names(story: Story) -> None:
    known = story.tell("round/RL01/1", "roulette.round_opened", None, document="roulette.2020-06-13")
    story.tell("round/RL01/2", "roulette.round_opened", None, document="roulette.1999-01-01")
    assert known.position
    first, second = Replayer(CODE).many(["round/RL01/1", "round/RL01/2"])
    assert first.judgement.document == "roulette.2020-06-13"
    assert [f.detail for f in second.judgement.findings] == [{"document": "roulette.1999-01-01"}]


def test_another_library_judges_by_its_own_documents(story: Story) -> None:
    stream = story.spin("1", STARTS)
    assert Replayer(CODE, Library(())).round(stream).book is None


def test_many_gives_the_same_as_one_at_a_time_in_the_order_asked(story: Story) -> None:
    story.day(5, 60, "RL07")
    streams = list(story.ledger.stream_ids("round/"))
    assert len(streams) == 60
    one = Replayer(CODE)
    singly = [(s, one.round(s, overtaken_at=LATER).judgement) for s in reversed(streams)]
    together = [(r.stream, r.judgement) for r in Replayer(CODE).many(reversed(streams), overtaken_at=LATER, page=7)]
    assert singly == together
    assert any(j.findings for _, j in together)


def test_memory_stays_flat_over_many_rounds(story: Story) -> None:
    for seed in range(4):
        story.day(seed, 100, f"RL2{seed}")
    replayer = Replayer(CODE)

    def peak(streams: list[str]) -> int:
        tracemalloc.start()
        for _ in replayer.many(streams, overtaken_at=LATER, page=50):
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    streams = list(story.ledger.stream_ids("round/"))
    peak(streams)  # tables and documents are read once
    few, many = peak(streams[:100]), peak(streams)
    assert many < 2 * few


def test_a_round_is_named_by_table_and_code_or_by_its_stream() -> None:
    assert stream_of("RL01/7") == stream_of("round/RL01/7") == "round/RL01/7"
