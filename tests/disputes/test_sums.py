"""What a supervisor, a manager, a stranger's name and two at once can still do with the house's money: nothing alone.

The fraud that was found, played whole: three cases on one losing bet with invented names; three without any round; a
bet whose amount the payer's own correction made. Limits are the defaults: 500,000 beyond the rules, 1,000,000 let rest.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.models import property_of
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Stage
from disputes.execution import service
from disputes.execution.context import Outside
from disputes.execution.judging import judged
from disputes.rows import stored
from disputes.rows.actor import actor_of
from games.engine.facts import Person
from games.rows import all_readmodels, sums
from games.rows.models import Finding, SummedAct
from games.rows.replay import Replayer
from tests import acts
from tests.conftest import FreshDatabase
from tests.disputes.court import SHORT, Court, citation, colleague, remedy
from tests.replay.story import CODE

LOST = f.RoundRef(table="RL01", round="nothere", bets=("b1",))
"""A losing bet that nothing is owed on."""


@pytest.fixture(autouse=True)
def by_default(person_keys: Path, settings: Any) -> None:
    settings.FIRST_SETTINGS = {}


def gift(amount: int, ref: f.RoundRef | None = LOST) -> c.AskedRemedy:
    """An amount that no rule owes."""
    line = c.Line(to_player_minor=amount)
    if ref is not None:
        line = c.Line(to_player_minor=amount, table=ref.table, round=ref.round, bet=ref.bets[0])
    return c.AskedRemedy(
        kind="other" if ref is None else "pay_difference",
        citations=(citation(),),
        lines=(line,),
        deviation="Khách chờ lâu, nhà cái xin lỗi.",
    )


def opened(court: Court, name: str, ref: f.RoundRef | None = LOST, who: Any = "pit_supervisor", **player: Any) -> None:
    said = {"name": name, "contact": "", **player}
    rounds = () if ref is None else (ref,)
    whose = (
        ()
        if ref is None or player.get("reference")
        else (c.BetOf(table="RL01", round=ref.round, bet="b1", party="P1"),)
    )
    court.number = ""
    court.do(
        who,
        c.OpenCase(
            claim="Khách nói trả thiếu.",
            players=(c.Outsider(**said),),
            table="RL01",
            rounds=rounds,
            whose=whose,
            amount_minor=4_900_000,
        ),
    )


def settle(court: Court, asked: c.AskedRemedy, who: Any = "pit_supervisor") -> None:
    court.do(who, c.ProposeRemedy(remedy=asked))
    court.do(who, c.AnswerAtTable(agreed=True))


def refused(court: Court, who: Any, asked: c.AskedRemedy, code: str = "case_needs_second") -> Problem:
    with pytest.raises(Problem) as caught:
        court.do(who, c.ProposeRemedy(remedy=asked))
    assert caught.value.code == code
    return caught.value


def paid() -> int:
    """What the record says was handed to players beyond the rules."""
    sums.catch_up(CODE)
    return sum(row.counted_minor for row in SummedAct.objects.filter(kind__in=("settled", "decided")))


def test_three_cases_on_one_losing_bet_with_invented_names_pay_nothing(court: Court) -> None:
    for name in ("Trần Văn A", "Lê Thị B", "Phạm C"):
        opened(court, name, reference="P-1")
        refused(court, "pit_supervisor", gift(4_900_000))
    assert paid() == 0


def test_small_gifts_do_not_add_up_to_a_great_one(court: Court) -> None:
    """400,000 once, to one player; then neither that bet again, nor another player, nor by a colleague."""
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(400_000))
    opened(court, "Trần Văn A", SHORT, reference="P-1")
    said = refused(court, "pit_supervisor", gift(700_000, SHORT)).in_language("en")
    assert "what one person did alone comes to 600,000" in said
    assert "what this player was given comes to 600,000" in said
    other = colleague("sup.two", "pit_supervisor")
    refused(court, other, gift(700_000, SHORT))
    opened(court, "Lê Thị B", reference="P-1")
    assert "remedied once before" in refused(court, other, gift(50_000)).in_language("en")
    assert paid() == 400_000


def test_one_person_under_two_references_is_one_player(court: Court) -> None:
    opened(court, "Trần Văn A", contact="0900 111 222", reference="P-1")
    settle(court, gift(400_000))
    [person] = [party.person for party in court.case.players]
    opened(court, "Trần Anh", SHORT, contact="+84 900 111 222")
    outside = Outside(property_of(CODE), actor_of(court.user("pit_supervisor"), CODE, court.now), court.now)
    assert f"person:{person}" in outside.known_as(court.case, "P1")
    assert "this player" in refused(court, "pit_supervisor", gift(700_000, SHORT)).in_language("en")


def test_without_a_round_nothing_is_paid_alone(court: Court) -> None:
    for name in ("A Văn", "B Văn", "C Văn"):
        opened(court, name, None)
        refused(court, "pit_supervisor", gift(5_000_000, None))
    assert paid() == 0


def test_what_is_owed_is_paid_at_once_whatever_was_done_before(court: Court) -> None:
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(500_000))
    opened(court, "Trần Văn A", SHORT, reference="P-1")
    settle(court, remedy())
    assert court.case.ending == "settled_at_table"
    assert paid() == 500_000


def test_the_manager_to_whom_it_is_passed_on_does_not_decide_it_alone_either(court: Court) -> None:
    court.collected()
    court.do(
        "pit_manager",
        c.Decide(
            remedy=remedy(4_900_000, deviation="Khách chờ lâu, nhà cái xin lỗi."),
            reasons="R theo phim và sổ của bàn.",
            evidence=("E1",),
        ),
    )
    made = court.case.decision
    assert made is not None
    assert made.fact.needs_confirmation
    assert set(made.fact.because) == {"person", "player", "bet", "round"}
    assert court.case.stage is Stage.CONFIRMATION
    court.do("shift_manager", c.Confirm())
    [row] = _brought()
    assert (row.kind, row.second, row.counted_minor) == ("decided", "shift.manager", 4_400_000)


def _brought() -> list[SummedAct]:
    sums.catch_up(CODE)
    return list(SummedAct.objects.all())


def test_what_only_the_payers_own_correction_owes_counts_as_beyond(court: Court) -> None:
    """The supervisor asks that a stake be corrected upwards, the manager confirms: replay owes more by their word."""
    stream = "round/RL01/right"
    bet = get_ledger(CODE).stream(stream)[1]
    by, manager = (
        Person(post="pit_supervisor", staff="pit.supervisor"),
        Person(post="pit_manager", staff="pit.manager"),
    )
    before = {"bet": "b1", "spot": "straight:17", "stake_minor": 100_000, "player": "P-1"}
    ask = acts.ask_correction(
        property_code=CODE,
        stream=stream,
        target=bet.id,
        after={**before, "stake_minor": 200_000},
        by=by,
        reason="Film shows two chips.",
        seen_version=get_ledger(CODE).stream(stream)[-1].version,
        command_id=uuid4(),
        now=court.now,
    )
    acts.confirm(CODE, stream, ask.id, by=manager, command_id=uuid4(), now=court.now)
    ref = f.RoundRef(table="RL01", round="right", bets=("b1",))
    opened(court, "Trần Văn A", ref, reference="P-1")
    owed = 3_500_000
    line = c.AskedRemedy(
        kind="pay_difference",
        citations=(citation(),),
        lines=(c.Line(to_player_minor=owed, table="RL01", round="right", bet="b1"),),
    )
    refused(court, "pit_supervisor", line, "interest_barred")
    for staff, own in (("pit.supervisor", owed), ("pit.manager", owed), ("sup.two", 0)):
        seen = judged(Replayer(CODE), ref, currency="VND", staff=staff)
        assert seen is not None
        assert seen.bets["b1"].own_word_minor(owed) == own
    stranger = colleague("sup.two", "pit_supervisor")
    settle(court, line, stranger)
    assert paid() == 0, "for whoever said nothing of it, it is owed"


def test_an_acting_post_pays_what_is_owed_and_nothing_else(court: Court) -> None:
    acting = colleague("sup.acting", "acting_pit_supervisor")
    opened(court, "Trần Văn A", who=acting, reference="P-1")
    refused(court, acting, gift(1_000))
    opened(court, "Trần Văn A", SHORT, who=acting, reference="P-1")
    settle(court, remedy(), acting)
    assert court.case.ending == "settled_at_table"


def test_money_and_findings_let_rest_add_up_together(court: Court) -> None:
    """A finding of 500,000 let rest leaves nothing for a gift, and the other way about."""
    row = Finding.objects.get(code="paid_too_little", round__code="short")
    by = Person(post="pit_supervisor", staff="pit.supervisor")
    assert acts.dismiss(row, by=by, reason="The guest has left.")
    opened(court, "Trần Văn A", reference="P-1")
    refused(court, "pit_supervisor", gift(1_000))
    assert paid() == 0
    assert SummedAct.objects.get().counted_minor == abs(row.amount_minor) == 500_000


def test_the_rows_follow_from_the_record_alone(court: Court) -> None:
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(400_000))
    sums.catch_up(CODE)
    assert SummedAct.objects.count() == 1
    [model] = [each for each in all_readmodels.read_models() if each.name == sums.NAME]
    assert list(all_readmodels._faults_of(model, CODE)) == []
    SummedAct.objects.update(counted_minor=1)
    assert list(all_readmodels._faults_of(model, CODE)) != []


# --- At once ---------------------------------------------------------------------------------------------------------


def test_two_supervisors_and_one_player_at_once(fresh_database: FreshDatabase, person_keys: Path) -> None:
    """Each alone within the limit, both together above it: one is paid, the other waits for a second person."""
    court = Court()
    unclear = f.RoundRef(table="RL01", round="nothere", bets=("b1",))
    people: list[Any] = ["pit_supervisor", colleague("sup.two", "pit_supervisor")]
    cases = []
    for who, ref, amount in zip(people, (unclear, SHORT), (400_000, 900_000), strict=True):
        opened(court, "Trần Văn A", ref, who=who, reference="P-1")
        court.do(who, c.ProposeRemedy(remedy=gift(amount, ref)))
        cases.append(court.number)
    gate = threading.Barrier(2, timeout=30)

    def answer(number: str, who: Any) -> str:
        user = court.user(who) if isinstance(who, str) else who
        now = court.now + timedelta(minutes=1)
        given: dict[str, Any] = {
            "actor": actor_of(user, CODE, now),
            "seen_version": stored.load(CODE, number).version,
            "now": now,
        }
        gate.wait()
        try:
            service.execute(CODE, number, c.AnswerAtTable(agreed=True), command_id=uuid4(), **given)
        except Problem as problem:
            return problem.code
        finally:
            connection.close()
        return "paid"

    with ThreadPoolExecutor(2) as pool:
        said = sorted(pool.map(answer, cases, people))
    assert said == ["case_needs_second", "paid"]
    sums.catch_up(CODE)
    assert sum(row.counted_minor for row in SummedAct.objects.all()) == 400_000
