"""Claims of time, and what comes after the end of a round (readings "claims of time", "a round ends").

Readable cases stand with the golden rounds (``4.6-past-posted-…``, ``…-after-the-end``); here is what they do not show.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.catalogue import judge
from games.engine import weighing
from games.engine.judgement import Judgement, Severity
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, Golden, Line, read

PAST_POSTED = HERE / "roulette" / "4.6-past-posted-by-a-silent-reader.txt"
BUFFERED = HERE / "roulette" / "4.6-sent-late-from-a-buffer.txt"


def judged(golden: Golden, **choices: Any) -> Judgement:
    return golden.judge(book=with_choices(golden.book(), **choices))


def found(judgement: Judgement, code: str) -> Any:
    return next(f for f in judgement.findings if f.code == code)


def test_an_unsupported_claim_shows_its_amount_and_both_settlements() -> None:
    finding = found(judged(read(PAST_POSTED)), "claim_unsupported")
    assert finding.amount_minor == 350_000
    assert finding.detail["as_claimed"] == {"outcome": "won", "stake": 10_000, "net": 350_000}
    assert finding.detail["as_received"] == {"outcome": "refused", "stake": 10_000, "net": 0}
    assert finding.severity is Severity.MONEY
    assert finding.versions == (4, 5, 7)  # the claim, the outcome before it, and the payment
    assert finding.clauses == ("4.6",)


def test_by_choice_an_unsupported_claim_counts_as_it_was_received() -> None:
    judgement = judged(read(PAST_POSTED), claim_of_time="as_received")
    settled = {r.bet: (r.settlement.outcome.value, r.difference_minor) for r in judgement.results}
    assert settled["b2"] == ("refused", 350_000)
    assert found(judgement, "claim_unsupported").amount_minor == 350_000
    assert found(judgement, "paid_on_refused").subject == "b2"


@pytest.mark.parametrize(("number", "bets"), [(None, ["b1", "b2"]), (31, ["b2"])])
def test_a_claim_without_its_next_number_is_not_borne_out(number: int | None, bets: list[str]) -> None:
    """Without numbers nothing is borne out; the last number on record is not either."""
    golden = read(BUFFERED)
    golden.header["clocks"] = "measured"
    golden.facts = [line for line in golden.facts if line.name != "ball_spun"]
    golden.facts[4].number = number
    assert [f.subject for f in judged(golden).findings if f.code == "claim_unsupported"] == bets


def test_numbers_that_run_against_the_moments_bear_nothing_out() -> None:
    golden = read(BUFFERED)
    golden.header["clocks"] = "measured"
    golden.facts[3].seconds = 16
    codes = [(f.code, f.subject) for f in judged(golden).findings if f.code.startswith("claim")]
    assert codes == [("claim_unsupported", "b1"), ("claim_numbered_late", "b2")]


def test_a_claim_that_a_correction_took_away_is_none() -> None:
    golden = read(PAST_POSTED)
    target = golden.facts[4]
    golden.facts.append(
        read_line(
            "fact_corrected",
            target=str(target.id),
            before=target.fields,
            after=None,
            corrected_by={"post": "pit_supervisor", "staff": "S1"},
            authorised_by={"post": "pit_manager", "staff": "M1"},
            reason="never laid",
        )
    )
    judgement = judged(golden)
    assert not [f for f in judgement.findings if f.code.startswith("claim")]
    assert found(judgement, "movement_without_bet").subject == "b2"


def test_a_claim_does_not_keep_a_round_open() -> None:
    """Winners paid, the round is over. A winning bet claimed afterwards is unpaid; a second result changes nothing."""
    golden = read(PAST_POSTED)
    winner = read_line("bet_placed", bet="b0", spot="straight:17", stake_minor=10_000, seconds=6)
    paid = read_line("payout_made", bet="b0", amount_minor=350_000, seconds=50)
    again = read_line("ball_dropped", pocket=9, seconds=70)
    bets, claim = golden.facts[:4], golden.facts[4]
    golden.facts = [*bets[:2], winner, *bets[2:], paid, claim, again]
    golden.header["ended"] = "yes"
    judgement = judged(golden)
    assert found(judgement, "fact_after_end").detail["type"] == "roulette.ball_dropped.v1"
    assert not [f for f in judgement.findings if f.code == "results_disagree"]
    assert judgement.summary["pocket"] == 17


def test_a_round_whose_every_bet_came_late_is_over_once_they_were_answered() -> None:
    """What nothing bears out keeps no round open; that it is all there is does not keep it open either."""
    golden = read(HERE / "niuniu" / "2.2.5-cards-dealt-after-the-end.txt")
    opened, bet, *others = golden.facts
    golden.facts = [opened, *others[:3], bet, *others[3:]]
    judgement = judged(golden)
    assert found(judgement, "claim_unsupported").subject == "a"
    assert found(judgement, "fact_after_end").detail["type"] == "niuniu.cards_dealt.v1"
    assert [(r.settlement.outcome.value, r.difference_minor) for r in judgement.results] == [("won", 0)]


def test_until_the_winners_are_paid_a_second_result_is_held_against_the_first() -> None:
    golden = read(PAST_POSTED)
    golden.facts = [*golden.facts[:4], read_line("ball_dropped", pocket=9, seconds=50)]
    judgement = judged(golden)
    assert found(judgement, "results_disagree")
    assert not [f for f in judgement.findings if f.code == "fact_after_end"]


def test_what_lies_after_the_opening_of_the_next_round_is_after_the_end() -> None:
    golden = read(HERE / "niuniu" / "2.2.5-cards-dealt-after-the-end.txt")
    golden.facts = [line for line in golden.facts if line.name not in ("payout_made", "round_closed")]
    state = golden.state()
    state.overtaken_at = golden.opened + timedelta(seconds=75)
    codes = {f.code for f in judge(state, golden.book(), ended=True).findings}
    assert "fact_after_end" in codes
    state = golden.state()
    assert "fact_after_end" not in {f.code for f in judge(state, golden.book(), ended=True).findings}


def test_a_round_told_in_order_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighing costs nothing where there is nothing to weigh."""
    golden = read(HERE / "roulette" / "4.6-late-bet-goes-back.txt")
    monkeypatch.setattr(weighing, "refolded", lambda *_args, **_given: pytest.fail("folded again"))
    golden.judge()


def read_line(name: str, *, seconds: float = 95, **fields: Any) -> Line:
    """One more fact of the round, from a sender of its own."""
    return Line(seconds, name, fields, uuid4(), "other")
