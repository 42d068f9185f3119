"""Mậu binh judged: what each seat of a deal was owed under the document, and what was not as it says.

Parts G, A, B and C of the document of mậu binh. A seat is one bet: its Ante is the unit, and what it wins or loses is
the sum of its multiples against all others (C.9, C.10), less the commission where it is positive (C.11). Nobody is
settled before every hand that must be compared is arranged. No clause lets anybody void a round; a deal that was not
thirteen cards of one pack a seat has no result (a choice of the book). Proved by the golden rounds and
``tests/rules/test_maubinh*.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.rounds.maubinh import MauBinhRound
from games.rules import betting
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import REFUSED, BetResult, Finding, Judgement, Outcome, Recorded, Settlement
from games.rules.maubinh_compare import Duel, Hand, clauses_of, duels_of, settle, totals_of, winners_of
from games.rules.maubinh_hands import (
    KIND,
    Chosen,
    Clock,
    Lie,
    Made,
    antes_within_limits,
    arrangement_of,
    clock_of,
    compared_too_early,
    hands_of,
    misdealt,
    seats_of,
)
from games.rules.maubinh_lanes import CLASS_SHIFT, LANES, Ranking, ranking_of, values_of
from games.rules.maubinh_special import Special, special_of
from games.rules.settling import (
    PROCEDURE,
    REMARK,
    back,
    compare,
    movements_without_bet,
    record_findings,
    recorded_of,
)

SETTLED: Final = "settled"
VOID: Final = "void"
PENDING: Final = "pending"
NEEDLESS: Final = ("hand_not_arranged", "arranged_late", "time_cut_short")
"""What is not asked of a special hand: it need not be arranged (B.7)."""


class Table(NamedTuple):
    """A deal as it stands: who holds what, and, once all is there, every duel and every seat's sum."""

    standing: str
    clauses: tuple[str, ...]
    hands: tuple[Hand, ...] = ()
    arranged_by: Mapping[int, str] = {}
    duels: tuple[Duel, ...] = ()
    totals: Mapping[int, int] = {}


def judge(state: MauBinhRound, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a deal. ``ended`` says that no more chips will move."""
    findings = record_findings(state, ended=ended)
    ranking = ranking_of(book)
    lies = seats_of(state, book, findings, ended=ended)
    table = table_of(state, book, lies, ranking, findings, ended=ended)
    recorded = recorded_of(state)
    results = [_result(lie, table, book, recorded.get(lie.bet), findings, ended=ended) for lie in lies]
    if ended:
        findings.extend(movements_without_bet(state, [lie.bet for lie in lies]))
    if table.standing != PENDING:
        findings.extend(shown_as_played(state, table, book))
    if table.standing == SETTLED:
        findings.extend(specials_as_held(state, table))
    findings.extend(nobody_voids(state, table))
    findings.extend(antes_within_limits(state, lies))
    findings.extend(betting.bets_recorded_once(state, ("B.1",)))
    return Judgement(
        game="maubinh",
        document=book.id,
        results=tuple(results),
        findings=tuple(findings),
        summary=_summary(table, ranking),
    )


# --- How does the deal stand? ------------------------------------------------------------------------------------


def table_of(
    state: MauBinhRound, book: RuleBook, lies: Sequence[Lie], ranking: Ranking, findings: list[Finding], *, ended: bool
) -> Table:
    """The deal: void where it was no deal, pending until every hand is there and arranged, else compared."""
    cards = hands_of(state, lies, findings)
    broken = misdealt(state, book, lies)
    if broken:
        return _no_deal(state, book, broken, findings)
    playing = sorted((lie for lie in lies if not lie.refused), key=lambda lie: lie.seat)
    missing = [lie for lie in playing if lie.seat not in cards]
    if missing or not playing:
        if missing and ended:
            findings.extend(_no_hand(state, missing))
        return Table(PENDING, ())
    specials = {lie.seat: special_of(cards[lie.seat], book) for lie in playing}
    clock = clock_of(state, book)
    chosen = _chosen(state, book, playing, cards, specials, clock, findings)
    compared = [lie for lie in playing if specials[lie.seat] is None]
    waiting = [lie for lie in compared if lie.seat not in chosen] if len(compared) > 1 else []
    hands = tuple(_hand(lie.seat, specials[lie.seat], chosen.get(lie.seat), ranking, book) for lie in playing)
    arranged_by = {seat: made.arranged_by for seat, made in chosen.items()}
    if waiting:
        if ended:
            findings.extend(_not_arranged(state, waiting, clock))
        return Table(PENDING, (), hands, arranged_by)
    duels = tuple(duels_of(hands, ranking, book))
    return Table(SETTLED, (), hands, arranged_by, duels, totals_of(hands, duels))


def _chosen(
    state: MauBinhRound,
    book: RuleBook,
    playing: Iterable[Lie],
    cards: Mapping[int, tuple[str, ...]],
    specials: Mapping[int, Special | None],
    clock: Clock,
    findings: list[Finding],
) -> dict[int, Chosen]:
    """The arrangement of each seat that counts. A special hand need not be arranged: where nobody did, none is made."""
    chosen = {}
    for lie in playing:
        special = specials[lie.seat] is not None
        if special and lie.seat not in state.arranged:
            continue
        found: list[Finding] = []
        made = arrangement_of(state, lie, cards[lie.seat], book, clock, found)
        findings.extend(finding for finding in found if not special or finding.code not in NEEDLESS)
        if made is not None:
            chosen[lie.seat] = made
    return chosen


def _hand(seat: int, special: Special | None, made: Chosen | None, ranking: Ranking, book: RuleBook) -> Hand:
    if made is None:
        return Hand(seat, special, None, None)
    return Hand(seat, special, made.lanes, made.values or values_of(made.lanes, ranking, book))


@implements("maubinh", "G.1", "G.2")
def _no_deal(state: MauBinhRound, book: RuleBook, broken: Sequence[Finding], findings: list[Finding]) -> Table:
    """A deal that was none: void by itself (a choice of the book). Nobody having said so is a finding."""
    findings.extend(broken)
    clauses = tuple(sorted({clause for finding in broken for clause in finding.clauses}))
    if book.choice("misdeal") != VOID:
        return Table(PENDING, clauses)
    if not state.voids:
        versions = tuple(sorted({version for finding in broken for version in finding.versions}))
        findings.append(Finding("void_not_announced", PROCEDURE, "", clauses, versions))
    return Table(VOID, clauses)


@implements("maubinh", "B.1")
def _no_hand(state: MauBinhRound, missing: Iterable[Lie]) -> Iterable[Finding]:
    """The round ended, and the cards of a seat are not recorded."""
    for lie in missing:
        yield Finding("hand_not_dealt", PROCEDURE, lie.bet, ("B.1",), (lie.version,), 0, {"seat": lie.seat})
    yield _no_result(state)


@implements("maubinh", "B.2")
def _not_arranged(state: MauBinhRound, waiting: Iterable[Lie], clock: Clock) -> Iterable[Finding]:
    """The round ended, and nothing says how a hand lay: nobody's sum can be known."""
    for lie in waiting:
        versions = (state.hands[lie.seat][0].version,)
        yield Finding("hand_not_arranged", PROCEDURE, lie.bet, ("B.2", "B.4"), versions)
        yield from compared_too_early(lie, Made(), clock)
    yield _no_result(state)


def _no_result(state: MauBinhRound) -> Finding:
    """Rests on the end of the round, where that is on record."""
    versions = () if state.closed is None else (state.closed_version,)
    return Finding("no_result", PROCEDURE, "", ("B.4",), versions)


# --- What is each seat owed? -------------------------------------------------------------------------------------


def _due(lie: Lie, table: Table, book: RuleBook) -> Settlement:
    if lie.refused:
        return back(REFUSED, lie.ante_minor, lie.refused)
    if table.standing == VOID:
        return back(Outcome.VOID, lie.ante_minor, table.clauses)
    return settle(table.totals[lie.seat], lie.ante_minor, clauses_of(lie.seat, table.duels), book)


def _result(
    lie: Lie, table: Table, book: RuleBook, recorded: Recorded | None, findings: list[Finding], *, ended: bool
) -> BetResult:
    spot = f"seat:{lie.seat}"
    if table.standing == PENDING and not lie.refused:
        waiting = back(Outcome.PENDING, lie.ante_minor, ())
        return BetResult(lie.bet, KIND, waiting, recorded or Recorded(), None, spot=spot)
    due = _due(lie, table, book)
    return compare(lie.bet, KIND, due, recorded, ended=ended, findings=findings, version=lie.version, spot=spot)


# --- Was it shown and announced as it was played? ----------------------------------------------------------------


_PLACE: Final = {lane: place for place, lane in enumerate(LANES)}


def _lanes_between(duels: Iterable[Duel]) -> dict[tuple[int, int], tuple[int, int, int]]:
    """The lane multiples of one seat against another, from its side: (seat, against) -> front, middle, back."""
    lanes = {}
    for duel in duels:
        front, middle, back_lane = lanes[duel.seat, duel.against] = duel.lanes
        lanes[duel.against, duel.seat] = (-front, -middle, -back_lane)
    return lanes


@implements("maubinh", "B.5", "B.6", "C.9")
def shown_as_played(state: MauBinhRound, table: Table, book: RuleBook) -> list[Finding]:
    """What the seats were shown and told, held against what their lanes and sums come to; nothing in a void deal."""
    findings = []
    least_ms = book.tables["arrangement"]["show_seconds"] * 1000
    lanes = _lanes_between(table.duels)
    for shown, _order, version in state.compared:
        between = lanes.get((shown.seat, shown.against))
        due = between[_PLACE[shown.lane]] if between is not None else 0  # nothing where lanes do not count
        if shown.multiple != due:
            detail = {"seat": shown.seat, "against": shown.against, "lane": shown.lane}
            detail |= {"shown": shown.multiple, "due": due}
            findings.append(
                Finding("comparison_shown_wrongly", PROCEDURE, f"seat:{shown.seat}", ("B.6",), (version,), 0, detail)
            )
        if shown.shown_ms is not None and shown.shown_ms < least_ms:
            brief = {"shown_ms": shown.shown_ms, "due_ms": least_ms}
            subject = f"seat:{shown.seat}"
            findings.append(Finding("comparison_too_brief", REMARK, subject, ("B.6",), (version,), 0, brief))
    for told_sum, version in state.announced:
        total = table.totals.get(told_sum.seat, 0)
        if told_sum.multiple != total:
            sums = {"announced": told_sum.multiple, "due": total}
            subject = f"seat:{told_sum.seat}"
            findings.append(Finding("multiples_announced_wrongly", PROCEDURE, subject, ("C.9",), (version,), 0, sums))
    return findings


@implements("maubinh", "B.7")
def specials_as_held(state: MauBinhRound, table: Table) -> Iterable[Finding]:
    """The special hands that were announced, held against the cards."""
    held = {hand.seat: hand.special.name if hand.special else "" for hand in table.hands}
    for told, version in state.specials:
        name = held.get(told.seat, "")
        if told.special != name:
            said = {"announced": told.special, "due": name}
            subject = f"seat:{told.seat}"
            yield Finding("special_announced_wrongly", PROCEDURE, subject, ("B.7",), (version,), 0, said)


def nobody_voids(state: MauBinhRound, table: Table) -> Iterable[Finding]:
    """The document lets nobody void a round or decide one: an announcement stands only for a deal that was no deal,
    and a ruling decides nothing."""
    for void, version in state.voids:
        if table.standing != VOID:
            detail = {"ground": "", "post": void.announced_by.post}
            yield Finding("void_without_ground", PROCEDURE, f"call:{version}", (), (version,), 0, detail)
    for ruling in state.rulings:
        subject = f"ruling:{ruling.version}"
        yield Finding("ruling_not_offered", PROCEDURE, subject, (ruling.clause,), (ruling.version,))


# --- What the page shows -----------------------------------------------------------------------------------------


def _summary(table: Table, ranking: Ranking) -> dict[str, Any]:
    seats = []
    classes = ranking.classes
    for hand in table.hands:
        seat: dict[str, Any] = {"seat": hand.seat, "special": hand.special.name if hand.special else None}
        if hand.lanes is not None and hand.values is not None:
            seat["lanes"] = [list(lane) for lane in hand.lanes]
            values = hand.values
            strengths = (values.front, values.middle, values.back)
            seat["classes"] = [classes[strength >> CLASS_SHIFT] for strength in strengths]
            seat["foul"] = values.foul
            seat["arranged_by"] = table.arranged_by[hand.seat]
        if table.standing == SETTLED:
            seat["multiple"] = table.totals[hand.seat]
        seats.append(seat)
    duels = [
        {"seats": [d.seat, d.against], "lanes": list(d.lanes), "multiple": d.multiple, "clauses": list(d.clauses)}
        for d in table.duels
    ]
    return {
        "standing": table.standing,
        "clauses": list(table.clauses),
        "winners": winners_of(table.hands, table.duels) if table.standing == SETTLED else [],
        "multiples": [table.totals[hand.seat] for hand in table.hands] if table.standing == SETTLED else [],
        "seats": seats,
        "duels": duels,
    }
