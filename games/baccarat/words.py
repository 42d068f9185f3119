"""Words of baccarat: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Catalogue
from casino.core.text import Text, figure, shaped
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person

_WORDS: Final = Catalogue(__file__)

SIDES: Final = _WORDS.table("sides")
WINNERS: Final = {**SIDES, **_WORDS.table("winners")}
"""The hands, and how a round can end; what bets are called is said by the document."""
STAGES: Final = _WORDS.table("stages")
TROUBLES: Final = _WORDS.table("troubles")
SUBJECTS: Final = {
    **_WORDS.table("subjects"),
    **{side: _WORDS.text("hand-of-side", side=name) for side, name in SIDES.items()},
    **{
        f"{side}:{stage}": _WORDS.text("insurance-on-side", side=name, stage=moment)
        for side, name in SIDES.items()
        for stage, moment in STAGES.items()
    },
    **TROUBLES,
}
"""What findings of the game are about, besides bets and facts."""
PLACES: Final = {**SIDES, **_WORDS.table("places")}
VARIANTS: Final = _WORDS.table("variants")
"""What a table's variant may say, word by word."""
LIMITS: Final = {
    **_WORDS.table("limits"),
    **{
        f"insurance_{odds.replace('.', '_')}": _WORDS.text("insurance", odds=figure(odds))
        for odds in ("1.5", "2", "3", "4", "6", "7", "9")
    },
}
"""Limits of a table that are no kind of bet: those of insurance, by its odds."""
CHOICES: Final = _WORDS.table("choices")
_CARD: Final = re.compile(r"(10|[2-9TJQKA])[SHDC]")
PACK: Final = _WORDS.table("pack")

EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook) -> Text:
    """What a bet is on, as the document calls it: ``player_pair`` -> "Đôi Nhà Con" / "Player pair"; and cards in the
    order that was decided (7.13)."""
    if all(map(_CARD.fullmatch, written.split("-"))):
        shown = " ".join(map(short_name, written.split("-")))
        return Text(shown, shown)
    return book.bet_names.get(written) or Text(written, written)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a round from the judgement's summary: "Banker 7 – 5", or that it is void or still open."""
    standing = summary.get("standing")
    if standing == "void":
        return _WORDS.text("void")
    if standing == "awaiting":
        return _WORDS.text("awaiting-a-decision")
    winner = WINNERS.get(summary.get("outcome") or "")
    if winner is None:
        return _WORDS.text("no-result-yet")
    totals = sorted((summary["player_points"], summary["banker_points"]), reverse=True)
    return shaped("{winner} {high} – {low}", winner=winner, high=totals[0], low=totals[1])


def _who(f: Any) -> Text:
    if f.player is None and f.seat is None:
        return _WORDS.text("all-players")
    seat = _WORDS.text("seat-seat", seat=f.seat) if f.seat is not None else NOTHING
    if f.player is None:
        return _WORDS.text("the-player-at-seat-seat", seat=f.seat)
    return _WORDS.text("player-who-seat", who=f.player, seat=seat)


def _by(text: Text, who: Any) -> Text:
    return NOTHING if who is None else text.format(who=person(who))


def _bet_placed(f: Any, currency: str, book: RuleBook) -> Text:
    return _WORDS.text(
        "who-kind-stake-bet-bet",
        who=_who(f) if f.player or f.seat else _WORDS.text("unknown-player"),
        kind=spot(f.kind, book),
        stake=amount(f.stake_minor, currency),
        bet=f.bet,
    )


def _bet_changed(f: Any, currency: str, book: RuleBook) -> Text:
    kind = _WORDS.text("to-kind", kind=spot(f.kind, book)) if f.kind else NOTHING
    stake = _WORDS.text("stake-stake", stake=amount(f.stake_minor, currency)) if f.stake_minor else NOTHING
    return _WORDS.text("bet-bet-changed-kind-stake", bet=f.bet, kind=kind, stake=stake)


def _bet_withdrawn(f: Any, currency: str) -> Text:
    under = _WORDS.text("under-clause-clause-2", clause=f.clause) if f.clause else NOTHING
    return join(
        _WORDS.text("bet-bet-was-taken-back", bet=f.bet, under=under),
        _by(_WORDS.text("allowed-by-who"), f.allowed_by),
    )


def _card_dealt(f: Any, currency: str) -> Text:
    seen = {True: _WORDS.text("exposed"), False: _WORDS.text("not-exposed")}.get(f.exposed, NOTHING)
    up = _WORDS.text("it-lay-face-up-in") if f.face_up else NOTHING
    return _WORDS.text(
        "card-to-to-seen-up",
        card=short_name(f.card),
        to=PLACES[f.to],
        seen=seen,
        up=up,
    )


def _together(f: Any, currency: str) -> Text:
    known = _WORDS.text("order-known") if f.order_known else _WORDS.text("order-unknown")
    return _WORDS.text(
        "count-cards-from-the-first",
        count=f.count,
        first=f.first,
        known=known,
    )


def _put_in_order(f: Any, currency: str) -> Text:
    order = " ".join(short_name(card) for card in f.cards)
    return join(
        _WORDS.text(
            "the-cards-were-put-in",
            clause=f.clause,
        ),
        _WORDS.text("order-order", order=order) if order else NOTHING,
        _by(_WORDS.text("decided-by-who"), f.ordered_by),
    )


def _burned(f: Any, currency: str) -> Text:
    shown = _WORDS.text("card-shown-card", card=short_name(f.shown)) if f.shown else NOTHING
    return _WORDS.text("count-cards-burned-shown", count=f.count, shown=shown)


def _trouble(f: Any, currency: str) -> Text:
    card = shaped(" ({short_name})", short_name=short_name(f.card)) if f.card else NOTHING
    note = Text(f.note, f.note) if f.note else NOTHING
    return join(
        _WORDS.text("seen-what-card", what=TROUBLES[f.kind], card=card),
        _by(_WORDS.text("seen-by-who"), f.seen_by),
        note,
    )


def _ground(clause: str | None) -> Text:
    if clause is None:
        return _WORDS.text("without-a-ground")
    return _WORDS.text("under-clause-clause", clause=clause)


def _no_bet(f: Any, currency: str) -> Text:
    ground = _ground(f.ground) if f.ground else NOTHING
    last = _WORDS.text("it-is-the-last-of") if f.last_of_shoe else NOTHING
    return join(
        _WORDS.text("a-round-without-bets-ground", ground=ground, last=last),
        _by(_WORDS.text("announced-by-who"), f.announced_by),
    )


def _announced(f: Any, currency: str) -> Text:
    shown = NOTHING
    if f.player_points is not None and f.banker_points is not None:
        shown = _WORDS.text("player-p-banker-b", p=f.player_points, b=f.banker_points)
    return _WORDS.text("announced-winner-shown", winner=WINNERS[f.winner], shown=shown)


def _displayed(f: Any, currency: str) -> Text:
    source = {
        "shoe": _WORDS.text("the-lights-of-the-shoe"),
        "board": _WORDS.text("the-score-board"),
    }.get(f.source, _WORDS.text("the-display"))
    return _WORDS.text("source-showed-winner", source=source, winner=WINNERS[f.winner])


def _offered(f: Any, currency: str) -> Text:
    odds = _WORDS.text("at-odds", odds=f.odds) if f.odds else NOTHING
    return _WORDS.text(
        "insurance-on-side-offered-stage",
        side=SIDES[f.side],
        stage=STAGES[f.stage],
        odds=odds,
        who=_who(f),
    )


def _insured(f: Any, currency: str) -> Text:
    odds = _WORDS.text("at-odds", odds=f.odds) if f.odds else NOTHING
    return join(
        _WORDS.text(
            "who-insurance-on-side-stage",
            who=_who(f) if f.player or f.seat else _WORDS.text("unknown-player"),
            side=SIDES[f.side],
            stage=STAGES[f.stage],
            odds=odds,
            stake=amount(f.stake_minor, currency),
            bet=f.bet,
        ),
        _by(_WORDS.text("allowed-by-who"), f.allowed_by),
    )


def _waived(f: Any, currency: str) -> Text:
    return join(
        _WORDS.text(
            "who-asked-to-have-bankers",
            who=_who(f),
        ),
        _by(_WORDS.text("agreed-by-who"), f.agreed_by),
    )


def _side_of(text: Text) -> Sentence:
    return lambda f, c: text.format(who=_who(f), side=SIDES[f.side])


def _settings(f: Any, currency: str) -> Text:
    decks = _WORDS.text("n-decks", n=f.decks) if f.decks else NOTHING
    seats = _WORDS.text("n-seats", n=f.seats) if f.seats else NOTHING
    by = _by(_WORDS.text("set-by-who"), f.set_by)
    return shaped("{decks}{seats}{by}", decks=decks, seats=seats, by=by)


def _insurance_set(f: Any, currency: str) -> Text:
    offered = _WORDS.text("the-table-offers-insurance") if f.offered else _WORDS.text("the-table-does-not-offer")
    return join(offered, _by(_WORDS.text("decided-by-who"), f.set_by))


def _shoe(f: Any, currency: str) -> Text:
    shuffled = {
        True: _WORDS.text("shuffled"),
        False: _WORDS.text("not-shuffled"),
    }.get(f.shuffled, NOTHING)
    return join(
        _WORDS.text("shoe-shoe-comes-into-use", shoe=f.shoe),
        shuffled,
        _by(_WORDS.text("loaded-by-who"), f.loaded_by),
    )


BET_SENTENCES: Final[dict[str, BetSentence]] = {
    "baccarat.bet_placed": _bet_placed,
    "baccarat.bet_changed": _bet_changed,
}
SENTENCES: Final[dict[str, Sentence]] = {
    "baccarat.bet_withdrawn": _bet_withdrawn,
    "baccarat.card_dealt": _card_dealt,
    "baccarat.cards_drawn_together": _together,
    "baccarat.cards_put_in_order": _put_in_order,
    "baccarat.cards_taken_back": lambda f, c: join(
        _WORDS.text("sentences--baccarat-cards_taken_back"),
        _by(_WORDS.text("sentences--baccarat-cards_taken_back--taken-by-who"), f.taken_by),
    ),
    "baccarat.cards_burned": _burned,
    "baccarat.irregularity_seen": _trouble,
    "baccarat.round_voided": lambda f, c: _WORDS.text(
        "sentences--baccarat-round_voided",
        who=person(f.called_by),
        ground=_ground(f.ground),
    ),
    "baccarat.no_bet_announced": _no_bet,
    "baccarat.totals_announced": lambda f, c: _WORDS.text(
        "sentences--baccarat-totals_announced",
        p=f.player_points,
        b=f.banker_points,
    ),
    "baccarat.result_announced": _announced,
    "baccarat.result_displayed": _displayed,
    "baccarat.insurance_offered": _offered,
    "baccarat.insurance_placed": _insured,
    "baccarat.insurance_declined": lambda f, c: _WORDS.text("sentences--baccarat-insurance_declined", who=_who(f)),
    "baccarat.insurance_waived": _waived,
    "baccarat.squeeze_requested": _side_of(_WORDS.text("sentences--baccarat-squeeze_requested")),
    "baccarat.squeeze_restricted": lambda f, c: _WORDS.text(
        "sentences--baccarat-squeeze_restricted", by=person(f.restricted_by), who=_who(f)
    ),
    "baccarat.cards_passed": _side_of(_WORDS.text("sentences--baccarat-cards_passed")),
    "baccarat.pack_decided": lambda f, c: _WORDS.text("sentences--baccarat-pack_decided", what=PACK[f.choice]),
    "baccarat.commission_collected": lambda f, c: _WORDS.text(
        "sentences--baccarat-commission_collected",
        amount=amount(f.amount_minor, c),
        bet=f.bet,
    ),
    "table.game_settings_set": _settings,
    "table.insurance_set": _insurance_set,
    "table.shoe_loaded": _shoe,
    "table.cards_burned": _burned,
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
