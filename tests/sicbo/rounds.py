"""Sic bo rounds for the tests, fact by fact, one second apart."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from games.catalogue import shipped
from games.engine.fold import StoredRow, fold
from games.engine.judgement import Finding, Judgement
from games.engine.session import SessionBefore
from games.engine.table import TableTerms
from games.sicbo.facts import SicBoRound
from games.sicbo.judge import judge

BOOK = shipped().by_id("sicbo.2020-06-13")
AT = datetime(2026, 3, 1, 5, 0, tzinfo=UTC)
Told = tuple[str, dict[str, Any]]

OPENED: Told = ("round_opened", {})
CALL: Told = ("betting_closed", {})
CLOSED: Told = ("round_closed", {})
SHOWN: Told = ("dice_shown", {"dice": (1, 2, 3)})


def tell(facts: Iterable[Told]) -> list[StoredRow]:
    """The facts as stored rows, one second apart."""
    rows: list[StoredRow] = []
    for version, (name, data) in enumerate(facts, start=1):
        body = msgspec.json.encode({"id": str(UUID(int=version)), "data": data})
        moment = AT + timedelta(seconds=version)
        rows.append((version, "round/SB01/1", version, f"sicbo.{name}.v1", moment, moment, "device:D", body))
    return rows


def round_of(*facts: Told, before: SessionBefore | None = None, **limits: tuple[int, int]) -> SicBoRound:
    state = fold("round/SB01/1", tell([OPENED, *facts]))
    assert isinstance(state, SicBoRound)
    state.terms = TableTerms(table="SB01", limits=limits)
    state.before = before
    return state


def judged(*facts: Told, ended: bool = True) -> Judgement:
    return judge(round_of(*facts), BOOK, ended=ended)


def bet(name: str = "b", spot: str = "small", stake: int = 100, **more: Any) -> Told:
    return "bet_placed", {"bet": name, "spot": spot, "stake_minor": stake, **more}


def seen(ground: str) -> Told:
    return "irregularity_seen", {"ground": ground}


def announced(ground: str | None = None) -> Told:
    return "void_announced", {"announced_by": {"post": "dealer", "staff": "D01"}, "ground": ground}


def shaken(times: int) -> Told:
    return "dice_shaken", {"times": times}


def ruled(clause: str, choice: str, post: str, bets: tuple[str, ...] = ()) -> Told:
    by = {"post": post, "staff": "M01"}
    return "ruling_made", {"clause": clause, "made_by": by, "choice": choice, "reason": "r", "bets": bets}


def informed(post: str) -> Told:
    return "pit_manager_informed", {"person": {"post": post, "staff": "M01"}}


FAILED: Told = ("device_failed", {})
RELEASED = ruled("7.1", "release", "head_of_operations")


def found(judgement: Judgement, code: str) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code == code]


def codes(judgement: Judgement) -> list[str]:
    return [finding.code for finding in judgement.findings]


def outcomes(judgement: Judgement) -> dict[str, str]:
    return {result.bet: str(result.settlement.outcome) for result in judgement.results}


def entered(*dice: int) -> Told:
    return "result_entered", {"dice": dice}


def lit(*spots: str) -> Told:
    return "areas_lit", {"spots": spots}
