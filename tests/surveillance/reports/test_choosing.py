"""Which rounds a report is of: by each way of choosing, and as the log stood, whatever was added since."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from casino.ledger.application import get_ledger
from games.engine.replay import Key
from games.rows.models import Finding, Round
from games.rows.replay import Replayer
from surveillance.bundle.selection import Selection, checked
from surveillance.reports import choosing, order
from surveillance.reports.order import Placed, Run
from tests.replay.story import CODE, STARTS
from tests.surveillance.reports.conftest import Asking


def chosen(asks: Asking, selection: Selection, position: int | None = None) -> list[str]:
    at = get_ledger(CODE).head()[0] if position is None else position
    return [each.stream for each in choosing.rounds(asks.owner, checked(selection), at)]


def test_each_way_of_choosing_gives_its_rounds(asks: Asking) -> None:
    all_of_it = list(Round.objects.order_by("first_position").values_list("stream", flat=True))
    row = Round.objects.get(stream="round/RL01/short")
    day = row.gaming_day
    assert day is not None
    days: dict[str, Any] = {"from_day": day, "to_day": day}
    span: dict[str, Any] = {"begins_at": STARTS - timedelta(days=1), "ends_at": STARTS + timedelta(days=30)}
    assert chosen(asks, Selection(about="table", table="RL01", **span)) == all_of_it
    assert chosen(asks, Selection(about="game", games=("roulette",), **days)) == all_of_it
    assert chosen(asks, Selection(about="game", games=("baccarat",), **days)) == []
    [player, *_] = row.players
    assert chosen(asks, Selection(about="player", player=player, **days)) == list(
        Round.objects.filter(players__contains=[player]).order_by("first_position").values_list("stream", flat=True)
    )
    finding = Finding.objects.filter(round=row).order_by("id").first()
    assert finding is not None
    assert row.stream in chosen(asks, Selection(about="finding", finding=finding.code, **days))
    assert row.stream in chosen(asks, Selection(about="clause", clause=finding.clauses[0], **days))


def test_as_it_stood_at_a_position_whatever_was_added_since(asks: Asking) -> None:
    row = Round.objects.get(stream="round/RL01/short")
    [player, *_] = row.players
    day = row.gaming_day
    assert day is not None
    selection = Selection(about="player", player=player, from_day=day, to_day=day)
    before = chosen(asks, selection, row.first_position)
    assert row.stream not in before, "its bet was not recorded yet"
    assert row.stream in chosen(asks, selection)
    head = get_ledger(CODE).head()[0]
    asks.court.house.story.spin("later", asks.court.now, paid_minor=3_500_000)
    asks.court.house.follow()
    assert chosen(asks, selection, head) == chosen(asks, selection, head)
    assert "round/RL01/later" not in chosen(asks, selection, head)


def test_a_run_has_no_hole_and_the_round_behind_its_last(asks: Asking) -> None:
    rows = list(Round.objects.order_by("moment", "first_position"))
    position = get_ledger(CODE).head()[0]
    replayer = Replayer(CODE)
    wanted = Run()
    for row in sorted((rows[1], rows[3]), key=lambda each: each.first_position):
        wanted.add(order.placed(row, replayer, position))
    [piece] = wanted.pieces(order.between(asks.owner, "RL01", position))
    found = list(order.run(asks.owner, "RL01", piece, position, replayer))
    assert [placed.stream for placed in found] == [row.stream for row in rows[1:5]]
    assert [wanted.has(placed.key[1]) for placed in found] == [True, False, True, False]


def test_a_round_far_from_the_others_stands_in_a_piece_of_its_own() -> None:
    def at(minute: int) -> Placed:
        return Placed((STARTS + timedelta(minutes=minute), minute), f"round/RL01/{minute}", "roulette")

    wanted = Run()
    for minute in (2_000, 2_010):
        wanted.add(at(minute))
    for minute in (2_005, 1, 3, 2_300):
        wanted.reach(at(minute))

    def between(low: Key, high: Key) -> int:
        return high[1] - low[1]

    places = [(low[1], high[1]) for low, high in wanted.pieces(between)]
    assert places == [(1, 3), (2_000, 2_300)]


def test_an_interval_of_moments_is_one_of_positions(asks: Asking) -> None:
    position = get_ledger(CODE).head()[0]
    first, last = choosing.interval(asks.owner, (STARTS - timedelta(days=9), asks.court.now), position)
    assert first == 1
    assert last <= position
    assert choosing.interval(asks.owner, (STARTS - timedelta(days=9), STARTS), position)[0] == 1
