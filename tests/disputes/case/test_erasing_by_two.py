"""An erasure takes two persons and, while a term runs, a ground of the law that counts then, explained."""

from __future__ import annotations

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.words import BEFORE_THE_TERM, LAWS
from tests.disputes.case import stages
from tests.disputes.case.stages import NUMBER
from tests.disputes.case.world import World, actor

SENIOR = actor("senior_management", "way-gm")
OTHER = actor("senior_management", "G-2")
DIRECTOR = actor("director_of_table_games", "D-2")
GROUND = "Bản án số 12 buộc xóa hồ sơ khách."


@pytest.fixture
def world() -> World:
    """A closed case whose term runs; nobody confirms by themselves."""
    world = World()
    stages.closed(world)
    world.second = None
    return world


def player(world: World) -> str:
    found = world.cases[f"case/{NUMBER}"].players[0].person
    assert found is not None
    return found


def refused(world: World, who: object, **said: object) -> str:
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, who, c.ErasePerson(person=player(world), **said))  # type: ignore[arg-type]
    return problem.value.code


@pytest.mark.parametrize("second", [OTHER, DIRECTOR], ids=["senior", "director"])
def test_nothing_is_erased_until_another_person_confirms(world: World, second: object) -> None:
    person = player(world)
    [asked] = world.do(NUMBER, SENIOR, c.ErasePerson(person=person, law="court_order", legal_ground=GROUND))
    assert isinstance(asked, f.ErasureAsked)
    case = world.cases[f"case/{NUMBER}"]
    assert case.erased == set()
    assert refused(world, SENIOR) == "case_erasure_second"
    facts = world.do(NUMBER, second, c.ErasePerson(person=person))  # type: ignore[arg-type]
    assert isinstance(facts[0], f.PersonErased)
    assert facts[0].sealed_ground == asked.sealed_ground, "the words of the first stand for both"
    assert person in case.erased
    assert case.erasures == {}


def test_only_senior_management_asks(world: World) -> None:
    assert refused(world, DIRECTOR, law="court_order", legal_ground=GROUND) == "case_erasure_asks"


@pytest.mark.parametrize("law", [None, *(code for code in LAWS if code not in BEFORE_THE_TERM)])
def test_while_the_term_runs_only_a_ground_that_counts_then(world: World, law: str | None) -> None:
    assert refused(world, SENIOR, law=law, legal_ground=GROUND) == "case_retained"


@pytest.mark.parametrize("ground", [".", "Lệnh 7.", "Quyết định của tòa án.", None])
def test_the_ground_is_explained_in_a_sentence_of_its_own(world: World, ground: str | None) -> None:
    assert refused(world, SENIOR, law="court_order", legal_ground=ground) == "case_no_sentence"


def test_after_the_term_no_ground_is_asked_for_but_two_persons_are(world: World) -> None:
    person = player(world)
    [asked] = world.do(NUMBER, SENIOR, c.ErasePerson(person=person), days=1_827)
    assert isinstance(asked, f.ErasureAsked)
    assert (asked.law, asked.sealed_ground) == (None, None)
    [gone, *_] = world.do(NUMBER, OTHER, c.ErasePerson(person=person))
    assert isinstance(gone, f.PersonErased)
    assert gone.ground == "term_ended"


def test_what_was_asked_for_lapses(world: World) -> None:
    person = player(world)
    world.do(NUMBER, SENIOR, c.ErasePerson(person=person, law="court_order", legal_ground=GROUND))
    [again] = world.do(NUMBER, OTHER, c.ErasePerson(person=person, law="unlawful", legal_ground=GROUND), days=8)
    assert isinstance(again, f.ErasureAsked), "asked anew by whoever says it then"


def test_a_reopened_case_holds_everything_up(world: World) -> None:
    person = player(world)
    world.do(NUMBER, SENIOR, c.ErasePerson(person=person, law="court_order", legal_ground=GROUND))
    world.do(NUMBER, SENIOR, c.Reopen(reason="Khách gửi thêm ảnh chụp."))
    assert refused(world, OTHER) == "case_stage"
