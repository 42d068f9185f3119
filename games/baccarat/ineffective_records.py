"""Baccarat: nothing recorded disappears. What was seen, decided or registered has an effect or is found with the reason
why it has none (7.1.2, 7.4, 7.10 to 7.15, 7.22).

Proved by the golden rounds of these clauses and by ``tests/baccarat/test_heard.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from games.baccarat.dealing import exposed, open_blocks, order_decides, order_ruled, place_of_sighted, shoe_in_use
from games.baccarat.ending import VOIDING, over_at
from games.baccarat.facts import Noted
from games.baccarat.view import View
from games.engine.clauses import implements
from games.engine.ending import during
from games.engine.ineffective_records import irregularity_without_effect, ruling_without_effect
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE
from games.engine.state import Ruling
from games.engine.steps import NOTHING, Check, Decided, Findings


def _finding(code: str, clauses: tuple[str, ...], versions: tuple[int, ...], **detail: Any) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject="", clauses=clauses, versions=versions, detail=detail)


@implements("baccarat", "7.11.2", "7.11.2.1")
def players_asked_about_the_pack(view: View, decided: Decided) -> Findings:
    """After a missed burn and an exposed card in the first round of a shoe the players choose the pack, once the hand
    is complete."""
    state, dealing = view.state, view.dealing
    if not decided.ended or not state.troubles or state.pack_choices or state.taken_back or shoe_in_use(state):
        return NOTHING
    missed = next((noted for noted in state.troubles if noted.fact.kind == "missed_burn"), None)
    if missed is None or decided.status.kind != "settled":
        return NOTHING
    shown = [card.version for card in dealing.cards if card.order < missed.order and exposed(card, view.book)]
    return (_finding("pack_choice_not_asked", ("7.11.2.1",), (missed.version, *shown)),) if shown else NOTHING


@implements("baccarat", "7.11.2.1")
def pack_choices_were_asked_for(view: View, decided: Decided) -> Iterable[Finding]:
    """Players choose the pack after a missed burn; a choice without one is said to be none of this clause."""
    state = view.state
    if not state.pack_choices or any(noted.fact.kind == "missed_burn" for noted in state.troubles):
        return NOTHING
    return [irregularity_without_effect("7.11.2.1", noted.version, view.book) for noted in state.pack_choices]


@implements("baccarat", "7.12", "7.13")
def drawn_together_were_dealt(view: View, decided: Decided) -> Iterable[Finding]:
    """Cards said to have been drawn together are cards of the round."""
    together = view.state.together
    if not decided.ended or not together:
        return NOTHING
    dealt = len(view.dealing.cards)
    found = []
    for noted in together:
        last = noted.fact.first + noted.fact.count - 1
        if last > dealt:
            clause = "7.12" if noted.fact.order_known else "7.13"
            found.append(_finding("cards_together_not_dealt", (clause,), (noted.version,), named=last, dealt=dealt))
    return found


@implements("baccarat", "7.1.2", "7.4", "7.10", "7.11", "7.11.3", "7.15")
def irregularities_without_effect(view: View, decided: Decided) -> Iterable[Finding]:
    """What was seen and changes nothing by its clause: it was corrected, dealing goes on, or the round was over."""
    if not view.state.troubles:
        return NOTHING
    withdrawn = {clause for bet in decided.bets for clause in bet.void[:1]}
    over = over_at(view.state, decided.bets)
    found = []
    for noted in view.state.troubles:
        clause = _changes_nothing(noted, view, withdrawn, late=not during(noted.order, over))
        if clause:
            found.append(irregularity_without_effect(clause, noted.version, view.book, noted.fact.kind))
    return found


def _changes_nothing(noted: Noted, view: View, withdrawn: set[str], *, late: bool) -> str:
    """The clause by which what was seen changes nothing; empty where it has an effect, or is found otherwise."""
    kind, dealing = noted.fact.kind, view.dealing
    if late and (kind in VOIDING or kind == "other"):
        return "7.1.2" if VOIDING.get(kind, ("",))[0] == "7.1" else "2.2.12"
    if kind == "wrong_delivery":
        return "" if withdrawn & {"7.10.1", "7.10.2"} else "7.10"
    if kind == "missed_burn":
        if view.state.taken_back:
            return ""
        drawn = view.state.first_card is not None and view.state.first_card.order < noted.order
        return "7.11.3" if shoe_in_use(view.state) else "" if drawn else "7.11"
    if kind == "face_up_in_shoe":
        return "7.4" if 0 < place_of_sighted(noted, dealing.cards) < len(dealing.hands.places) else ""
    return {"holder_absent": "7.14", "not_passed": "7.15"}.get(kind, "")


@implements("baccarat", "7.13", "7.22")
def rulings_have_an_effect(view: View, decided: Decided) -> Iterable[Finding]:
    """A decision decides something, or it is said why not."""
    rulings = view.state.rulings
    if not rulings:
        return NOTHING
    known = {bet.bet for bet in decided.bets}
    found = []
    for ruling in rulings:
        strangers = sorted(set(ruling.bets) - known)
        if ruling.clause == "7.13":
            why = _orders_nothing(ruling, view, decided)
        else:
            why = _decides_nothing(ruling, decided, strangers)
        if why:
            found.append(ruling_without_effect(ruling, why, view.book, bets=strangers))
    return found


def _decides_nothing(ruling: Ruling, decided: Decided, strangers: list[str]) -> str:
    """Why a decision decides nothing: its clause leaves nothing to decide so, the round is void by another clause, some
    bet that it names was not made, or nothing waited for it. Empty where it decides."""
    status = decided.status
    if ruling.clause != "7.22":
        return "clause"
    if status.kind == "void" and status.clauses != ("7.22",):
        return "void"
    if strangers:
        return "no_such_bet"
    return "nothing_waits" if ruling.choice == "as_dealt" and status.clauses != ("7.22",) else ""


@implements("baccarat", "7.13")
def _orders_nothing(ruling: Ruling, view: View, decided: Decided) -> str:
    """Why a decision under 7.13 decides nothing: it gives no order of the round's cards, no order was open, or the
    round is void. Empty where it decides, and where its order is found as one that does not fit or of a wrong post."""
    order = order_ruled(ruling, view.state)
    if order is None:
        return "clause"
    codes = [card.card for card in view.dealing.cards]
    blocks = open_blocks(view.state, len(codes))
    if not blocks:
        return "nothing_waits"
    _named, found = order_decides(order, codes, blocks, view.book)
    return "void" if decided.status.kind == "void" and not found else ""


@implements("baccarat", "5.1.2", "5.2")
def plays_a_variant(view: View, decided: Decided) -> Findings:
    """The table plays a variant of the document."""
    terms = view.state.terms
    if view.variant_known or terms is None or not decided.bets:
        return NOTHING
    return (_finding("variant_unknown", ("5.1.2", "5.2"), (), variant=terms.variant),)


CHECKS: Final[tuple[Check[View], ...]] = (
    players_asked_about_the_pack,
    pack_choices_were_asked_for,
    drawn_together_were_dealt,
    irregularities_without_effect,
    rulings_have_an_effect,
    plays_a_variant,
)
