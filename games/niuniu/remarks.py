"""Niu niu checks that change no bet's amount: arrangement, announcements, exposed cards, order of play, the pack, what
players may not do (4.5.5, 4.8 to 4.11, 6.2.1, 6.3, 7.1 to 7.3, 7.9, 7.10, 7.12).

Each check is a function of the view and of the round as it was judged; the list of checks is data. Proved by the golden
rounds of these clauses and by ``tests/niuniu/test_session.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.engine import accepting
from games.engine.clauses import implements
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE, REMARK
from games.engine.steps import NOTHING, Check, Decided
from games.niuniu.bets import betting_ended
from games.niuniu.counts import HAND_SIZE
from games.niuniu.deal import DEALER, PLAYER, about, numbers_of
from games.niuniu.dealt import last_cards
from games.niuniu.facts import Noted
from games.niuniu.hands import BOX, HOIANA, KHONG_NGAU, arrangement, makes_tens
from games.niuniu.view import View

BY_THE_CARDS: Final = ("settled", "pending")
"""How a round stands whose boxes are decided by their cards, all of them or those that are known."""
CAUSES: Final = ("7.1.1", "7.1.2", "7.1.3", "7.1.4")
OF_THE_PACK: Final = ("7.1.1", "7.1.3")
"""After which the pack is replaced (7.2): a strange card, or too many."""


def _order(noted: Noted) -> int:
    return noted.order


@implements("niuniu", "4.9", "4.9.5", "7.9")
def arranged_by_the_rules(view: View, decided: Decided) -> Iterable[Finding]:
    """A hand that has a Ngầu lies with three cards that make the tens; one that does not is put right, by 7.9."""
    found = []
    hands = view.hands
    for hand, noted in _last_arranged(view).items():
        fact = noted.fact
        three, two = fact.three, fact.two
        known = hands.get(hand)
        if known is None:
            cards = view.dealing.hands.get(hand, ())
            whole = len(cards) == len((*three, *two)) == HAND_SIZE
            strange = whole and not {card for card in cards if card is not None}.issubset((*three, *two))
            if strange or not in_piles(three, two):
                found.append(_arranged_wrongly(hand, noted, None))
            continue
        strange = not set(known.cards).issuperset((*three, *two)) or not in_piles(three, two)
        without = known.rank.name == KHONG_NGAU
        if not strange and (without or (len(three) == 3 and makes_tens(three))):
            continue
        right = None if without else arrangement(known.cards)
        if strange or right is not None:
            found.append(_arranged_wrongly(hand, noted, right))
    return found


def _last_arranged(view: View) -> Mapping[str, Noted]:
    """Each hand of the deal that counts as it was arranged last, as far as its piles are on record."""
    state, dealing = view.state, view.dealing
    if not state.rearranged:
        facts = dealing.during(state.arranged)
        return {noted.fact.hand: noted for noted in facts if noted.fact.three or noted.fact.two}
    last: dict[str, Noted] = {}
    for noted in dealing.during(sorted((*state.arranged, *state.rearranged), key=_order)):
        if noted.fact.three or noted.fact.two:
            last[noted.fact.hand] = noted
        elif noted in state.rearranged:
            last.pop(noted.fact.hand, None)
    return last


@implements("niuniu", "4.9", "4.9.1", "4.9.2")
def in_piles(three: Sequence[str], two: Sequence[str]) -> bool:
    """Three cards and two, as far as both piles are on record."""
    return len(three) in (0, 3) and len(two) in (0, 2) and set(three).isdisjoint(two)


def _arranged_wrongly(hand: str, noted: Noted, right: tuple[tuple[str, ...], tuple[str, ...]] | None) -> Finding:
    detail = {"three": list(right[0] if right else ()), "two": list(right[1] if right else ())}
    return Finding(
        code="arranged_wrongly",
        severity=PROCEDURE,
        subject=about(hand),
        clauses=("4.9.5", "7.9"),
        versions=(noted.version,),
        detail=detail,
    )


@implements("niuniu", "4.5.5")
def one_hand_arranged_by_each_player(view: View, decided: Decided) -> Iterable[Finding]:
    """A player with two boxes arranges the cards of one, the house those of the other; in the deal that counts."""
    found = []
    arranged: dict[str, tuple[str, ...]] = {}
    for noted in view.dealing.during(view.state.arranged):
        fact = noted.fact
        hand = fact.hand
        box = view.boxes.get(hand) if fact.by == PLAYER else None
        if box is None or box.player is None:
            continue
        hands = arranged.get(box.player, ())
        if hands and hand not in hands:
            found.append(
                Finding(
                    code="second_hand_arranged",
                    severity=PROCEDURE,
                    subject=about(hand),
                    clauses=("4.5.5",),
                    versions=(noted.version,),
                )
            )
        arranged[box.player] = (*hands, hand)
    return found


@implements("niuniu", "7.10")
def barred_players(view: View, decided: Decided) -> Iterable[Finding]:
    """Management may bar a player who damages cards from arranging; then the player does not arrange."""
    return _while_barred(view) if view.session.barred or view.state.barring else NOTHING


def _while_barred(view: View) -> Iterable[Finding]:
    state, book = view.state, view.book
    barred = set(view.session.barred)
    for noted in sorted((*state.barring, *state.arranged), key=_order):
        fact = noted.fact
        if noted in state.barring:
            by = getattr(fact, "barred_by", None) or fact.allowed_by
            competent = book.may_act(by.post, "7.10")
            if not competent:
                subject = f"ruling:{noted.version}"
                detail = {"post": by.post}
                yield Finding(
                    code="post_not_competent",
                    severity=PROCEDURE,
                    subject=subject,
                    clauses=("7.10",),
                    versions=(noted.version,),
                    detail=detail,
                )
            if competent or book.choice("ruling_by_lower_post") == "stands":
                (barred.add if hasattr(fact, "barred_by") else barred.discard)(fact.player)
        elif fact.by == PLAYER:
            box = view.boxes.get(fact.hand)
            if box is not None and box.player in barred:
                yield Finding(
                    code="arranged_while_barred",
                    severity=PROCEDURE,
                    subject=about(box.box),
                    clauses=("7.10",),
                    versions=(noted.version,),
                )


@implements("niuniu", "7.10")
def still_barred(view: View) -> list[str]:
    """The players who may not arrange cards after this round."""
    book = view.book
    if book.choice("barring_lasts") == "round":
        return []
    barred = set(view.session.barred)
    for noted in view.state.barring:
        by = getattr(noted.fact, "barred_by", None) or noted.fact.allowed_by
        if book.may_act(by.post, "7.10") or book.choice("ruling_by_lower_post") == "stands":
            (barred.add if hasattr(noted.fact, "barred_by") else barred.discard)(noted.fact.player)
    return sorted(barred)


@implements("niuniu", "2.2.5", "4.11", "6.2", "6.3.1", "6.3.2")
def announced_as_it_lies(view: View, decided: Decided) -> Iterable[Finding]:
    """What the dealer announced agrees with the cards, as far as they are known; the cards decide."""
    dealer = view.hands.get(DEALER)
    if dealer is None or decided.status.kind not in BY_THE_CARDS:
        return NOTHING
    found = []
    theirs = dealer.rank.name
    for noted in view.state.compared:
        fact = noted.fact
        compared = view.compared.get(fact.box)
        if compared is None:
            continue
        winner = PLAYER if compared.stronger == BOX else DEALER
        mine = view.hands[fact.box].rank.name
        named = fact.box_class in (None, mine) and fact.dealer_class in (None, theirs)
        if fact.winner != winner or not named:
            detail = {"winner": winner, "box": mine, "dealer": theirs}
            versions = (noted.version,)
            found.append(
                Finding(
                    code="announced_wrongly",
                    severity=PROCEDURE,
                    subject=about(fact.box),
                    clauses=("4.11", "6.2"),
                    versions=versions,
                    detail=detail,
                )
            )
    return found


@implements("niuniu", "6.2.1", "6.2.9", "6.2.10")
def two_fours_of_a_kind(view: View, decided: Decided) -> Iterable[Finding]:
    """Between two fours of a kind the highest single card decides as written, even where it is not one of the four."""
    dealer = view.hands.get(DEALER)
    if dealer is None or dealer.rank.name != HOIANA or decided.status.kind not in BY_THE_CARDS:
        return NOTHING
    return [
        Finding(code="two_fours_of_a_kind", severity=REMARK, subject=about(box), clauses=("6.2.1", "6.2.9", "6.2.10"))
        for box, hand in view.hands.items()
        if box != DEALER and hand.rank.name == HOIANA
    ]


@implements("niuniu", "4.1", "7.1.1", "7.1.3")
def no_card_twice(view: View, decided: Decided) -> Iterable[Finding]:
    """One pack of 52: a card that lies in two places is foreign or too many. Where a hand lay open, its open cards are
    those that count."""
    dealing, hands = view.dealing, view.hands
    cards = set().union(*[known.cards for known in hands.values()])
    all_differ = len(cards) == HAND_SIZE * len(hands)
    if all_differ and hands.keys() >= dealing.hands.keys() and hands.keys() >= dealing.shown.keys():
        return NOTHING
    every: dict[str, tuple[str, ...]] = {hand: tuple([c for c in cards if c]) for hand, cards in dealing.hands.items()}
    every.update((hand, noted.fact.cards) for hand, noted in dealing.shown.items())
    every.update((hand, known.cards) for hand, known in hands.items())
    return _twice(every, view)


def _twice(every: Mapping[str, Sequence[str]], view: View) -> list[Finding]:
    """The cards of each hand that lie in it twice, or in one before it."""
    dealing = view.dealing
    dealt = last_cards(dealing.during(view.state.dealt))
    found = []
    seen: set[str] = set()
    for hand, cards in every.items():
        version = dealing.shown[hand].version if hand in dealing.shown else dealt.get(hand)
        versions = () if version is None else (version,)
        for card in sorted({card for card in cards if card in seen or cards.count(card) > 1}):
            detail = {"card": card}
            found.append(
                Finding(
                    code="card_seen_twice",
                    severity=PROCEDURE,
                    subject=about(hand),
                    clauses=("4.1", "7.1"),
                    versions=versions,
                    detail=detail,
                )
            )
        seen.update(cards)
    return found


@implements("niuniu", "7.3")
def exposed_cards(view: View, decided: Decided) -> Iterable[Finding]:
    """A card exposed while dealing is no misdeal: it is turned down and the round goes on. One that was seen
    and is recorded with the dealing too is one remark."""
    exposed = [noted for noted in view.state.dealt if noted.fact.exposed]
    if not exposed and not view.state.troubles:
        return NOTHING
    found = [_exposed(about(noted.fact.to), list(noted.fact.exposed), noted) for noted in exposed]
    told = {card for noted in exposed for card in noted.fact.exposed}
    for noted in view.state.troubles:
        fact = noted.fact
        if fact.ground == "7.3" and (fact.card is None or fact.card not in told):
            hand = about(fact.hand) if fact.hand else ""
            found.append(_exposed(hand, [fact.card] if fact.card else [], noted))
    return found


def _exposed(hand: str, cards: list[str], noted: Noted) -> Finding:
    return Finding(
        code="card_exposed",
        severity=REMARK,
        subject=hand,
        clauses=("7.3",),
        versions=(noted.version,),
        detail={"cards": cards},
    )


@implements("niuniu", "4.8", "4.8.1", "4.8.2")
def dealt_clockwise(view: View, decided: Decided) -> Iterable[Finding]:
    """Boxes are dealt clockwise, the dealer after them."""
    order = numbers_of(view.dealing.hands)
    if order and order[-1] == 0:
        order.pop()  # the dealer, rightly
    rising = view.book.choice("boxes_numbered") == "clockwise"
    if 0 not in order and order == sorted(order, reverse=not rising):
        return NOTHING
    return [
        Finding(
            code="not_dealt_clockwise",
            severity=REMARK,
            subject="",
            clauses=("4.8",),
            versions=(view.state.dealt[0].version,),
        )
    ]


@implements("niuniu", "6.3")
def compared_from_right_to_left(view: View, decided: Decided) -> Iterable[Finding]:
    """Hands are compared and settled from the dealer's right to left; stakes that go back are in no order. The order
    never changes money."""
    if len(view.boxes) < 2:
        return NOTHING
    firsts: dict[str, int] = {}
    for noted in view.state.compared:
        firsts.setdefault(noted.fact.box, noted.version)
    if not firsts:
        box_of = {bet.bet: box.box for box in view.boxes.values() for bet in box.valid}
        for movement in view.state.movements:
            if movement.bet in box_of and movement.kind != "returned":
                firsts.setdefault(box_of[movement.bet], movement.version)
    numbers = numbers_of(firsts)
    if numbers == sorted(numbers, reverse=view.book.choice("boxes_numbered") == "clockwise"):
        return NOTHING
    return [
        Finding(code="payment_order", severity=REMARK, subject="", clauses=("6.3",), versions=tuple(firsts.values()))
    ]


CONDUCT: Final = {"4.10": "cards_off_the_table", "7.10": "cards_damaged", "7.12": "players_bet_together"}


@implements("niuniu", "4.10", "7.10", "7.12")
def conduct(view: View, decided: Decided) -> Iterable[Finding]:
    """Cards taken off the table, cards bent or damaged, players betting against one another."""
    if not view.state.troubles:
        return NOTHING
    found = []
    for noted in view.state.troubles:
        ground, hand = noted.fact.ground, noted.fact.hand
        code = CONDUCT.get(ground)
        if code is not None:
            found.append(
                Finding(
                    code=code,
                    severity=PROCEDURE,
                    subject=about(hand) if hand else "",
                    clauses=(ground,),
                    versions=(noted.version,),
                )
            )
    return found


@implements("niuniu", "7.1", *CAUSES)
def right_to_void_not_used(view: View, decided: Decided) -> Iterable[Finding]:
    """A cause of 7.1 was seen and the round went on: the house's right, worth a look."""
    if not view.state.troubles or decided.status.kind == "void":
        return NOTHING
    return [
        Finding(
            code="right_to_void_not_used",
            severity=REMARK,
            subject="",
            clauses=("7.1", noted.fact.ground),
            versions=(noted.version,),
        )
        for noted in view.state.troubles
        if noted.fact.ground in CAUSES
    ]


@implements("niuniu", "7.2")
def pack_replaced(view: View, decided: Decided) -> Iterable[Finding]:
    """A pack that left the table by 7.2 is not dealt from again."""
    removed, state = view.session.removed_packs, view.state
    if not removed or not state.dealt:
        return NOTHING
    pack = state.terms.shoe if state.terms else None
    if pack is None or pack not in removed:
        return NOTHING
    return [
        Finding(
            code="pack_not_replaced",
            severity=PROCEDURE,
            subject="",
            clauses=("7.2",),
            versions=(state.dealt[0].version,),
            detail={"pack": pack},
        )
    ]


@implements("niuniu", "4.8")
def no_more_bets_called_by_right(view: View, decided: Decided) -> Iterable[Finding]:
    """The dealer calls no more bets, once."""
    return accepting.calls_in_order(view.state, view.book, "4.8")


@implements("niuniu", "4.5")
def record_agrees_with_itself(view: View, decided: Decided) -> Iterable[Finding]:
    """One id stands for one bet, and what was changed had been put down."""
    return accepting.bets_recorded_once(view.state, ("4.5",), betting_ended(view.state)[0])


CHECKS: Final[tuple[Check[View], ...]] = (
    arranged_by_the_rules,
    one_hand_arranged_by_each_player,
    barred_players,
    announced_as_it_lies,
    two_fours_of_a_kind,
    no_card_twice,
    exposed_cards,
    dealt_clockwise,
    compared_from_right_to_left,
    conduct,
    right_to_void_not_used,
    pack_replaced,
    no_more_bets_called_by_right,
    record_agrees_with_itself,
)
