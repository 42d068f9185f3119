"""Opening a case and saying what it is about: rounds, bets, amount, findings, people, and who sees to it (8.1, 8.2)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Case
from tests.disputes.case.stages import MANAGER, NUMBER, SENIOR, SHIFT, SUPERVISOR, at_table
from tests.disputes.case.world import World, actor, judged_round, opening

R1 = f.RoundRef(table="RL01", round="r1")
R2 = f.RoundRef(table="RL01", round="r2")
FINDING = f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)


@pytest.fixture
def world() -> World:
    return World()


def refused(world: World, command: c.Command, who: Any = SUPERVISOR) -> tuple[str, str | None]:
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, who, command)
    return problem.value.code, problem.value.field


def case_of(world: World) -> Case:
    return world.cases[f"case/{NUMBER}"]


@pytest.mark.parametrize(
    ("besides", "problem"),
    [
        ({"players": ()}, ("case_nobody", "players")),
        ({"claim": None}, ("case_claim_unsaid", "claim")),
        ({"table": "XX99", "rounds": ()}, ("case_table", None)),
        ({"rounds": (f.RoundRef(table="RL01", round="r9"),)}, ("case_round_unknown", "rounds.0")),
        ({"rounds": (R1, msgspec.structs.replace(R2, bets=("b9",)))}, ("case_bet_unknown", "rounds.1.bets")),
        (
            {"findings": (f.FindingRef(stream="audit/RL01/r1", identity="b" * 32),)},
            ("case_finding_unknown", "findings"),
        ),
    ],
)
def test_8_1_what_is_opened_exists(world: World, besides: dict[str, Any], problem: tuple[str, str | None]) -> None:
    assert refused(world, opening(**besides)) == problem
    assert world.events == {}


def test_8_1_a_table_that_does_not_exist_is_nobodys(world: World) -> None:
    assert refused(world, opening(table="XX99", rounds=()), SHIFT) == ("case_round_unknown", "table")


def test_8_1_what_happened_lies_in_the_past(world: World) -> None:
    ahead = world.now + timedelta(hours=1)
    assert refused(world, opening(happened_at=ahead)) == ("case_time_ahead", "happened_at")


def test_8_1_a_complaint_names_rounds_bets_people_and_amount(world: World) -> None:
    witness = c.Outsider(name="Lê Thị C")
    said = opening(rounds=(R1, R2), staff=("S-7",), witnesses=(witness,), findings=(FINDING,))
    [fact] = world.do(NUMBER, SUPERVISOR, said)
    assert isinstance(fact, f.CaseOpened)
    assert (fact.source, fact.table, fact.game, fact.amount_minor) == ("player", "RL01", "roulette", 500_000)
    assert (fact.rounds, fact.findings) == ((R1, R2), (FINDING,))
    people = [(party.party, party.kind, party.staff) for party in fact.parties]
    dealer = ("P4", "staff", "D-101")
    assert people == [("P1", "player", None), ("P2", "witness", None), ("P3", "staff", "S-7"), dealer]
    persons = {party.person for party in fact.parties if party.person}
    assert len({fact.own, *persons}) == 3, "everybody has a key of their own"
    assert fact.claim is not None
    assert set(fact.claim.persons) == {fact.own, *persons}
    for party in fact.parties[:2]:
        assert party.identity is not None
        assert party.identity.persons == (party.person,)


def test_8_1_a_round_named_twice_is_one_round(world: World) -> None:
    bets = (msgspec.structs.replace(R1, bets=("b1",)), msgspec.structs.replace(R1, bets=("b2", "b1")))
    world.do(NUMBER, SUPERVISOR, opening(rounds=bets))
    assert case_of(world).rounds == (msgspec.structs.replace(R1, bets=("b1", "b2")),)


def test_8_2_another_round_brings_its_dealer(world: World) -> None:
    at_table(world)
    world.rounds[R2.stream] = judged_round(R2, staff=("D-102",))
    world.do(NUMBER, SUPERVISOR, c.ChangeRounds(rounds=(R1, R2), reason="Cũng ván sau."))
    case = case_of(world)
    assert case.rounds == (R1, R2)
    assert case.is_party("D-102")
    assert (case.table, case.game) == ("RL01", "roulette")
    assert refused(world, c.ChangeRounds(rounds=(R1, R2))) == ("case_changes_nothing", "rounds")


def test_8_2_a_case_moves_only_to_a_table_of_theirs(world: World) -> None:
    at_table(world)
    other = f.RoundRef(table="RL02", round="r1")
    world.rounds[other.stream] = judged_round(other)
    assert refused(world, c.ChangeRounds(rounds=(other,))) == ("case_table", None)
    world.do(NUMBER, SHIFT, c.ChangeRounds(rounds=(other,)))
    assert case_of(world).table == "RL02"
    assert refused(world, c.ChangeAmount(amount_minor=1)) == ("case_table", None)


def test_8_2_the_table_of_a_case_over_two_tables_is_the_first(world: World) -> None:
    at_table(world)
    other = f.RoundRef(table="RL02", round="r1")
    world.rounds[other.stream] = judged_round(other)
    world.do(NUMBER, SHIFT, c.ChangeRounds(rounds=(R1, other)))
    assert case_of(world).table == "RL01"


def test_8_2_the_amount_changes_and_may_be_unknown(world: World) -> None:
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.ChangeAmount(amount_minor=None, reason="Chưa rõ."))
    assert case_of(world).amount_minor is None
    assert refused(world, c.ChangeAmount(amount_minor=None)) == ("case_changes_nothing", "amount_minor")
    world.do(NUMBER, SUPERVISOR, c.ChangeAmount(amount_minor=700_000))
    assert case_of(world).amount_minor == 700_000


def test_8_2_a_finding_is_taken_up_once(world: World) -> None:
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.TakeFinding(finding=FINDING))
    assert case_of(world).findings == [FINDING]
    assert refused(world, c.TakeFinding(finding=FINDING)) == ("case_changes_nothing", "finding")


def test_8_2_people_are_added_each_under_a_key_of_their_own(world: World) -> None:
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.AddPlayer(player=c.Outsider(name="Phạm D", reference="P-2")))
    world.do(NUMBER, SUPERVISOR, c.AddWitness(witness=c.Outsider(name="Lê C")))
    world.do(NUMBER, SUPERVISOR, c.AddStaff(staff="S-7"))
    assert refused(world, c.AddStaff(staff="S-7")) == ("case_party_twice", "staff")
    case = case_of(world)
    added = list(case.parties.values())[-3:]
    assert [(party.kind, party.reference, party.staff) for party in added] == [
        ("player", "P-2", None),
        ("witness", None, None),
        ("staff", None, "S-7"),
    ]
    assert len(set(case.persons)) == len(case.persons) == 4


def test_hand_over_at_the_end_of_a_shift(world: World) -> None:
    at_table(world)
    assert case_of(world).assigned_to == SUPERVISOR.staff
    assert refused(world, c.Assign(staff="nobody")) == ("case_staff_unknown", "staff")
    assert refused(world, c.Assign(staff=SUPERVISOR.staff)) == ("case_changes_nothing", "staff")
    relief = actor("pit_supervisor", "night-ps")
    world.do(NUMBER, SUPERVISOR, c.Assign(staff=relief.staff, note="Ca sau."))
    assert case_of(world).assigned_to == relief.staff
    world.do(NUMBER, MANAGER, c.TakeOver())
    assert case_of(world).assigned_to == MANAGER.staff
    assert refused(world, c.TakeOver(), MANAGER) == ("case_changes_nothing", None)
    assert refused(world, c.TakeOver(), SENIOR)[0] == "case_role_at_stage"
    world.do(NUMBER, MANAGER, c.PassOn(why="cannot_be_resolved"))
    assert case_of(world).assigned_to is None, "who decides next takes it over"


ELSEWHERE = f.RoundRef(table="RL02", round="r1")


def test_8_1_every_round_is_at_a_table_of_theirs(world: World) -> None:
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE)
    assert refused(world, opening(rounds=(R1, ELSEWHERE))) == ("case_table", None)
    world.do(NUMBER, SHIFT, opening(rounds=(R1, ELSEWHERE)))
    assert case_of(world).table == "RL01"


def test_8_1_the_table_of_a_case_is_one_of_its_rounds(world: World) -> None:
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE)
    assert refused(world, opening(rounds=(ELSEWHERE,)), SHIFT) == ("case_round_unknown", "table")


def test_8_2_a_round_is_added_only_at_a_table_of_theirs(world: World) -> None:
    """The case stays at its own table, which is theirs; the round that comes is not."""
    at_table(world)
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE)
    assert refused(world, c.ChangeRounds(rounds=(R1, ELSEWHERE))) == ("case_table", None)


def test_8_1_a_finding_speaks_for_no_player(world: World) -> None:
    """Without words of theirs the matter is the house's own, whoever is part of it."""
    [fact] = world.do(NUMBER, SUPERVISOR, opening(claim=None, findings=(FINDING,)))
    assert isinstance(fact, f.CaseOpened)
    assert (fact.source, fact.claim, len(case_of(world).players)) == ("finding", None, 1)


def test_8_2_who_gave_no_name_is_named_later(world: World) -> None:
    world.do(NUMBER, SUPERVISOR, opening(players=(c.Outsider(described="Ghế 3, chip xanh"),)))
    [named] = world.do(NUMBER, SUPERVISOR, c.NameParty(party="P1", name="Nguyễn Thị Tên", contact="0900 111 222"))
    assert isinstance(named, f.PartyNamed)
    assert named.named_by.staff == SUPERVISOR.staff
    assert named.identity.persons == (case_of(world).players[0].person,), "sealed under their own key alone"
    said = world.context(SUPERVISOR).identities(case_of(world))["P1"]
    assert tuple(said) == ("Nguyễn Thị Tên", "0900 111 222", "Ghế 3, chip xanh"), "what was known stays"
    assert refused(world, c.NameParty(party="P1", name="Nguyễn Thị Tên")) == ("case_changes_nothing", "name")
    assert refused(world, c.NameParty(party="P2", name="Nhân viên")) == ("case_party_unknown", "party")
    assert refused(world, c.NameParty(party="P9", name="Không ai")) == ("case_party_unknown", "party")
