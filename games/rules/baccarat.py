"""Baccarat judged: what each bet of a round was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 04/01.10.2024. Everything is found at once; nothing is refused. The order is: which hands the
cards make (``baccarat_dealing``), how each bet lay and how much of it plays (``baccarat_bets``), whether the round
counts (7.1 to 7.4, 7.10.2, 7.13, 7.22, here), what each bet gets (``baccarat_prices``, ``baccarat_insurance``), what
was done with it (money findings), and the remarks (``baccarat_remarks``). Proved by ``tests/golden/baccarat``,
``tests/rules/test_baccarat_*.py`` and ``tests/exhaustive/test_baccarat.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.rounds.baccarat import BaccaratRound
from games.rounds.session import SessionBefore
from games.rules.baccarat_bets import NO_SESSION, Lay, is_named, laid_bets, no_bet_round, seats_of
from games.rules.baccarat_cards import Hands, draw_tables
from games.rules.baccarat_dealing import Dealing, read_dealing
from games.rules.baccarat_insurance import Cover, Insured, Under, settle_insurance
from games.rules.baccarat_prices import settle
from games.rules.baccarat_remarks import CHECKS, View
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import (
    AWAITING,
    LOST,
    PENDING,
    PUSH,
    REFUSED,
    WON,
    Alternative,
    BetResult,
    Finding,
    Judgement,
    Outcome,
    Recorded,
    Settlement,
)
from games.rules.settling import (
    PROCEDURE,
    Standing,
    back,
    compare,
    competent_ruling,
    movements_without_bet,
    record_findings,
    recorded_of,
)

AS_DEALT: Final = "as_dealt"
VOID: Final = "void"
NO_COMMISSION: Final = "no_commission"
VOIDING: Final = {
    **dict.fromkeys(("extra_cards", "missing_cards", "foreign_cards", "unshuffled"), ("7.1", "7.1.1")),
    "not_enough_cards": ("7.2",),
    "order_lost": ("7.3",),
}
"""What voids a round by itself, with the clauses."""
GROUNDS: Final = frozenset(("7.1", "7.1.1", "7.2", "7.3"))
"""Clauses that an announcement of a void round can rest on. 7.10.2 is one more, where all players withdrew."""


def judge(state: BaccaratRound, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a round. ``ended`` says that no more chips will move (closed, or overtaken by a later round)."""
    findings = record_findings(state, ended=ended)
    session = session_of(state)
    dealing = read_dealing(state, book, draw_tables(book), findings)
    seats = seats_of(state)
    no_bets = no_bet_round(state, session)
    lays = laid_bets(state, book, dealing, session, no_bets, seats, findings)
    standing = standing_of(state, book, dealing, lays, findings, ended=ended)
    cover = Cover(state, book, dealing, lays, seats, findings)
    due = Due(state, book, dealing, lays, cover)
    results = judge_bets(due, standing, findings, ended=ended)
    if ended:
        findings.extend(movements_without_bet(state, {result.bet for result in results}))
        if standing.kind == "pending":
            findings.append(Finding("no_result", PROCEDURE, "", ("4.18",), (state.closed_version,)))
    view = View(state, book, session, no_bets, dealing, lays, seats, cover, standing.kind, ended)
    for check in CHECKS:
        findings.extend(check(view))
    return Judgement(
        game="baccarat",
        document=book.id,
        results=tuple(results),
        findings=tuple(findings),
        summary=summary_of(view, standing, results),
    )


def session_of(state: BaccaratRound) -> SessionBefore:
    """What the rounds before left. Cards and no-bet rounds do not outlive the shoe they arose in."""
    before = state.before
    if before is None:
        return NO_SESSION
    shoe = state.terms.shoe if state.terms else None
    if shoe is None or before.pack is None or shoe == before.pack:
        return before
    return msgspec.structs.replace(before, no_bet="", opening_cards=())


# --- Does the round count? -----------------------------------------------------------------------------------------


def standing_of(
    state: BaccaratRound,
    book: RuleBook,
    dealing: Dealing,
    lays: list[Lay],
    findings: list[Finding],
    *,
    ended: bool,
) -> Standing:
    """Whether the round counts: void by a fact, by everybody's withdrawal, or by a decision; else as the cards lie."""
    void = voided_by_fact(state, findings)
    if void is not None:
        return void
    withdrawn = all_withdrew(state, lays, findings)
    if withdrawn is not None:
        return withdrawn
    awaiting = voided_by_call(state, book, findings) or dealing.awaiting
    if not dealing.hands.complete and ended and len(dealing.cards) >= 4 and awaiting != "7.13":
        awaiting = card_missing(dealing, book, findings) or awaiting
    return ruled_standing(state, book, dealing, awaiting, findings)


def _during(order: int, state: BaccaratRound) -> bool:
    return state.closed is None or order < state.closed


@implements("baccarat", "2.2.12", "2.2.17", "7.1", "7.1.1", "7.1.2", "7.2", "7.3")
def voided_by_fact(state: BaccaratRound, findings: list[Finding]) -> Standing | None:
    """Cards too many, missing, foreign or unshuffled, too few in the shoe, an order lost: the round is void by that.
    One that was over when it was found keeps its result (7.1.2). Nobody having said so is a finding."""
    clauses: tuple[str, ...] = ()
    versions = []
    for noted in state.troubles:
        by_fact = VOIDING.get(noted.fact.kind)
        if by_fact is not None and _during(noted.order, state):
            clauses = clauses or by_fact
            versions.append(noted.version)
    called = [n for n in state.voided if n.fact.ground in GROUNDS and _during(n.order, state)]
    if clauses and not called:
        findings.append(Finding("void_not_announced", PROCEDURE, "", clauses, tuple(versions)))
    if called and not clauses:
        ground = called[0].fact.ground
        clauses = ("7.1", "7.1.1") if ground.startswith("7.1") else (ground,)
    return Standing(VOID, clauses) if clauses else None


@implements("baccarat", "7.10.2")
def all_withdrew(state: BaccaratRound, lays: list[Lay], findings: list[Finding]) -> Standing | None:
    """After a wrong delivery, before the result is confirmed: if all players withdraw, the round is void. Who had
    withdrawn before under another clause is not there to play on either."""
    taking_part = [lay for lay in lays if not lay.refused]
    out = {lay.void for lay in taking_part}
    if ("7.10.2",) not in out or () in out or ("7.10.1",) in out:
        return None
    if not any(noted.fact.ground == "7.10.2" for noted in state.voided):
        versions = tuple(lay.version for lay in taking_part)
        findings.append(Finding("void_not_announced", PROCEDURE, "", ("7.10.2",), versions))
    return Standing(VOID, ("7.10.2",))


@implements("baccarat", "7.4", "7.10", "7.11.3", "7.15")
def voided_by_call(state: BaccaratRound, book: RuleBook, findings: list[Finding]) -> str:
    """A round called void although play goes on: a face-up card after the first (7.4), cards passed wrongly or not at
    all (7.10, 7.15), a burn missed and found late (7.11.3), or no ground. The clause whose post must decide.

    A call on one of ``GROUNDS`` comes here only after the round: during it ``voided_by_fact`` has voided the round."""
    awaiting = ""
    for noted in state.voided:
        ground = noted.fact.ground
        detail = {"ground": ground or "", "post": noted.fact.called_by.post}
        clauses = (ground, "7.22") if ground in book.clauses else ("7.22",)
        subject = f"call:{noted.version}"
        findings.append(Finding("void_without_ground", PROCEDURE, subject, clauses, (noted.version,), 0, detail))
        if _during(noted.order, state):
            awaiting = "7.22"
    if awaiting and book.choice("unsettled_call") == VOID:
        return VOID
    return awaiting


@implements("baccarat", "4.15", "4.16", "4.17")
def card_missing(dealing: Dealing, book: RuleBook, findings: list[Finding]) -> str:
    """A round that ended without a third card that it needed: the clause whose post must decide (empty: as dealt)."""
    needs = dealing.hands.needs
    third = len(dealing.hands.player) == 3
    clause = "4.15" if needs == "player" else "4.16" if third else "4.17"
    versions = tuple(card.version for card in dealing.cards)
    findings.append(Finding("third_card_missing", PROCEDURE, needs, (clause,), versions))
    return "7.22" if book.choice("missing_third_card") == "await" else AS_DEALT


@implements("baccarat", "7.22")
def ruled_standing(
    state: BaccaratRound, book: RuleBook, dealing: Dealing, awaiting: str, findings: list[Finding]
) -> Standing:
    """What the assistant director or above decided about a matter that no clause settles, or that it still waits."""
    ruling = competent_ruling(state, book, "7.22", "", (AS_DEALT, VOID), findings)
    if awaiting == VOID or (ruling is not None and ruling.choice == VOID):
        return Standing(VOID, ("7.22",))
    if ruling is not None and awaiting == "7.22" and len(dealing.cards) >= 4:
        return Standing("settled", ("7.22",))
    if awaiting == AS_DEALT:
        return Standing("settled")
    if awaiting:
        return Standing("awaiting", (awaiting,))
    return Standing("settled" if dealing.hands.complete else "pending")


# --- What does each bet get? ---------------------------------------------------------------------------------------


class Due:
    """What is owed under any hands: all that the settlements of a round need."""

    __slots__ = ("book", "commission", "cover", "dealing", "laid", "lays", "state")

    def __init__(self, state: BaccaratRound, book: RuleBook, dealing: Dealing, lays: list[Lay], cover: Cover) -> None:
        self.state = state
        self.book = book
        self.dealing = dealing
        self.lays = lays
        self.cover = cover
        self.laid: dict[str, Lay | Insured] = {lay.bet: lay for lay in lays}
        self.laid |= {insured.bet: insured for insured in cover.insured}
        self.commission = plays_with_commission(state)

    def under(self, hands: Hands, findings: list[Finding]) -> dict[str, Settlement]:
        """Each bet's settlement under these hands, by bet."""
        commission, book = self.commission, self.book
        due = {lay.bet: _gone(lay) or settle(lay, hands, commission, book) for lay in self.lays}
        under = Under(self.cover, hands, findings)
        for insured in self.cover.insured:
            due[insured.bet] = _gone(insured) or settle_insurance(insured, under)
        return due

    def all_back(self, outcome: Outcome, clauses: tuple[str, ...]) -> dict[str, Settlement]:
        """Each bet goes back whole: refused and withdrawn ones as such, the others for this outcome."""
        return {bet: _gone(lay) or back(outcome, lay.stake_minor, clauses) for bet, lay in self.laid.items()}


@implements("baccarat", "2.2.4", "5.1.2", "5.2")
def plays_with_commission(state: BaccaratRound) -> bool:
    """Does the table take commission? It does unless its variant says ``no_commission``."""
    variant = state.terms.variant if state.terms else None
    return variant is None or NO_COMMISSION not in variant.split(".")


def _gone(lay: Lay | Insured) -> Settlement | None:
    if lay.refused:
        return back(REFUSED, lay.stake_minor, lay.refused)
    return back(Outcome.VOID, lay.stake_minor, lay.void) if lay.void else None


def judge_bets(due: Due, standing: Standing, findings: list[Finding], *, ended: bool) -> list[BetResult]:
    """Every bet: what it was owed, held against what was recorded."""
    recorded = recorded_of(due.state)
    ruled = ruled_bets(due, standing, findings)
    if standing.kind == "awaiting":
        return waiting_bets(due, standing.clauses[0], ruled, recorded, findings, ended=ended)
    if standing.kind == "settled":
        settled = due.under(due.dealing.hands, findings)
        if standing.clauses:
            settled = {bet: _also(s, standing.clauses) for bet, s in settled.items()}
    elif standing.kind == VOID:
        settled = due.all_back(Outcome.VOID, standing.clauses)
    else:
        settled = due.all_back(PENDING, ())
    settled |= ruled
    return [_held(due, bet, s, recorded.get(bet), findings, ended=ended) for bet, s in settled.items()]


@implements("baccarat", "7.22")
def ruled_bets(due: Due, standing: Standing, findings: list[Finding]) -> dict[str, Settlement]:
    """The bets that a decision of the assistant director or above names: void, or as dealt where the round stands or
    falls with 7.22. The latest decision about a bet counts; none overrides what voids the round by another clause."""
    state, cards = due.state, due.dealing.cards
    for_bets = any(ruling.clause == "7.22" and ruling.bets for ruling in state.rulings)
    if not for_bets or (standing.kind == VOID and standing.clauses != ("7.22",)):
        return {}
    found: list[Finding] = []
    void = due.all_back(Outcome.VOID, ("7.22",))
    dealt = due.under(due.dealing.hands, found) if standing.clauses == ("7.22",) and len(cards) >= 4 else {}
    ruled = {}
    for bet in due.laid:
        ruling = competent_ruling(state, due.book, "7.22", bet, (AS_DEALT, VOID), findings)
        if ruling is None or not ruling.bets:
            continue
        if ruling.choice == VOID:
            ruled[bet] = void[bet]
        elif bet in dealt:
            ruled[bet] = _also(dealt[bet], ("7.22",))
            findings.extend(finding for finding in found if finding.subject == bet)
    return ruled


def _also(settlement: Settlement, clauses: tuple[str, ...]) -> Settlement:
    if settlement.outcome in (REFUSED, Outcome.VOID):
        return settlement
    return msgspec.structs.replace(settlement, clauses=(*settlement.clauses, *clauses))


def _held(
    due: Due, bet: str, settlement: Settlement, recorded: Recorded | None, findings: list[Finding], *, ended: bool
) -> BetResult:
    lay = due.laid[bet]
    kind, version = lay.kind, lay.version
    if settlement.outcome is PENDING:
        return BetResult(bet, kind, settlement, recorded or Recorded(), None, spot=kind)
    moved = commission_of_nothing_won(recorded, settlement)
    return compare(bet, kind, settlement, moved, ended=ended, findings=findings, version=version, spot=kind)


@implements("baccarat", "2.2.4")
def commission_of_nothing_won(recorded: Recorded | None, settlement: Settlement) -> Recorded | None:
    """Commission is held back of winnings. Taken by itself of a bet that won nothing it was taken of the stake."""
    if recorded is None or recorded.paid_minor >= 0 or recorded.returned_minor or settlement.outcome is WON:
        return recorded
    taken = recorded.collected_minor - recorded.paid_minor
    return msgspec.structs.replace(recorded, paid_minor=0, collected_minor=taken)


def waiting_bets(
    due: Due,
    clause: str,
    ruled: dict[str, Settlement],
    recorded: dict[str, Recorded],
    findings: list[Finding],
    *,
    ended: bool,
) -> list[BetResult]:
    """Every bet under each possible decision: each order that the cards can have (7.13), or as dealt and void. Those
    that were decided by themselves (``ruled``) wait no longer."""
    if clause == "7.13":
        options = [(o.decision, due.under(o.hands, [])) for o in due.dealing.options if o.hands.complete]
    else:
        options = [(AS_DEALT, due.under(due.dealing.hands, []))] if len(due.dealing.cards) >= 4 else []
        options.append((VOID, due.all_back(Outcome.VOID, (clause,))))
    results = []
    for bet, settlement in (due.all_back(AWAITING, (clause,)) | ruled).items():
        if settlement.outcome is not AWAITING:
            results.append(_held(due, bet, settlement, recorded.get(bet), findings, ended=ended))
            continue
        distinct: dict[Settlement, str] = {}
        for decision, settled in options:
            distinct.setdefault(settled[bet], decision)
        alternatives = tuple(Alternative(decision, s) for s, decision in distinct.items())
        kind = due.laid[bet].kind
        moved = recorded.get(bet) or Recorded()
        results.append(BetResult(bet, kind, settlement, moved, None, alternatives, clause, kind))
    return results


# --- What the next round needs to know -----------------------------------------------------------------------------


def summary_of(view: View, standing: Standing, results: list[BetResult]) -> dict[str, Any]:
    """The round's result in the game's own terms, and what it leaves to the next one."""
    hands = view.dealing.hands
    opens_next, next_no_bet = left_to_the_next(view)
    decided = hands.complete and standing.kind == "settled"
    return {
        "standing": standing.kind,
        "outcome": hands.winner if decided else "",
        "player": list(hands.player),
        "banker": list(hands.banker),
        "player_points": hands.player_points,
        "banker_points": hands.banker_points,
        "clauses": list(standing.clauses),
        "opens_next": opens_next,
        "next_no_bet": next_no_bet,
        "new_pack": pack_must_change(view, standing),
        "below_minimum": used_up(view.lays, results, view.book),
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
def pack_must_change(view: View, standing: Standing) -> str:
    """The clause by which no further round may be dealt from this pack; empty: it may."""
    state, session = view.state, view.session
    if "7.10.2" in standing.clauses:
        return "7.10.2"
    if state.first_card is None and session.new_pack:
        return session.new_pack
    said = any(noted.fact.last_of_shoe for noted in view.no_bets.announced)
    if said or (session.no_bet == "7.8.1" and state.first_card is not None):
        return "7.8.1"
    chosen = state.pack_choices[-1].fact.choice if state.pack_choices else "keep"
    return "" if chosen == "keep" else "7.11.2.1"


@implements("baccarat", "7.17")
def used_up(lays: Sequence[Lay], results: list[BetResult], book: RuleBook) -> list[str]:
    """The players whose one time below the minimum was used up in this round."""
    below = {lay.bet: lay.who for lay in lays if lay.below and is_named(lay.who)}
    if not below:
        return []
    counted = {WON, LOST}
    if book.choice("below_minimum_counted_on") == "settled":
        counted.add(PUSH)
    return sorted({below[r.bet] for r in results if r.bet in below and r.settlement.outcome in counted})


@implements("baccarat", "7.5", "7.6", "7.7", "7.8", "7.8.1", "7.17")
def carry(before: SessionBefore | None, state: BaccaratRound, judgement: Judgement) -> SessionBefore:
    """The table's session after this round. What this round had to do itself (be dealt without bets, from a new pack)
    is done with it, once it was dealt."""
    summary = judgement.summary
    pack = state.terms.shoe if state.terms else None
    if before is not None and state.first_card is None:
        pack = before.pack
    session = before or NO_SESSION
    return msgspec.structs.replace(
        session,
        under_minimum=session.under_minimum.union(summary["below_minimum"]),
        no_bet=summary["next_no_bet"],
        opening_cards=tuple(summary["opens_next"]),
        pack=pack,
        new_pack=summary["new_pack"],
    )
