"""Niu niu judged: what each bet of a round was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 02/09.07.2024. Everything is found at once; nothing is refused. The round is read first
(``view``: how the bets of each box lay, which cards count and what a misdeal voids); then the steps of every game
follow: whether the round counts (7.1, 7.4, 7.5, 7.11, 8.1, here), what each box gets (``hands``, ``prices``), what was
done with it (money findings), and the remarks (``remarks``). Proved by ``tests/golden/niuniu``,
``tests/niuniu/test_*.py`` and ``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.engine import steps
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.ending import answers, closed_at
from games.engine.judgement import AWAITING, PENDING, REFUSED, Alternative, Finding, Judgement, Outcome, Settlement
from games.engine.session import SessionBefore
from games.engine.settling import PROCEDURE, back
from games.engine.state import Ruling
from games.engine.steps import NOTHING, Decided, Due, Findings, RoundStatus, Steps
from games.niuniu.bets import BoxBet, BoxBets
from games.niuniu.deal import DEALER, VOID
from games.niuniu.dealt import NEVER
from games.niuniu.facts import NiuNiuRound, Noted
from games.niuniu.grounds import AS_DEALT, GROUNDS_HELD
from games.niuniu.ineffective_records import HEARD, open_matter
from games.niuniu.prices import settle_box
from games.niuniu.remarks import CAUSES, CHECKS, OF_THE_PACK, still_barred
from games.niuniu.view import NO_SESSION, View, view_of

CONTINUE: Final = "continue"
AWAIT: Final = "await_ruling"
RIGHT: Final = ("7.1", *CAUSES)


class Status(RoundStatus, frozen=True, gc=False):
    """Whether the round counts, and what was ruled of single bets."""

    ruled: Mapping[str, RoundStatus] = {}


SETTLED: Final = Status("settled")


def accepted_bets(view: View) -> tuple[Sequence[BoxBet], Findings]:
    """Every bet, box by box; what was wrong with them the view has found."""
    return [bet for box in view.boxes.values() for bet in box.bets], NOTHING


# --- Does the round count? -----------------------------------------------------------------------------------------


def round_status(view: View, bets: Sequence[BoxBet]) -> tuple[Status, Findings]:
    """Whether the round counts. Pending while cards are missing that a bet is decided by; what waits for the posts of
    8.1 waits until they have decided the round or each of its bets."""
    status, findings = standing_of(view)
    if status.kind == "awaiting" and status.ruled and not _anything(view, status, "awaiting"):
        status = Status("settled", ("8.1",), status.ruled)
    if status.kind == "settled" and (not view.hands or _unknown(view, status)):
        status = Status("pending", status.clauses, status.ruled)
    if status.kind == "pending" and view.ended and (bets or view.state.dealt):
        findings += (_finding("no_result", "", ("2.2.5", "4.11"), view.state.closed_version),)
    return status, findings


def _unknown(view: View, status: Status) -> bool:
    """Is there a bet that counts by cards that are not known?"""
    hands = view.hands
    if DEALER in hands and hands.keys() >= view.boxes.keys():
        return False
    return _anything(view, status, "settled", unless=hands.keys() if DEALER in hands else ())


def _anything(view: View, status: Status, kind: str, *, unless: Any = ()) -> bool:
    """Is there a bet that plays in a box (other than these, and those void by a misdeal), and stands like this?"""
    void = view.dealing.void_boxes
    return any(
        status.ruled.get(bet.bet, status).kind == kind
        for name, box in view.boxes.items()
        if name not in void and name not in unless
        for bet in box.valid
    )


@implements("niuniu", "2.2.6", "7.4", "7.5", "7.11")
def standing_of(view: View) -> tuple[Status, Findings]:
    """Whether the round counts, and what was ruled of single bets. A wrong count voids by itself (7.4, 7.5); under 7.1
    only a decision of the house does; a void declared on any other ground is a dispute for the posts of 8.1, and so is
    a matter recorded as open because no clause names it."""
    state, dealing = view.state, view.dealing
    said = state.voided or state.rulings or state.troubles or state.matters
    if not said and not dealing.void and not dealing.undecided:
        return SETTLED, NOTHING
    over = round_over(view)
    undecided = dealing.undecided or open_matter(view, over)
    by_right, findings = voided_by_the_house(view, over)
    unfounded, found = void_without_ground(view, over)
    findings += found
    if dealing.void:
        grounds = {(noted.fact.ground or "")[:3] for noted in state.voided if noted.order < over}
        if not by_right and grounds.isdisjoint(dealing.wrong_counts):
            findings += (_finding("void_not_announced", "", (*dealing.void, "7.11")),)
        return Status(VOID, (*dealing.void, *by_right, "7.11")), findings
    if by_right:
        return Status(VOID, (*by_right, "7.11")), findings
    if not unfounded and not undecided:
        return SETTLED, findings
    status, found = ruled_standing(view, unfounded=unfounded)
    findings += found
    ruled, found = ruled_bets(view)
    return Status(status.kind, status.clauses, ruled), steps.once(findings + found)


@implements("niuniu", "2.2.5", "7.1")
def round_over(view: View) -> int:
    """The place in the order at which the round was over: closed, the table's next round opened, or every accepted bet
    answered by a payment, return or collection, right or wrong, and the results announced where any is."""
    state = view.state
    end = closed_at(state)
    closed = NEVER if end is None else end
    if view.dealing.void:
        return closed
    dues: dict[str, Settlement] = {}
    for box in view.boxes.values():
        dues.update(box_settlements(view, box, SETTLED))
    open_bets = {bet for bet, due in dues.items() if due.outcome is not REFUSED}
    if not open_bets or any(due.outcome is PENDING for due in dues.values()):
        return closed
    for movement in answers(state):
        open_bets.discard(movement.bet)
        if not open_bets:
            return min(closed, _announced(view, movement.order))
    return closed


def _announced(view: View, answered: int) -> int:
    """The place at which the results were announced, of every box that was dealt to, at the earliest that at which all
    was answered; where nothing was announced by then, that."""
    said: dict[str, int] = {}
    for noted in view.state.compared:
        said.setdefault(noted.fact.box, noted.order)
    if all(order > answered for order in said.values()):
        return answered
    dealt = {noted.fact.to for noted in view.state.dealt}
    boxes = {placed.fact.box for placed in view.state.bets.values()} & dealt
    return max([answered, *(said.get(box, NEVER) for box in boxes)])


@implements("niuniu", "7.1", *CAUSES)
def voided_by_the_house(view: View, over: int) -> tuple[tuple[str, ...], Findings]:
    """The clauses of a void that the house decided in one of the four cases of 7.1, as declared at the table or as a
    recorded ruling; empty where it did not. The latest decision counts; one after the round is over changes nothing,
    nor does one for single bets: the right is to void the round."""
    state, book = view.state, view.book
    decisions: list[tuple[int, str, str]] = []
    version_of: dict[int, int] = {}
    findings = NOTHING
    for clause in RIGHT:
        ruling, found = steps.competent_ruling(state, book, clause, choices=(VOID, CONTINUE))
        findings += found
        if ruling is not None:
            decisions.append((ruling.order, clause, ruling.choice))
            version_of[ruling.order] = ruling.version
    for ruling in state.rulings:
        if ruling.clause in RIGHT and ruling.bets:
            findings += (_finding("ruling_not_offered", f"ruling:{ruling.version}", (ruling.clause,), ruling.version),)
    for noted in state.voided:
        ground, post = noted.fact.ground, noted.fact.voided_by.post
        if ground not in RIGHT:
            continue
        competent = book.may_act(post, "7.1")
        if not competent:
            findings += (_of_call(noted, "post_not_competent", ("7.1", ground), post=post),)
        if competent or book.choice("ruling_by_lower_post") == "stands":
            decisions.append((noted.order, ground, VOID))
            version_of[noted.order] = noted.version
    in_time = [decision for decision in decisions if decision[0] < over]
    late = sorted(order for order, _ground, choice in decisions if order >= over and choice == VOID)
    if late:
        findings += (_finding("void_too_late", "", ("2.2.5", "7.1"), *(version_of[order] for order in late)),)
    if not in_time:
        return (), findings
    _order, ground, choice = max(in_time)
    if choice != VOID:
        return (), findings
    if ground == "7.1":
        ground = next((noted.fact.ground for noted in state.troubles if noted.fact.ground in CAUSES), "7.1")
        if ground == "7.1":
            findings += (_finding("cause_not_recorded", "", ("7.1",)),)
    return ("7.1",) if ground == "7.1" else ("7.1", ground), findings


@implements("niuniu", "7.3", "7.4.1", "7.7", "7.8", "7.11")
def void_without_ground(view: View, over: int) -> tuple[bool, Findings]:
    """Was the round declared void on no ground of the document? An exposed card, a box dealt wrongly, a count that was
    right, or a wrong one after a player had arranged a hand voids no round. Whether somebody has to decide that."""
    undecided = False
    findings = NOTHING
    for noted in view.state.voided:
        ground = noted.fact.ground or ""
        wrong_count = ground[:3] in view.dealing.wrong_counts
        if ground in RIGHT or (wrong_count and view.dealing.void):
            continue
        clauses = ("7.4.1",) if wrong_count else (ground, "8.1") if ground else ("8.1",)
        post = noted.fact.voided_by.post
        findings += (_of_call(noted, "void_without_ground", clauses, ground=ground, post=post),)
        undecided |= not wrong_count and noted.order < over
    return undecided, findings


def _of_call(noted: Noted, code: str, clauses: tuple[str, ...], **detail: str) -> Finding:
    return Finding(
        code=code,
        severity=PROCEDURE,
        subject=f"call:{noted.version}",
        clauses=clauses,
        versions=(noted.version,),
        detail=detail,
    )


def _finding(code: str, subject: str, clauses: tuple[str, ...], *versions: int) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=versions)


@implements("niuniu", "8.1")
def ruled_standing(view: View, *, unfounded: bool) -> tuple[RoundStatus, Findings]:
    """What a post of 8.1 decided where the document does not say what becomes of the round; until then it waits, or
    counts as dealt, or is void, by the book's choice."""
    ruling, findings = steps.competent_ruling(view.state, view.book, "8.1", choices=(AS_DEALT, VOID))
    if ruling is not None:
        return _as_ruled(ruling), findings
    decided = view.book.choice("void_without_ground") if unfounded else AWAIT
    if decided == AWAIT:
        return RoundStatus("awaiting", ("8.1",)), findings
    return RoundStatus(VOID, ("7.11",)) if decided == VOID else RoundStatus("settled"), findings


@implements("niuniu", "8.1")
def ruled_bets(view: View) -> tuple[Mapping[str, RoundStatus], Findings]:
    """What a post of 8.1 decided of each bet, where rulings name bets: the latest that covers it counts."""
    ruled = {}
    findings = NOTHING
    for bet in (bet for box in view.boxes.values() for bet in box.valid):
        ruling, found = steps.competent_ruling(view.state, view.book, "8.1", bet.bet, (AS_DEALT, VOID))
        findings += found
        if ruling is not None:
            ruled[bet.bet] = _as_ruled(ruling)
    return ruled, findings


def _as_ruled(ruling: Ruling) -> RoundStatus:
    return RoundStatus(VOID, ("8.1", "7.11")) if ruling.choice == VOID else RoundStatus("settled", ("8.1",))


# --- What does each bet get? ---------------------------------------------------------------------------------------


def settle(view: View, _bets: Sequence[BoxBet], status: Status) -> tuple[Sequence[Due], Findings]:
    """What every bet is owed, box by box."""
    dues = []
    ruled = status.ruled
    for box in view.boxes.values():
        settled = box_settlements(view, box, status)
        for bet in box.bets:
            name = bet.bet
            owed = settled.get(name)
            if owed is None:
                dues.append(Due(back(REFUSED, bet.stake_minor, bet.refused)))
                continue
            if ruled and name in ruled:
                owed = box_settlements(view, box, ruled[name])[name]
            dues.append(Due(owed) if owed.outcome is not AWAITING else _awaiting(view, box, bet))
    return dues, NOTHING


@implements("niuniu", "7.4.1", "7.8.1", "7.11")
def box_settlements(view: View, box: BoxBets, status: RoundStatus) -> dict[str, Settlement]:
    """What the valid bets of a box are owed; those never accepted are left out."""
    if status.kind == VOID:
        return _all_back(box, Outcome.VOID, status.clauses)
    void = view.dealing.void_boxes.get(box.box)
    if void is not None:
        return _all_back(box, Outcome.VOID, (*void, "7.11"))
    if status.kind == "awaiting":
        return _all_back(box, AWAITING, status.clauses)
    comparison = view.compared.get(box.box)
    if comparison is None:
        return _all_back(box, PENDING, ())
    settled = settle_box(box, comparison, view.prices, view.book)
    if status.clauses:
        return {
            bet: msgspec.structs.replace(due, clauses=(*due.clauses, *status.clauses)) for bet, due in settled.items()
        }
    return settled


def _all_back(box: BoxBets, outcome: Outcome, clauses: tuple[str, ...]) -> dict[str, Settlement]:
    return {bet.bet: back(outcome, bet.stake_minor, clauses) for bet in box.valid}


def _awaiting(view: View, box: BoxBets, bet: BoxBet) -> Due:
    as_dealt = box_settlements(view, box, SETTLED)[bet.bet]
    options = [Alternative(AS_DEALT, as_dealt)] if as_dealt.outcome is not PENDING else []
    options.append(Alternative(VOID, back(Outcome.VOID, bet.stake_minor, ("8.1", "7.11"))))
    return steps.waits(bet, "8.1", tuple(options))


# --- What the next round needs to know -----------------------------------------------------------------------------


def summary_of(view: View, decided: Decided) -> dict[str, Any]:
    """The round's result in the game's own terms: every hand with its class, and what it leaves to the next round."""
    status = decided.status
    return {
        "standing": status.kind,
        "hands": {hand: {"cards": list(known.cards), "class": known.rank.name} for hand, known in view.hands.items()},
        "void_boxes": sorted(view.dealing.void_boxes),
        "clauses": [] if status.kind == "pending" else list(status.clauses),
        "removed_pack": pack_to_remove(view.state, status),
        "barred": still_barred(view) if view.session.barred or view.state.barring else [],
    }


@implements("niuniu", "7.2")
def pack_to_remove(state: NiuNiuRound, status: RoundStatus) -> str:
    """The pack that has to leave the table: the one in use, after a void under 7.1.1 or 7.1.3; empty otherwise."""
    if status.kind != VOID or set(OF_THE_PACK).isdisjoint(status.clauses):
        return ""
    return (state.terms.shoe if state.terms else None) or ""


@implements("niuniu", "7.2", "7.10")
def carry(before: SessionBefore | None, state: NiuNiuRound, judgement: Judgement, _book: RuleBook) -> SessionBefore:
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


# --- A document that has moved clauses -----------------------------------------------------------------------------


def cited_by_the_first(state: NiuNiuRound, book: RuleBook) -> None:
    """Grounds are recorded by the numbers of the document in force."""
    state.troubles = [_cited(noted, book) for noted in state.troubles]
    state.voided = [_cited(noted, book) for noted in state.voided]


def _cited(noted: Noted, book: RuleBook) -> Noted:
    fact = noted.fact
    if not fact.ground:
        return noted
    return msgspec.structs.replace(noted, fact=msgspec.structs.replace(fact, ground=book.cited_as(fact.ground)))


STEPS: Final = Steps[View](
    game="niuniu",
    view=view_of,
    accepted_bets=accepted_bets,
    round_status=round_status,
    settle=settle,
    checks=(*CHECKS, *HEARD),
    summary=summary_of,
    last="8.1",
    moved=cited_by_the_first,
    grounds=GROUNDS_HELD,
)
judge: Final = partial(steps.judge, STEPS)
