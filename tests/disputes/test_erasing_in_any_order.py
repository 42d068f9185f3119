"""Erasing in any order, through the page, with keys, search, API and papers: the page promises what happens.

Up to two cases, which may become one, with players, witnesses, texts, files and papers; every text names everybody who
is not erased, also those who are entered later. What the page says before it is confirmed is held against what can be
read before and after; who was erased is looked for everywhere; and whoever is left can be erased at any time. The pure
half, with many more orders, is ``tests/disputes/case/test_erasing.py``.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.ledger import verify
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.vault import names, new_person
from casino.vault.keys import key_store
from casino.vault.sealing import Opened, finish_erasures, is_erased, open_many
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing import left
from disputes.case.erasing import united_with
from disputes.case.state import Case, Stage
from disputes.execution import service
from disputes.execution.context import Outside
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from games.rows.models import Finding
from tests.admin.house import person
from tests.disputes.admin.doing.played import Hand
from tests.disputes.court import Court, colleague
from tests.disputes.papers.samples import read as paper_text
from tests.disputes.papers.samples import squeezed
from tests.replay.story import CODE

GROUND = "Bản án 12 buộc xóa hồ sơ khách."


def browser(language: str = "en") -> Client:
    client = Client()
    client.force_login(person("senior_management"), backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = language
    return client


def page_of(number: str, client: Client) -> Hand:
    row = CaseRow.objects.get(number=number)
    return Hand(client, f"/admin/disputes/case/{row.pk}/do/erase_person/")


def second_hand(number: str, ref: str) -> Hand:
    """The second person of an erasure that was asked for, before what it takes."""
    client = Client()
    client.force_login(colleague("second.senior", "senior_management"), backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = "en"
    hand = page_of(number, client)
    assert hand.send(person=ref, typed=ref).status_code == 200
    return hand


def everybody(case: Case) -> dict[str, f.Party]:
    return {party.person: party for party in case.parties.values() if party.person is not None}


def texts_of(number: str) -> dict[UUID, Opened]:
    """What can be read of a case."""
    found = open_many(CODE, stored.load(CODE, number).texts)
    return {ref: opened for ref, opened in found.items() if isinstance(opened, Opened)}


def in_words(opened: Opened) -> str:
    return paper_text(opened.content) if opened.kind == "paper" else squeezed(opened.text)


class Erasures(RuleBasedStateMachine):
    """A house of its own for each run, rolled back."""

    def __init__(self, court: Court) -> None:
        super().__init__()
        self.court = court
        self.numbers: list[str] = []
        self.coming: dict[str, list[str]] = {}
        self.gone: set[str] = set()
        """Names of those who were erased."""
        self.made = 0
        self.undone = transaction.atomic()
        self.undone.__enter__()
        court.now = person("senior_management").date_joined - timedelta(hours=6)
        self.client = browser()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)
        names._KEYS.clear()

    # What there is

    def case(self, number: str) -> Case:
        return stored.load(CODE, number)

    @property
    def cases(self) -> list[Case]:
        return [self.case(number) for number in self.numbers]

    def matter(self, case: Case) -> list[Case]:
        who = actor_of(person("senior_management"), CODE, self.court.now)
        return [case, *united_with(case, Outside(self.court.house.property, who, self.court.now).context())]

    def name_of(self, ref: str) -> str:
        parties = [everybody(case)[ref] for case in self.cases if ref in everybody(case)]
        identity = parties[0].identity
        assert identity is not None
        opened = open_many(CODE, [identity])[identity.ref]
        assert isinstance(opened, Opened)
        name: str = json.loads(opened.content)["name"]
        return name

    def name(self) -> str:
        self.made += 1
        return f"Khuynhx{self.made}z Quacx{self.made}z"

    def speech(self, number: str) -> str:
        matter = self.matter(self.case(number))
        known = {ref for case in matter for ref in case.persons if ref in everybody(case)}
        coming = [name for case in matter for name in self.coming[case.number]]
        return "; ".join([*(self.name_of(ref) for ref in sorted(known)), *coming]) or "–"

    def do(self, number: str, who: str, command: c.Command) -> None:
        self.court.number = number
        self.court.do(who, command)

    def open_cases(self) -> list[Case]:
        return [case for case in self.cases if not case.is_closed]

    # What happens

    @initialize(witness=st.booleans())
    def begin(self, witness: bool) -> None:
        self.open_another(players=1, witness=witness)

    @precondition(lambda self: len(self.numbers) == 1)
    @rule(players=st.integers(0, 2), witness=st.booleans())
    def open_another(self, players: int, witness: bool) -> None:
        outsiders = tuple(c.Outsider(name=self.name(), contact=f"so{self.made}") for _ in range(players))
        witnesses = (c.Outsider(name=self.name()),) if witness and players else ()
        coming = [self.name() for _ in range(2)]
        claim = "; ".join([*(each.name for each in (*outsiders, *witnesses)), *coming])
        found = Finding.objects.get(round__code="short", severity="money")
        findings = () if players else (f.FindingRef(stream=found.stream, identity=found.identity),)
        self.court.number = ""
        who = "pit_supervisor" if players else "surveillance"
        self.court.open(who, players=outsiders, witnesses=witnesses, claim=claim, findings=findings)
        self.numbers.append(self.court.number)
        self.coming[self.court.number] = coming

    @precondition(lambda self: any(self.coming[case.number] for case in self.open_cases()))
    @rule(data=st.data(), witness=st.booleans())
    def somebody_is_entered(self, data: st.DataObject, witness: bool) -> None:
        number = data.draw(st.sampled_from([x.number for x in self.open_cases() if self.coming[x.number]]))
        who = c.Outsider(name=self.coming[number].pop())
        self.do(number, "pit_manager", c.AddWitness(witness=who) if witness else c.AddPlayer(player=who))

    @rule(data=st.data(), kind=st.sampled_from(["note", "statement", "file", "paper"]))
    def something_is_written(self, data: st.DataObject, kind: str) -> None:
        number = data.draw(st.sampled_from(self.numbers))
        case, said = self.case(number), self.speech(number)
        if case.own is None:
            return
        if case.is_closed or kind == "note" or not case.parties:
            self.do(number, "senior_management" if case.is_closed else "pit_manager", c.AddNote(note=said))
        elif kind == "statement":
            self.do(number, "pit_manager", c.TakeStatement(party=next(iter(case.parties)), said=said))
        else:
            self.to_the_pit_manager(case)
            if kind == "file":
                file = c.Upload(name="Ban ky.txt", data=said.encode())
                self.do(number, "pit_manager", c.AddEvidence(item="other", file=file))
            elif case.players:
                self.do(number, "pit_manager", c.SayNoTime(reason=said))
                self.do(number, "pit_manager", c.IssuePaper(kind="acknowledgement", language="vi"))

    def to_the_pit_manager(self, case: Case) -> None:
        if case.stage is Stage.AT_TABLE:
            self.do(case.number, "pit_supervisor", c.PassOn(why="cannot_be_resolved"))

    @precondition(lambda self: self.open_cases())
    @rule(data=st.data(), merged=st.booleans())
    def a_case_ends(self, data: st.DataObject, merged: bool) -> None:
        waiting = self.open_cases()
        case = data.draw(st.sampled_from(waiting))
        if merged and len(waiting) == 2:
            other = next(each for each in waiting if each.number != case.number)
            self.to_the_pit_manager(case)
            self.to_the_pit_manager(other)
            self.do(case.number, "pit_manager", c.Merge(into=other.number, reason=self.speech(case.number)))
        else:
            self.withdraw(case.number, self.speech(case.number))

    def withdraw(self, number: str, said: str | None = None) -> None:
        """And let rest what the case waits for before it closes."""
        self.do(number, "pit_manager", c.Withdraw(said=said))
        while steps := left(self.case(number)):
            why = "Khách đã ra về trước khi nhận giấy tờ."
            self.do(number, "shift_manager", c.SetStepAside(step=steps[0].code, reason=why))

    @precondition(lambda self: any(x.closed and x.closed.ending != "merged" and x.own for x in self.cases))
    @rule(data=st.data())
    def one_is_reopened(self, data: st.DataObject) -> None:
        ended = [x.number for x in self.cases if x.closed and x.closed.ending != "merged" and x.own]
        number = data.draw(st.sampled_from(ended))
        self.do(number, "senior_management", c.Reopen(reason=self.speech(number)))

    @precondition(lambda self: self.erasable())
    @rule(data=st.data())
    def somebody_is_erased(self, data: st.DataObject) -> None:
        self.erase(*data.draw(st.sampled_from(self.erasable())))

    def erase(self, number: str, ref: str) -> None:
        """By the page, whose promise is held against what could be read before and can be afterwards."""
        case = self.case(number)
        asked = [p for p in everybody(case) if p in case.persons] if ref == case.own else [ref]
        called = {p: self.name_of(p) for p in asked}
        before = {each: texts_of(each) for each in self.numbers}
        hand = page_of(number, self.client)
        assert hand.send(person=ref, typed=ref, law="court_order", legal_ground=GROUND).status_code == 200
        first = hand.answer.context["lost"]
        assert hand.send(confirmed=hand.buttons["confirmed"][0]).status_code == 302
        assert {each: texts_of(each) for each in self.numbers} == before, "asked for, nothing is gone"
        hand = second_hand(number, ref)
        promise, shown = hand.answer.context["lost"], hand.page
        assert promise == first, "both are shown the same"
        [confirm] = hand.buttons["confirmed"]
        assert hand.send(confirmed=confirm).status_code == 302
        self.gone.update(called.values())
        after = {each: texts_of(each) for each in self.numbers}
        lost = {r: o for n, texts in before.items() for r, o in texts.items() if r not in after[n]}
        assert promise.kinds == Counter(opened.kind for opened in lost.values())
        assert all(name in shown for name in called.values())
        assert len(promise.people) == len(called)
        stay = [self.name_of(p) for p in everybody(case) if not is_erased(CODE, p)]
        assert sorted(each.partition(" · ")[0] for each in promise.left) == sorted(stay)
        touched = [n for n in self.numbers if n != number and before[n].keys() != after[n].keys()]
        assert set(touched) <= set(promise.cases)
        assert promise.everything is (self.case(number).own is None)
        assert ref != case.own or after[number] == {}
        finish_erasures()
        assert all(key_store().is_destroyed(CODE, p) for p in asked)
        self.who_was_erased_is_nowhere()

    def erasable(self) -> list[tuple[str, str]]:
        ended = [case for case in self.cases if all(each.is_closed for each in self.matter(case))]
        return [(case.number, ref) for case in ended for ref in case.persons]

    # What is always so

    def who_was_erased_is_nowhere(self) -> None:
        for number in self.numbers:
            row = CaseRow.objects.get(number=number)
            case = self.case(number)
            answers = [
                self.client.get(f"/admin/disputes/case/{row.pk}/change/"),
                self.client.get(f"/api/v1/cases/{number}/"),
                *(self.client.get(f"/api/v1/cases/{number}/contents/{text.ref}/") for text in case.texts),
            ]
            can_be_read = texts_of(number)
            assert [a.status_code for a in answers[2:]] == [
                200 if text.ref in can_be_read else 410 for text in case.texts
            ]
            for name in self.gone:
                assert not any(name.encode() in answer.content for answer in answers)
        for name in self.gone:
            assert names.persons_named(CODE, name) == set()
            found = self.client.post("/api/v1/cases/search/", {"named": name}, content_type="application/json")
            assert found.json()["cases"] == []

    @invariant()
    def no_text_names_them_and_every_other_name_is_found(self) -> None:
        for case in self.cases:
            read = " ".join(in_words(opened) for opened in texts_of(case.number).values())
            assert not any(squeezed(name) in read for name in self.gone)
            for ref in case.persons:
                if ref in everybody(case):
                    assert names.persons_named(CODE, self.name_of(ref)) == {ref}

    @invariant()
    def whoever_is_left_can_be_erased(self) -> None:
        for number, ref in self.erasable():
            command = c.ErasePerson(person=ref, law="court_order", legal_ground=GROUND)
            case = self.case(number)
            given: dict[str, Any] = {"actor": actor_of(person("senior_management"), CODE, self.court.now)}
            given |= {"seen_version": case.version, "command_id": uuid4(), "now": self.court.now}
            assert service.rehearse(CODE, number, command, **given)


@pytest.mark.parametrize("runs", [3, pytest.param(8, marks=pytest.mark.slow), pytest.param(30, marks=pytest.mark.long)])
def test_whatever_the_order_the_page_promises_what_happens_and_nobody_is_shut_in(court: Court, runs: int) -> None:
    head = get_ledger(CODE).head()
    machine: Any = partial(Erasures, court)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=runs,
            stateful_step_count=14,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        ),
    )
    assert get_ledger(CODE).head() == head, "each run is undone"
    assert verify.verify(CODE).fault is None


def test_the_second_player_the_first_and_then_every_text_by_the_page(court: Court) -> None:
    """One order that is walked each time, whatever the machine draws: merged, papers, the last entered goes first."""
    walk = Erasures(court)
    try:
        walk.open_another(players=2, witness=True)
        walk.open_another(players=0, witness=False)
        one, other = walk.numbers
        walk.do(one, "pit_manager", c.AddWitness(witness=c.Outsider(name=walk.coming[one].pop())))
        walk.to_the_pit_manager(walk.case(one))
        walk.do(one, "pit_manager", c.SayNoTime(reason=walk.speech(one)))
        walk.do(one, "pit_manager", c.IssuePaper(kind="acknowledgement", language="vi"))
        walk.to_the_pit_manager(walk.case(other))
        walk.do(other, "pit_manager", c.Merge(into=one, reason=walk.speech(other)))
        walk.withdraw(one)
        people = list(everybody(walk.case(one)))
        walk.erase(one, people[-1])
        walk.do(one, "senior_management", c.AddNote(note=walk.speech(one)))
        walk.erase(one, people[0])
        walk.do(one, "senior_management", c.Reopen(reason=walk.speech(one)))
        walk.withdraw(one, walk.speech(one))
        own = walk.case(one).own
        assert own is not None
        walk.erase(one, own)
        walk.no_text_names_them_and_every_other_name_is_found()
        assert walk.case(one).persons == ()
        walk.whoever_is_left_can_be_erased()
    finally:
        walk.teardown()


# --- What a machine seldom meets --------------------------------------------------------------------------------------


@pytest.fixture
def two(court: Court) -> Court:
    """Two players in one case, which has ended; the second was named before they were entered."""
    court.open(claim="Ông Khuynhxa Quacxa và bà Khuynhxb Quacxb.", players=(c.Outsider(name="Khuynhxa Quacxa"),))
    court.do("pit_supervisor", c.AddPlayer(player=c.Outsider(name="Khuynhxb Quacxb")))
    court.do("pit_supervisor", c.Withdraw())
    return court


def ref_of(court: Court, place: int) -> str:
    ref = court.case.players[place].person
    assert ref is not None
    return ref


@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_who_lost_their_key_is_erased_all_the_same(two: Court, damage: str) -> None:
    """The file is gone or whole no more: an alarm on every page, until the person is erased formally."""
    ref = ref_of(two, 1)
    file = key_store().folder / CODE / f"{ref}.key"
    file.unlink() if damage == "missing" else file.write_bytes(b"x")
    names._KEYS.clear()  # as another process has it
    with pytest.raises(Problem):
        names.persons_named(CODE, "Khuynhxb")
    hand = page_of(two.number, browser())
    hand.send(person=ref, typed=ref, law="court_order", legal_ground=GROUND)
    assert hand.send(confirmed=hand.buttons["confirmed"][0]).status_code == 302
    assert second_hand(two.number, ref).confirm().status_code == 302
    assert names.persons_named(CODE, "Khuynhxb") == set()
    assert names.persons_named(CODE, "Khuynhxa") == {ref_of(two, 0)}
    two.do("senior_management", c.AddNote(note="Ghi được."))


def test_a_case_whose_own_key_is_lost_can_be_ended_and_erased(court: Court) -> None:
    """Without its key no word can be kept; what needs none goes through, and then the erasure does."""
    court.open()
    (key_store().folder / CODE / f"{court.case.own}.key").unlink()
    court.do("pit_supervisor", c.Withdraw())
    own = court.case.own
    assert own is not None
    court.do("senior_management", c.ErasePerson(person=own, law="court_order", legal_ground=GROUND))
    assert texts_of(court.number) == {}


def test_no_receipt_of_a_command_lets_a_name_be_tried_after_the_erasure(two: Court) -> None:
    """A digest under a key that stays would tell who guesses the words of the command rightly."""
    receipts = Receipt.objects.filter(stream=f"case/{two.number}").order_by("pk")
    needed = {receipt.command: receipt.persons.split() for receipt in receipts}
    assert set(needed["open_case"]) == {two.case.own, ref_of(two, 0)}
    assert needed["add_player"] == [ref_of(two, 1)]
    assert needed["withdraw"] == [], "says nothing that does not stand in its event"


def test_the_search_index_and_the_read_model_know_an_erased_person_no_more(two: Court) -> None:
    two.do("senior_management", c.ErasePerson(person=two.case.own or "", law="court_order", legal_ground=GROUND))
    assert names.persons_named(CODE, "Quacxa") | names.persons_named(CODE, "Quacxb") == set()
    row = CaseRow.objects.get(number=two.number)
    assert (row.persons, row.erased) == ([], True)
    refused = Hand(browser(), f"/admin/disputes/case/{row.pk}/do/erase_person/")
    assert refused.answer.status_code == 410
    assert "Every text of this case was erased" in refused.page
    page = browser().get(f"/admin/disputes/case/{row.pk}/change/").content.decode()
    assert "do/reopen" not in page
    assert "do/erase_person" not in page


def test_a_person_of_another_property_is_nobody_here(two: Court) -> None:
    other = Property.objects.create(code="ANNEX", name_vi="Nhà khác", name_en="Another house")
    stranger = new_person(other.code)
    with pytest.raises(Problem) as refused:
        two.do("senior_management", c.ErasePerson(person=stranger, law="court_order", legal_ground=GROUND))
    assert refused.value.code == "case_person_unknown"
    two.do("senior_management", c.ErasePerson(person=two.case.own or "", law="court_order", legal_ground=GROUND))
    assert not is_erased(other.code, stranger)


def test_what_is_written_elsewhere_while_the_page_is_open_is_shown_before_it_is_lost(court: Court) -> None:
    """A note in the other case of the matter changes the promise, though not this case."""
    court.open(players=(c.Outsider(name="Khuynhxa Quacxa"),))
    first, court.number = court.number, ""
    court.open()
    court.do("pit_manager", c.Merge(into=first))
    merged, court.number = court.number, first
    court.do("pit_manager", c.Withdraw())
    ref = ref_of(court, 0)
    hand = page_of(first, browser())
    hand.send(person=ref, typed=ref, law="court_order", legal_ground=GROUND)
    assert hand.confirm().status_code == 302
    hand = second_hand(first, ref)
    texts = hand.answer.context["lost"].kinds["text"]
    court.number = merged
    court.do("senior_management", c.AddNote(note="Bà Khuynhxa đã gọi."))
    assert hand.send(confirmed=hand.buttons["confirmed"][0]).status_code == 200
    assert hand.answer.context["lost"].kinds["text"] == texts + 1
    assert hand.send(confirmed=hand.buttons["confirmed"][0]).status_code == 302


def test_a_ground_that_names_somebody_is_refused_at_the_field(two: Court) -> None:
    ref = ref_of(two, 0)
    hand = page_of(two.number, browser())
    assert hand.send(person=ref, typed=ref, law="court_order", legal_ground="Đơn của bà Khuynhxb.").status_code == 422
    assert "must not" in hand.page
    assert two.case.erased == set()
