"""Claims of time, for every type of fact of every game (the reading "claims of time").

*Crooked*: the table's tablet sends one more fact a day after the honest round was paid and closed, dated back into the
round, numbered after everything. Nobody believes it, and what it would have moved is found. *Honest*: the same fact,
numbered where it belongs, came late out of a buffer: it counts, with a remark where it moves something. *Entered
later*: marked so by its sender, it waits for a second person where it moves something, whatever its number is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import product
from typing import Any, Final, get_args
from uuid import uuid4

import msgspec
import pytest

from casino.core import events
from games.baccarat.facts import Trouble
from games.catalogue import GAMES, judge
from games.engine.fold import StoredRow, fold, state_class
from games.engine.judgement import Finding, Judgement, Outcome, Severity
from games.engine.state import RoundState
from tests.engine.test_after_the_end import COUNT, ROUNDS, grounds, told
from tests.golden.reader import Golden, Line
from tests.roulette.rounds import played

ALL_ROUNDS: Final = {
    **ROUNDS,
    "baccarat": (
        "5 bet_placed bet=b kind=banker stake_minor=1000000 player=P-1",
        "20 betting_closed",
        "30 cards player:KS banker:5H player:3H banker:KD",
        "40 insurance_offered side=banker stage=first_deal odds=1:2",
        "42 insurance_placed bet=i side=banker stage=first_deal stake_minor=500000 odds=1:2 player=P-1",
        "44 cards player:6C banker:2S",
        "55 result_announced winner=player",
        "60 stake_collected bet=b amount_minor=1000000",
        "61 payout_made bet=i amount_minor=1000000",
        "62 stake_returned bet=i amount_minor=500000",
    ),
    "maubinh": (
        "1 bet_placed bet=b seat=1 stake_minor=1000 player=P1",
        "2 bet_placed bet=c seat=2 stake_minor=1000 player=P2",
        '10 hand_dealt seat=1 cards=["KS","KH","4D","AS","AH","9C","8D","2S","5S","6H","7D","8C","9S"]',
        '11 hand_dealt seat=2 cards=["QS","QH","5C","JS","JH","10D","10S","2H","3C","3H","3S","7C","7S"]',
        '21 hand_arranged seat=1 front=["KS","KH","4D"] middle=["AS","AH","9C","8D","2S"]'
        ' back=["5S","6H","7D","8C","9S"] arranged_by=player',
        '22 hand_arranged seat=2 front=["QS","QH","5C"] middle=["JS","JH","10D","10S","2H"]'
        ' back=["3C","3H","3S","7C","7S"] arranged_by=player',
        "60 stake_collected bet=b amount_minor=1000",
        "61 payout_made bet=c amount_minor=950",
    ),
}
SAID: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("roulette", "bet_changed"): {"stake_minor": 5_000},
    ("sicbo", "bet_changed"): {"stake_minor": 5_000},
    ("baccarat", "bet_changed"): {"stake_minor": 500_000},
    ("baccarat", "insurance_placed"): {"bet": "j", "side": "banker", "stage": "first_deal", "player": "P-1"},
    ("baccarat", "insurance_declined"): {"player": "P-1"},
    ("baccarat", "insurance_waived"): {"player": "P-1"},
    ("baccarat", "insurance_offered"): {"side": "player", "stage": "first_deal", "player": "P-1"},
    ("baccarat", "bet_placed"): {"kind": "player", "bet": "late"},
    ("niuniu", "bet_changed"): {"stake_minor": 5_000},
    ("maubinh", "bet_changed"): {"stake_minor": 5_000},
    ("maubinh", "bet_placed"): {"bet": "d", "seat": 3},
    ("maubinh", "hand_arranged"): {
        "seat": 1,
        "front": ["2S", "4D", "5S"],
        "middle": ["6H", "7D", "8C", "9S", "9C"],
        "back": ["KS", "KH", "AS", "AH", "8D"],
    },
    ("maubinh", "lane_compared"): {"seat": 1, "against": 2, "lane": "front", "multiple": 1},
}
"""What a fact says in these rounds where its stored example does not fit them."""
MOMENTS: Final = (3, 8, 15, 25, 33, 41, 43, 47, 52, 57)
"""Seconds into the round at which a fact is claimed to have happened."""
LATE: Final = timedelta(days=1)


def rows_of(golden: Golden, late: Line | None = None, number: int | None = None) -> list[StoredRow]:
    """The round as its tablet told it while it was dealt, and one fact received a day later. Its numbers leave one out
    before each fact."""
    for place, line in enumerate(golden.facts):
        line.sender, line.number = "tablet", 100 + 2 * place
    if late is not None:
        late.sender, late.number = "tablet", number
    told_rows = golden.rows([*golden.facts, *([] if late is None else [late])])
    rows = []
    for place, row in enumerate(told_rows):
        assert row[4] is not None
        received = row[4] + timedelta(milliseconds=200) + (LATE if place == len(golden.facts) else timedelta())
        rows.append((*row[:5], received, *row[6:]))
    return rows


def judged(golden: Golden, rows: list[StoredRow]) -> tuple[RoundState, Judgement]:
    state = fold(golden.stream, rows)
    state.terms, state.before = golden.history().at(golden.opened), golden.before()
    return state, judge(state, golden.book(), ended=True)


def a_round(game: str) -> Golden:
    golden = played(*ALL_ROUNDS[game], game=game)
    golden.header["clocks"] = "measured"
    if game == "sicbo":
        golden.header["before"] = "pack=null"
    if game == "baccarat":
        golden.header["terms"] = "insurance_set offered=true"
    return golden


def every_type(game: str) -> list[str]:
    """All that a device can tell of a round."""
    names = (t.name.partition(".")[2] for t in events.registered() if t.prefix == game and t.stream_kind == "round")
    return sorted(names)


def said(game: str, name: str) -> Iterator[Line]:
    """A fact of this type, with every ground of section 7 where it names one."""
    event_type = next(t for t in events.registered() if t.name == f"{game}.{name}")
    fields = {field.encode_name for field in msgspec.structs.fields(event_type.fact)}
    named: list[str | None] = [g for g in grounds(game) if g.startswith("7")] if "ground" in fields else [None]
    kinds: tuple[str | None, ...] = get_args(Trouble) if (game, name) == ("baccarat", "irregularity_seen") else (None,)
    for ground, kind in product(named or [None], kinds):
        line = told(game, name, ground)
        if kind is not None:
            line.fields["kind"] = kind
        if "bet" in line.fields and name not in ("bet_placed", "insurance_placed"):
            line.fields["bet"] = "b"
        line.fields.update(SAID.get((game, name), {}))
        yield line


def dues(judgement: Judgement) -> dict[str, Any]:
    return {r.bet: (r.settlement.net_minor, r.decided_by) for r in judgement.results}


def claims_in(judgement: Judgement) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code.startswith("claim_")]


def crooked(game: str, name: str, *, moments: Sequence[int] = MOMENTS) -> Iterator[tuple[Line, Golden]]:
    """The round, and this fact sent a day later, numbered after everything."""
    for at in moments:
        for line in said(game, name):
            golden = a_round(game)
            line.seconds, line.number = at, 100 + 2 * len(golden.facts)
            yield line, golden


STAKES: Final = {"bet_changed", "bet_withdrawn", "stake_returned"}
MOVING: Final[dict[str, set[str]]] = {
    "roulette": {
        *STAKES,
        *("ball_dropped", "bet_placed", "betting_closed", "irregularity_seen", "matter_opened", "no_spin_called"),
        *("revolutions_counted", "round_closed"),
    },
    "sicbo": {
        *STAKES,
        *("bet_placed", "betting_closed", "dice_shaken", "dice_shown", "irregularity_seen", "matter_opened"),
        *("round_closed", "void_announced"),
    },
    "baccarat": {
        *STAKES,
        *("bet_placed", "betting_closed", "card_dealt", "cards_burned", "cards_taken_back", "insurance_declined"),
        *("insurance_placed", "insurance_waived", "irregularity_seen", "matter_opened", "no_bet_announced"),
        *("round_closed", "round_voided"),
    },
    "niuniu": {
        *STAKES,
        *("bet_placed", "betting_closed", "cards_dealt", "hand_shown", "matter_opened", "round_closed"),
        "round_voided",
    },
    "maubinh": {*STAKES, "hand_arranged", "hand_dealt", "matter_opened", "round_closed"},
}
"""The facts that would move money in these rounds if they were believed: each is found."""
SILENT: Final[dict[str, set[str]]] = {
    "roulette": {
        *("ball_examined", "ball_put_back", "ball_spun", "ball_taken_out", "result_displayed", "round_opened"),
        "ruling_made",
    },
    "sicbo": {
        *("areas_lit", "device_failed", "pit_manager_informed", "result_entered", "round_opened", "ruling_made"),
    },
    "baccarat": {
        *("cards_drawn_together", "cards_passed", "cards_put_in_order", "insurance_offered", "pack_decided"),
        *("result_announced", "result_displayed", "round_opened", "ruling_made", "squeeze_requested"),
        *("squeeze_restricted", "totals_announced"),
    },
    "niuniu": {
        *("arranging_allowed", "arranging_barred", "cards_not_retrieved", "cards_taken_back", "hand_arranged"),
        *("hand_rearranged", "hands_compared", "irregularity_seen", "round_opened", "ruling_made"),
    },
    "maubinh": {
        *("bet_placed", "betting_closed", "lane_compared", "result_announced", "round_opened", "ruling_made"),
        *("shot_waived", "special_announced", "time_ran_out", "void_announced"),
    },
}
"""Those that are weighed too and move nothing in these rounds."""
WAITS: Final = {("roulette", "no_spin_called")}
"""What counts after the end as its game's clauses say: a call after the rest is before the post of 7.12."""


def test_every_type_of_fact_is_in_a_list() -> None:
    """A new type of fact says here how it is weighed."""
    for game in GAMES:
        untimed = state_class(game).untimed
        assert untimed <= COUNT
        assert MOVING[game] | SILENT[game] | untimed == set(every_type(game)), game
        assert not MOVING[game] & SILENT[game]


def test_the_rounds_are_honest() -> None:
    for game in GAMES:
        golden = a_round(game)
        assert judged(golden, rows_of(golden))[1].findings == (), game


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_sent_a_day_later_and_dated_back_is_not_believed(game: str) -> None:
    golden = a_round(game)
    honest = dues(judged(golden, rows_of(golden))[1])
    moving = set()
    for name in every_type(game):
        for line, golden in crooked(game, name):
            judgement = judged(golden, rows_of(golden, line, line.number))[1]
            found = claims_in(judgement)
            kept = {bet: due for bet, due in dues(judgement).items() if bet in honest}
            assert kept == honest or (game, name) in WAITS, (name, line)
            assert {f.code for f in found} <= {"claim_numbered_late"}, (name, line)
            assert [f.severity for f in found] in ([], [Severity.MONEY]), (name, line)
            moving |= {name} if found else set()
    assert moving == MOVING[game]


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_fact_that_comes_late_counts(game: str) -> None:
    """Numbered where it belongs, whatever it is, alone and a day late: it counts as in time. What it moves is found
    with the amount, since one number that was left open is no buffer; in a buffer with those around it, a remark."""
    for name in every_type(game):
        if name in state_class(game).untimed:
            continue
        for at in MOMENTS[::3]:
            for line in list(said(game, name))[:3]:
                golden = a_round(game)
                line.seconds = at
                before = [fact for fact in golden.facts if (fact.seconds or 0) <= at]
                rows = rows_of(golden, line, 101 + 2 * (len(before) - 1))
                in_time = judged(golden, as_dealt(rows))[1]
                late = judged(golden, rows)[1]
                assert dues(late) == dues(in_time), (name, at)
                others = {f.code for f in claims_in(late)} - {"claim_unsupported"}
                assert others == set(), (name, at)


def said_of(golden: Golden, line: Line, name: str, staff: str, post: str = "pit_supervisor") -> list[StoredRow]:
    """The rows of a statement, and what somebody says of it in an own session a minute later."""
    number = line.number
    rows = rows_of(golden, line, number)
    field = "confirmed_by" if name == "report_confirmed" else "denied_by"
    answer = Line(None, name, {"report": str(line.id), field: {"post": post, "staff": staff}}, uuid4())
    [row] = golden.rows([answer])
    version, received = rows[-1][2] + 1, rows[-1][5] + timedelta(minutes=1)
    return [*rows, (version, row[1], version, row[3], received, received, f"person:{staff}", row[7])]


@pytest.mark.parametrize("numbered", ["after everything", "where it belongs"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_marked_as_entered_later_waits_until_a_second_person_spoke(game: str, numbered: str) -> None:
    """Crooked or honest: where it moves anything each bet that it moves waits with both settlements; denied it was
    never said, and confirmed it counts as it would have, told in time."""
    golden = a_round(game)
    honest = dues(judged(golden, rows_of(golden))[1])
    waiting = set()
    for name in every_type(game):
        if name in state_class(game).untimed:
            continue
        for line, golden in crooked(game, name, moments=MOMENTS[::2]):
            line.entered_later = True
            if numbered == "where it belongs":
                before = [fact for fact in golden.facts if (fact.seconds or 0) <= (line.seconds or 0)]
                line.number = 101 + 2 * (len(before) - 1)
            judgement = judged(golden, rows_of(golden, line, line.number))[1]
            found = claims_in(judgement)
            assert {f.code for f in found} <= {"claim_entered_later"}, (name, line)
            waits = {r.bet for r in judgement.results if r.settlement.outcome is Outcome.AWAITING}
            assert bool(found) == bool(waits) or (game, name) in WAITS, (name, line)
            assert not [f for f in judgement.findings if f.code == "fact_after_end"] or not found, (name, line)
            if not found:
                kept = {bet: due for bet, due in dues(judgement).items() if bet in honest}
                assert kept == honest or (game, name) in WAITS, (name, line)
                continue
            waiting.add(name)
            assert [f.severity for f in found] == [Severity.MONEY]
            for result in judgement.results:
                if result.bet in waits:
                    assert result.settlement.net_minor == 0
                    assert len(result.alternatives) >= 2, (name, line, result)
            denied = judged(golden, said_of(golden, line, "report_denied", "S-2"))[1]
            assert {b: d for b, d in dues(denied).items() if b in honest} == honest, (name, line)
            assert [f.code for f in claims_in(denied)] == ["claim_denied"], (name, line)
            confirmed = judged(golden, said_of(golden, line, "report_confirmed", "S-2"))[1]
            in_time = judged(golden, as_dealt(said_of(golden, line, "report_confirmed", "S-2")))[1]
            assert dues(confirmed) == dues(in_time), (name, line)
            assert [f.code for f in claims_in(confirmed)] == ["claim_confirmed"], (name, line)
    assert waiting == MOVING[game]


def as_dealt(rows: list[StoredRow]) -> list[StoredRow]:
    """The rows received as they happened."""
    ordered = sorted(rows, key=lambda row: (row[4], row[2]))
    return [(n, row[1], n, row[3], row[4], row[4], *row[6:]) for n, row in enumerate(ordered, start=1)]


def buffered(rows: list[StoredRow], since: float, opened: datetime) -> list[StoredRow]:
    """The rows of which those from a moment on came together, a day later, what was dealt last first."""
    cut = opened + timedelta(seconds=since)
    live = [row for row in rows if row[4] is not None and row[4] < cut]
    late = [row for row in rows if row[4] is not None and row[4] >= cut]
    received = opened + LATE
    told_rows = [*live, *((*row[:5], received, *row[6:]) for row in reversed(late))]
    return [(n, row[1], n, *row[3:]) for n, row in enumerate(told_rows, start=1)]


@pytest.mark.parametrize("since", MOMENTS)
@pytest.mark.parametrize("game", GAMES)
def test_an_honest_buffer_costs_nothing(game: str, since: float) -> None:
    """A tablet that was cut off sends the rest of its round afterwards, in whatever order: nothing is found."""
    golden = a_round(game)
    rows = rows_of(golden)
    _state, judgement = judged(golden, buffered(rows, since, golden.opened))
    assert dues(judgement) == dues(judged(golden, rows)[1])
    assert judgement.findings == ()
