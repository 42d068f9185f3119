"""Random commands by random people never bring a case where section 8 does not allow, and never lose an event.

The machine holds, beside the domain, a plain account of its own: the graph of stages as the documents draw it, and what
must have happened before each. After every command, whether it went through or not, the account and the case must
agree, and the case folded again from its stored events must be the same.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.clocks import clocks, waiting_posts
from disputes.case.closing import left
from disputes.case.closing_facts import StepSetAside
from disputes.case.context import Terms
from disputes.case.paper_facts import PaperHandedOver
from disputes.case.procedure import ITEMS, possible
from disputes.case.state import Case, Stage, fold
from tests.disputes import gate
from tests.disputes.case.stages import LEFT, NUMBER, OTHER, SUPERVISOR, tries
from tests.disputes.case.world import NONE, World, actor, opening, remedy

S = Stage
END = {S.CLOSING, S.CLOSED}
GRAPH: dict[Stage, set[Stage]] = {
    S.AT_TABLE: {S.PIT_MANAGER, *END},
    S.PIT_MANAGER: {S.CONFIRMATION, S.ANSWER, *END},
    S.CONFIRMATION: {S.PIT_MANAGER, S.ANSWER, *END},
    S.ANSWER: {S.DISAGREED, *END},
    S.DISAGREED: {S.COMPLAINT, *END},
    S.COMPLAINT: {S.SENIOR_MANAGEMENT, *END},
    S.SENIOR_MANAGEMENT: {S.SENIOR_CONFIRMATION, S.COMPLAINT_ANSWER, *END},
    S.SENIOR_CONFIRMATION: {S.SENIOR_MANAGEMENT, S.COMPLAINT_ANSWER, *END},
    S.COMPLAINT_ANSWER: END,
    S.CLOSING: {S.CLOSED},
    S.CLOSED: {S.PIT_MANAGER, S.SENIOR_MANAGEMENT},
}
"""Where a case may go from each stage, as section 8 draws it (back from the end only by reopening)."""

POSTS = (
    "dealer",
    "acting_pit_supervisor",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "director_of_table_games",
    "senior_management",
    "surveillance",
    "head_of_operations",
    "regulator",
    "administrator",
)
PEOPLE = [actor(post, f"{post}-{n}") for post in POSTS for n in (1, 2)]
ON_THE_WAY = ("pit_supervisor", "pit_manager", "shift_manager", "senior_management", "surveillance")
MOVES = (
    "pass_on",
    "propose_remedy",
    "answer_at_table",
    "decide",
    "confirm",
    "issue_paper",
    "record_answer",
    "inform_of_right",
    "file_complaint",
    "decide_complaint",
    "close_complaint",
    "set_step_aside",
    "reopen",
)
REMEDIES = (
    NONE,
    remedy(),
    remedy("refund", 20_000_000, deviation="Trả lại cho khách."),
    remedy("take_back", -200_000, deviation="Thu lại phần thừa."),
    remedy("other", 1),
)


class Disputes(RuleBasedStateMachine):
    """One case under way, another beside it, and everybody trying everything."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World(Terms(complaint_days=1))
        self.world.do(NUMBER, SUPERVISOR, opening())
        self.world.do(OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r2"),)))
        self.stage = S.AT_TABLE
        self.lengths = {stream: len(events) for stream, events in self.world.events.items()}

    @property
    def case(self) -> Case:
        return self.world.cases[f"case/{NUMBER}"]

    def attempt(self, who: Any, command: c.Command, **wait: int) -> None:
        """Try it; what went through must follow the graph and keep what was there."""
        before = list(self.world.events[f"case/{NUMBER}"])
        try:
            facts = self.world.do(NUMBER, who, command, **wait)
        except Problem:
            assert self.world.events[f"case/{NUMBER}"] == before, "a refused command wrote something"
            assert self.case.stage is self.stage
            return
        assert self.world.events[f"case/{NUMBER}"][: len(before)] == before, "an event was lost"
        self._account(facts, who)

    def _account(self, facts: list[Fact], who: Any) -> None:
        stage = self.case.stage
        if stage is not self.stage:
            assert stage in GRAPH[self.stage], (self.stage, stage)
            if stage is S.CLOSED and type(facts[-1]) is not f.CaseClosed:
                self._nothing_left()
            if self.stage is S.CLOSED:
                assert isinstance(facts[0], f.CaseReopened)
                assert who.role == "senior_management"
        for fact in facts:
            if isinstance(fact, f.Decided):
                self._lawful_decision(fact, who)
            elif isinstance(fact, f.ComplaintDecided):
                assert who.role == "senior_management"
                below = [made.fact.decided_by.staff for made in self.case.decisions if not made.on_complaint]
                assert who.staff not in below
            elif isinstance(fact, f.DecisionConfirmed):
                decided = next(made for made in self.case.decisions if made.code == fact.decision)
                assert decided.fact.decided_by.staff != who.staff
        self.stage = stage

    def _nothing_left(self) -> None:
        """All money moved and every paper is in the player's hands, but for what somebody set aside with a reason."""
        told = [event.data for event in self.world.events[f"case/{NUMBER}"]]
        aside = {each.step for each in told if isinstance(each, StepSetAside)}
        assert {owing.code for owing in self.case.money.still_out} <= aside
        last = self.case.decisions[-1].code if self.case.decisions else None
        papers = [each for each in told if isinstance(each, f.PaperIssued) and each.decision in (None, last)]
        handed = {each.paper for each in told if isinstance(each, PaperHandedOver)}
        kinds = {(each.kind, each.decision) for each in papers if each.paper in {*handed, *aside}}
        assert kinds == {(each.kind, each.decision) for each in papers}

    def _lawful_decision(self, fact: f.Decided, who: Any) -> None:
        """8.2, 8.3, 8.4.1 to 8.4.8 and the two persons, told without the domain's own functions."""
        told = [event.data for event in self.world.events[f"case/{NUMBER}"]]
        kinds = {type(each) for each in told}
        assert f.SurveillanceNotified in kinds
        assert kinds & {f.TimePromised, f.TimeNotPossible}
        gone = {each.evidence for each in told if isinstance(each, f.EvidenceWithdrawn)}
        closed_items = {each.item for each in told if isinstance(each, f.NothingFound)}
        assert not closed_items & {"rules", "footage"}, "neither is ever none by hand"
        assert all(each.cause for each in told if isinstance(each, f.NothingFound))
        closed_items |= {e.item for e in told if isinstance(e, f.EvidenceAdded) and e.evidence not in gone}
        if f.StatementTaken in kinds:
            closed_items.add("statements")
        if kinds & {f.FootageAnswered, f.FootageUnanswered}:
            closed_items.add("footage")
        assert closed_items | {"rules"} == set(ITEMS), "the rule book of the round stands by itself"
        if fact.remedy.kind != "none":
            assert fact.remedy.lines or fact.remedy.measures
        assert who.role not in ("pit_supervisor", "acting_pit_supervisor", "dealer")
        assert who.staff not in {each.proposed_by.staff for each in told if isinstance(each, f.RemedyProposed)}
        assert fact.needs_confirmation is (sum(abs(line.to_player_minor) for line in fact.remedy.lines) > 10_000_000)

    @rule(who=st.sampled_from(PEOPLE), data=st.data())
    def anybody_anything(self, who: Any, data: Any) -> None:
        offered = tries(self.world)
        name = data.draw(st.sampled_from(sorted(set(offered) - {"open_case"})), label="command")
        self.attempt(who, offered[name])

    @rule(data=st.data())
    def one_step_on(self, data: Any) -> None:
        """A step that belongs to this stage, by somebody whose post may: else chance would rarely get anywhere."""
        steps = [
            (who, step.command) for who in PEOPLE for step in possible(self.stage, who.role) if step.command in MOVES
        ]
        who, name = data.draw(st.sampled_from(steps), label="step")
        self.walk(who, name, data.draw(st.sampled_from(REMEDIES), label="remedy"))

    def walk(self, who: Any, name: str, asked: c.AskedRemedy) -> None:
        """The step, with what it needs at this stage."""
        command = tries(self.world)[name]
        if hasattr(command, "remedy"):
            command = msgspec.structs.replace(command, remedy=asked)
        if isinstance(command, c.Decide | c.DecideComplaint):
            standing = tuple(fact.evidence for fact in self.case.standing_evidence())
            command = msgspec.structs.replace(command, evidence=standing[:1])
        if isinstance(command, c.DecideComplaint) and asked.kind != "none":
            command = msgspec.structs.replace(command, result="varied")
        if isinstance(command, c.IssuePaper):
            kind = {S.ANSWER: "decision", S.DISAGREED: "right_to_complain", S.COMPLAINT_ANSWER: "complaint_decision"}
            command = msgspec.structs.replace(command, kind=kind.get(self.stage, "acknowledgement"))
        if isinstance(command, c.SetStepAside) and (steps := left(self.case)):
            command = c.SetStepAside(step=steps[0].code, reason=LEFT)
        if isinstance(command, c.RecordAnswer):
            command = c.RecordAnswer(agreed=asked.kind == "pay_difference")
        self.attempt(who, command)

    @precondition(lambda self: self.stage is S.PIT_MANAGER)
    @rule()
    def collect_everything(self) -> None:
        """What 8.2 to 8.4 ask for, in one go: else chance would rarely get past the pit manager."""
        manager = actor("pit_manager", "pit_manager-walk")
        watch = actor("surveillance", "surveillance-walk")
        self.attempt(manager, c.NotifySurveillance())
        self.attempt(manager, c.PromiseTime(until=self.world.now + timedelta(hours=1), language="vi"))
        self.attempt(manager, c.AddEvidence(item="other", text=gate.REPLAY))
        self.attempt(manager, gate.asked(self.world.now))
        for request in list(self.case.footage):
            self.attempt(watch, gate.no_footage(request))
        for item in gate.WHY_NOT:
            self.attempt(manager, gate.none(item, self.world.now))

    @precondition(lambda self: self.stage is S.CLOSING)
    @rule()
    def set_the_rest_aside(self) -> None:
        """Else chance would rarely see a case with money and papers closed."""
        for step in left(self.case):
            self.attempt(actor("pit_manager", "pit_manager-walk"), c.SetStepAside(step=step.code, reason=LEFT))

    @precondition(lambda self: self.stage is S.COMPLAINT)
    @rule(who=st.sampled_from(PEOPLE))
    def days_pass(self, who: Any) -> None:
        self.attempt(who, c.CloseWithoutComplaint(), days=2)

    @invariant()
    def nothing_is_lost(self) -> None:
        for stream, length in self.lengths.items():
            assert len(self.world.events[stream]) >= length
            self.lengths[stream] = len(self.world.events[stream])
            versions = [event.version for event in self.world.events[stream]]
            assert versions == list(range(1, len(versions) + 1))

    @invariant()
    def folding_again_gives_the_same(self) -> None:
        again = fold(self.case.stream, self.world.events[self.case.stream])
        assert again.stage is self.case.stage
        assert (again.version, again.next_by, again.persons) == (
            self.case.version,
            self.case.next_by,
            self.case.persons,
        )
        assert [c.code for c in again.decisions] == [c.code for c in self.case.decisions]

    @invariant()
    def somebody_always_has_the_next_move(self) -> None:
        if not self.case.is_closed:
            assert waiting_posts(self.case)
            assert clocks(self.case)
        else:
            assert self.case.closed is not None
            assert not clocks(self.case)

    @invariant()
    def money_moves_only_by_a_decision_in_force(self) -> None:
        """What was carried out is what offers agreed to and decisions in force say, each once."""
        moved = sum(line.to_player_minor for kept in self.case.carried_out for line in kept.fact.lines)
        agreed = [
            kept.fact.remedy.total_minor
            for kept in self.case.proposals
            if (answer := self.case.proposal_answers.get(kept.fact.proposal)) is not None and answer.agreed
        ]
        decided = [made.fact.remedy.total_minor for made in self.case.decisions if made.in_force]
        assert moved == sum(agreed) + sum(decided)


TestDisputes = Disputes.TestCase
TestDisputes.settings = settings(
    max_examples=120, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def test_the_walk_can_reach_every_stage() -> None:
    """A machine that never gets anywhere proves nothing: its own steps alone lead through every stage."""
    seen = {S.AT_TABLE}
    machine = Disputes()
    for asked, answered in ((REMEDIES[2], NONE), (NONE, NONE)):
        machine = Disputes()
        for name in MOVES:
            if machine.stage is S.PIT_MANAGER:
                machine.collect_everything()
            if machine.stage is S.CLOSING:
                machine.set_the_rest_aside()
            seen.add(machine.stage)
            for post in ON_THE_WAY:
                who = actor(post, f"{post}-walk")
                machine.walk(who, "issue_paper", answered)
                machine.walk(who, name, asked if name in ("decide", "decide_complaint") else answered)
                seen.add(machine.stage)
                if machine.stage in (S.CONFIRMATION, S.SENIOR_CONFIRMATION):
                    for person in ("shift_manager", "director_of_table_games"):
                        machine.attempt(actor(person, f"{person}-second"), c.Confirm())
                        seen.add(machine.stage)
    assert seen == set(Stage)
