"""Faults of the cards at baccarat: what voids a round, wrong third cards, cards out of order, the burn, the shoe.

Clauses 7.1 to 7.13. Each function puts one thing into a plan and says what must be found; None where the plan has no
room for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from games.simulate import staff
from games.simulate.baccarat import felt
from games.simulate.baccarat.coup import Coup
from games.simulate.play import REFUSED, VOID, Act, Bet, Planted

EVERYONE: Final = tuple(member.role for member in staff.ACCOUNTS[:10])
DECIDERS: Final = ("assistant_director", "director_of_table_games", "senior_management")
SHIFT: Final = ("shift_manager", *DECIDERS)
PIT: Final = ("pit_manager", *SHIFT)
VOIDED_BY: Final = {
    **dict.fromkeys(("extra_cards", "missing_cards", "foreign_cards", "unshuffled"), ("7.1", "7.1.1")),
    "not_enough_cards": ("7.2",),
    "order_lost": ("7.3",),
}


def stacked(coup: Coup, rng: random.Random, fits: Callable[[felt.Hands], bool]) -> bool:
    """Let the shoe hold cards that fit, after those carried over; False (and nothing changed) where none are found."""
    carried = coup.cards[: coup.opens]
    for _ in range(3_000):
        cards = [*carried, *rng.choices(felt.CARDS, k=12)]
        if fits(felt.play(cards)):
            coup.cards = cards
            return True
    return False


def seen(coup: Coup, at: int, kind: str, source: str = "tablet", **more: Any) -> None:
    coup.says(at, "irregularity_seen", source, kind=kind, seen_by=staff.person("dealer", coup.dealer), **more)


def called_void(coup: Coup, rng: random.Random, at: int, ground: str | None) -> None:
    by = staff.person(rng.choice(("dealer", "pit_supervisor", "pit_manager")))
    coup.says(at, "round_voided", called_by=by, **({} if ground is None else {"ground": ground}))


def unfinished(coup: Coup, count: int) -> None:
    """Dealing stops after this many cards and nothing more happens with the cards."""
    coup.stop, coup.announced, coup.insurance, coup.squeezes = count, None, False, False


# --- what voids by itself (7.1 to 7.3) ---------------------------------------------------------------------------


def _void(coup: Coup, rng: random.Random, *sources: str) -> tuple[str, int]:
    kind = rng.choice(tuple(VOIDED_BY))
    if kind == "not_enough_cards" or rng.random() < 0.5:
        count = rng.choice((1, 2, 3, 4))
        unfinished(coup, count if kind != "not_enough_cards" else min(count, 3))  # four may be all that there are
        at = coup.moment((coup.stop or 1) - 1) + 500
    else:
        coup.announced = None
        at = coup.announced_at - 3_000
    which = {"card": rng.choice(felt.CARDS)} if kind == "foreign_cards" else {}
    for source in sources:
        seen(coup, at, kind, source, **which)
    coup.void, coup.hands_back = True, rng.random() < 0.5
    return kind, at


def void_by_fact(coup: Coup, rng: random.Random) -> list[Planted] | None:
    kind, at = _void(coup, rng, "shoe")
    called_void(coup, rng, at + 900, rng.choice(VOIDED_BY[kind]))
    return []


def void_by_fact_unannounced(coup: Coup, rng: random.Random) -> list[Planted] | None:
    _void(coup, rng, "shoe", "tablet")
    return [Planted(coup.code, "void_not_announced", "")]


def found_after_the_round(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: results of rounds before stay (7.1.2)."""
    kind = rng.choice(tuple(VOIDED_BY))
    data = {"kind": kind, "seen_by": staff.person("surveillance")}
    coup.later.append(Act(20_000, "tablet", "irregularity_seen", data))
    return [Planted(coup.code, "irregularity_without_effect", kind)]


def called_void_after_the_round(coup: Coup, rng: random.Random) -> list[Planted] | None:
    data = {"called_by": staff.person("pit_manager"), "ground": "7.1"}
    coup.later.append(Act(20_000, "tablet", "round_voided", data))
    return [Planted(coup.code, "void_without_ground", "call")]


def no_result(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """The cards stop coming and nobody says why."""
    unfinished(coup, rng.choice((1, 2, 3)))
    coup.unsettled = True
    return [Planted(coup.code, "no_result", "")]


# --- what only the assistant director or above decides (7.22) ----------------------------------------------------


def _groundless(coup: Coup, rng: random.Random) -> list[Planted]:
    called_void(coup, rng, coup.announced_at - 2_500, rng.choice((None, "7.4", "7.10", "7.15", "7.11.3", "7.16")))
    return [Planted(coup.code, "void_without_ground", "call")]


def _short(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not stacked(coup, rng, lambda hands: len(hands.places) > 4):
        return None
    places = felt.play(coup.cards).places
    coup.stop = rng.randrange(4, len(places))
    coup.short = True
    return [Planted(coup.code, "third_card_missing", places[coup.stop])]


def _taken_back_wrongly(coup: Coup, rng: random.Random) -> list[Planted]:
    """Cards are taken back although one was exposed, or although no burn was missed."""
    missed = rng.random() < 0.5
    _starts_falsely(coup, [rng.choice((True, None))] if missed else [False, False])
    if missed:
        seen(coup, coup.start - 4_000, "missed_burn")
    return [Planted(coup.code, "cards_taken_back_wrongly", "")]


def _doubtful(coup: Coup, rng: random.Random) -> list[Planted] | None:
    return rng.choice((_groundless, _short, _taken_back_wrongly))(coup, rng)


def doubtful_unruled(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(coup, rng)
    coup.unsettled = planted is not None
    return planted


def doubtful_ruled_as_dealt(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(coup, rng)
    if planted is not None:
        coup.rules("7.22", rng.choice(DECIDERS), "as_dealt")
    return planted


def doubtful_ruled_void(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(coup, rng)
    if planted is not None:
        coup.rules("7.22", rng.choice(DECIDERS), "void")
        coup.void, coup.hands_back = True, rng.random() < 0.5
    return planted


def doubtful_ruled_by_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(coup, rng)
    if planted is None:
        return None
    coup.rules("7.22", rng.choice([p for p in EVERYONE if p not in DECIDERS]), rng.choice(("as_dealt", "void")))
    coup.unsettled = True
    return [*planted, Planted(coup.code, "post_not_competent", "ruling")]


def doubtful_ruled_something_else(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(coup, rng)
    if planted is None:
        return None
    coup.rules("7.22", rng.choice(DECIDERS), "deal_again")
    coup.unsettled = True
    return [*planted, Planted(coup.code, "ruling_not_offered", "ruling")]


# --- single cards (7.4 to 7.8) -----------------------------------------------------------------------------------


def face_up_in_shoe(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a card after the first lay face up, and play goes on (7.4)."""
    card = rng.choice((1, 2, 3))
    coup.card_more[card] = {"face_up": True}
    seen(coup, coup.moment(card) + 400, "face_up_in_shoe", card=coup.cards[card])
    return [Planted(coup.code, "irregularity_without_effect", "face_up_in_shoe")]


def _first_card_face_up(coup: Coup) -> bool:
    if coup.free or coup.opens:
        return False
    coup.card_more[0] = {"face_up": True}
    coup.insurance = coup.squeezes = False
    for bet in coup.bets:
        bet.back = VOID
    return True


def first_card_face_up(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """The first card lay face up: the round goes on without its bets (7.5)."""
    if not _first_card_face_up(coup):
        return None
    coup.says(coup.moment(0) + 700, "no_bet_announced", ground="7.5")
    return []


def first_card_face_up_unannounced(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not _first_card_face_up(coup):
        return None
    return [Planted(coup.code, "no_bet_not_announced", "")]


def third_card_left_with_player(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Player stands and gets the third card that is Banker's (7.6)."""
    if not stacked(coup, rng, lambda hands: hands.places[4:] == ("banker",)):
        return None
    coup.places[4] = "player"
    return [Planted(coup.code, "wrong_third_card", "player")]


def third_card_too_many(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Player gets a third card although nobody draws: it opens the next round, without bets (7.6)."""
    if not stacked(coup, rng, lambda hands: len(hands.places) == 4):
        return None
    coup.extras.append((coup.cards[4], "player", rng.choice((True, None))))
    coup.leaves, coup.leaves_free = (coup.cards[4],), True
    return [Planted(coup.code, "wrong_third_card", "player")]


def third_card_of_banker_too_many(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Banker stands and gets a third card: exposed it opens a round without bets (7.7), unexposed one with bets."""
    if not stacked(coup, rng, lambda hands: len(hands.banker) == 2):
        return None
    card, exposed = coup.cards[len(coup.hands.places)], rng.choice((True, False))
    coup.extras.append((card, "banker", exposed))
    coup.leaves, coup.leaves_free = (card,), exposed
    return [Planted(coup.code, "wrong_third_card", "banker")]


def next_card_exposed(coup: Coup, rng: random.Random) -> list[Planted] | None:
    card = coup.cards[len(coup.hands.places)]
    coup.extras.append((card, "next", True))
    coup.leaves, coup.leaves_free = (card,), True
    return [Planted(coup.code, "next_card_exposed", "")]


def next_card_drawn_unexposed(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the card opens the next round, which has bets."""
    card = coup.cards[len(coup.hands.places)]
    coup.extras.append((card, "next", False))
    coup.leaves = (card,)
    return []


def next_card_seen_in_shoe(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the next card lies face up in the shoe; the next round is dealt without bets."""
    card = coup.cards[len(coup.hands.places)]
    seen(coup, coup.announced_at - 3_000, "next_card_exposed", card=card)
    coup.leaves, coup.leaves_free = (card,), True
    return []


# --- the round without bets (7.8) --------------------------------------------------------------------------------


def free_round_unannounced(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.free:
        return next_card_seen_in_shoe(coup, rng)
    coup.free_announced = False
    return [Planted(coup.code, "no_bet_not_announced", "")]


def bet_in_free_round(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.free:
        return next_card_seen_in_shoe(coup, rng)
    coup.called = coup.start - 1_800
    player = rng.choice(coup.players)
    bet = Bet(f"{coup.code}-F", rng.choice(felt.AREAS), 500_000, player, 5_000, back=REFUSED)
    coup.bets.append(bet)
    return [Planted(coup.code, "bet_in_no_bet_round", bet.id)]


def another_card_opens(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.opens:
        return rng.choice((next_card_drawn_unexposed, next_card_seen_in_shoe))(coup, rng)
    carried = coup.cards[: coup.opens]
    coup.cards, coup.opens = coup.cards[coup.opens :], 0
    return [Planted(coup.code, "opening_card_differs", "")] if coup.cards[: len(carried)] != carried else []


def announced_without_bets(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a round announced as one without bets, perhaps as the last of the shoe (7.8.1), which is then
    replaced or dealt on from."""
    coup.bets, coup.called, coup.free = [], None, True
    if rng.random() < 0.6:
        coup.free_more = {"last_of_shoe": True}
        coup.new_pack, coup.keeps_pack = True, rng.random() < 0.7
    return []


# --- order (7.9, 7.12, 7.13) -------------------------------------------------------------------------------------


def out_of_order(coup: Coup, rng: random.Random) -> str:
    """Two of the first cards lie on each other's side; the clause by which they are put in order."""
    one, two = rng.choice((0, 2)), rng.choice((1, 3))
    coup.places |= {one: "banker", two: "player"}
    if rng.random() < 0.5:
        return "7.9"
    coup.says(coup.moment(3) + 100, "cards_drawn_together", first=1, count=rng.choice((2, 3, 4)), order_known=True)
    return "7.12"


def puts_in_order(coup: Coup, clause: str, cards: list[str] | None = None, post: str | None = None) -> None:
    by = {} if post is None else {"ordered_by": staff.person(post)}
    given = {} if cards is None else {"cards": cards}
    coup.says(coup.moment(3) + 1_500, "cards_put_in_order", clause=clause, **given, **by)


def put_in_order(coup: Coup, rng: random.Random) -> list[Planted] | None:
    clause = out_of_order(coup, rng)
    puts_in_order(coup, clause, rng.choice((None, coup.cards[:4])), rng.choice((None, "dealer")))
    return [Planted(coup.code, "dealt_out_of_order", "")]


def left_out_of_order(coup: Coup, rng: random.Random) -> list[Planted] | None:
    out_of_order(coup, rng)
    return [Planted(coup.code, "dealt_out_of_order", ""), Planted(coup.code, "order_not_restored", "")]


def wrong_order_restored(coup: Coup, rng: random.Random) -> list[Planted] | None:
    cards = [coup.cards[1], coup.cards[0], *coup.cards[2:4]]
    if cards == coup.cards[:4]:
        return None
    puts_in_order(coup, out_of_order(coup, rng), cards)
    return [Planted(coup.code, "dealt_out_of_order", ""), Planted(coup.code, "wrong_order_restored", "order")]


def drawn_together_in_order(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the order of the cards can still be told, and each lies where it belongs."""
    coup.says(coup.moment(3) + 100, "cards_drawn_together", first=3, count=2, order_known=True)
    return []


def order_unknown(coup: Coup, rng: random.Random, *, decided: bool) -> None:
    """Some of the first cards are drawn together and nobody can tell their order; recorded is one that may be wrong."""
    first = rng.choice((1, 2, 3))
    count = rng.randint(2, 5 - first)
    coup.says(coup.moment(3) + 100, "cards_drawn_together", first=first, count=count, order_known=False)
    if decided:
        block = coup.cards[first - 1 : first - 1 + count]
        rng.shuffle(block)
        coup.recorded = [*coup.cards[: first - 1], *block, *coup.cards[first - 1 + count : 4]]


def order_decided(coup: Coup, rng: random.Random) -> list[Planted] | None:
    order_unknown(coup, rng, decided=True)
    puts_in_order(coup, "7.13", coup.cards[:4], rng.choice(PIT))
    return []


def order_undecided(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nobody decides: no bet can be settled yet."""
    order_unknown(coup, rng, decided=False)
    coup.unsettled = True
    return []


def order_decided_by_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    order_unknown(coup, rng, decided=False)
    puts_in_order(coup, "7.13", coup.cards[:4], rng.choice([post for post in EVERYONE if post not in PIT]))
    coup.unsettled = True
    return [Planted(coup.code, "post_not_competent", "order")]


def order_of_other_cards(coup: Coup, rng: random.Random) -> list[Planted] | None:
    other = next(card for card in felt.CARDS if card not in coup.cards[:4])
    order_unknown(coup, rng, decided=False)
    puts_in_order(coup, "7.13", [other, *coup.cards[1:4]], rng.choice(PIT))
    coup.unsettled = True
    return [Planted(coup.code, "order_does_not_fit", "order")]


# --- the burn (7.11) and the shoe (7.1) --------------------------------------------------------------------------


def _starts_falsely(coup: Coup, exposed: list[bool | None]) -> None:
    coup.start += 10_000
    coup.over += 10_000
    coup.false_start, coup.squeezes = exposed, False


def _new_shoe(coup: Coup, *, shuffled: bool = True) -> bool:
    """Let the round be the first of a shoe; False where the one before left something to it."""
    if coup.free or coup.opens or coup.follows:
        return False
    coup.before.append(("table.shoe_loaded", {"shoe": f"U-{coup.code}", "shuffled": shuffled}))
    return True


def burn_made_up(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the burn was missed, no card was seen, all are taken back and burned (7.11.1)."""
    if not _new_shoe(coup):
        return None
    _starts_falsely(coup, [False] * rng.randint(1, 4))
    seen(coup, coup.start - 3_000, "missed_burn")
    coup.says(coup.start - 2_000, "cards_burned", count=5)
    return []


def more_copies_than_decks(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """One card lies more often than the shoe has decks."""
    if not _new_shoe(coup):
        return None
    card = rng.choice([card for card in felt.CARDS if felt.total([card]) == 0])
    _starts_falsely(coup, [False] * 3)
    seen(coup, coup.start - 3_000, "missed_burn")
    coup.false_cards, coup.cards = [card] * 3, [card] * 12
    return [Planted(coup.code, "more_copies_than_decks", card)]


def burn_not_made_up(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not _new_shoe(coup):
        return None
    _missed_unseen(coup, rng)
    return [Planted(coup.code, "burn_not_made_up", "")]


def _missed_unseen(coup: Coup, rng: random.Random) -> None:
    count = rng.randint(1, 4)
    coup.card_more |= {card: {"exposed": False} for card in range(count)}
    seen(coup, coup.moment(count - 1) + 300, "missed_burn")


def burn_missed_and_found_later(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: after the first round of a shoe it is used on (7.11.3)."""
    if not coup.in_use:
        return None
    _missed_unseen(coup, rng)
    return [Planted(coup.code, "irregularity_without_effect", "missed_burn")]


def taken_back_in_a_later_round(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """After the first round of a shoe no card is taken back, seen or not (7.11.3)."""
    if not coup.in_use:
        return None
    _starts_falsely(coup, [False] * rng.randint(1, 4))
    seen(coup, coup.start - 3_000, "missed_burn")
    coup.unsettled = True
    return [Planted(coup.code, "cards_taken_back_wrongly", "")]


def burn_missed_and_card_exposed(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: dealing goes on (7.11.2), and the players choose the pack (7.11.2.1), which may be ignored."""
    coup.card_more |= {0: {"exposed": True}, 1: {"exposed": False}}
    seen(coup, coup.moment(1) + 300, "missed_burn")
    choice = rng.choice(("keep", "replace", "reshuffle"))
    coup.afterwards.append(Act(900, "tablet", "pack_decided", {"choice": choice}))
    coup.new_pack, coup.keeps_pack = choice != "keep", rng.random() < 0.6
    return [Planted(coup.code, "irregularity_without_effect", "missed_burn")] if coup.in_use else []


def shoe_not_shuffled(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not _new_shoe(coup, shuffled=False):
        return None
    coup.unshuffled = True
    return [Planted(coup.code, "shoe_not_shuffled", "")]
