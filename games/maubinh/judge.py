"""Mậu binh judged: what each seat of a deal was owed under the document, and what was not as it says.

Parts G, A, B and C of the document of mậu binh. A seat is one bet: its Ante is the unit, and what it wins or loses is
the sum of its multiples against all others (C.9, C.10), less the commission where it is positive (C.11). Nobody is
settled before every hand that must be compared is arranged. No clause lets anybody void a round; a deal that was not
thirteen cards of one pack a seat has no result (a choice of the book), nor has a seat without an opponent.
Proved by the golden rounds and ``tests/maubinh``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

import msgspec

from games.engine import accepting, steps
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.ending import closed_at, during
from games.engine.judgement import PENDING, REFUSED, Alternative, Finding, Outcome, Settlement
from games.engine.priced import Duel
from games.engine.settling import REMARK, back
from games.engine.steps import NOTHING, Decided, Due, Findings, RoundStatus, Steps, Work, competent_ruling, waits
from games.maubinh.arranging import Chosen, Clock, Made, arrangement_of, clock_of, compared_too_early
from games.maubinh.compare import ByLane, Hand, clauses_of, duels_of, settle_seat, totals_of, winners_of
from games.maubinh.facts import MauBinhRound
from games.maubinh.grounds import AS_DEALT, GROUNDS_HELD, LAST
from games.maubinh.hands import KIND, Ante, betting_ended, hands_of, misdealt, procedure, seats_of, tallies_of
from games.maubinh.lanes import CLASS_SHIFT, LANES, Ranking, ranking_of, values_of
from games.maubinh.special import Special, special_of
from games.maubinh.tally import tally

SETTLED: Final = "settled"
VOID: Final = "void"
WAITING: Final = "pending"
ALONE: Final = ("B.5",)
"""The clause by which players compare with one another: a seat alone has played no game, and its Ante goes back."""
NEEDLESS: Final = ("hand_not_arranged", "arranged_late", "time_cut_short")
"""What is not asked of a special hand: it need not be arranged (B.7)."""


class View(msgspec.Struct, frozen=True, gc=False):
    """A deal and its document."""

    state: MauBinhRound
    book: RuleBook
    ended: bool
    ranking: Ranking


class Table(RoundStatus, frozen=True, gc=False):
    """A deal as it stands: who holds what, and, once all is there, every duel and every seat's sum. ``waits``: a matter
    that no clause names has to be decided first."""

    hands: tuple[Hand, ...] = ()
    duels: tuple[Duel, ...] = ()
    totals: Mapping[int, int] = {}
    waits: bool = False


def view_of(state: MauBinhRound, book: RuleBook, ended: bool) -> tuple[View, Findings]:
    """The deal beside its document; its facts are read by the steps."""
    return View(state, book, ended, ranking_of(book)), NOTHING


def accepted_bets(view: View) -> tuple[Sequence[Ante], Findings]:
    """Every Ante that was put down."""
    return seats_of(view.state, view.book, ended=view.ended)


# --- How does the deal stand? ------------------------------------------------------------------------------------


@implements("maubinh", "B.4", "B.5", "G.4")
def table_of(view: View, antes: Sequence[Ante]) -> Work[tuple[Table, Findings]]:
    """The deal: void where it was no deal, pending until every hand is there and arranged, else compared."""
    state, book = view.state, view.book
    tallies = tallies_of(state)
    dealt, findings = hands_of(state, antes, tallies)
    broken = misdealt(state, book, antes, tallies)
    if broken:
        table, found = no_deal(state, book, broken)
        return table, findings + broken + found
    playing = sorted([ante for ante in antes if not ante.refused], key=_SEAT)
    if len(playing) == 1 and (view.ended or betting_ended(state) is not None):
        return Table(VOID, ALONE), findings
    if not playing or len(dealt) < len(playing):
        missing = [ante for ante in playing if ante.seat not in dealt]
        return Table(WAITING), findings + (no_hand(state, missing) if missing and view.ended else NOTHING)
    yield
    specials = {ante.seat: special_of(dealt[ante.seat], book) for ante in playing}
    yield
    clock = clock_of(state, book)
    yield
    chosen, found = _chosen(view, playing, dealt, specials, clock)
    findings += found
    waiting = _waiting(playing, specials, chosen) if len(chosen) < len(playing) else []
    yield
    hands = tuple([_hand(ante.seat, specials[ante.seat], chosen.get(ante.seat), view) for ante in playing])
    if waiting:
        found = not_arranged(state, waiting, clock) if view.ended else NOTHING
        return Table(WAITING, (), hands), findings + found
    yield
    duels = tuple(duels_of(hands, book, [(told.seat, told.against) for told, _version in state.waived]))
    return Table(SETTLED, (), hands, duels, totals_of(hands, duels)), findings


def table_as_ruled(view: View, antes: Sequence[Ante]) -> Work[tuple[Table, Findings]]:
    """The deal, after what was decided of matters that no clause names: until then it waits. What is void by itself
    waits for nobody."""
    table, findings = yield from table_of(view, antes)
    if not view.state.matters or table.kind == VOID:
        return table, findings
    every = [ante.bet for ante in antes]
    ruling, found = competent_ruling(view.state, view.book, LAST, choices=(AS_DEALT, VOID), whole=every)
    if ruling is None:
        table = msgspec.structs.replace(table, waits=True)
    elif ruling.choice == VOID:
        table = Table(VOID, (LAST,), table.hands)
    else:
        table = msgspec.structs.replace(table, clauses=(LAST,))
    return table, findings + found


_SEAT: Final = attrgetter("seat")


def _waiting(
    playing: Iterable[Ante], specials: Mapping[int, Special | None], chosen: Mapping[int, Chosen]
) -> Sequence[Ante]:
    """Whose hands must be compared, with others that must, and are not arranged yet."""
    compared = [ante for ante in playing if specials[ante.seat] is None]
    return [ante for ante in compared if ante.seat not in chosen] if len(compared) > 1 else []


def _chosen(
    view: View,
    playing: Iterable[Ante],
    dealt: Mapping[int, int],
    specials: Mapping[int, Special | None],
    clock: Clock,
) -> tuple[dict[int, Chosen], Findings]:
    """The arrangement of each seat that counts. A special hand need not be arranged: where nobody did, none is made."""
    chosen = {}
    findings = NOTHING
    for ante in playing:
        seat = ante.seat
        special = specials[seat] is not None
        if special and seat not in view.state.arranged:
            continue
        made, found = arrangement_of(view.state, ante, dealt[seat], view.book, clock)
        if found:
            findings += tuple([finding for finding in found if not special or finding.code not in NEEDLESS])
        if made is not None:
            chosen[seat] = made
    return chosen, findings


def _hand(seat: int, special: Special | None, made: Chosen | None, view: View) -> Hand:
    if made is None:
        return Hand(seat, special, None, None)
    values = made.values or values_of(made.lanes, view.ranking, view.book)
    return Hand(seat, special, made.lanes, values, made.arranged_by)


@implements("maubinh", "G.1", "G.2")
def no_deal(state: MauBinhRound, book: RuleBook, broken: Findings) -> tuple[Table, Findings]:
    """A deal that was none: void by itself (a choice of the book). Nobody having said so is a finding."""
    clauses = tuple(sorted({clause for finding in broken for clause in finding.clauses}))
    if book.choice("misdeal") != VOID:
        return Table(WAITING, clauses), NOTHING
    over = closed_at(state)
    if any(during(state.order_of(version), over) for _void, version in state.voids):
        return Table(VOID, clauses), NOTHING
    versions = sorted({version for finding in broken for version in finding.versions})
    return Table(VOID, clauses), (procedure("void_not_announced", "", clauses, versions),)


@implements("maubinh", "B.1")
def no_hand(state: MauBinhRound, missing: Iterable[Ante]) -> Findings:
    """The round ended, and the cards of a seat are not recorded."""
    not_dealt = [procedure("hand_not_dealt", ante.bet, ("B.1",), (ante.version,), seat=ante.seat) for ante in missing]
    return (*not_dealt, _no_result(state))


@implements("maubinh", "B.2")
def not_arranged(state: MauBinhRound, waiting: Iterable[Ante], clock: Clock) -> Findings:
    """The round ended, and nothing says how a hand lay: nobody's sum can be known."""
    findings = NOTHING
    for ante in waiting:
        versions = (state.hands[ante.seat][0].version,)
        findings += (procedure("hand_not_arranged", ante.bet, ("B.2", "B.4"), versions),)
        findings += compared_too_early(ante, Made(), clock)
    return (*findings, _no_result(state))


def _no_result(state: MauBinhRound) -> Finding:
    """Rests on the end of the round, where that is on record."""
    return procedure("no_result", "", ("B.4",), () if state.closed is None else (state.closed_version,))


# --- What is each seat owed? -------------------------------------------------------------------------------------


def settle(view: View, antes: Sequence[Ante], table: Table) -> tuple[Sequence[Due], Findings]:
    """What every seat is owed."""
    of_seat: dict[int, list[Duel]] = {hand.seat: [] for hand in table.hands}
    for duel in table.duels:
        of_seat[duel.seat].append(duel)
        of_seat[duel.against].append(duel)
    dues = []
    for ante in antes:
        stake = ante.stake_minor
        if ante.refused:
            owed = back(REFUSED, stake, ante.refused)
        elif table.kind == VOID:
            owed = back(Outcome.VOID, stake, table.clauses)
        elif table.kind == WAITING:
            owed = back(PENDING, stake, ())
        else:
            seat = ante.seat
            duels = tuple(of_seat[seat])
            owed = settle_seat(seat, duels, table.totals[seat], stake, clauses_of(duels) + table.clauses, view.book)
        dues.append(_awaiting(ante, owed) if table.waits and not ante.refused else Due(owed))
    return dues, NOTHING


def _awaiting(ante: Ante, owed: Settlement) -> Due:
    """An Ante that waits: as dealt, where that is known, or void."""
    options = [] if owed.outcome is PENDING else [Alternative(AS_DEALT, owed)]
    return waits(ante, LAST, (*options, Alternative(VOID, back(Outcome.VOID, ante.stake_minor, (LAST,)))))


# --- Was it shown and announced as it was played? ----------------------------------------------------------------


_PLACE: Final = {lane: place for place, lane in enumerate(LANES)}


def _turned(lanes: ByLane | None) -> ByLane:
    """The multiples of lanes from the other seat's side; nothing where lanes do not count."""
    if lanes is None:
        return 0, 0, 0
    front, middle, back_lane = lanes
    return -front, -middle, -back_lane


@implements("maubinh", "B.6")
def lanes_shown_as_played(view: View, decided: Decided) -> Iterable[Finding]:
    """What the seats were shown, held against what their lanes come to; nothing in a void deal."""
    table: Table = decided.status
    if table.kind == WAITING or not view.state.compared:
        return
    least_ms = view.book.tables["arrangement"]["show_seconds"] * 1000
    lanes = {(duel.seat, duel.against): duel.lanes for duel in table.duels}
    for shown, _order, version in view.state.compared:
        seat, against, shown_ms = shown.seat, shown.against, shown.shown_ms
        due = (lanes.get((seat, against)) or _turned(lanes.get((against, seat))))[_PLACE[shown.lane]]
        if shown.multiple != due:
            detail = {"seat": seat, "against": against, "lane": shown.lane, "shown": shown.multiple, "due": due}
            yield procedure("comparison_shown_wrongly", f"seat:{seat}", ("B.6",), (version,), **detail)
        if shown_ms is not None and shown_ms < least_ms:
            brief = {"shown_ms": shown_ms, "due_ms": least_ms}
            yield Finding(
                code="comparison_too_brief",
                severity=REMARK,
                subject=f"seat:{seat}",
                clauses=("B.6",),
                versions=(version,),
                detail=brief,
            )


@implements("maubinh", "C.9")
def sums_announced_as_played(view: View, decided: Decided) -> Iterable[Finding]:
    """What the seats were told that they won or lost, held against what the round comes to."""
    table: Table = decided.status
    if table.kind == WAITING:
        return
    for told, version in view.state.announced:
        total = table.totals.get(told.seat, 0)
        if told.multiple != total:
            sums = {"announced": told.multiple, "due": total}
            yield procedure("multiples_announced_wrongly", f"seat:{told.seat}", ("C.9",), (version,), **sums)


@implements("maubinh", "B.7")
def specials_as_held(view: View, decided: Decided) -> Iterable[Finding]:
    """The special hands that were announced, held against the cards; in a void deal too, where none of them wins."""
    table: Table = decided.status
    if table.kind == WAITING or not view.state.specials:
        return
    hands = {hand.seat: hand.special for hand in table.hands} or _specials_of(view)
    held = {seat: special.name if special else "" for seat, special in hands.items()}
    for told, version in view.state.specials:
        name = held.get(told.seat, "")
        if told.special != name:
            said = {"announced": told.special, "due": name}
            yield procedure("special_announced_wrongly", f"seat:{told.seat}", ("B.7",), (version,), **said)


def _specials_of(view: View) -> dict[int, Special | None]:
    """The special hands of a deal that is not compared, as far as its hands are thirteen different cards."""
    dealt = {seat: records[0].cards for seat, records in view.state.hands.items()}
    return {
        seat: special_of(tally(cards), view.book)
        for seat, cards in dealt.items()
        if len(set(cards)) == len(cards) == 13
    }


@implements("maubinh", "C.3")
def shots_waived_by_who_had_them(view: View, decided: Decided) -> Iterable[Finding]:
    """A shot is let go by the seat that won all three lanes, where the document says that it may; anything else changes
    nothing."""
    table: Table = decided.status
    if table.kind == WAITING:
        return
    unshot = [duel for duel in table.duels if "C.3" in duel.clauses and not duel.shot]
    let_go = {(d.seat, d.against) if max(d.lanes) > 0 else (d.against, d.seat) for d in unshot}
    for told, version in view.state.waived:
        if (told.seat, told.against) not in let_go:
            said = {"seat": told.seat, "against": told.against}
            yield procedure("shot_not_waived", f"seat:{told.seat}", ("C.3",), (version,), **said)


def nobody_voids(view: View, decided: Decided) -> Iterable[Finding]:
    """The document lets nobody void a round or decide one: an announcement stands only for a deal that was no deal,
    and a ruling decides nothing but an open matter, for the whole deal."""
    for void, version in view.state.voids:
        if decided.status.kind != VOID:
            detail = {"ground": "", "post": void.announced_by.post}
            yield procedure("void_without_ground", f"call:{version}", (), (version,), **detail)
    every = [bet.bet for bet in decided.bets]
    for ruling in view.state.rulings:
        for_the_deal = not ruling.bets or ruling.covers_all(every)
        if ruling.clause == LAST and view.state.matters and for_the_deal and ruling.choice in (AS_DEALT, VOID):
            continue
        yield procedure("ruling_not_offered", f"ruling:{ruling.version}", (ruling.clause,), (ruling.version,))


def voids_said_in_time(view: View, decided: Decided) -> Iterable[Finding]:
    """Of a deal that was none, it is said while the round lasts."""
    if decided.status.kind != VOID or not view.state.voids:
        return
    over = closed_at(view.state)
    for void, version in view.state.voids:
        if not during(view.state.order_of(version), over):
            detail = {"ground": "", "post": void.announced_by.post}
            yield procedure("void_too_late", f"call:{version}", decided.status.clauses, (version,), **detail)


def antes_within_limits(view: View, decided: Decided) -> Iterable[Finding]:
    """Antes under or over the table's limits: no clause changes what they are owed. Held against them is the Ante, not
    what the seat lost with it."""
    terms = view.state.terms
    limit = terms.limit(KIND) if terms is not None else None
    if limit is None:
        return
    least, most = limit
    for ante in decided.bets:
        stake = ante.stake_minor
        if ante.refused or least <= stake <= most:
            continue
        code = "below_minimum" if stake < least else "above_maximum"
        detail = {"stake": stake, "minimum": least, "maximum": most}
        yield procedure(code, ante.bet, ("C.10",), (ante.version,), **detail)


def betting_closed_once(view: View, _decided: Decided) -> Iterable[Finding]:
    """The document asks for no call; where betting was closed, it was closed once."""
    return accepting.calls_in_order(view.state, view.book, "B.1")


def record_agrees_with_itself(view: View, _decided: Decided) -> Iterable[Finding]:
    """One id stands for one Ante, and what was changed had been put down."""
    ended = betting_ended(view.state)
    return accepting.bets_recorded_once(view.state, ("B.1",), None if ended is None else ended[0])


# --- What the page shows -----------------------------------------------------------------------------------------


def summary_of(view: View, decided: Decided) -> dict[str, Any]:
    """The deal in the game's own terms: who held what, how it compared, and what each seat's multiples come to."""
    table: Table = decided.status
    settled = table.kind == SETTLED
    totals = table.totals
    return {
        "standing": "awaiting" if table.waits else table.kind,
        "clauses": list(table.clauses),
        "winners": winners_of(table.hands, table.duels) if settled else [],
        "multiples": [totals[hand.seat] for hand in table.hands] if settled else [],
        "seats": [_seat_told(hand, table, view.ranking.classes) for hand in table.hands],
        "duels": [
            {"seats": [d.seat, d.against], "lanes": [*d.lanes], "multiple": d.multiple, "clauses": [*d.clauses]}
            for d in table.duels
        ],
    }


def _seat_told(hand: Hand, table: Table, classes: Sequence[str]) -> dict[str, Any]:
    number, lanes, values = hand.seat, hand.lanes, hand.values
    special = hand.special.name if hand.special else None
    seat: dict[str, Any]
    if lanes is None or values is None:
        seat = {"seat": number, "special": special}
    else:
        front, middle, back_lane = values.front, values.middle, values.back
        seat = {
            "seat": number,
            "special": special,
            "lanes": [[*lanes.front], [*lanes.middle], [*lanes.back]],
            "classes": [
                classes[front >> CLASS_SHIFT],
                classes[middle >> CLASS_SHIFT],
                classes[back_lane >> CLASS_SHIFT],
            ],
            "foul": values.foul,
            "arranged_by": hand.arranged_by,
        }
    if table.kind == SETTLED:
        seat["multiple"] = table.totals[number]
    return seat


STEPS: Final = Steps[View](
    game="maubinh",
    view=view_of,
    accepted_bets=accepted_bets,
    round_status=table_as_ruled,
    settle=settle,
    checks=(
        lanes_shown_as_played,
        sums_announced_as_played,
        specials_as_held,
        shots_waived_by_who_had_them,
        nobody_voids,
        voids_said_in_time,
        antes_within_limits,
        betting_closed_once,
        record_agrees_with_itself,
    ),
    summary=summary_of,
    last=LAST,
    grounds=GROUNDS_HELD,
)
judge: Final = partial(steps.judge, STEPS)
