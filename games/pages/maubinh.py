"""The parts of a round page that only mậu binh has: every seat's three lanes, its special hand, its sum of multiples.

Proved by ``tests/admin/test_game_pages.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games import words
from games.engine.replay import Replay
from games.engine.steps import as_cited
from games.maubinh import drawing
from games.maubinh import readings as maubinh_duels
from games.maubinh import words as maubinh_words
from games.maubinh.facts import MauBinhRound
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture, places_of

_WORDS: Final = Catalogue(__file__)

_AS_RECORDED: Final = _WORDS.text("as_recorded")


def places(replay: Replay) -> dict[str, Place]:
    """Whose each Ante is, on which seat."""
    state = replay.state
    if not isinstance(state, MauBinhRound):
        return {}
    return places_of(state.bets.items(), lambda _bet, fact: words.spot("maubinh", f"seat:{fact.seat}"))


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """Every seat that has an Ante or cards, in the order of the seats."""
    state = replay.state
    if not isinstance(state, MauBinhRound):
        return None
    summary = replay.judgement.summary if replay.book is None else as_cited(replay.judgement.summary, replay.book)
    judged = {seat["seat"]: seat for seat in summary.get("seats", ())}
    by_seat: dict[int, BetRow] = {}
    for row in rows:
        by_seat.setdefault(state.bets[row.bet].fact.seat, row)
    runner = maubinh_duels.runner(summary.get("duels", ()))
    seats = [
        _seat(seat, judged.get(seat, {}), by_seat.get(seat), state, language, runs=seat == runner)
        for seat in sorted({*by_seat, *state.hands})
    ]
    lying, standing = (
        drawing.table(seats, language=language, standing=up, suffix="-standing" if up else "-lying")
        for up in (False, True)
    )
    return Picture(lying, standing)


def _seat(
    number: int, judged: Mapping[str, Any], row: BetRow | None, state: MauBinhRound, language: str, *, runs: bool
) -> drawing.Seat:
    lanes = tuple(
        drawing.Lane(cards=tuple(cards), words=maubinh_words.lane_class(name).in_language(language))
        for cards, name in zip(judged.get("lanes", ()), judged.get("classes", ()), strict=True)
    )
    recorded = state.arranged.get(number)
    as_recorded = not lanes and bool(recorded)
    if recorded and not lanes:
        # Nothing is judged yet (or the deal is void): what was arranged is a fact all the same, the last one first.
        made = recorded[-1].fact
        lanes = tuple(drawing.Lane(cards=tuple(each)) for each in (made.front, made.middle, made.back))
    dealt = state.hands.get(number)
    special, total = judged.get("special"), judged.get("multiple")
    mark = (
        maubinh_words.special(special)
        if special
        else maubinh_duels.HOME_RUN
        if runs
        else _AS_RECORDED
        if as_recorded
        else Text("", "")
    )
    return drawing.Seat(
        seat=number,
        lanes=lanes,
        cards=() if lanes or not dealt else dealt[0].cards,
        words=mark.in_language(language),
        sum="" if total is None else maubinh_words.multiple(total).in_language(language),
        foul=bool(judged.get("foul")) and not special,
        state=row.outcome_code if row else "",
        href=f"#bet-{row.bet}" if row else None,
    )
