"""Erasing in any order, in the pure domain: what was erased is named nowhere, and nobody is shut in.

The machine opens cases, adds people, writes, merges, closes, reopens and erases as it comes; every text names everybody
of its matter who is not erased, also those who are entered later. It keeps its own account of the keys: a text can be
read while none of the keys it was sealed under is destroyed.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing import left
from disputes.case.context import sealing_nothing
from disputes.case.decide import decide
from disputes.case.erasing import united_with
from disputes.case.state import Case, Stage, fold
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, OTHER, SENIOR, SUPERVISOR, WATCH, at_table
from tests.disputes.case.world import World, opening

GROUND = "Bản án buộc xóa hồ sơ khách."
NUMBERS = ("2026-00001", "2026-00002", "2026-00003")
FINDING = f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)
WRITTEN = ("note", "statement", "text", "file", "paper")


def refused(world: World, command: c.Command, number: str = NUMBER) -> str:
    with pytest.raises(Problem) as problem:
        world.do(number, SENIOR, command)
    return problem.value.code


def case_of(world: World, number: str = NUMBER) -> Case:
    return world.cases[f"case/{number}"]


def person_of(case: Case, place: int = 0) -> str:
    person = case.players[place].person
    assert person is not None
    return person


def erase(world: World, person: str | None, number: str = NUMBER) -> list[Any]:
    assert person is not None
    return world.do(number, SENIOR, c.ErasePerson(person=person, law="court_order", legal_ground=GROUND))


# --- One by one ------------------------------------------------------------------------------------------------------


@pytest.fixture
def two_players(world: World) -> Case:
    """The second is named in the claim and entered later."""
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.AddPlayer(player=c.Outsider(name="Trần Thị Hai")))
    world.do(NUMBER, SUPERVISOR, c.Withdraw())
    return case_of(world)


@pytest.fixture
def world() -> World:
    return World()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_each_of_two_players_is_erased_whoever_was_first(
    world: World, two_players: Case, order: tuple[int, int]
) -> None:
    for place in order:
        erase(world, person_of(two_players, place))
    assert [person for person in two_players.persons if person != two_players.own] == []
    assert all(two_players.erased.intersection(text.persons) for text in two_players.texts)


def test_a_case_goes_on_under_a_new_key_where_its_own_had_to_go(world: World, two_players: Case) -> None:
    first = two_players.own
    facts = erase(world, person_of(two_players, 1))
    assert [(fact.person, fact.successor) for fact in facts] == [
        (person_of(two_players, 1), None),
        (first, two_players.own),
    ]
    assert two_players.own not in (None, first)
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có phim mới."))
    world.do(NUMBER, MANAGER, c.AddWitness(witness=c.Outsider(name="Lê Văn Ba")))
    world.do(NUMBER, MANAGER, c.AddNote(note="Đã gọi."))
    assert set(two_players.texts[-1].persons) == set(two_players.persons)
    assert len(two_players.persons) == 3, "the new key, the first player, the witness"


def test_the_cases_own_key_stays_where_nothing_older_can_still_be_read(world: World, two_players: Case) -> None:
    """Everything without the second player's key went with the first."""
    erase(world, person_of(two_players, 0))
    own = two_players.own
    [fact] = erase(world, person_of(two_players, 1))
    assert fact.person == person_of(two_players, 1)
    assert two_players.own == own


def test_every_text_of_a_case_is_everybody_in_it(world: World, two_players: Case) -> None:
    own, people = two_players.own, [person_of(two_players, 0), person_of(two_players, 1)]
    facts = erase(world, own)
    assert [fact.person for fact in facts] == [*people, own]
    assert all(two_players.erased.intersection(text.persons) for text in two_players.texts), "identities as well"
    assert (two_players.own, two_players.persons) == (None, ())
    for command in (
        c.AddNote(note="…"),
        c.Reopen(reason="Nhập nhầm chỗ."),
        c.ErasePerson(person=own or "", law="court_order", legal_ground=GROUND),
    ):
        assert refused(world, command) == "case_erased"


def test_every_text_of_a_case_can_be_asked_for_after_one_of_its_people(world: World, two_players: Case) -> None:
    first = two_players.own
    erase(world, person_of(two_players, 1))
    assert (
        refused(world, c.ErasePerson(person=first or "", law="court_order", legal_ground=GROUND))
        == "case_person_unknown"
    )
    erase(world, two_players.own)
    assert two_players.persons == ()


def test_who_was_left_in_a_case_erased_under_the_old_rule_can_be_erased(world: World, two_players: Case) -> None:
    """Events of before: the case's own key was destroyed, nobody named a new one, and people were left in it."""
    assert SENIOR.person is not None
    own = two_players.own
    old = f.PersonErased(person=own or "", ground="legal_ground", erased_by=SENIOR.person, legal_ground=GROUND)
    world._record(two_players.stream, old, SENIOR)
    assert refused(world, c.AddNote(note="…")) == "case_erased"
    for place in (0, 1):
        [fact] = erase(world, person_of(two_players, place))
        assert fact.successor is None
    assert refused(world, c.ErasePerson(person=own or "", law="court_order", legal_ground=GROUND)) == "case_erased"


def test_the_ground_names_nobody_of_the_matter(world: World, two_players: Case) -> None:
    """It stays: not even those who are not erased now."""
    person = person_of(two_players, 0)
    for ground in ("Đơn xin xóa của Trần Thị B.", "Đơn xin xóa của bà Hai.", "Thư xin xóa của b@example.test"):
        assert (
            refused(world, c.ErasePerson(person=person, law="court_order", legal_ground=ground)) == "case_ground_names"
        ), ground
    erase(world, person)


def test_an_open_case_of_the_matter_holds_everything_up(world: World) -> None:
    """Also where nobody from outside stands in the case that was merged: the other goes on with its words."""
    world.do(OTHER, WATCH, opening(players=(), findings=(FINDING,)))
    at_table(world)
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    own = case_of(world, OTHER).own
    assert (
        refused(world, c.ErasePerson(person=own or "", law="court_order", legal_ground=GROUND), OTHER)
        == "case_person_elsewhere"
    )
    world.do(NUMBER, SUPERVISOR, c.Withdraw())
    erase(world, own, OTHER)
    assert not case_of(world).erased, "nobody of the other stood in this one"


def test_words_of_a_merged_case_go_with_a_person_of_the_one_that_went_on(world: World) -> None:
    world.do(OTHER, WATCH, opening(players=(), findings=(FINDING,), claim="Bà B phản đối."))
    at_table(world)
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    world.do(NUMBER, SUPERVISOR, c.Withdraw())
    erase(world, person_of(case_of(world)))
    other = case_of(world, OTHER)
    assert all(other.erased.intersection(text.persons) for text in other.texts)
    world.do(OTHER, SENIOR, c.AddNote(note="Ghi được, bằng khóa mới."))


def test_the_last_term_of_the_records_counts(world: World) -> None:
    world.do(OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r2"),)))
    at_table(world)
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    world.do(NUMBER, SUPERVISOR, c.Withdraw(), days=20)
    person = person_of(case_of(world, OTHER))
    with pytest.raises(Problem) as problem:
        world.do(OTHER, SENIOR, c.ErasePerson(person=person), days=1_815)
    assert problem.value.code == "case_retained"
    [fact, *_] = world.do(OTHER, SENIOR, c.ErasePerson(person=person), days=20)
    assert isinstance(fact, f.PersonErased)
    assert fact.ground == "term_ended"
    assert person in case_of(world).erased


def test_whoever_only_looks_gives_nobody_a_key(world: World) -> None:
    stages.closed(world)
    people = world.people
    case = case_of(world)
    command = c.ErasePerson(person=person_of(case), law="court_order", legal_ground=GROUND)
    decide(case, command, sealing_nothing(world.context(SENIOR)))
    assert world.people == people
    [fact] = decide(case, command, world.context(SENIOR))
    assert isinstance(fact, f.ErasureAsked)
    assert world.people == people + 1, "the ground has a key of its own, and nobody else"


# --- In any order ----------------------------------------------------------------------------------------------------


class Erasures(RuleBasedStateMachine):
    """Up to three cases, which may become one matter. Names are words that occur nowhere else."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.names: dict[str, str] = {}
        """Person -> name."""
        self.coming: dict[str, list[str]] = {number: [] for number in NUMBERS}
        """Names that are written in a case already, of people who are entered later."""
        self.named: dict[Any, set[str]] = {}
        """Sealed text -> the names in it."""
        self.made = 0

    # What there is

    @property
    def cases(self) -> list[Case]:
        return list(self.world.cases.values())

    def matter(self, case: Case) -> list[Case]:
        return [case, *united_with(case, self.world.context(SENIOR))]

    @property
    def destroyed(self) -> set[str]:
        facts = [event.data for events in self.world.events.values() for event in events]
        return {fact.person for fact in facts if isinstance(fact, f.PersonErased)}

    def readable(self, case: Case) -> list[Any]:
        return [text for text in case.texts if not self.destroyed.intersection(text.persons)]

    def name(self) -> str:
        self.made += 1
        return f"Khuynh{self.made} Quac{self.made}"

    def speech(self, number: str) -> str:
        """A sentence that names everybody of the matter, and those who come."""
        case = self.world.cases.get(f"case/{number}")
        matter = [number] if case is None else [each.number for each in self.matter(case)]
        known = [
            self.names[p]
            for n in matter
            if (k := self.world.cases.get(f"case/{n}"))
            for p in k.persons
            if p in self.names
        ]
        names = [*known, *(name for n in matter for name in self.coming[n])]
        return f"Những người có tên trong vụ này: {'; '.join(names)}."

    def do(self, number: str, who: Any, command: c.Command) -> list[Any]:
        before = {text.ref for case in self.cases for text in case.texts}
        facts = self.world.do(number, who, command)
        for case in self.cases:
            for party in case.parties.values():
                if party.person is not None and party.person not in self.names and party.identity is not None:
                    said = msgspec.json.decode(self.world.sealed[party.identity.ref])
                    self.names[party.person] = said["name"]
            for text in case.texts:
                if text.ref not in before:
                    content = self.world.sealed[text.ref]
                    said = content if isinstance(content, str) else content.decode()
                    self.named[text.ref] = {name for name in self.every_name() if name in said}
        return facts

    def every_name(self) -> set[str]:
        return {*self.names.values(), *(name for names in self.coming.values() for name in names)}

    def open_cases(self) -> list[Case]:
        return [case for case in self.cases if not case.is_closed]

    # What happens

    @initialize()
    def begin(self) -> None:
        self.open_another(players=1)

    @precondition(lambda self: len(self.cases) < len(NUMBERS))
    @rule(players=st.integers(0, 2))
    def open_another(self, players: int) -> None:
        number = NUMBERS[len(self.cases)]
        self.coming[number] = [self.name() for _ in range(2)]
        outsiders = tuple(c.Outsider(name=self.name()) for _ in range(players))
        claim = "; ".join([self.speech(number), *(each.name for each in outsiders)])
        besides: dict[str, Any] = {"findings": (FINDING,)} if not players else {}
        self.do(number, WATCH if not players else SUPERVISOR, opening(players=outsiders, claim=claim, **besides))

    @precondition(lambda self: any(self.coming[case.number] for case in self.open_cases()))
    @rule(data=st.data(), witness=st.booleans())
    def somebody_is_entered(self, data: st.DataObject, witness: bool) -> None:
        case = data.draw(st.sampled_from([case for case in self.open_cases() if self.coming[case.number]]))
        who = c.Outsider(name=self.coming[case.number].pop())
        self.do(case.number, MANAGER, c.AddWitness(witness=who) if witness else c.AddPlayer(player=who))

    @rule(data=st.data(), kind=st.sampled_from(WRITTEN))
    def something_is_written(self, data: st.DataObject, kind: str) -> None:
        case = data.draw(st.sampled_from(self.cases))
        said = self.speech(case.number)
        if kind == "paper" and not case.is_closed and case.players:
            self.to_the_pit_manager(case)
            self.do(case.number, MANAGER, c.SayNoTime(reason=said))
            self.do(case.number, MANAGER, c.IssuePaper(kind="acknowledgement", language="vi"))
        elif case.own is None:
            assert refused(self.world, c.AddNote(note=said), case.number) == "case_erased"
        elif case.is_closed or kind == "note" or case.stage is Stage.AT_TABLE:
            self.do(case.number, SENIOR if case.is_closed else MANAGER, c.AddNote(note=said))
        elif kind == "statement" and case.parties:
            self.do(case.number, MANAGER, c.TakeStatement(party=next(iter(case.parties)), said=said))
        elif kind == "file":
            file = c.Upload(name="a.txt", data=said.encode())
            self.do(case.number, MANAGER, c.AddEvidence(item="other", file=file, note=said))
        else:
            self.do(case.number, MANAGER, c.AddEvidence(item="other", text=said))

    def to_the_pit_manager(self, case: Case) -> None:
        if case.stage is Stage.AT_TABLE:
            self.do(case.number, SUPERVISOR, c.PassOn(why="cannot_be_resolved"))

    @precondition(lambda self: self.open_cases())
    @rule(data=st.data())
    def a_case_ends(self, data: st.DataObject) -> None:
        case = data.draw(st.sampled_from(self.open_cases()))
        self.do(case.number, MANAGER, c.Withdraw(said=self.speech(case.number)))
        while steps := left(next(each for each in self.cases if each.number == case.number)):
            why = "Khách đã ra về trước khi nhận giấy tờ."
            self.do(case.number, SENIOR, c.SetStepAside(step=steps[0].code, reason=why))
        stages.finished(self.world, number=case.number)

    @precondition(lambda self: len(self.open_cases()) > 1)
    @rule(data=st.data())
    def two_become_one(self, data: st.DataObject) -> None:
        one, other = data.draw(st.permutations(self.open_cases()))[:2]
        self.to_the_pit_manager(one)
        self.to_the_pit_manager(other)
        self.do(one.number, MANAGER, c.Merge(into=other.number, reason=self.speech(one.number)))

    @precondition(lambda self: any(self.may_reopen(case) for case in self.cases))
    @rule(data=st.data())
    def one_is_reopened(self, data: st.DataObject) -> None:
        case = data.draw(st.sampled_from([case for case in self.cases if self.may_reopen(case)]))
        self.do(case.number, SENIOR, c.Reopen(reason=self.speech(case.number)))

    def may_reopen(self, case: Case) -> bool:
        return case.closed is not None and case.closed.ending != "merged" and case.own is not None

    @precondition(lambda self: self.erasable())
    @rule(data=st.data())
    def somebody_is_erased(self, data: st.DataObject) -> None:
        case, person = data.draw(st.sampled_from(self.erasable()))
        everything = person == case.own
        asked = set(case.persons) if everything else {person}
        before = {each.number: self.readable(each) for each in self.cases}
        matter = {each.number for each in self.matter(case)}
        self.do(case.number, SENIOR, c.ErasePerson(person=person, law="court_order", legal_ground=GROUND))
        assert asked <= self.destroyed
        for other in self.cases:
            left = set(self.readable(other))
            lost = [text for text in before[other.number] if text not in left]
            assert not lost or other.number in matter, "another matter loses nothing"
            own_goes = any(not asked.intersection(text.persons) for text in before[other.number])
            assert own_goes or all(asked.intersection(text.persons) for text in lost), "no more goes than must"
        if everything:
            assert self.readable(case) == []

    def erasable(self) -> list[tuple[Case, str]]:
        """Everybody, and every text, of a matter that has ended altogether."""
        ended = [case for case in self.cases if all(each.is_closed for each in self.matter(case))]
        return [(case, person) for case in ended for person in case.persons]

    # What is always so

    @invariant()
    def who_was_erased_is_named_nowhere(self) -> None:
        gone = {self.names[person] for person in self.destroyed if person in self.names}
        for case in self.cases:
            for text in self.readable(case):
                assert not gone.intersection(self.named[text.ref]), (case.number, text)

    @invariant()
    def who_was_not_is_still_known(self) -> None:
        for case in self.cases:
            for party in case.parties.values():
                if party.person is not None and party.person not in self.destroyed:
                    assert party.identity in self.readable(case)

    @invariant()
    def everybody_else_can_be_erased(self) -> None:
        for case, person in self.erasable():
            facts = decide(
                case, c.ErasePerson(person=person, law="court_order", legal_ground=GROUND), self.world.context(SENIOR)
            )
            assert [type(fact) for fact in facts] == [f.ErasureAsked]

    @invariant()
    def every_text_needs_the_keys_of_everybody_there(self) -> None:
        for case in self.cases:
            assert not self.destroyed.intersection(case.persons)
            assert fold(case.stream, self.world.events[case.stream]).persons == case.persons


TestErasures = Erasures.TestCase
TestErasures.settings = settings(
    max_examples=150, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
