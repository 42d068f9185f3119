"""A bet told to the guest who made it, whole: stake and place, what came, what it is owed and how that is worked out,
the clause, what was handed over, and who owes whom.

Nothing here names another guest, a person of the house or a finding. The sentences lie in files, one a language
(``words/``; each game's own in its folder ``told/``). Pure. Source: ADR 149. Proved by ``tests/telling``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
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
from games.engine.judgement import NOTHING_RECORDED, Alternative, BetResult, Outcome, Remedied, Settlement
from games.engine.priced import OfMultiples
from games.engine.workings import AGAINST, OWN, SPECIAL, Steps, workings
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
    said = [message("bet-staked", stake=Money(_staked(settlement), currency), spot=spot)]
    if settlement.outcome in (*PLAYED, Outcome.AWAITING):
        said += _came(result, game, summary, book)
    said += _due(result, game, book, currency)
    said += _rules(result, game, book)
    said += _handed(result, currency)
    if result.difference_minor is not None:
        said.append(who_owes(result, currency))
    return tuple(said)


def balance(result: BetResult) -> int:
    """What the guest holds too much (minus: still has to get), in minor units: recorded and remedied less due, without
    what was decided and has not moved yet."""
    return (result.difference_minor or 0) - result.recorded.out_minor


def who_owes(result: BetResult, currency: str) -> Message:
    """ "Too much" is said only of what was paid to the guest; a lost stake that nobody collected they still owe."""
    owed = balance(result)
    if not owed:
        return message("nobody-owes")
    amount = Money(abs(owed), currency)
    if owed < 0:
        return message("house-owes", amount=amount)
    uncollected = result.settlement.collected_minor - result.recorded.collected_minor
    return message("guest-owes" if uncollected > 0 else "guest-has-too-much", amount=amount)


def _staked(settlement: Settlement) -> int:
    """What the guest laid down. A loss of several Antes is more than the one that lay there."""
    priced = settlement.priced
    return priced.ante_minor if isinstance(priced, OfMultiples) else settlement.stake_minor


def _came(result: BetResult, game: str, summary: Summary, book: RuleBook | None) -> Sequence[Message]:
    known = GAMES[game].words
    if known.came is not None:
        return [] if book is None else known.came(summary, result, book)
    return [message("came", result=known.result(summary))]


def _rules(result: BetResult, game: str, book: RuleBook | None) -> list[Message]:
    """The clauses that say best why: of a bet that waits, who decides it."""
    if book is None:
        return []
    settlement, cites = result.settlement, GAMES[game].words.cites
    match settlement.outcome:
        case Outcome.AWAITING:
            chosen: Sequence[str] = (result.decided_by,) if result.decided_by else ()
        case Outcome.VOID:
            chosen = settlement.clauses[-1:]  # the first names the matter, the last what follows from it
        case Outcome.WON | Outcome.LOST | Outcome.PUSH if cites is not None:
            chosen = [*cites(result, book)]
        case Outcome.WON:
            chosen = settlement.clauses[:2]  # that it won, and at which odds
        case _:
            chosen = settlement.clauses[:1]
    return [message("rule", number=each, text=book.clauses[each].text) for each in chosen if each in book.clauses]


def _due(result: BetResult, game: str, book: RuleBook | None, currency: str) -> list[Message]:
    settlement = result.settlement
    match settlement.outcome:
        case Outcome.PENDING:
            return [message("bet-pending")]
        case Outcome.AWAITING:
            return [
                message("bet-waits"),
                *(_option(each, result, game, book, currency) for each in result.alternatives),
            ]
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


def _worked_out(amounts: Steps, commission: Steps = ()) -> Steps:
    """The sums up to an amount. What the last one takes off is worked out before it; what each other seat comes to was
    told with the cards."""
    told_before = [each for each in amounts if each.name not in (AGAINST, SPECIAL)]
    steps = tuple(told_before or amounts)
    if len(steps) < 2 or not commission:
        return steps
    if len(commission) > 1:
        commission = (*commission[:-1], msgspec.structs.replace(commission[-1], name=OWN))
    return (*steps[:-1], *commission, steps[-1])


def _lost(settlement: Settlement, book: RuleBook | None, currency: str) -> list[Message]:
    amount = Money(settlement.collected_minor, currency)
    steps = () if book is None else _worked_out(workings(settlement, book).collected)
    said = [message("bet-lost", amount=amount)]
    if settlement.priced is not None and steps and settlement.collected_minor != _staked(settlement):
        said = [message("bet-lost-worked", amount=amount, steps=list(sums(steps, currency)))]
    if settlement.returned_minor:
        said.append(message("bet-rest-stays", amount=Money(settlement.returned_minor, currency)))
    return said


def _option(option: Alternative, result: BetResult, game: str, book: RuleBook | None, currency: str) -> Message:
    """What one decision comes to, and where chips have moved already, what is left to hand over then."""
    net, recorded = option.settlement.net_minor, result.recorded
    code = "option-even" if not net else "option-gains" if net > 0 else "option-loses"
    comes = message(code, amount=Money(abs(net), currency))
    decision = shared.choices_of(game).get(option.decision) or words.spot(game, option.decision, book)
    rest = recorded.net_minor(option.settlement.stake_minor) + recorded.counted_minor - recorded.out_minor - net
    then = "unmoved"
    if recorded != NOTHING_RECORDED:
        then = "nobody" if not rest else "guest" if rest > 0 else "house"
    return message("bet-option", decision=decision, comes=comes, then=then, rest=Money(abs(rest), currency))


def _handed(result: BetResult, currency: str) -> list[Message]:
    """What moved at the table and afterwards. Where nothing moved and nothing had to, there is nothing to say."""
    recorded, net = result.recorded, result.settlement.net_minor
    moved = {
        "handed-paid": recorded.paid_minor,
        "handed-taken": recorded.collected_minor,
        "handed-back": recorded.returned_minor,
    }
    parts = [message(code, amount=Money(minor, currency)) for code, minor in moved.items() if minor]
    said = []
    if parts:
        said.append(message("handed", parts=reduce(lambda one, two: message("two-parts", one=one, two=two), parts)))
    elif net and result.difference_minor is not None:
        said.append(message("not-paid-yet" if net > 0 else "not-taken-yet"))
    for made in recorded.remedies:
        said += _remedied(made, currency)
    return said


def _remedied(made: Remedied, currency: str) -> list[Message]:
    """What a case put right: what moved of it, what did not yet, and how far it departs from the rules."""
    said = []
    for minor, due in ((made.to_player_minor - made.out_minor, ""), (made.out_minor, "-due")):
        if minor:
            code = ("remedied-to-guest" if minor > 0 else "remedied-by-guest") + due
            said.append(message(code, case=made.case, amount=Money(abs(minor), currency)))
    if made.beyond_rules_minor:
        code = "remedied-beyond" if made.beyond_rules_minor > 0 else "remedied-less"
        said.append(message(code, amount=Money(abs(made.beyond_rules_minor), currency)))
    return said
