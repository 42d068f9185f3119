"""Niu niu judged: what each bet of a round was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 02/09.07.2024. Everything is found at once; nothing is refused. The order is: how the bets of
each box lay (``niuniu_bets``), which cards count and what a misdeal voids (``niuniu_deal``), whether the round counts
(7.1, 7.4, 7.5, 7.11, 8.1, here), what each box gets (``niuniu_hands``, ``niuniu_prices``), what was done with it (money
findings), and the remarks (``niuniu_remarks``). Proved by ``tests/golden/niuniu``, ``tests/rules/test_niuniu_*.py`` and
``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.rounds.niuniu import NiuNiuRound
from games.rounds.session import SessionBefore
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
from games.rules.niuniu_deal import DEALER, HAND_SIZE, Dealing, faces, read_deal
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
VOID: Final = "void"
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
    standing = standing_of(state, book, dealing, boxes, findings)
    hands = known_hands(state, book, dealing, boxes, findings)
    results = judge_boxes(state, book, dealing, standing, boxes, hands, findings, ended=ended)
    if standing.kind == "settled" and (not hands or any(r.settlement.outcome is PENDING for r in results)):
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


# --- Does the round count? -----------------------------------------------------------------------------------------


@implements("niuniu", "2.2.6", "7.4", "7.5", "7.11")
def standing_of(
    state: NiuNiuRound, book: RuleBook, dealing: Dealing, boxes: dict[str, BoxLay], findings: list[Finding]
) -> Standing:
    """Whether the round counts. A wrong count voids by itself (7.4, 7.5); under 7.1 only a decision of the house does;
    a void declared on any other ground is a dispute for the posts of 8.1."""
    if not state.voided and not state.rulings and not dealing.void and not dealing.undecided:
        return Standing("settled")
    by_right = voided_by_the_house(state, book, findings)
    if dealing.void:
        if not by_right and not state.voided:
            findings.append(Finding("void_not_announced", PROCEDURE, "", (*dealing.void, "7.11")))
        return Standing(VOID, (*dealing.void, *by_right, "7.11"))
    announced = announced_wrong_count(state, dealing, boxes)
    unfounded = void_without_ground(state, dealing, announced, findings)
    if by_right:
        return Standing(VOID, (*by_right, "7.11"))
    if announced:
        return Standing(VOID, (announced, "7.11"))
    return ruled_standing(state, book, dealing, unfounded, findings)


def _during(order: int, state: NiuNiuRound) -> bool:
    return state.closed is None or order < state.closed


@implements("niuniu", "7.1", *CAUSES)
def voided_by_the_house(state: NiuNiuRound, book: RuleBook, findings: list[Finding]) -> tuple[str, ...]:
    """The clauses of a void that the house decided in one of the four cases of 7.1, as declared at the table or as a
    recorded ruling; empty where it did not. The latest decision counts; one after the round is over changes nothing."""
    decisions: list[tuple[int, str, str]] = []
    for clause in RIGHT:
        ruling = competent_ruling(state, book, clause, "", (VOID, CONTINUE), findings)
        if ruling is not None:
            decisions.append((ruling.order, clause, ruling.choice))
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
    in_time = [decision for decision in decisions if _during(decision[0], state)]
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


@implements("niuniu", "7.4", "7.5")
def announced_wrong_count(state: NiuNiuRound, dealing: Dealing, boxes: dict[str, BoxLay]) -> str:
    """The ground of a void announced for a wrong count that the recorded cards can neither show nor exclude: then the
    announcement is the record of it. Empty otherwise."""
    hands = dealing.hands
    counted = all(len(hands.get(box.box, ())) == HAND_SIZE for box in boxes.values() if box.valid)
    for noted in state.voided:
        ground = noted.fact.ground
        if not _during(noted.order, state) or dealing.void_boxes:
            continue
        if ground == "7.4" and not counted:
            return "7.4"
        if ground == "7.5" and len(hands.get(DEALER, ())) != HAND_SIZE:
            return "7.5"
    return ""


@implements("niuniu", "7.3", "7.4.1", "7.7", "7.8", "7.11")
def void_without_ground(state: NiuNiuRound, dealing: Dealing, announced: str, findings: list[Finding]) -> bool:
    """Was the round declared void on no ground of the document? An exposed card, a box dealt wrongly, or a wrong count
    after a player had arranged a hand voids no round. Whether that has to be decided by somebody."""
    undecided = False
    for noted in state.voided:
        ground = noted.fact.ground or ""
        if ground in RIGHT or (announced and ground == announced):
            continue
        detail = {"ground": ground, "post": noted.fact.voided_by.post}
        answered = ground.startswith("7.4") and bool(dealing.void_boxes)
        clauses = ("7.4.1",) if answered else (ground, "8.1") if ground else ("8.1",)
        subject = f"call:{noted.version}"
        findings.append(Finding("void_without_ground", PROCEDURE, subject, clauses, (noted.version,), 0, detail))
        undecided |= not answered and _during(noted.order, state)
    return undecided


@implements("niuniu", "8.1")
def ruled_standing(
    state: NiuNiuRound, book: RuleBook, dealing: Dealing, unfounded: bool, findings: list[Finding]
) -> Standing:
    """What a post of 8.1 decided where the document does not say what becomes of the round; until then it waits, or
    counts as dealt, or is void, by the book's choice."""
    if not unfounded and not dealing.undecided:
        return Standing("settled")
    decided = book.choice("void_without_ground") if unfounded else AWAIT
    ruling = competent_ruling(state, book, "8.1", "", (AS_DEALT, VOID), findings)
    if ruling is not None:
        return Standing(VOID, ("8.1", "7.11")) if ruling.choice == VOID else Standing("settled", ("8.1",))
    if decided == AWAIT:
        return Standing("awaiting", ("8.1",))
    return Standing(VOID, ("7.11",)) if decided == VOID else Standing("settled")


# --- What does each bet get? ---------------------------------------------------------------------------------------


def judge_boxes(
    state: NiuNiuRound,
    book: RuleBook,
    dealing: Dealing,
    standing: Standing,
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
            due = settled.get(lay.bet) or back(REFUSED, lay.stake_minor, lay.refused)
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
    box: BoxLay, book: RuleBook, dealing: Dealing, standing: Standing, hands: dict[str, Valued]
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
