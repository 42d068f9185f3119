"""Faults of insurance at baccarat: when, on what, how much, at which odds, and who may allow it (6.4, 7.20, 7.21).

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random

from games.simulate import staff
from games.simulate.baccarat import felt
from games.simulate.baccarat.bets import BELOW
from games.simulate.baccarat.cards import SHIFT, stacked
from games.simulate.baccarat.coup import Coup, Insurance
from games.simulate.baccarat.money import in_play, insurance_most
from games.simulate.baccarat.table import CHIP
from games.simulate.play import REFUSED, Planted, Player


def _insurable(
    coup: Coup, rng: random.Random, stage: str, *, cards: int = 5, odds: str | None = None
) -> tuple[Player, str] | None:
    """Let a side be insurable at a stage, with somebody's bet of two million on it: who, and the side. At the third
    card nothing was to be insured before, so that nobody passed it over."""
    if not coup.insurance or not coup.bets:
        return None
    side = "player" if odds == "1:9" else rng.choice(felt.SIDES)

    def fits(hands: felt.Hands) -> bool:
        due = felt.insured_at(side, stage, hands)
        before = stage == "third_card" and _offered_first(hands)
        return len(hands.places) >= cards and due is not None and odds in (None, due) and not before

    if not stacked(coup, rng, fits):
        return None
    bet = rng.choice(coup.bets)
    bet.spot = bet.lies_on = side
    bet.stake_minor = bet.counts_minor = 2_000_000
    coup.buyers = False
    return bet.player, side


def _offered_first(hands: felt.Hands) -> bool:
    return any(felt.insured_at(side, "first_deal", hands) for side in felt.SIDES)


def _takes(coup: Coup, who: Player, side: str, stage: str, at: int, stake_minor: int = 100_000) -> str:
    """The player insures; the id of the insurance."""
    bet = f"{coup.code}-I{len(coup.insured)}"
    coup.insured.append(Insurance(bet, who, side, stage, stake_minor, at))
    return bet


def _goes_back(coup: Coup) -> None:
    coup.insured[-1].back = REFUSED


def _at(coup: Coup, stage: str) -> int:
    return coup.moment(3 if stage == "first_deal" else 4) + 7_000


def _stage(rng: random.Random) -> str:
    return rng.choice(("first_deal", "third_card"))


def insurance_after_renouncing(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Declined (7.20) or waived (6.4.4), and taken all the same."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    who, side = insurable
    by = {"player": who.ref, "seat": who.seat}
    if rng.random() < 0.5:
        coup.says(coup.moment(3) + 4_500, "insurance_declined", **by)
    else:
        coup.says(coup.moment(3) + 4_500, "insurance_waived", **by, agreed_by=staff.person("dealer", coup.dealer))
    bet = _takes(coup, who, side, "first_deal", _at(coup, "first_deal"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_forgone", bet)]


def insurance_after_silence(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Offered after the first deal and passed over: no insurance after the third card, in whichever row."""
    insurable = _insurable(coup, rng, "first_deal", cards=6)
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, _stage(rng), _at(coup, "third_card"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_forgone", bet)]


def insurance_outside_table(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.insurance or not coup.on(*felt.SIDES):
        return None
    main = rng.choice(coup.on(*felt.SIDES))
    if not stacked(coup, rng, lambda hands: felt.insured_at(main.spot, "first_deal", hands) is None):
        return None
    coup.buyers = False
    bet = _takes(coup, main.player, main.spot, "first_deal", _at(coup, "first_deal"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_outside_table", bet)]


def insurance_too_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Not offered, and taken when its moment had passed although nobody allowed it (7.21)."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    coup.silent.add((insurable[1], "first_deal"))
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "third_card"))
    _goes_back(coup)
    missing = Planted(coup.code, "insurance_not_offered", f"{insurable[1]}:first_deal")
    return [missing, Planted(coup.code, "insurance_wrong_moment", bet)]


def insurance_not_offered(coup: Coup, rng: random.Random) -> list[Planted] | None:
    stage = _stage(rng)
    insurable = _insurable(coup, rng, stage)
    if insurable is None:
        return None
    coup.silent.add((insurable[1], stage))
    return [Planted(coup.code, "insurance_not_offered", f"{insurable[1]}:{stage}")]


def insurance_allowed_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Not offered, and then allowed by the shift manager while a card is to come (7.21)."""
    insurable = _insurable(coup, rng, "first_deal", cards=6)
    if insurable is None:
        return None
    coup.silent.add((insurable[1], "first_deal"))
    _takes(coup, *insurable, "first_deal", _at(coup, "third_card"))
    coup.insured[-1].allowed_by = staff.person(rng.choice(SHIFT))
    return [Planted(coup.code, "insurance_not_offered", f"{insurable[1]}:first_deal")]


def insurance_allowed_late_by_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = insurance_allowed_late(coup, rng)
    if planted is None:
        return None
    coup.insured[-1].allowed_by = staff.person(rng.choice(BELOW))
    _goes_back(coup)
    bet = coup.insured[-1].id
    wrong = [Planted(coup.code, "post_not_competent", bet), Planted(coup.code, "insurance_wrong_moment", bet)]
    return [*planted, *wrong]


def insurance_allowed_after_last_card(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = insurance_allowed_late(coup, rng)
    if planted is None:
        return None
    coup.insured[-1].at = coup.announced_at - 2_000
    _goes_back(coup)
    return [*planted, Planted(coup.code, "insurance_wrong_moment", coup.insured[-1].id)]


def insurance_offered_wrongly(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    side, stage = rng.choice(felt.SIDES), _stage(rng)
    if coup.insurance and not stacked(coup, rng, lambda hands: felt.insured_at(side, stage, hands) is None):
        return None
    coup.says(coup.moment(3 if stage == "first_deal" else 4) + 4_000, "insurance_offered", side=side, stage=stage)
    coup.buyers = False
    return [Planted(coup.code, "insurance_offered_wrongly", f"{side}:{stage}")]


def wrong_odds_offered(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if _insurable(coup, rng, _stage(rng)) is None:
        return None
    coup.offered_odds = "1:5"
    hands = felt.play(coup.cards)
    sides = {side for _player, side in in_play(coup).mains}
    rows = [(s, g) for g in ("first_deal", "third_card") for s in sides if felt.insured_at(s, g, hands)]
    return [Planted(coup.code, "wrong_insurance_odds", f"{side}:{stage}") for side, stage in rows]


def wrong_odds_on_insurance(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Taken at odds that are not printed: paid at those that are."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "first_deal"))
    coup.insured[-1].odds = "1:5"
    return [Planted(coup.code, "wrong_insurance_odds", bet)]


def insurance_without_main_bet(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    side = insurable[1]
    without = [p for p in coup.players if p not in {bet.player for bet in coup.on(side)}]
    if not without:
        return None
    bet = _takes(coup, rng.choice(without), side, "first_deal", _at(coup, "first_deal"))
    return [Planted(coup.code, "insurance_without_main_bet", bet)]


def insurance_above_main_bet(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """What the main bet does not cover does not count: it wins nothing, and comes back when it loses."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    who, side = insurable
    odds = felt.insured_at(side, "first_deal", felt.play(coup.cards)) or ""
    covers = in_play(coup).mains[who, side] / felt.times(odds)
    bet = _takes(coup, who, side, "first_deal", _at(coup, "first_deal"), int(covers) + rng.choice((1, CHIP, 1_000_000)))
    return [Planted(coup.code, "insurance_above_main_bet", bet)]


def insured_twice(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Two insurances share the main bet: the first covers it whole, the second covers nothing."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    who, side = insurable
    odds = felt.insured_at(side, "first_deal", felt.play(coup.cards)) or ""
    whole = in_play(coup).mains[who, side] / felt.times(odds)
    if whole.denominator != 1:
        return None
    _takes(coup, who, side, "first_deal", _at(coup, "first_deal") - 900, int(whole))
    bet = _takes(coup, who, side, "first_deal", _at(coup, "first_deal"))
    return [Planted(coup.code, "insurance_above_main_bet", bet)]


def insurance_above_limit(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Above the table's limit for these odds: of a lost one the part above goes back (6.4.3.1)."""
    insurable = _insurable(coup, rng, "third_card", odds="1:9")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "third_card", _at(coup, "third_card"), insurance_most("1:9") + CHIP)
    return [Planted(coup.code, "above_maximum", bet)]


def insured_nine_meets_nine(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the one tie that pays insurance (6.4.2)."""
    insurable = _insurable(coup, rng, "third_card", odds="1:9")

    def fits(hands: felt.Hands) -> bool:
        offered = felt.insured_at("player", "third_card", hands) == "1:9"
        return offered and hands.winner == "tie" and not _offered_first(hands)

    if insurable is None or not stacked(coup, rng, fits):
        return None
    _takes(coup, *insurable, "third_card", _at(coup, "third_card"), insurance_most("1:9"))
    return []


def insurance_withdrawn_in_time(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "first_deal"))
    coup.says(_at(coup, "first_deal") + 2_000, "bet_withdrawn", "reader", bet=bet)
    coup.insured[-1].gone = True
    return []


def insurance_withdrawn_too_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "first_deal"))
    coup.says(coup.moment(4) + 900, "bet_withdrawn", "reader", bet=bet)
    return [Planted(coup.code, "withdrawn_after_call", bet)]


def insurance_under_the_sign(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Insurance on a table that shows the sign that it takes none (6.4.5)."""
    if coup.insurance or not coup.on(*felt.SIDES):
        return None
    main = rng.choice(coup.on(*felt.SIDES))
    bet = _takes(coup, main.player, main.spot, "first_deal", _at(coup, "first_deal"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_not_available", bet)]
