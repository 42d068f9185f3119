"""The table "recorded | due | difference | clause": one row a bet, each amount with the sum that gives it.

Proved by ``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from casino.core.money import Odds
from casino.core.text import Text
from games import words
from games.pages.clauses import ClauseView, views
from games.rules.book import RuleBook
from games.rules.judgement import BetResult, Outcome, Settlement
from games.words import remedies, shared
from games.words.say import say


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
    """One amount with its name ("winnings 3,500,000"); ``signed`` where plus and minus say who gets it."""

    name: Text
    amount_minor: int
    signed: bool = False


class Option(msgspec.Struct, frozen=True):
    """What a bet is owed if the named post decides this way."""

    decision: Text
    outcome: Text
    lines: tuple[Line, ...]
    calculation: Text
    clauses: tuple[ClauseView, ...]


class BetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One bet. ``remedies`` stand apart from what was recorded at the table. ``difference_minor`` is both less due:
    positive, the player has too much; None while undecided."""

    bet: str
    place: Place
    kind: Text
    outcome_code: str
    outcome: Text
    stake_minor: int
    recorded: tuple[Line, ...]
    remedies: tuple[Line, ...]
    due: tuple[Line, ...]
    calculation: Text
    difference_minor: int | None
    verdict: Text
    clauses: tuple[ClauseView, ...]
    options: tuple[Option, ...] = ()
    decided_by: tuple[ClauseView, ...] = ()


_WINNINGS = Text("tiền thưởng", "winnings")
_COMMISSION = Text("hoa hồng", "commission")
_TAKEN = Text("thu tiền cược", "stake taken")
_BACK = Text("trả lại cược", "stake back")
_PAID = Text("đã trả thưởng", "paid")
_COLLECTED = Text("đã thu", "taken")
_RETURNED = Text("đã trả lại", "handed back")


def row(result: BetResult, place: Place, game: str, book: RuleBook | None, currency: str) -> BetRow:
    """One bet of a judgement as the page shows it."""
    settlement = result.settlement
    return BetRow(
        bet=result.bet,
        place=place,
        kind=words.bet_kind(game, result.kind),
        outcome_code=str(settlement.outcome),
        outcome=words.term(shared.OUTCOMES, settlement.outcome),
        stake_minor=settlement.stake_minor,
        recorded=_recorded(result),
        remedies=_remedies(result),
        due=due_lines(settlement),
        calculation=calculation(settlement, book.odds.get(result.kind) if book else None, currency),
        difference_minor=result.difference_minor,
        verdict=verdict(result.difference_minor),
        clauses=views(settlement.clauses, book),
        options=tuple(
            Option(
                decision(game, option.decision),
                words.term(shared.OUTCOMES, option.settlement.outcome),
                due_lines(option.settlement),
                calculation(option.settlement, book.odds.get(result.kind) if book else None, currency),
                views(option.settlement.clauses, book),
            )
            for option in result.alternatives
        ),
        decided_by=views([result.decided_by] if result.decided_by else [], book),
    )


def decision(game: str, code: str) -> Text:
    known = shared.RULING_CHOICES.get(code)
    if known is not None:
        return known
    return words.spot(game, code)


def _recorded(result: BetResult) -> tuple[Line, ...]:
    lines = (
        Line(_PAID, result.recorded.paid_minor),
        Line(_COLLECTED, result.recorded.collected_minor),
        Line(_RETURNED, result.recorded.returned_minor),
    )
    return tuple(line for line in lines if line.amount_minor)


def _remedies(result: BetResult) -> tuple[Line, ...]:
    """What each case put right, and the part of it beyond the rules."""
    lines = []
    for made in result.recorded.remedies:
        lines.append(Line(remedies.remedied_by(made.case), made.to_player_minor, signed=True))
        if made.beyond_rules_minor:
            lines.append(Line(remedies.BEYOND, made.beyond_rules_minor, signed=True))
    return tuple(lines)


def due_lines(settlement: Settlement) -> tuple[Line, ...]:
    """What was due, in its parts: winnings, commission, the part taken, the part that goes back."""
    if settlement.outcome in (Outcome.AWAITING, Outcome.PENDING):
        return ()
    lines = (
        Line(_WINNINGS, settlement.winnings_minor),
        Line(_COMMISSION, settlement.commission_minor),
        Line(_TAKEN, settlement.collected_minor),
        Line(_BACK, settlement.returned_minor),
    )
    return tuple(line for line in lines if line.amount_minor)


def calculation(settlement: Settlement, odds: Odds | None, currency: str) -> Text:
    """The sum in words: "100.000 × 35 = 3.500.000"; where it was rounded, the exact amount too."""
    if settlement.outcome is not Outcome.WON or not settlement.winnings_minor:
        return Text("", "")
    exact = settlement.exact_winnings
    stake = plain_amount(settlement.in_play_minor, currency)
    total = plain_amount(settlement.winnings_minor + settlement.commission_minor, currency)
    if odds is None or odds.of(settlement.in_play_minor) != exact:
        return Text("", "")
    factor = str(odds.profit) if odds.stake == 1 else f"{odds.profit}/{odds.stake}"
    if exact.denominator == 1:
        return say(
            "{stake} × {factor} = {total}", "{stake} × {factor} = {total}", stake=stake, factor=factor, total=total
        )
    return say(
        "{stake} × {factor} = {exact} → {total}",
        "{stake} × {factor} = {exact} → {total}",
        stake=stake,
        factor=factor,
        exact=_mixed(exact),
        total=total,
    )


def plain_amount(amount_minor: int, currency: str) -> Text:
    """An amount without its currency, for sums."""
    both = words.money(amount_minor, currency)
    suffix = f"\N{NO-BREAK SPACE}{currency}"
    return Text(both.vi.removesuffix(suffix), both.en.removesuffix(suffix))


def _mixed(exact: Fraction) -> str:
    whole, rest = divmod(exact.numerator, exact.denominator)
    return f"{whole} {rest}/{exact.denominator}"


def verdict(difference_minor: int | None) -> Text:
    """The difference as a person says it."""
    if difference_minor is None:
        return Text("chưa tính được", "not decided yet")
    if difference_minor == 0:
        return Text("đúng", "right")
    if difference_minor > 0:
        return Text("người chơi nhận thừa", "the player has too much")
    return Text("người chơi nhận thiếu", "the player has too little")
