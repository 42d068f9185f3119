"""Niu niu judged: what each bet of a round was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 02/09.07.2024. Everything is found at once; nothing is refused. The order is: how the bets of
each box lay (``niuniu_bets``), which cards count and what a misdeal voids (``niuniu_deal``), whether the round counts
(7.1, 7.4, 7.5, 7.11, 8.1, here), what each box gets (``niuniu_hands``, ``niuniu_prices``), what was done with it (money
findings), and the remarks (``niuniu_remarks``). Proved by ``tests/golden/niuniu``, ``tests/rules/test_niuniu_*.py`` and
``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games.rounds.niuniu import NiuNiuRound
from games.rounds.session import SessionBefore
from games.rounds.state import Ruling
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import (
    AWAITING,
    PENDING,
    REFUSED,
    Alternative,
    BetResult,
    Finding,
    Judgement,
    Outcome,
    Recorded,
    Settlement,
)
from games.rules.niuniu_bets import BoxLay, Lay, laid_boxes
from games.rules.niuniu_deal import DEALER, NEVER, VOID, Dealing, faces, read_deal
from games.rules.niuniu_hands import Valued, value
from games.rules.niuniu_prices import settle_box
from games.rules.niuniu_remarks import CAUSES, CHECKS, View, still_barred
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
CONTINUE: Final = "continue"
AWAIT: Final = "await_ruling"
RIGHT: Final = ("7.1", *CAUSES)
NO_SESSION: Final = SessionBefore()


def judge(state: NiuNiuRound, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a round. ``ended`` says that no more chips will move (closed, or overtaken by a later round)."""
    findings = record_findings(state, ended=ended)
    session = state.before or NO_SESSION
    boxes = laid_boxes(state, book, findings)
    dealing = read_deal(state, book, boxes, findings, ended=ended)
    hands = known_hands(state, book, dealing, boxes, findings)
    if ended:
        dealing = first_deal_unread(dealing, boxes, hands)
    standing, ruled = standing_of(state, book, dealing, boxes, hands, findings)
    results = judge_boxes(state, book, dealing, standing, ruled, boxes, hands, findings, ended=ended)
    outcomes = {result.settlement.outcome for result in results}
    if standing.kind == "awaiting" and ruled and AWAITING not in outcomes:
        standing = Standing("settled", ("8.1",))
    if standing.kind == "settled" and (not hands or PENDING in outcomes):
        standing = Standing("pending")
    if ended:
        findings.extend(movements_without_bet(state, {result.bet for result in results}))
        if standing.kind == "pending" and (boxes or state.dealt):
            findings.append(Finding("no_result", PROCEDURE, "", ("2.2.5", "4.11"), (state.closed_version,)))
    view = View(state, book, session, dealing, boxes, hands, standing.kind)
    for check in CHECKS:
        findings.extend(check(view))
    return Judgement(
        game="niuniu",
        document=book.id,
        results=tuple(results),
        findings=tuple(findings),
        summary=summary_of(state, book, session, dealing, standing, hands),
    )


def known_hands(
    state: NiuNiuRound, book: RuleBook, dealing: Dealing, boxes: dict[str, BoxLay], findings: list[Finding]
) -> dict[str, Valued]:
    """The dealer's hand and that of every box with a bet, as far as their five cards are known."""
    hands = {}
    for hand in (*boxes, DEALER):
        cards = faces(hand, dealing, state, book, findings)
        if cards is not None:
            hands[hand] = value(cards, book)
    return hands


def first_deal_unread(dealing: Dealing, boxes: Mapping[str, BoxLay], hands: Mapping[str, Valued]) -> Dealing:
    """Where a deal counts whose cards were wrongly taken back, nobody will read its faces any more: those of 8.1 decide
    what becomes of the bets on them."""
    if dealing.end == NEVER:
        return dealing
    playing = {box.box for box in boxes.values() if box.valid and box.box not in dealing.void_boxes}
    unread = bool(playing) and not hands.keys() >= {DEALER, *playing}
    return msgspec.structs.replace(dealing, undecided=dealing.undecided or unread)


# --- Does the round count? -----------------------------------------------------------------------------------------


@implements("niuniu", "2.2.6", "7.4", "7.5", "7.11")
def standing_of(
    state: NiuNiuRound,
    book: RuleBook,
    dealing: Dealing,
    boxes: Mapping[str, BoxLay],
    hands: Mapping[str, Valued],
    findings: list[Finding],
) -> tuple[Standing, Mapping[str, Standing]]:
    """Whether the round counts, and what was ruled of single bets. A wrong count voids by itself (7.4, 7.5); under 7.1
    only a decision of the house does; a void declared on any other ground is a dispute for the posts of 8.1."""
    if not state.voided and not state.rulings and not dealing.void and not dealing.undecided:
        return Standing("settled"), {}
    over = round_over(state, book, dealing, boxes, hands)
    by_right = voided_by_the_house(state, book, over, findings)
    unfounded = void_without_ground(state, dealing, over, findings)
    if dealing.void:
        grounds = {(noted.fact.ground or "")[:3] for noted in state.voided if noted.order < over}
        if not by_right and grounds.isdisjoint(dealing.wrong_counts):
            findings.append(Finding("void_not_announced", PROCEDURE, "", (*dealing.void, "7.11")))
        return Standing(VOID, (*dealing.void, *by_right, "7.11")), {}
    if by_right:
        return Standing(VOID, (*by_right, "7.11")), {}
    if not unfounded and not dealing.undecided:
        return Standing("settled"), {}
    return ruled_standing(state, book, unfounded, findings), ruled_bets(state, book, boxes, findings)


@implements("niuniu", "2.2.5", "7.1")
def round_over(
    state: NiuNiuRound,
    book: RuleBook,
    dealing: Dealing,
    boxes: Mapping[str, BoxLay],
    hands: Mapping[str, Valued],
) -> int:
    """The place in the order at which the round was over: closed, or all that was due by the cards paid and taken."""
    closed = NEVER if state.closed is None else state.closed
    if dealing.void:
        return closed
    dues: dict[str, Settlement] = {}
    for box in boxes.values():
        dues.update(box_settlements(box, book, dealing, Standing("settled"), hands))
    open_bets = {bet for bet, due in dues.items() if due.net_minor}
    if not open_bets or any(due.outcome is PENDING for due in dues.values()):
        return closed
    moved = dict.fromkeys(dues, 0)
    for movement in state.movements:
        bet = movement.bet
        if movement.kind == "returned" or bet not in dues:
            continue
        moved[bet] += movement.amount_minor if movement.kind == "paid" else -movement.amount_minor
        (open_bets.discard if moved[bet] == dues[bet].net_minor else open_bets.add)(bet)
        if not open_bets:
            return min(closed, movement.order)
    return closed


@implements("niuniu", "7.1", *CAUSES)
def voided_by_the_house(state: NiuNiuRound, book: RuleBook, over: int, findings: list[Finding]) -> tuple[str, ...]:
    """The clauses of a void that the house decided in one of the four cases of 7.1, as declared at the table or as a
    recorded ruling; empty where it did not. The latest decision counts; one after the round is over changes nothing,
    nor does one for single bets: the right is to void the round."""
    decisions: list[tuple[int, str, str]] = []
    for clause in RIGHT:
        ruling = competent_ruling(state, book, clause, "", (VOID, CONTINUE), findings)
        if ruling is not None:
            decisions.append((ruling.order, clause, ruling.choice))
    for ruling in state.rulings:
        if ruling.clause in RIGHT and ruling.bets:
            subject, clauses = f"ruling:{ruling.version}", (ruling.clause,)
            findings.append(Finding("ruling_not_offered", PROCEDURE, subject, clauses, (ruling.version,)))
    for noted in state.voided:
        ground, by = noted.fact.ground, noted.fact.voided_by
        if ground not in RIGHT:
            continue
        competent = book.may_act(by.post, "7.1")
        if not competent:
            subject, detail = f"call:{noted.version}", {"post": by.post}
            findings.append(
                Finding("post_not_competent", PROCEDURE, subject, ("7.1", ground), (noted.version,), 0, detail)
            )
        if competent or book.choice("ruling_by_lower_post") == "stands":
            decisions.append((noted.order, ground, VOID))
    in_time = [decision for decision in decisions if decision[0] < over]
    if any(decision[2] == VOID for decision in decisions if decision not in in_time):
        findings.append(Finding("void_too_late", PROCEDURE, "", ("2.2.5", "7.1")))
    if not in_time:
        return ()
    _order, ground, choice = max(in_time)
    if choice != VOID:
        return ()
    if ground == "7.1":
        ground = next((noted.fact.ground for noted in state.troubles if noted.fact.ground in CAUSES), "7.1")
        if ground == "7.1":
            findings.append(Finding("cause_not_recorded", PROCEDURE, "", ("7.1",)))
    return ("7.1",) if ground == "7.1" else ("7.1", ground)


@implements("niuniu", "7.3", "7.4.1", "7.7", "7.8", "7.11")
def void_without_ground(state: NiuNiuRound, dealing: Dealing, over: int, findings: list[Finding]) -> bool:
    """Was the round declared void on no ground of the document? An exposed card, a box dealt wrongly, a count that was
    right, or a wrong one after a player had arranged a hand voids no round. Whether somebody has to decide that."""
    undecided = False
    for noted in state.voided:
        ground = noted.fact.ground or ""
        wrong_count = ground[:3] in dealing.wrong_counts
        if ground in RIGHT or (wrong_count and dealing.void):
            continue
        detail = {"ground": ground, "post": noted.fact.voided_by.post}
        clauses = ("7.4.1",) if wrong_count else (ground, "8.1") if ground else ("8.1",)
        subject = f"call:{noted.version}"
        findings.append(Finding("void_without_ground", PROCEDURE, subject, clauses, (noted.version,), 0, detail))
        undecided |= not wrong_count and noted.order < over
    return undecided


@implements("niuniu", "8.1")
def ruled_standing(state: NiuNiuRound, book: RuleBook, unfounded: bool, findings: list[Finding]) -> Standing:
    """What a post of 8.1 decided where the document does not say what becomes of the round; until then it waits, or
    counts as dealt, or is void, by the book's choice."""
    ruling = competent_ruling(state, book, "8.1", "", (AS_DEALT, VOID), findings)
    if ruling is not None:
        return _as_ruled(ruling)
    decided = book.choice("void_without_ground") if unfounded else AWAIT
    if decided == AWAIT:
        return Standing("awaiting", ("8.1",))
    return Standing(VOID, ("7.11",)) if decided == VOID else Standing("settled")


@implements("niuniu", "8.1")
def ruled_bets(
    state: NiuNiuRound, book: RuleBook, boxes: Mapping[str, BoxLay], findings: list[Finding]
) -> dict[str, Standing]:
    """What a post of 8.1 decided of each bet, where rulings name bets: the latest that covers it counts."""
    ruled = {}
    for lay in (lay for box in boxes.values() for lay in box.valid):
        ruling = competent_ruling(state, book, "8.1", lay.bet, (AS_DEALT, VOID), findings)
        if ruling is not None:
            ruled[lay.bet] = _as_ruled(ruling)
    return ruled


def _as_ruled(ruling: Ruling) -> Standing:
    return Standing(VOID, ("8.1", "7.11")) if ruling.choice == VOID else Standing("settled", ("8.1",))


# --- What does each bet get? ---------------------------------------------------------------------------------------


def judge_boxes(
    state: NiuNiuRound,
    book: RuleBook,
    dealing: Dealing,
    standing: Standing,
    ruled: Mapping[str, Standing],
    boxes: dict[str, BoxLay],
    hands: dict[str, Valued],
    findings: list[Finding],
    *,
    ended: bool,
) -> list[BetResult]:
    """Every bet: what it was owed, held against what was recorded."""
    recorded = recorded_of(state)
    results = []
    for box in boxes.values():
        settled = box_settlements(box, book, dealing, standing, hands)
        for lay in box.lays:
            moved = recorded.get(lay.bet)
            own = settled
            if lay.bet in ruled:
                own = box_settlements(box, book, dealing, ruled[lay.bet], hands)
            due = own.get(lay.bet) or back(REFUSED, lay.stake_minor, lay.refused)
            spot = f"{lay.box}:{lay.kind}"
            if due.outcome is PENDING:
                results.append(BetResult(lay.bet, lay.kind, due, moved or Recorded(), None, spot=spot))
            elif due.outcome is AWAITING:
                results.append(_awaiting(lay, box, book, dealing, hands, moved, spot))
            else:
                results.append(
                    compare(
                        lay.bet,
                        lay.kind,
                        due,
                        moved,
                        ended=ended,
                        findings=findings,
                        version=lay.version,
                        spot=spot,
                    )
                )
    return results


@implements("niuniu", "7.4.1", "7.8.1", "7.11")
def box_settlements(
    box: BoxLay, book: RuleBook, dealing: Dealing, standing: Standing, hands: Mapping[str, Valued]
) -> dict[str, Settlement]:
    """What the valid bets of a box are owed; those never accepted are left out."""
    if standing.kind == VOID:
        return _all_back(box, Outcome.VOID, standing.clauses)
    void = dealing.void_boxes.get(box.box)
    if void is not None:
        return _all_back(box, Outcome.VOID, (*void, "7.11"))
    hand, dealer = hands.get(box.box), hands.get(DEALER)
    if standing.kind == "awaiting":
        return _all_back(box, AWAITING, standing.clauses)
    if hand is None or dealer is None:
        return _all_back(box, PENDING, ())
    settled = settle_box(box, hand, dealer, book)
    if standing.clauses:
        return {
            bet: msgspec.structs.replace(due, clauses=(*due.clauses, *standing.clauses)) for bet, due in settled.items()
        }
    return settled


def _all_back(box: BoxLay, outcome: Outcome, clauses: tuple[str, ...]) -> dict[str, Settlement]:
    return {lay.bet: back(outcome, lay.stake_minor, clauses) for lay in box.valid}


def _awaiting(
    lay: Lay,
    box: BoxLay,
    book: RuleBook,
    dealing: Dealing,
    hands: dict[str, Valued],
    moved: Recorded | None,
    spot: str,
) -> BetResult:
    as_dealt = box_settlements(box, book, dealing, Standing("settled"), hands)[lay.bet]
    options = [Alternative(AS_DEALT, as_dealt)] if as_dealt.outcome is not PENDING else []
    options.append(Alternative(VOID, back(Outcome.VOID, lay.stake_minor, ("8.1", "7.11"))))
    waiting = back(AWAITING, lay.stake_minor, ("8.1",))
    return BetResult(lay.bet, lay.kind, waiting, moved or Recorded(), None, tuple(options), "8.1", spot)


# --- What the next round needs to know -----------------------------------------------------------------------------


def summary_of(
    state: NiuNiuRound,
    book: RuleBook,
    session: SessionBefore,
    dealing: Dealing,
    standing: Standing,
    hands: dict[str, Valued],
) -> dict[str, Any]:
    """The round's result in the game's own terms: every hand with its class, and what it leaves to the next round."""
    return {
        "standing": standing.kind,
        "hands": {hand: {"cards": list(known.cards), "class": known.rank.name} for hand, known in hands.items()},
        "void_boxes": sorted(dealing.void_boxes),
        "clauses": list(standing.clauses),
        "removed_pack": pack_to_remove(state, standing),
        "barred": still_barred(state, book, session) if session.barred or state.barring else [],
    }


@implements("niuniu", "7.2")
def pack_to_remove(state: NiuNiuRound, standing: Standing) -> str:
    """The pack that has to leave the table: the one in use, after a void under 7.1.1 or 7.1.3; empty otherwise."""
    if standing.kind != VOID or not {"7.1.1", "7.1.3"}.intersection(standing.clauses):
        return ""
    return (state.terms.shoe if state.terms else None) or ""


@implements("niuniu", "7.2", "7.10")
def carry(before: SessionBefore | None, state: NiuNiuRound, judgement: Judgement) -> SessionBefore:
    """The table's session after this round: packs that left it for good, players who may not arrange cards."""
    before = before or NO_SESSION
    summary = judgement.summary
    removed = summary["removed_pack"]
    return msgspec.structs.replace(
        before,
        pack=state.terms.shoe if state.terms else None,
        removed_packs=before.removed_packs | {removed} if removed else before.removed_packs,
        barred=frozenset(summary["barred"]),
    )
