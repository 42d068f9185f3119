"""Two who act at once for one player, each within the limit and together above it, whatever each of them does: one act
stands, the other waits for a second person. Over real connections, in a database of the test's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection

from casino.commands.execution import Done
from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.execution import service
from disputes.rows import stored
from disputes.rows.actor import actor_of
from games.engine.facts import Person
from games.rows import sums
from games.rows.models import Finding, SummedAct
from tests import acts
from tests.conftest import FreshDatabase
from tests.disputes.court import NONE, Court, colleague
from tests.disputes.test_findings import reference
from tests.disputes.test_sums import gift
from tests.disputes.test_sums_found import low
from tests.replay.story import CODE, STARTS

EACH, LIMIT = 300_000, 500_000
Act = Callable[[], bool]
"""Answers whether it was done alone."""


class Scene:
    def __init__(self, court: Court) -> None:
        self.court = court

    def _short(self, name: str) -> f.RoundRef:
        """A round of player P-1 that was paid 300,000 too little, with its finding."""
        self.court.house.story.spin(name, STARTS + timedelta(hours=3), paid_minor=3_500_000 - EACH)
        self.court.house.follow()
        return f.RoundRef(table="RL01", round=name, bets=("b1",))

    def _answer(self, who: User, number: str) -> Done:
        version, now = stored.load(CODE, number).version, self.court.now + timedelta(minutes=1)
        given: dict[str, Any] = {"actor": actor_of(who, CODE, now), "seen_version": version, "now": now}
        return service.execute(CODE, number, c.AnswerAtTable(agreed=True), command_id=uuid4(), **given)

    def _case(self, who: Any, ref: f.RoundRef, offer: c.AskedRemedy, *findings: f.FindingRef) -> str:
        self.court.number = ""
        self.court.open(who, rounds=(ref,), findings=findings)
        self.court.do(who, c.ProposeRemedy(remedy=offer, note="Đã giải thích cho khách theo sổ của bàn."))
        return self.court.number

    def offer(self, name: str, who: User) -> Act:
        """Money beyond the rules, settled at the table."""
        number = self._case(who, ref := self._short(name), gift(2 * EACH, ref))

        def act() -> bool:
            try:
                self._answer(who, number)
            except Problem as problem:
                if problem.code != "case_needs_second":
                    raise
                return False
            return True

        return act

    def dismiss(self, name: str, who: User) -> Act:
        """A finding that is let rest on its page."""
        self._short(name)
        row = Finding.objects.get(stream=f"audit/RL01/{name}", severity="money")
        by = Person(post="pit_supervisor", staff=who.get_username())
        return lambda: acts.dismiss(row, by=by, reason="Đã xem lại toàn bộ ván này.")

    def rest(self, name: str, who: User) -> Act:
        """A finding that a case leaves as it is."""
        ref = self._short(name)
        row = Finding.objects.get(stream=f"audit/RL01/{name}", severity="money")
        number = self._case(who, ref, NONE, reference(row))

        def act() -> bool:
            self._answer(who, number)
            row.refresh_from_db()
            return row.status == "dismissed"

        return act


@pytest.mark.slow
@pytest.mark.parametrize("kinds", list(combinations_with_replacement(("offer", "dismiss", "rest"), 2)), ids="-".join)
def test_of_two_at_once_one_stands(
    fresh_database: FreshDatabase, person_keys: Path, settings: Any, kinds: tuple[str, str]
) -> None:
    low(settings, beyond_alone=LIMIT, dismissal_alone=LIMIT, reason_sentence_above=10**9, dispute_table_limit=10**9)
    scene = Scene(Court())
    acts = [
        getattr(scene, kind)(f"at-once-{number}", colleague(f"sup.{number}", "pit_supervisor"))
        for number, kind in enumerate(kinds)
    ]
    gate = threading.Barrier(2, timeout=30)

    def work(act: Act) -> bool:
        gate.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(work, acts)) == [False, True]
    sums.catch_up(CODE)
    alone = SummedAct.objects.filter(second="")
    assert sum(row.counted_minor for row in alone) == EACH
