"""A bet told to the guest who made it, whole: stake and place, what came, what it is owed and how that is worked out,
the clause, what was handed over, and who owes whom.

Nothing here names another guest, a person of the house or a finding. The sentences lie in files, one a language
(``words/``; each game's own in its folder ``told/``). Pure. Source: ADR 149. Proved by ``tests/telling``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec

from casino.core.messages import Message, Messages, Money, message
from casino.core.text import Text
from games import words
from games.catalogue import GAMES
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import Alternative, BetResult, Outcome, Settlement
from games.engine.workings import OWN, Steps, workings
from games.words import shared
from games.words.sums import sums

HERE: Final = Path(__file__).parent / "words"
FOLDER: Final = "told"
"""The folder of a game with its own sentences."""
PLAYED: Final = (Outcome.WON, Outcome.LOST, Outcome.PUSH)
"""What came of the round decides them; a void or refused bet goes by its clause alone."""
WHOLE_STAKE: Final = {Outcome.PUSH: "bet-push", Outcome.VOID: "bet-void", Outcome.REFUSED: "bet-refused"}


@cache
def messages() -> Messages:
    """The sentences of this room and of every game."""
    packages = [Path(str(import_module(game.package).__file__)).parent for game in GAMES.values()]
    return Messages([HERE, *(package / FOLDER for package in packages)])


def told(
    result: BetResult, *, game: str, summary: Summary, spot: Text, book: RuleBook | None, currency: str
) -> tuple[Message, ...]:
    """The sentences about one bet, in their order. ``summary`` is the judgement's, ``spot`` where the bet lay."""
    settlement = result.settlement
    said = [message("bet-staked", stake=Money(settlement.stake_minor, currency), spot=spot)]
    if settlement.outcome in PLAYED:
        said += _came(result, game, summary)
    said += _due(result, game, book, currency)
    said += _rule(result, game, book)
    if result.difference_minor is not None:
        said += _handed(result, currency)
        said.append(who_owes(balance(result), currency))
    return tuple(said)


def balance(result: BetResult) -> int:
    """What the guest holds too much (minus: still has to get), in minor units: recorded and remedied less due, without
    what was decided and has not moved yet."""
    return (result.difference_minor or 0) - result.recorded.out_minor


def who_owes(balance_minor: int, currency: str) -> Message:
    if not balance_minor:
        return message("nobody-owes")
    return message("guest-owes" if balance_minor > 0 else "house-owes", amount=Money(abs(balance_minor), currency))


def _came(result: BetResult, game: str, summary: Summary) -> Sequence[Message]:
    known = GAMES[game].words
    if known.came is not None:
        return known.came(summary, result)
    return [message("came", result=known.result(summary))]


def _rule(result: BetResult, game: str, book: RuleBook | None) -> list[Message]:
    """The clause that decided the bet; none while it waits."""
    settlement = result.settlement
    if book is None or settlement.outcome in (Outcome.AWAITING, Outcome.PENDING):
        return []
    cites = GAMES[game].words.cites
    chosen = settlement.clauses if cites is None or settlement.outcome not in PLAYED else cites(result, book)
    number = next((clause for clause in chosen if clause in book.clauses), "")
    return [message("rule", number=number, text=book.clauses[number].text)] if number else []


def _due(result: BetResult, game: str, book: RuleBook | None, currency: str) -> list[Message]:
    settlement = result.settlement
    match settlement.outcome:
        case Outcome.PENDING:
            return [message("bet-pending")]
        case Outcome.AWAITING:
            clause = result.decided_by
            waits = message("bet-waits", clause=clause) if clause else message("bet-waits-unnamed")
            return [waits, *(_option(each, game, book, currency) for each in result.alternatives)]
        case Outcome.WON:
            return _won(settlement, book, currency)
        case Outcome.LOST:
            return _lost(settlement, book, currency)
    return [message(WHOLE_STAKE[settlement.outcome], stake=Money(settlement.stake_minor, currency))]


def _won(settlement: Settlement, book: RuleBook | None, currency: str) -> list[Message]:
    amount = Money(settlement.winnings_minor, currency)
    made = None if book is None else workings(settlement, book)
    steps = () if made is None else _worked_out(made.winnings, made.commission)
    stays = message("bet-stake-stays", stake=Money(settlement.returned_minor, currency))
    if not steps:
        return [message("bet-won", amount=amount), stays]
    written = list(sums(steps, currency))
    if not settlement.commission_minor:
        return [message("bet-won-worked", amount=amount, steps=written), stays]
    commission = Money(settlement.commission_minor, currency)
    return [message("bet-won-less-commission", amount=amount, commission=commission, steps=written), stays]


def _worked_out(winnings: Steps, commission: Steps) -> Steps:
    """The sums up to the winnings. What the last one takes off is worked out before it."""
    if len(winnings) < 2 or not commission:
        return winnings
    if len(commission) > 1:
        commission = (*commission[:-1], msgspec.structs.replace(commission[-1], name=OWN))
    return (*winnings[:-1], *commission, winnings[-1])


def _lost(settlement: Settlement, book: RuleBook | None, currency: str) -> list[Message]:
    amount = Money(settlement.collected_minor, currency)
    steps = () if book is None else workings(settlement, book).collected
    said = [message("bet-lost", amount=amount)]
    if settlement.priced is not None and steps and settlement.collected_minor != settlement.stake_minor:
        said = [message("bet-lost-worked", amount=amount, steps=list(sums(steps, currency)))]
    if settlement.returned_minor:
        said.append(message("bet-rest-stays", amount=Money(settlement.returned_minor, currency)))
    return said


def _option(option: Alternative, game: str, book: RuleBook | None, currency: str) -> Message:
    net = option.settlement.net_minor
    code = "option-even" if not net else "option-gains" if net > 0 else "option-loses"
    comes = message(code, amount=Money(abs(net), currency))
    decision = shared.choices_of(game).get(option.decision) or words.spot(game, option.decision, book)
    return message("bet-option", decision=decision, comes=comes)


def _handed(result: BetResult, currency: str) -> list[Message]:
    recorded, stays = result.recorded, not result.settlement.net_minor
    moved = {
        "handed-paid": recorded.paid_minor,
        "handed-taken": recorded.collected_minor,
        "handed-back": recorded.returned_minor,
    }
    parts = [message(code, amount=Money(minor, currency)) for code, minor in moved.items() if minor]
    nothing = message("stake-not-taken" if stays else "handed-nothing")
    said = [message("handed", parts=parts) if parts else nothing]
    for made in recorded.remedies:
        code = "remedied-to-guest" if made.to_player_minor > 0 else "remedied-by-guest"
        if made.to_player_minor:
            said.append(message(code, case=made.case, amount=Money(abs(made.to_player_minor), currency)))
    return said
