"""A bet told to the guest who made it, whole: stake and place, what came, what it is owed and how that is worked out,
the clause, what was handed over, and who owes whom.

Nothing here names another guest, a person of the house or a finding. The sentences lie in files, one a language
(``words/``; each game's own in its folder ``told/``). Pure. Source: ADR 149. Proved by ``tests/telling``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from casino.core.languages import in_order
from casino.core.messages import Message, Messages, message
from casino.core.money import Money
from casino.core.text import Text, figure
from games import words
from games.catalogue import GAMES
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import (
    NOTHING_RECORDED,
    Alternative,
    BetResult,
    Judgement,
    Outcome,
    Remedied,
    Settlement,
)
from games.engine.priced import Cover, Most, OfBox, OfMultiples, OfStake, Part, Priced
from games.engine.workings import AGAINST, GROSS, OWN, SPECIAL, Count, Product, Stake, Step, Steps, workings
from games.words import shared
from games.words.sum_words import exact_text, rounding_text, sum_text

HERE: Final = Path(__file__).parent / "words"
FOLDER: Final = "told"
"""The folder of a game with its own sentences."""
PLAYED: Final = (Outcome.WON, Outcome.LOST, Outcome.PUSH)
"""What came of the round decides them; a void or refused bet goes by its clause alone."""
LATE: Final = "seen-late"
SEEN: Final = {
    "late_bet": LATE,
    "changed_after_call": "seen-changed",
    "withdrawn_after_call": "seen-taken-back",
    "withdrawal_not_allowed": "seen-taken-back-without-leave",
    "withdrawal_too_late": "seen-taken-back-too-late",
    "display_mismatch": "seen-display",
}
"""What the guest saw or did at the table and does not count, by what was found of the bet or its round."""
WHOLE_STAKE: Final = {Outcome.PUSH: "bet-push", Outcome.VOID: "bet-void", Outcome.REFUSED: "bet-refused"}


@cache
def messages() -> Messages:
    """The sentences of this room and of every game."""
    return Messages([HERE, *(_folder(game.package) for game in GAMES.values())])


def _folder(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent / FOLDER


def languages(game: str) -> tuple[str, ...]:
    """Those in which a guest is told of bets at this game: the house's, and where it has its own sentences further
    ones."""
    own = _folder(GAMES[game].package)
    return in_order(each.stem for each in HERE.glob("*.ftl") if (own / each.name).exists())


def told(result: BetResult, judgement: Judgement, *, book: RuleBook | None, currency: str) -> tuple[Message, ...]:
    """The sentences about one bet of a judged round, in their order."""
    game, settlement = judgement.game, result.settlement
    placed = _placed(game, result.spot or result.kind, result.kind, book)
    said = [message("bet-staked", stake=Money(_staked(settlement), currency), placed=placed)]
    if settlement.outcome in (*PLAYED, Outcome.AWAITING):
        said += _came(result, game, judgement.summary, book)
    said += _seen(result, judgement)
    said += _due(result, game, book, currency)
    said += _rules(result, game, book)
    said += _handed(result, currency)
    if result.difference_minor is not None:
        said.append(who_owes(result, currency))
    return tuple(said)


def _placed(game: str, spot: str, kind: str, book: RuleBook | None) -> Message:
    """Where the bet lay, as it is said at its table."""
    told, called = GAMES[game].words.placed, words.spot(game, spot, book)
    return message("placed", spot=called) if told is None else told(spot, kind, called)


def _seen(result: BetResult, judgement: Judgement) -> list[Message]:
    """What the guest saw that does not count: of a bet that was not accepted, when it was put down; of one that goes by
    what came, how it was moved later and what else was shown."""
    outcome = result.settlement.outcome
    if outcome not in (*PLAYED, Outcome.AWAITING, Outcome.REFUSED):
        return []
    about = (result.bet, "") if outcome in PLAYED else (result.bet,)
    codes = {each.code for each in judgement.findings if each.subject in about}
    late = outcome is Outcome.REFUSED
    return [message(told) for code, told in SEEN.items() if code in codes and (told == LATE) == late]


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


def in_short(result: BetResult, currency: str) -> Message:
    """How a bet stands, in one sentence: who owes whom, or that this cannot be said yet."""
    if result.difference_minor is None:
        return message("bet-pending" if result.settlement.outcome is Outcome.PENDING else "bet-waits")
    owes = who_owes(result, currency)
    return message(f"{owes.id}-alone", **owes.args)


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
            chosen = settlement.clauses[:1]  # at which odds is told with the win
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
    made = None if book is None else workings(settlement, book)
    held_back = isinstance(settlement.priced, OfStake)  # by the odds themselves: nothing is worked out of it
    steps = () if made is None else _worked_out(made.winnings, () if held_back else made.commission)
    comes: dict[str, Any] = {"won": _won_at(settlement, book), "amount": Money(settlement.winnings_minor, currency)}
    worked = _worked(settlement, steps, currency)
    code = "bet-won-worked" if worked else "bet-won"
    if settlement.commission_minor:
        code += "-less-commission"
        comes["commission"] = Money(settlement.commission_minor, currency)
    if worked:
        comes["steps"] = worked
    return [
        message(code, **comes),
        message("bet-stake-stays", stake=Money(settlement.returned_minor, currency)),
    ]


def _won_at(settlement: Settlement, book: RuleBook | None) -> Message:
    """That the bet won, at which odds, and where those are printed."""
    if book is None or not isinstance(settlement.priced, OfStake | OfBox):
        return message("won")
    printed = {book.printed_as(number) for number in book.odds_clauses.values()}
    number = next((each for each in settlement.clauses if each in printed), "")
    odds = odds_message(settlement.priced.times, settlement.priced.per)
    return message("won-at-clause", odds=odds, number=number) if number else message("won-at", odds=odds)


def odds_message(times: int, per: int) -> Message:
    """Odds as they are said at a table: 35 to 1, 19 to 20, 1.5 to 1."""
    odds = Fraction(times, per)
    if odds > 1 and odds.denominator == 2:
        return message("odds", profit=figure(f"{float(odds):.1f}"), stake="1")
    return message("odds", profit=str(odds.numerator), stake=str(odds.denominator))


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


def _worked(settlement: Settlement, steps: Steps, currency: str) -> list[Message | Text]:
    """The steps as they are said: what bounded the bet by its name, odds as the odds that were told, the rest as sums.
    Nothing where the stake itself was paid or taken at its odds."""
    priced, rest = settlement.priced, list(steps)
    said: list[Message | Text] = []
    if isinstance(priced, OfStake | OfBox) and rest:
        left = Fraction(settlement.stake_minor)
        for part in priced.parts:
            made = [rest.pop(0) for _ in range(2 if isinstance(part, Cover) else 1) if rest]
            if made[-1].exact < left:
                said.append(_bounded(part, made, currency))
            left = made[-1].exact
        rest = [each for each in rest if each.name or each.result != each.exact or not _at_odds(each)]
    return said + [_step(each, priced, currency) for each in rest]


def _at_odds(step: Step) -> bool:
    """A product of what counts and the odds, which were told already."""
    product = step.expression
    return isinstance(product, Stake) or (isinstance(product, Product) and isinstance(product.factors[-1], Count))


def _bounded(part: Part, made: list[Step], currency: str) -> Message:
    """Why less than the stake counts."""
    counts = exact_text(made[-1].result, currency)
    match part:
        case Most(most):
            return message("counts-most", most=Money(most, currency))
        case Cover(main, _covered, profit, unit):
            odds = odds_message(profit, unit)
            return message("counts-cover", main=exact_text(Fraction(*main), currency), odds=odds, counts=counts)
    bare = msgspec.structs.replace(made[-1], name="")
    return message("counts-share", differential=Money(part.of[-1], currency), sum=sum_text(bare, currency))


def _step(step: Step, priced: Priced | None, currency: str) -> Message | Text:
    if isinstance(priced, OfMultiples) or not _at_odds(step):
        return sum_text(step, currency)
    comes = exact_text(step.result, currency)
    said: Message | Text = comes
    if step.rounding is not None and step.result != step.exact:
        rounded = rounding_text(step.rounding, currency)
        said = message("rounded", exact=exact_text(step.exact, currency), amount=comes, rounded=rounded)
    return message("before-commission", amount=said) if step.name == GROSS else said


def _lost(settlement: Settlement, book: RuleBook | None, currency: str) -> list[Message]:
    amount = Money(settlement.collected_minor, currency)
    steps = () if book is None else _worked_out(workings(settlement, book).collected)
    worked: list[Message | Text] = []
    if settlement.priced is not None and steps and settlement.collected_minor != _staked(settlement):
        worked = _worked(settlement, steps, currency)
    said = [message("bet-lost-worked", amount=amount, steps=worked) if worked else message("bet-lost", amount=amount)]
    if settlement.returned_minor:
        said.append(message("bet-rest-stays", amount=Money(settlement.returned_minor, currency)))
    return said


def _option(option: Alternative, result: BetResult, game: str, book: RuleBook | None, currency: str) -> Message:
    """What one decision comes to, and where chips have moved already, what is left to hand over then."""
    net, recorded = option.settlement.net_minor, result.recorded
    code = "option-even" if not net else "option-gains" if net > 0 else "option-loses"
    comes = message(code, amount=Money(abs(net), currency))
    decision: Text | Message | None = shared.choices_of(game).get(option.decision)
    if decision is None and ":" in option.decision:
        decision = message("it-lay", placed=_placed(game, option.decision, result.kind, book))
    decision = decision or words.spot(game, option.decision, book)
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
        yet = "" if recorded.remedies else "-yet"
        said.append(message(("not-paid" if net > 0 else "not-taken") + yet))
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
