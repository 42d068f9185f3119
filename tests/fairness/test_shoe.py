"""Bets on a shoe: mean 1 over every order of the cards, the closed likelihood ratio, and what an unshuffled shoe
shows."""

from __future__ import annotations

import random
from itertools import product
from math import comb, exp, isclose, lgamma, log

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.fairness import shoe
from games.fairness.evidence import Evidence
from games.fairness.shoe import KINDS, OF_PACK, DealerModel, Seen, ShoeModel

MODEL = ShoeModel()
FULL = [rank for rank in range(KINDS) for _ in range(32)]


def shuffled(seed: int | str, cards: list[int] | None = None) -> list[int]:
    drawn = list(FULL if cards is None else cards)
    random.Random(seed).shuffle(drawn)
    return drawn


def falling(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(n - k + 1)


@given(seed=st.integers(0, 10_000), drawn=st.integers(1, 340), rank=st.integers(0, 12), place=st.integers(0, 5))
def test_the_product_over_a_prefix_is_the_closed_ratio(seed: int, drawn: int, rank: int, place: int) -> None:
    """Π falling(K', k)/falling(K, k) · falling(n, d)/falling(n', d)."""
    ranks = tuple(shuffled(seed)[:drawn])
    context, tally = MODEL.context(), MODEL.empty()
    MODEL.take(context, [tally], Seen(1, 8, True, ranks))
    change, k = shoe.OF_SHOE[place], ranks.count(rank)
    if k > 32 + change:
        assert tally[0][rank][place] is None
        return
    closed = falling(32 + change, k) - falling(32, k) + falling(416, drawn) - falling(416 + change, drawn)
    assert isclose(tally[0][rank][place], closed, abs_tol=1e-6)


def test_the_mean_over_every_sequence_of_three_cards_of_a_pack_is_one() -> None:
    """Each sequence weighed by its chance without replacement; the second shoe is read against the first one's
    order."""
    model = ShoeModel(OF_PACK)
    mean = 0.0
    for ranks in product(range(KINDS), repeat=3):
        chance = 1.0
        for place, rank in enumerate(ranks):
            chance *= (4 - ranks[:place].count(rank)) / (52 - place)
        context, tally = model.context(), model.empty()
        model.take(context, [tally], Seen(1, 1, True, (3, 4, 5, 6, 4, 5, 9)))
        before = exp(model.value(tally))
        model.take(context, [tally], Seen(2, 1, True, ranks))
        mean += chance * exp(model.value(tally)) / before
    assert isclose(mean, 1, abs_tol=1e-9)


def test_cards_that_nobody_saw_stay_among_those_that_may_come() -> None:
    """Burnt cards are not counted: the second card seen is one of 415, whatever left the shoe between the two."""
    context, tally = MODEL.context(), MODEL.empty()
    MODEL.take(context, [tally], Seen(1, 8, True, (0,)))
    MODEL.take(context, [tally], Seen(1, 8, True, (5,)))
    assert tally[3][0] == [1, 32 / 416 + 31 / 415]
    assert tally[3][5] == [1, 32 / 416 + 32 / 415]


def test_a_card_that_the_shoe_cannot_have_ends_the_bets_on_it() -> None:
    model = ShoeModel(OF_PACK)
    context, tally = model.context(), model.empty()
    model.take(context, [tally], Seen(1, 1, True, (0, 0, 0, 0)))
    worth = model.value(tally)
    model.take(context, [tally], Seen(1, 1, True, (0, 1, 2, 3, 4)))
    assert model.value(tally) == worth
    model.take(context, [tally], Seen(2, 1, True, (0, 1, 2, 3, 4)))
    assert model.value(tally) != worth, "the next pack is bet on again"


def dealt(evidence: Evidence, number: int, cards: list[int], rounds: int = 70) -> float:
    for place in range(rounds):
        evidence.take(MODEL, Seen(number, 8, True, tuple(cards[5 * place : 5 * place + 5])))
    return evidence.value(MODEL)


def test_shoes_that_are_taken_up_and_not_shuffled_are_found_in_the_next_one() -> None:
    evidence = Evidence()
    cards = shuffled(7)
    assert dealt(evidence, 1, cards) < log(20)
    value = dealt(evidence, 2, cards)
    assert value > 20
    found = evidence.strongest(MODEL)
    assert found is not None
    assert (found[1][0].kind, found[1][0].about) == ("drawing", "forwards")


def test_cards_in_the_order_of_a_new_pack_are_found_in_one_shoe() -> None:
    evidence = Evidence()
    value = dealt(evidence, 1, list(range(KINDS)) * 32)
    found = evidence.strongest(MODEL)
    assert value > 50
    assert found is not None
    assert (found[1][0].kind, found[1][0].about) == ("drawing", "+1")


def test_missing_nines_are_named_as_such() -> None:
    evidence, nines = Evidence(), [card for card in FULL if card != 8] + [8] * 24
    for number in range(1, 31):
        value = dealt(evidence, number, shuffled(number, nines))
    found = evidence.strongest(MODEL)
    assert found is not None
    driver = found[1][0]
    assert (driver.kind, driver.about) == ("rank", "9")
    assert driver.count < driver.expected
    assert value > log(1000)


def test_hypergeometric_counts_agree_with_the_ratio_of_two_shoes() -> None:
    """The chance of k nines among d cards: comb(K, k)·comb(n−K, d−k)/comb(n, d), 30 against 32 of them."""
    k, d = 5, 90
    ranks = (8,) * k + (0,) * 20 + (1,) * 30 + (2,) * 31 + (3,) * 4
    assert len(ranks) == d
    context, tally = MODEL.context(), MODEL.empty()
    MODEL.take(context, [tally], Seen(1, 8, True, ranks))
    one = comb(32, k) * comb(384, d - k) / comb(416, d)
    other = comb(30, k) * comb(384, d - k) / comb(414, d)
    assert isclose(tally[0][8][2], log(other / one), abs_tol=1e-9)


def mean_of_a_dealer(*, forgetful: bool) -> float:
    """Over every three cards of a dealer who deals one at one table, one at another, and comes back to the first: the
    mean of what his evidence is worth, each case weighed by its chance."""
    model, mean = DealerModel(ShoeModel(OF_PACK)), 0.0
    for first, other, again in product(range(KINDS), repeat=3):
        chance = 4 / 52 * 4 / 52 * (4 - (first == again)) / 51
        context, tally = model.context(), model.empty()
        model.take(context, [tally], ("BC01", Seen(1, 1, True, (first,))))
        model.take(context, [tally], ("BC02", Seen(1, 1, True, (other,))))
        if forgetful:
            context = model.context()
        model.take(context, [tally], ("BC01", Seen(1, 1, True, (again,))))
        mean += chance * exp(model.value(tally))
    return mean


def test_a_dealer_who_leaves_a_shoe_and_comes_back_is_watched_fairly() -> None:
    assert isclose(mean_of_a_dealer(forgetful=False), 1, abs_tol=1e-9)
    assert not isclose(mean_of_a_dealer(forgetful=True), 1, abs_tol=1e-6), (
        "what is left of a shoe must not be forgotten"
    )


def test_a_dealer_who_keeps_the_order_is_found_by_his_own_cards() -> None:
    model, evidence = DealerModel(ShoeModel()), Evidence()
    cards = list(range(KINDS)) * 32
    for place in range(70):
        evidence.take(model, ("BC01", Seen(1, 8, True, tuple(cards[5 * place : 5 * place + 5]))))
    assert evidence.value(model) > 50
    again = msgspec.convert(msgspec.to_builtins(evidence), Evidence)
    again.take(model, ("BC01", Seen(1, 8, True, (1, 2, 3, 4, 5))))
    evidence.take(model, ("BC01", Seen(1, 8, True, (1, 2, 3, 4, 5))))
    assert again.value(model) == evidence.value(model), "as it is kept between two evenings"
