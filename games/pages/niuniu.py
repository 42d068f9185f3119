"""The parts of a round page that only niu niu has: every hand as it is rightly arranged, its class, its three areas.

Proved by ``tests/admin/test_game_pages.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games import words
from games.drawing.chips import Chip
from games.engine.replay import Replay
from games.niuniu import drawing
from games.niuniu import words as niuniu_words
from games.niuniu.facts import NiuNiuRound
from games.niuniu.hands import arrangement
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture, chip_of, places_of

_WORDS: Final = Catalogue(__file__)


def places(replay: Replay) -> dict[str, Place]:
    """Whose each bet is, on which area of which box."""
    state = replay.state
    if not isinstance(state, NiuNiuRound):
        return {}
    return places_of(state.bets.items(), lambda _bet, fact: _spot(fact), seat="box")


def _spot(fact: object) -> Text:
    return _WORDS.text(
        "kind-box-box",
        kind=words.bet_kind("niuniu", getattr(fact, "kind", "")),
        box=str(getattr(fact, "box", "")).removeprefix("box"),
    )


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """The dealer's hand and every box's, with what lay on its areas."""
    state = replay.state
    if not isinstance(state, NiuNiuRound):
        return None
    summary = replay.judgement.summary
    chips: dict[str, list[Chip]] = {}
    wins: set[str] = set()
    for row in rows:
        fact = state.bets[row.bet].fact
        chips.setdefault(fact.box, []).append(chip_of(row, fact.kind, currency, language))
        if row.outcome_code == "won":
            wins.add(fact.box)
    boxes = [
        _hand(replay, box, language, won=box in wins, void=box in summary.get("void_boxes", ()), bets=tuple(lying))
        for box, lying in sorted(chips.items())
    ]
    dealer = _hand(replay, drawing.DEALER, language)
    lying, standing = (
        drawing.table(dealer, boxes, language=language, standing=up, suffix="-standing" if up else "-lying")
        for up in (False, True)
    )
    return Picture(lying, standing)


def _hand(
    replay: Replay,
    hand: str,
    language: str,
    *,
    won: bool = False,
    void: bool = False,
    bets: tuple[Chip, ...] = (),
) -> drawing.DrawnHand:
    known = replay.judgement.summary.get("hands", {}).get(hand)
    if known is None:
        return drawing.DrawnHand(hand=hand, won=won, void=void, bets=bets)
    parts = arrangement(known["cards"])
    return drawing.DrawnHand(
        hand=hand,
        cards=tuple(known["cards"]),
        three=tuple(parts[0]) if parts else (),
        words=words.term(niuniu_words.CLASSES, known["class"]).in_language(language),
        won=won,
        void=void,
        bets=bets,
    )
