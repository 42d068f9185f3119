"""Baccarat judged: what each bet of a round was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 04/01.10.2024. Everything is found at once; nothing is refused. The order is: which hands the
cards make (``dealing``), how each bet lay and how much of it plays (``bets``, ``insurance``), whether the round counts
(7.1 to 7.4, 7.10.2, 7.13, 7.22, here), what each bet gets (``layout``, ``prices``, ``insurance``), what was done with
it (money findings), and the remarks (``remarks``). Proved by ``tests/golden/baccarat``, ``tests/baccarat/test_*.py``
and ``tests/exhaustive/test_baccarat.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from games.baccarat import remarks
from games.baccarat.bets import LaidBet, laid_bets
from games.baccarat.cards import Hands
from games.baccarat.ending import over_at
from games.baccarat.facts import BaccaratRound, Noted
from games.baccarat.grounds import AS_DEALT, GROUNDS_HELD
from games.baccarat.insurance import InsuredBet, insured_bets, main_bets, settle_insurances
from games.baccarat.no_bets import NO_SESSION
from games.baccarat.prices import gone_back, settle
from games.baccarat.view import COMMISSION, NO_COMMISSION, View, is_named, read_round
from games.baccarat.voids import open_matters, voided_by_call, voided_by_fact
from games.engine import steps
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import (
    AWAITING,
    LOST,
    PENDING,
    PUSH,
    REFUSED,
    WON,
    Alternative,
    Finding,
    Judgement,
    Outcome,
    Recorded,
    Settlement,
)
from games.engine.session import SessionBefore
from games.engine.settling import PROCEDURE, back
from games.engine.steps import NOTHING, Decided, Due, Findings, RoundStatus, competent_ruling, once, waits

VOID: Final = "void"
OF_COMMISSION: Final = (COMMISSION, NO_COMMISSION)
"""What 7.22 decides of bets on Banker where the table's variant is none of the document."""


def offered(view: View) -> tuple[str, ...]:
    """What a ruling under 7.22 can decide."""
    return (AS_DEALT, VOID) if view.variant_known else (AS_DEALT, VOID, *OF_COMMISSION)


Bet = LaidBet | InsuredBet
Bets = Sequence[Bet]

SETTLED: Final = RoundStatus("settled")
NO_RESULT_YET: Final = RoundStatus("pending")


def accepted_bets(view: View) -> tuple[Bets, Findings]:
    """Every bet as it lay when betting ended, then every insurance as it lay when the next card came."""
    laid, found = laid_bets(view)
    if not view.state.insurances:
        return laid, found
    insured, more = insured_bets(view, laid)
    return [*laid, *insured], found + more


# --- Does the round count? -----------------------------------------------------------------------------------------


def round_status(view: View, bets: Bets) -> tuple[RoundStatus, Findings]:
    """Whether the round counts: void by a fact, by everybody's withdrawal, or by a decision; else as the cards lie."""
    state, dealing = view.state, view.dealing
    found: Findings = NOTHING
    awaiting = ""
    over = over_at(view.state, bets) if state.troubles or state.voided else None
    if state.troubles or state.voided or state.matters:
        void, awaiting, found = voided_by_fact(view, over)
        if void is not None:
            return void, found
        opened, more = open_matters(view, over)
        awaiting = awaiting or opened
        found += more
    withdrawn, more = all_withdrew(view, bets)
    found += more
    if withdrawn is not None:
        return withdrawn, found
    if state.voided:
        called, more = voided_by_call(view, over)
        awaiting = called or awaiting
        found += more
    awaiting = awaiting or dealing.awaiting
    if not dealing.hands.complete and view.ended and len(dealing.cards) >= 4 and awaiting != "7.13":
        missing, more = card_missing(view)
        awaiting = missing or awaiting
        found += more
    if not awaiting and not state.rulings:
        return (SETTLED if dealing.hands.complete else NO_RESULT_YET), found
    status, more = ruled_status(view, awaiting)
    return status, found + more


def _finding(code: str, clauses: tuple[str, ...], versions: tuple[int, ...], subject: str = "") -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=versions)


@implements("baccarat", "7.10.2")
def all_withdrew(view: View, bets: Bets) -> tuple[RoundStatus | None, Findings]:
    """After a wrong delivery, before the result is confirmed: if all players withdraw, the round is void. Who had
    withdrawn before under another clause is not there to play on either."""
    by_7_10_2 = False
    for bet in bets:
        if type(bet) is LaidBet and not bet.refused:
            if not bet.void or bet.void == ("7.10.1",):
                return None, NOTHING
            by_7_10_2 = by_7_10_2 or bet.void == ("7.10.2",)
    if not by_7_10_2:
        return None, NOTHING
    found: Findings = NOTHING
    if not any(noted.fact.ground == "7.10.2" for noted in view.state.voided):
        versions = tuple(bet.version for bet in bets if type(bet) is LaidBet and not bet.refused)
        found = (_finding("void_not_announced", ("7.10.2",), versions),)
    return RoundStatus(VOID, ("7.10.2",)), found


@implements("baccarat", "4.15", "4.16", "4.17")
def card_missing(view: View) -> tuple[str, Findings]:
    """A round that ended without a third card that it needed: the clause whose post must decide, or as dealt."""
    dealing = view.dealing
    needs, clause = dealing.hands.needs, missing_card_clause(dealing.hands)
    versions = tuple(card.version for card in dealing.cards)
    awaiting = "7.22" if view.book.choice("missing_third_card") == "await" else AS_DEALT
    return awaiting, (_finding("third_card_missing", (clause,), versions, needs),)


def missing_card_clause(hands: Hands) -> str:
    """The clause by which the hands need a further card."""
    if hands.needs == "player":
        return "4.15"
    return "4.16" if len(hands.player) == 3 else "4.17"


@implements("baccarat", "7.22")
def ruled_status(view: View, awaiting: str) -> tuple[RoundStatus, Findings]:
    """What the assistant director or above decided about a matter that no clause settles, or that it still waits."""
    dealing = view.dealing
    ruling, found = competent_ruling(view.state, view.book, "7.22", "", offered(view))
    if ruling is not None and ruling.choice in OF_COMMISSION:
        ruling = None  # it decides bets, not the round
    if awaiting == VOID or (ruling is not None and ruling.choice == VOID):
        return RoundStatus(VOID, ("7.22",)), found
    if ruling is not None and awaiting == "7.22" and len(dealing.cards) >= 4:
        return RoundStatus("settled", ("7.22",)), found
    if awaiting == AS_DEALT:
        return SETTLED, found
    if awaiting:
        return RoundStatus("awaiting", (awaiting,)), found
    return (SETTLED if dealing.hands.complete else NO_RESULT_YET), found


# --- What does each bet get? ---------------------------------------------------------------------------------------


def under(view: View, bets: Bets, hands: Hands, *, commission: bool | None = None) -> tuple[list[Settlement], Findings]:
    """What each bet is owed under these hands, with or without commission (None: as the table takes it)."""
    book = view.book
    verdicts = view.layout.verdicts(hands, view.commission if commission is None else commission)
    insured: dict[str, Settlement] = {}
    found: Findings = NOTHING
    if view.state.insurances:
        main = main_bets(view, [bet for bet in bets if type(bet) is LaidBet])
        insured, found = settle_insurances([b for b in bets if type(b) is InsuredBet], main, hands, view)
    settled = []
    for bet in bets:
        owed = gone_back(bet) if bet.refused or bet.void else None
        if owed is None:
            owed = settle(bet, verdicts[bet.kind], book) if type(bet) is LaidBet else insured[bet.bet]
        settled.append(owed)
    return settled, found


def all_back(bets: Bets, outcome: Outcome, clauses: tuple[str, ...]) -> list[Settlement]:
    """Each bet goes back whole: refused and withdrawn ones as such, the others for this outcome."""
    return [gone_back(bet) or back(outcome, bet.stake_minor, clauses) for bet in bets]


def settle_all(view: View, bets: Bets, status: RoundStatus) -> tuple[Sequence[Due], Findings]:
    """What every bet is owed."""
    found: Findings = NOTHING
    ruled: dict[str, Settlement] = {}
    if view.state.rulings:
        ruled, found = ruled_bets(view, bets, status)
    if status.kind == "awaiting":
        return waiting_bets(view, bets, status.clauses[0], ruled), found
    if status.kind == "settled":
        settled, more = under(view, bets, view.dealing.hands)
        found += more
        if status.clauses:
            settled = [_also(owed, status.clauses) for owed in settled]
        if not view.variant_known:
            return of_unknown_variant(view, bets, settled, ruled), found
    elif status.kind == VOID:
        settled = all_back(bets, Outcome.VOID, status.clauses)
    else:
        settled = all_back(bets, PENDING, ())
    if ruled:
        settled = [ruled.get(bet.bet, owed) for bet, owed in zip(bets, settled, strict=True)]
    return list(map(Due, settled)), found


@implements("baccarat", "5.1.2", "5.2", "5.2.1", "7.22")
def of_unknown_variant(
    view: View, bets: Bets, settled: Sequence[Settlement], ruled: dict[str, Settlement]
) -> list[Due]:
    """The table's variant is none of the document: what does not turn on the commission is owed as ever; the rest waits
    until it is known which it is, shown both ways."""
    hands = view.dealing.hands
    both = {
        COMMISSION: under(view, bets, hands, commission=True)[0],
        NO_COMMISSION: under(view, bets, hands, commission=False)[0],
    }
    dues = []
    for place, bet in enumerate(bets):
        owed = ruled.get(bet.bet)
        if owed is None and both[COMMISSION][place].net_minor != both[NO_COMMISSION][place].net_minor:
            ruling, _found = competent_ruling(view.state, view.book, "7.22", bet.bet, offered(view))
            if ruling is not None and ruling.choice in both:
                dues.append(Due(_also(both[ruling.choice][place], ("7.22",))))
            else:
                dues.append(waits(bet, "7.22", tuple(Alternative(word, both[word][place]) for word in both)))
        else:
            dues.append(Due(owed or settled[place]))
    return dues


@implements("baccarat", "7.22")
def ruled_bets(view: View, bets: Bets, status: RoundStatus) -> tuple[dict[str, Settlement], Findings]:
    """The bets that a decision of the assistant director or above names: void, or as dealt where the round stands or
    falls with 7.22. The latest decision about a bet counts; none overrides what voids the round by another clause."""
    by_7_22 = status.clauses == ("7.22",)
    for_bets = any(ruling.clause == "7.22" and ruling.bets for ruling in view.state.rulings)
    if not for_bets or (status.kind == VOID and not by_7_22):
        return {}, NOTHING
    dealt, of_dealt = under(view, bets, view.dealing.hands) if by_7_22 and len(view.dealing.cards) >= 4 else ([], ())
    ruled = {}
    found: Findings = NOTHING
    for place, bet in enumerate(bets):
        ruling, more = competent_ruling(view.state, view.book, "7.22", bet.bet, offered(view))
        found += more
        if ruling is None or not ruling.bets:
            continue
        if ruling.choice in OF_COMMISSION:
            continue  # it decides only what turns on the commission (of_unknown_variant)
        if ruling.choice == VOID:
            ruled[bet.bet] = gone_back(bet) or back(Outcome.VOID, bet.stake_minor, ("7.22",))
        elif dealt:
            ruled[bet.bet] = _also(dealt[place], ("7.22",))
            found += tuple(finding for finding in of_dealt if finding.subject == bet.bet)
    return ruled, once(found)


def _also(settlement: Settlement, clauses: tuple[str, ...]) -> Settlement:
    if settlement.outcome in (REFUSED, Outcome.VOID):
        return settlement
    return replace(settlement, clauses=(*settlement.clauses, *clauses))


@implements("baccarat", "2.2.4")
def commission_of_nothing_won(recorded: Recorded, settlement: Settlement) -> Recorded:
    """Commission is held back of winnings. Taken by itself of a bet that won nothing it was taken of the stake."""
    if recorded.paid_minor >= 0 or recorded.returned_minor or settlement.outcome in (WON, PENDING, AWAITING):
        return recorded
    return replace(recorded, paid_minor=0, collected_minor=recorded.collected_minor - recorded.paid_minor)


@implements("baccarat", "4.15", "4.16", "4.17", "7.13")
def under_order(view: View, bets: Bets, hands: Hands) -> list[Settlement]:
    """What each bet is owed if the cards lie in this order. One that needs a further card has no result by itself: the
    card is to come, or, once the round has ended without it, the matter is for 7.22."""
    if hands.complete:
        return under(view, bets, hands)[0]
    if not view.ended or len(hands.places) < 4:
        return all_back(bets, PENDING, ())
    clause = missing_card_clause(hands)
    if view.book.choice("missing_third_card") == AS_DEALT:
        return [_also(owed, (clause,)) for owed in under(view, bets, hands)[0]]
    return all_back(bets, AWAITING, (clause, "7.22"))


def waiting_bets(view: View, bets: Bets, clause: str, ruled: dict[str, Settlement]) -> list[Due]:
    """Every bet under each possible decision: each order that the cards can have (7.13), or as dealt and void. Those
    that were decided by themselves (``ruled``) wait no longer."""
    if clause == "7.13":
        options = [(o.decision, under_order(view, bets, o.hands)) for o in view.dealing.options]
    else:
        options = [(AS_DEALT, under(view, bets, view.dealing.hands)[0])] if len(view.dealing.cards) >= 4 else []
        options.append((VOID, all_back(bets, Outcome.VOID, (clause,))))
    dues = []
    for place, bet in enumerate(bets):
        decided = ruled.get(bet.bet) or gone_back(bet)
        if decided is not None:
            dues.append(Due(decided))
            continue
        distinct: dict[Settlement, Alternative] = {}
        for decision, settled in options:
            distinct.setdefault(settled[place].bare, Alternative(decision, settled[place]))
        dues.append(waits(bet, clause, tuple(distinct.values())))
    return dues


# --- What the next round needs to know -----------------------------------------------------------------------------


def summary_of(view: View, decided: Decided) -> dict[str, Any]:
    """The round's result in the game's own terms, and what it leaves to the next one."""
    hands, status = view.dealing.hands, decided.status
    opens_next, next_no_bet = left_to_the_next(view)
    counts = hands.complete and status.kind == "settled"
    return {
        "standing": status.kind,
        "outcome": hands.winner if counts else "",
        "player": list(hands.player),
        "banker": list(hands.banker),
        "player_points": hands.player_points,
        "banker_points": hands.banker_points,
        "clauses": list(status.clauses),
        "opens_next": opens_next,
        "next_no_bet": next_no_bet,
        "new_pack": pack_must_change(view, status),
        "below_minimum": used_up(decided, view.book),
    }


@implements("baccarat", "7.5", "7.6", "7.7", "7.8", "7.8.1", "7.10.1")
def left_to_the_next(view: View) -> tuple[list[str], str]:
    """The cards that open the next round, and the clause by which it takes no bets: it was announced as one in this
    round, or a card opens it. A round of which no card was dealt leaves what it had itself to do."""
    session, announced = view.session, view.no_bets.announced_next
    opens, no_bet = list(view.dealing.opens_next), view.dealing.next_no_bet
    if view.state.first_card is None:
        opens = [*session.opening_cards, *(card for card in opens if card not in session.opening_cards)]
        no_bet = session.no_bet or no_bet
    if announced:
        no_bet = "7.8.1" if any(noted.fact.last_of_shoe for noted in announced) else "7.8"
    return opens, no_bet


@implements("baccarat", "7.8.1", "7.10.2", "7.11.2.1")
def pack_must_change(view: View, status: RoundStatus) -> str:
    """The clause by which no further round may be dealt from this pack; empty: it may."""
    state, session = view.state, view.session
    if "7.10.2" in status.clauses:
        return "7.10.2"
    if state.first_card is None and session.new_pack:
        return session.new_pack
    announced = view.no_bets.announced
    said = bool(announced) and any(noted.fact.last_of_shoe for noted in announced)
    if said or (session.no_bet == "7.8.1" and state.first_card is not None):
        return "7.8.1"
    chosen = state.pack_choices[-1].fact.choice if state.pack_choices else "keep"
    return "" if chosen == "keep" else "7.11.2.1"


@implements("baccarat", "7.17")
def used_up(decided: Decided, book: RuleBook) -> list[str]:
    """The players whose one time below the minimum was used up in this round."""
    lying = [bet for bet in decided.bets if type(bet) is LaidBet and bet.below]
    below = {bet.bet: bet.who for bet in lying if is_named(bet.who)}
    if not below:
        return []
    counted = {WON, LOST}
    if book.choice("below_minimum_counted_on") == "settled":
        counted.add(PUSH)
    return sorted({below[r.bet] for r in decided.results if r.bet in below and r.settlement.outcome in counted})


@implements("baccarat", "7.5", "7.6", "7.7", "7.8", "7.8.1", "7.17")
def carry(before: SessionBefore | None, state: BaccaratRound, judgement: Judgement, book: RuleBook) -> SessionBefore:
    """The table's session after this round. What this round had to do itself (be dealt without bets, from a new pack)
    is done with it, once it was dealt. Clauses are kept as the first document numbers them: the next round may be
    dealt under another."""
    summary = judgement.summary
    pack = state.terms.shoe if state.terms else None
    loading = state.terms.shoe_loading if state.terms else 0
    if before is not None and state.first_card is None:
        pack, loading = before.pack, before.pack_loading
    session = before or NO_SESSION
    return replace(
        session,
        under_minimum=session.under_minimum.union(summary["below_minimum"]),
        no_bet=book.cited_as(summary["next_no_bet"]),
        opening_cards=tuple(summary["opens_next"]),
        pack=pack,
        new_pack=book.cited_as(summary["new_pack"]),
        pack_loading=loading,
    )


# --- A document that has moved clauses -----------------------------------------------------------------------------


def as_the_first_numbers_them(state: BaccaratRound, book: RuleBook) -> None:
    """The clauses that facts of a round cite (withdrawals, orders, calls), as the code cites them."""

    def cited(noted: Noted, member: str) -> Noted:
        number = getattr(noted.fact, member)
        return noted if number is None else replace(noted, fact=replace(noted.fact, **{member: book.cited_as(number)}))

    state.ordered = [cited(noted, "clause") for noted in state.ordered]
    state.voided = [cited(noted, "ground") for noted in state.voided]
    for name in ("bets", "insurances"):
        placed = {}
        for bet, one in getattr(state, name).items():
            changes = [
                replace(change, fact=replace(change.fact, clause=book.cited_as(change.fact.clause)))
                if change.fact is not None and change.fact.clause is not None
                else change
                for change in one.changes
            ]
            placed[bet] = replace(one, changes=changes)
        setattr(state, name, placed)


STEPS: Final = steps.Steps(
    game="baccarat",
    view=read_round,
    accepted_bets=accepted_bets,
    round_status=round_status,
    settle=settle_all,
    checks=remarks.CHECKS,
    summary=summary_of,
    last="7.22",
    moved=as_the_first_numbers_them,
    recorded=commission_of_nothing_won,
    grounds=GROUNDS_HELD,
)
judge = partial(steps.judge, STEPS)
