"""The table "recorded | due | difference | clause": one row a bet, each amount with the sum that gives it.

Proved by ``tests/admin/test_round_page.py``, its sums by ``tests/words/test_sums.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from casino.core.messages import Catalogue, Message
from casino.core.text import Text
from games import words
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Judgement, Outcome, Settlement
from games.engine.workings import Workings, workings
from games.telling.bet import in_short, messages, told
from games.words import remedies, shared
from games.words.clauses import ClauseView, views
from games.words.sum_words import difference_sum, sums

_WORDS: Final = Catalogue(__file__)


class Place(msgspec.Struct, frozen=True):
    """Where a bet lay and whose it was, as the game's own page says it. ``owner`` counts players from zero."""

    spot: Text
    player: str
    owner: int
    letter: str
    fill: str
    ink: str
    version: int


class Line(msgspec.Struct, frozen=True):
    """One amount with its name ("winnings 3,500,000"); ``signed`` where plus and minus say who gets it. ``sums`` lead
    to an amount that was worked out, the last of them ends in it."""

    name: Text
    amount_minor: int
    signed: bool = False
    sums: tuple[Text, ...] = ()


class Option(msgspec.Struct, frozen=True):
    """What a bet is owed if the named post decides this way."""

    decision: Text
    outcome: Text
    lines: tuple[Line, ...]
    clauses: tuple[ClauseView, ...]


class BetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One bet. ``remedies`` stand apart from what was recorded at the table. ``difference_minor`` is both less due:
    positive, the player has too much; None while undecided. ``difference_sum`` is empty where nothing moved beside what
    was due."""

    bet: str
    place: Place
    kind: Text
    outcome_code: str
    outcome: Text
    stake_minor: int
    recorded: tuple[Line, ...]
    remedies: tuple[Line, ...]
    due: tuple[Line, ...]
    difference_minor: int | None
    difference_sum: Text
    verdict: Text
    clauses: tuple[ClauseView, ...]
    options: tuple[Option, ...] = ()
    decided_by: tuple[ClauseView, ...] = ()
    said: tuple[Message, ...] = ()
    """What its guest is told of it, and in ``in_short`` how it stands (``games.telling``)."""
    in_short: Message

    @property
    def told(self) -> Text:
        return messages().text_of(self.said)

    @property
    def stands(self) -> Text:
        return messages().text(self.in_short)


_WINNINGS = _WORDS.text("winnings")
_COMMISSION = _WORDS.text("commission")
_TAKEN = _WORDS.text("taken")
_BACK = _WORDS.text("back")
_PAID = _WORDS.text("paid")
_COLLECTED = _WORDS.text("collected")
_RETURNED = _WORDS.text("returned")


def row(result: BetResult, place: Place, judgement: Judgement, book: RuleBook | None, currency: str) -> BetRow:
    """One bet of a judgement as the page shows it."""
    settlement, game = result.settlement, judgement.game
    return BetRow(
        bet=result.bet,
        place=place,
        kind=words.bet_kind(game, result.kind, book),
        outcome_code=str(settlement.outcome),
        outcome=words.term(shared.OUTCOMES, settlement.outcome),
        stake_minor=settlement.stake_minor,
        recorded=_recorded(result),
        remedies=_remedies(result),
        due=due_lines(settlement, book, currency),
        difference_minor=result.difference_minor,
        difference_sum=difference_sum(result, currency),
        verdict=verdict(result.difference_minor),
        clauses=views(settlement.clauses, book),
        options=tuple(
            Option(
                decision(game, option.decision, book),
                words.term(shared.OUTCOMES, option.settlement.outcome),
                due_lines(option.settlement, book, currency),
                views(option.settlement.clauses, book),
            )
            for option in result.alternatives
        ),
        decided_by=views([result.decided_by] if result.decided_by else [], book),
        said=told(result, judgement, book=book, currency=currency),
        in_short=in_short(result, currency),
    )


def decision(game: str, code: str, book: RuleBook | None) -> Text:
    """What a post may decide, in words: a choice of its game or of all of them, or where a bet lay (a spot)."""
    return shared.choices_of(game).get(code) or words.spot(game, code, book)


def _recorded(result: BetResult) -> tuple[Line, ...]:
    lines = (
        Line(_PAID, result.recorded.paid_minor),
        Line(_COLLECTED, result.recorded.collected_minor),
        Line(_RETURNED, result.recorded.returned_minor),
    )
    return tuple(line for line in lines if line.amount_minor)


def _remedies(result: BetResult) -> tuple[Line, ...]:
    """What each case put right, the part of it beyond the rules, and what of it has not moved yet."""
    lines = []
    for made in result.recorded.remedies:
        lines.append(Line(remedies.remedied_by(made.case), made.to_player_minor, signed=True))
        if made.beyond_rules_minor:
            lines.append(Line(remedies.BEYOND, made.beyond_rules_minor, signed=True))
        if made.out_minor:
            lines.append(Line(remedies.OUT, made.out_minor, signed=True))
    return tuple(lines)


def due_lines(settlement: Settlement, book: RuleBook | None, currency: str) -> tuple[Line, ...]:
    """What was due, in its parts, each with its sums: winnings, commission, the part taken, the part that goes back."""
    if settlement.outcome in (Outcome.AWAITING, Outcome.PENDING):
        return ()
    made = Workings() if book is None else workings(settlement, book)
    lines = (
        (_WINNINGS, settlement.winnings_minor, made.winnings),
        (_COMMISSION, settlement.commission_minor, made.commission),
        (_TAKEN, settlement.collected_minor, made.collected),
        (_BACK, settlement.returned_minor, made.returned),
    )
    return tuple(Line(name, amount, sums=sums(steps, currency)) for name, amount, steps in lines if amount)


def verdict(difference_minor: int | None) -> Text:
    """The difference as a person says it."""
    if difference_minor is None:
        return _WORDS.text("not-decided-yet")
    if difference_minor == 0:
        return _WORDS.text("right")
    if difference_minor > 0:
        return _WORDS.text("the-player-has-too-much")
    return _WORDS.text("the-player-has-too-little")
