"""Words of niu niu: its events, its bets, its hands and its findings. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text, joined, shaped
from games.engine.document import RuleBook
from games.engine.sentences import NOTHING, Sentence, amount, join, person

_WORDS: Final = Catalogue(__file__)

BET_KINDS: Final = _WORDS.table("bet-kinds")
CLASSES: Final = {
    **_WORDS.table("classes"),
    **{f"ngau_{n}": _WORDS.text("niu-n", n=n) for n in range(9, 0, -1)},
    "khong_ngau": _WORDS.text("no-niu"),
}
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def hand_name(code: str) -> Text:
    """``box3`` -> "cửa 3" / "box 3"; ``dealer`` -> "Nhà cái" / "the dealer"."""
    if code == "dealer":
        return _WORDS.text("the-dealer")
    return _WORDS.text("box-code", code=code[3:])


def spot(written: str, book: RuleBook | None = None) -> Text:
    """``box1:double`` -> "Cửa 1, Cược gấp đôi" / "Box 1, Double"."""
    box, _, kind = written.partition(":")
    words = BET_KINDS.get(kind)
    if words is None or not box.startswith("box"):
        return Text(written, written)
    return _WORDS.text("box-box-words", box=box[3:], words=words)


def cards_text(cards: Iterable[str | None]) -> str:
    """Cards as they are written: K♠ 10♥; a face that nobody read is a question mark."""
    return " ".join("?" if card is None else short_name(card) for card in cards)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a round from the judgement's summary: the dealer's class, and that of each box."""
    standing = summary.get("standing")
    hands = summary.get("hands") or {}
    said = []
    for code in sorted(hands, key=lambda hand: (hand != "dealer", len(hand), hand)):
        name = _WORDS.text("dealer") if code == "dealer" else hand_name(code)
        words = CLASSES.get(hands[code].get("class", ""), NOTHING)
        said.append(shaped("{name}: {words}", name=name, words=words))
    shown = joined(said, "; ") if said else None
    if standing == "void":
        return _WORDS.text("void-shown", shown=shown) if shown else _WORDS.text("void")
    if standing == "awaiting":
        shown = shown or _WORDS.text("no-result")
        return _WORDS.text("shown-awaiting-a-decision", shown=shown)
    return shown if shown and standing == "settled" else _WORDS.text("no-result-yet")


def _bet_placed(f: Any, currency: str) -> Text:
    stake = amount(f.stake_minor, currency)
    where = spot(f"{f.box}:{f.kind}")
    parts = [_WORDS.text("where-stake-bet-bet", where=where, stake=stake, bet=f.bet)]
    if f.player:
        parts.append(_WORDS.text("player-who", who=f.player))
    if f.with_chips is False:
        parts.append(_WORDS.text("not-made-with-chips"))
    return join(*parts)


def _bet_changed(f: Any, currency: str) -> Text:
    where = _WORDS.text("to-box", box=hand_name(f.box)) if f.box else NOTHING
    stake = NOTHING
    if f.stake_minor:
        stake = _WORDS.text("stake-amount", amount=amount(f.stake_minor, currency))
    return _WORDS.text("bet-bet-changed-where-stake", bet=f.bet, where=where, stake=stake)


def _cards_dealt(f: Any, currency: str) -> Text:
    first = _WORDS.text("dealt-to-hand-cards", hand=hand_name(f.to), cards=cards_text(f.cards))
    if not f.exposed:
        return first
    shown = cards_text(f.exposed)
    return join(first, _WORDS.text("exposed-shown", shown=shown))


def _with_note(text: Text, note: str | None) -> Text:
    return shaped("{text} {note}", text=text, note=note) if note else text


def _split(f: Any) -> Text:
    if not f.three and not f.two:
        return NOTHING
    shown = f"{cards_text(f.three)} | {cards_text(f.two)}"
    return shaped(": {shown}", shown=shown)


def _taken_back(f: Any, currency: str) -> Text:
    order = _WORDS.text("not-in-their-order") if f.in_order is False else NOTHING
    return _WORDS.text(
        "all-cards-taken-back-by",
        who=person(f.taken_by),
        order=order,
    )


_ARRANGERS: Final = _WORDS.table("arrangers")


def _arranged(f: Any, currency: str) -> Text:
    by = _ARRANGERS[f.by]
    return _WORDS.text(
        "the-hand-of-hand-was",
        hand=hand_name(f.hand),
        by=by,
        split=_split(f),
    )


def _compared(f: Any, currency: str) -> Text:
    winner = _WORDS.text("the-player-wins") if f.winner == "player" else _WORDS.text("dealer-wins")
    named = [CLASSES[code] for code in (f.box_class, f.dealer_class) if code]
    classes = NOTHING
    if named:
        classes = shaped(" ({named})", named=joined(named, " – "))
    return _WORDS.text(
        "announced-for-box-winner-classes",
        box=hand_name(f.box),
        winner=winner,
        classes=classes,
    )


def _irregularity(f: Any, currency: str) -> Text:
    where = shaped(" ({hand})", hand=hand_name(f.hand)) if f.hand else NOTHING
    card = _WORDS.text("card-card", card=short_name(f.card)) if f.card else NOTHING
    said = _WORDS.text(
        "something-of-clause-clause-was",
        clause=f.ground,
        where=where,
        who=person(f.seen_by),
        card=card,
    )
    return _with_note(said, f.note)


def _voided(f: Any, currency: str) -> Text:
    ground = _WORDS.text("without-a-ground")
    if f.ground:
        ground = _WORDS.text("under-clause-clause", clause=f.ground)
    said = _WORDS.text(
        "the-round-was-declared-void",
        who=person(f.voided_by),
        ground=ground,
    )
    return _with_note(said, f.reason)


SENTENCES: Final[dict[str, Sentence]] = {
    "niuniu.bet_placed": _bet_placed,
    "niuniu.bet_changed": _bet_changed,
    "niuniu.bet_withdrawn": lambda f, c: _WORDS.text("sentences--niuniu-bet_withdrawn", bet=f.bet),
    "niuniu.cards_dealt": _cards_dealt,
    "niuniu.cards_taken_back": _taken_back,
    "niuniu.cards_not_retrieved": lambda f, c: _with_note(
        _WORDS.text(
            "sentences--niuniu-cards_not_retrieved",
            who=person(f.seen_by),
        ),
        f.note,
    ),
    "niuniu.hand_arranged": _arranged,
    "niuniu.hand_rearranged": lambda f, c: _WORDS.text(
        "sentences--niuniu-hand_rearranged",
        hand=hand_name(f.hand),
        who=person(f.by),
        split=_split(f),
    ),
    "niuniu.hand_shown": lambda f, c: _WORDS.text(
        "sentences--niuniu-hand_shown", hand=hand_name(f.hand), cards=cards_text(f.cards)
    ),
    "niuniu.hands_compared": _compared,
    "niuniu.irregularity_seen": _irregularity,
    "niuniu.round_voided": _voided,
    "niuniu.arranging_barred": lambda f, c: _WORDS.text(
        "sentences--niuniu-arranging_barred",
        who=person(f.barred_by),
        player=f.player,
        reason=f.reason,
    ),
    "niuniu.arranging_allowed": lambda f, c: _WORDS.text(
        "sentences--niuniu-arranging_allowed",
        who=person(f.allowed_by),
        player=f.player,
    ),
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
