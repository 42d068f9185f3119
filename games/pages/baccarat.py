"""The parts of a round page that only baccarat has: both hands with their totals, the areas, the cards that go over.

Proved by ``tests/admin/test_game_pages.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import words
from games.baccarat import drawing
from games.baccarat.facts import BaccaratRound
from games.baccarat.layout import layout
from games.engine.replay import Replay
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture, chip_of, places_of


def places(replay: Replay) -> dict[str, Place]:
    """Whose each bet and each insurance is, and what it is on."""
    state = replay.state
    if not isinstance(state, BaccaratRound):
        return {}
    kinds = {result.bet: result.kind for result in replay.judgement.results}
    return places_of(
        (*state.bets.items(), *state.insurances.items()),
        lambda bet, fact: words.spot("baccarat", kinds.get(bet) or _kind(fact), replay.book),
    )


def _kind(fact: object) -> str:
    side = getattr(fact, "side", None)
    return f"{side}_insurance" if side else str(getattr(fact, "kind", ""))


def _hand(replay: Replay, side: str) -> drawing.DrawnHand:
    """A hand in the order of the shoe; a card that the dealer had put elsewhere is marked."""
    summary = replay.judgement.summary
    mine: Sequence[str] = summary.get(side) or ()
    other: Sequence[str] = summary.get("banker" if side == "player" else "player") or ()
    numbers = _numbers(len(mine), len(other), side)
    state = replay.state
    dealt = state.cards if isinstance(state, BaccaratRound) else []
    drawn = []
    for card, number in zip(mine, numbers, strict=True):
        lay = dealt[number - 1] if number <= len(dealt) else None
        moved = lay is not None and lay.card == card and lay.to not in (side, "next")
        drawn.append(drawing.DrawnCard(card=card, number=number, moved=moved))
    return drawing.DrawnHand(cards=tuple(drawn), points=summary.get(f"{side}_points") if mine else None)


def _numbers(mine: int, other: int, side: str) -> list[int]:
    """The places in the order of the shoe: Player has the first and third card, Banker the second and fourth (4.9.1);
    third cards follow, Player's before Banker's."""
    first = [1, 3] if side == "player" else [2, 4]
    third = 5 if side == "player" or other < 3 else 6
    return [*first, third][:mine]


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """Hands, areas and stakes."""
    if not isinstance(replay.state, BaccaratRound) or replay.book is None:
        return None
    areas = tuple(layout(replay.book).kinds.values())
    summary = replay.judgement.summary
    kinds = {result.bet: result.kind for result in replay.judgement.results}
    chips = [chip_of(row, kinds[row.bet], currency, language) for row in rows]
    player, banker = _hand(replay, "player"), _hand(replay, "banker")
    lying, standing = (
        drawing.table(
            player,
            banker,
            chips,
            areas=areas,
            winner=summary.get("outcome", ""),
            opens_next=summary.get("opens_next") or (),
            language=language,
            standing=up,
            suffix="-standing" if up else "-lying",
        )
        for up in (False, True)
    )
    return Picture(lying, standing)
