"""Whose a bet is in a case: known, asked for, said and corrected; and that nobody's remedy stands on a stranger's bet.

The table of these tests: b1 is of the player of the case, b2 of a stranger whom the table knows, b3 and b4 of nobody
knows whom (a seat)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.bet_owner import STRANGER, UNKNOWN, Owners, Whose, by_ticking, disputed, owners
from disputes.case.deciding import missing
from disputes.case.ending import absorb
from disputes.case.procedure import ITEMS
from disputes.case.remedies import as_remedy
from disputes.case.state import Case, fold
from games.engine.facts import Person
from tests.disputes import gate
from tests.disputes.case.stages import MANAGER, NUMBER, OTHER, SENIOR, SHIFT, SUPERVISOR, case_of, look_into, refused
from tests.disputes.case.world import CITED, NONE, World, actor, judged_bet, judged_round, opening, remedy

WHOLE = f.RoundRef(table="RL01", round="r1")
AN = c.Outsider(name="An", reference="P-1")
BINH = c.Outsider(name="Bình", reference="P-2")
NAMELESS = c.Outsider(name="Chi")


def ref(*bets: str) -> f.RoundRef:
    return f.RoundRef(table="RL01", round="r1", bets=bets)


def at(bet: str, code: str = "r1") -> dict[str, Any]:
    return {"table": "RL01", "round": code, "bet": bet}


def of(bet: str, party: str | None) -> c.BetOf:
    return c.BetOf(**at(bet), party=party)


def pay(*bets: str, party: str | None = None, amount: int = 500_000, kind: Any = "pay_difference") -> c.AskedRemedy:
    lines = tuple(c.Line(to_player_minor=amount, party=party, **at(bet)) for bet in bets)
    return c.AskedRemedy(kind=kind, citations=CITED, lines=lines)


def offer(*bets: str, **said: Any) -> c.ProposeRemedy:
    return c.ProposeRemedy(remedy=pay(*bets, **said))


@pytest.fixture
def world() -> World:
    world = World()
    bets = {
        "b1": judged_bet(3_000_000, -500_000, "P-1"),
        "b2": judged_bet(3_000_000, -500_000, "P-2"),
        "b3": judged_bet(3_000_000, -500_000, None),
        "b4": judged_bet(0, 0, None),
    }
    world.rounds[WHOLE.stream] = judged_round(WHOLE, bets=bets)
    return world


def opened(world: World, *players: c.Outsider, rounds: tuple[f.RoundRef, ...] = (WHOLE,), **besides: Any) -> World:
    world.do(NUMBER, SUPERVISOR, opening(players=players, rounds=rounds, **besides))
    return world


def collected(world: World) -> World:
    world.do(NUMBER, SUPERVISOR, c.PassOn(why="cannot_be_resolved"))
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.SayNoTime(reason=gate.NOT_YET))
    look_into(world, *ITEMS)
    return world


def whose(world: World) -> dict[str, Whose]:
    return owners(case_of(world)).in_round(world.rounds[WHOLE.stream])


# --- What is known ----------------------------------------------------------------------------------------------------


def test_the_tables_word_and_the_references_of_the_players_decide(world: World) -> None:
    opened(world, AN)
    assert whose(world) == {"b1": Whose(True, "P1"), "b2": STRANGER, "b3": UNKNOWN, "b4": UNKNOWN}


def test_each_of_two_players_has_their_own(world: World) -> None:
    opened(world, AN, BINH)
    assert whose(world) == {"b1": Whose(True, "P1"), "b2": Whose(True, "P2"), "b3": UNKNOWN, "b4": UNKNOWN}


def test_a_player_without_a_reference_may_be_anybody_whom_no_other_is(world: World) -> None:
    opened(world, AN, NAMELESS)
    assert whose(world) == {"b1": Whose(True, "P1"), "b2": UNKNOWN, "b3": UNKNOWN, "b4": UNKNOWN}


def test_a_witness_with_the_players_reference_owns_nothing(world: World) -> None:
    opened(world, AN, witnesses=(BINH,))
    assert whose(world)["b2"] == STRANGER


def test_a_case_without_players_has_no_strangers(world: World) -> None:
    finding = f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)
    opened(world, rounds=(ref("b2"),), findings=(finding,))
    assert disputed(world.rounds[WHOLE.stream], owners(case_of(world))) == ("b1", "b2", "b3", "b4")
    world.do(NUMBER, SUPERVISOR, offer("b2"))
    [line] = case_of(world).proposals[-1].fact.remedy.lines
    assert line.party is None


def test_who_was_said_to_be_the_player_of_one_bet_is_so_for_all_that_the_table_names_alike(world: World) -> None:
    known = world.rounds[WHOLE.stream].bets
    world.rounds[WHOLE.stream] = judged_round(WHOLE, bets={**known, "b5": judged_bet(player="P-2")})
    opened(world, NAMELESS)
    world.do(NUMBER, SUPERVISOR, c.AttributeBets(bets=(of("b2", "P1"),)))
    assert whose(world)["b5"] == Whose(True, "P1")
    assert whose(world)["b1"] == UNKNOWN, "another name at the table says nothing of them"
    world.do(NUMBER, SUPERVISOR, c.AttributeBets(bets=(of("b1", None),)))
    assert whose(world)["b1"] == STRANGER


def test_of_what_was_said_the_last_word_counts(world: World) -> None:
    opened(world, AN, BINH)
    for party in ("P1", "P2", None, "P1"):
        world.do(NUMBER, SUPERVISOR, c.AttributeBets(bets=(of("b3", party),), reason="Phim khi ghi sổ."))
        assert whose(world)["b3"] == Whose(True, party)
    again = fold(case_of(world).stream, world.events[case_of(world).stream])
    assert again.attributed == case_of(world).attributed
    assert sum(isinstance(event.data, f.BetsAttributed) for event in world.events[again.stream]) == 4


def test_what_the_record_comes_to_say_later_counts_before_what_was_said(world: World) -> None:
    """A correction at the round, by a post that may, is no word of the case."""
    opened(world, AN)
    world.do(NUMBER, SUPERVISOR, c.AttributeBets(bets=(of("b3", "P1"),)))
    bets = world.rounds[WHOLE.stream].bets
    corrected = {**bets, "b3": msgspec.structs.replace(bets["b3"], player="P-9")}
    world.rounds[WHOLE.stream] = judged_round(WHOLE, bets=corrected)
    assert whose(world)["b3"] == STRANGER


@given(
    references=st.lists(st.sampled_from([None, "P-1", "P-2", "P-3"]), max_size=3),
    said=st.dictionaries(st.sampled_from(["b1", "b2", "b3"]), st.sampled_from([None, "P1", "P2", "P3"])),
    tables=st.lists(st.sampled_from([None, "P-1", "P-2", "P-4"]), min_size=3, max_size=3),
)
def test_nobody_is_given_a_bet_that_the_table_knows_as_another_players(
    references: list[str | None], said: dict[str, str | None], tables: list[str | None]
) -> None:
    """Whatever was said: a bet under the reference of one player is never another's, nor one under a name that is
    nobody's where everybody in the case has another."""
    parties = [f.Party(party=f"P{n}", kind="player", reference=each) for n, each in enumerate(references, 1)]
    players = dict(zip(("b1", "b2", "b3"), tables, strict=True))
    heard = {
        (WHOLE.stream, bet): f.BetOwner(**at(bet), party=party, player=players[bet])
        for bet, party in said.items()
        if party is None or party in {each.party for each in parties}
    }
    known = Owners(parties, heard)
    for bet, player in players.items():
        found = known.of(WHOLE.stream, bet, player)
        if player is None and (WHOLE.stream, bet) not in heard:
            assert not found.known
        if player is not None and player in references:
            assert found.party == f"P{references.index(player) + 1}"
        if player is not None and player not in references and references and None not in references:
            assert found == STRANGER


# --- A stranger's bet -------------------------------------------------------------------------------------------------


def test_a_stranger_s_bet_cannot_be_ticked(world: World) -> None:
    with pytest.raises(Problem) as problem:
        opened(world, AN, rounds=(ref("b1"), ref("b2")))
    assert (problem.value.code, problem.value.field) == ("case_bet_of_other", "rounds.1.bets")
    opened(world, AN)
    assert refused(world, SUPERVISOR, c.ChangeRounds(rounds=(ref("b2"),))) == ("case_bet_of_other", "rounds.0.bets")


@pytest.mark.parametrize("party", [None, "P1"])
def test_no_remedy_stands_on_a_stranger_s_bet(world: World, party: str | None) -> None:
    """8.1, 8.4 and 8.5: at the table, in the decision, and on the complaint; whatever the line says."""
    opened(world, AN)
    strange = pay("b2", party=party)
    expected = ("case_bet_of_other", "remedy.lines.0.bet")
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=strange)) == expected
    collected(world)
    assert refused(world, MANAGER, c.Decide(remedy=strange, reasons="Camera cho thấy nhà cái trả đủ.")) == expected
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ."))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))
    world.do(NUMBER, MANAGER, c.FileComplaint(said="…"))
    asked = c.DecideComplaint(result="upheld", remedy=strange, reasons="Camera cho thấy nhà cái trả đủ.")
    assert refused(world, SENIOR, asked) == expected


def test_the_attempt_at_a_stranger_s_bet_is_one_that_stays_in_the_record(world: World) -> None:
    opened(world, AN)
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, SUPERVISOR, offer("b2"))
    assert problem.value.status == 409
    assert "b2" in problem.value.text.en


@pytest.mark.parametrize(
    ("bet", "party", "code"),
    [
        ("b2", "P1", "case_bet_known"),
        ("b1", None, "case_bet_known"),
        ("b9", "P1", "case_bet_unknown"),
        ("b3", "P7", "case_party_unknown"),
        ("b3", "P2", "case_party_unknown"),
        ("b1", "P1", "case_changes_nothing"),
    ],
)
def test_what_cannot_be_said_of_a_bet(world: World, bet: str, party: str | None, code: str) -> None:
    opened(world, AN, witnesses=(BINH,))
    assert refused(world, SUPERVISOR, c.AttributeBets(bets=(of(bet, party),)))[0] == code


def test_a_bet_of_another_round_is_nothing_to_this_case(world: World) -> None:
    opened(world, AN)
    elsewhere = c.BetOf(**at("b3", "r2"), party="P1")
    assert refused(world, SUPERVISOR, c.AttributeBets(bets=(elsewhere,))) == ("case_bet_not_disputed", "bets.0")


def test_a_party_says_of_nobodys_bet_whose_it_is(world: World) -> None:
    """The dealer of the round, who happens to be posted as supervisor by now."""
    opened(world, AN)
    dealer = actor("pit_supervisor", "D-101")
    assert refused(world, dealer, c.AttributeBets(bets=(of("b3", "P1"),)))[0] == "case_party"


# --- It is asked -----------------------------------------------------------------------------------------------------


def test_a_remedy_on_a_bet_of_nobody_knows_whom_is_asked_about(world: World) -> None:
    opened(world, AN)
    assert refused(world, SUPERVISOR, offer("b3")) == ("case_bet_whose", "remedy.lines.0.party")
    facts = world.do(NUMBER, SUPERVISOR, offer("b3", party="P1"))
    assert [type(fact) for fact in facts] == [f.BetsAttributed, f.RemedyProposed]
    assert whose(world)["b3"] == Whose(True, "P1")
    [line] = case_of(world).proposals[-1].fact.remedy.lines
    assert (line.bet, line.party) == ("b3", "P1")


def test_the_line_of_a_remedy_names_whose_it_is(world: World) -> None:
    opened(world, AN, BINH)
    world.do(NUMBER, SUPERVISOR, offer("b1", "b2"))
    lines = case_of(world).proposals[-1].fact.remedy.lines
    assert [(line.bet, line.party) for line in lines] == [("b1", "P1"), ("b2", "P2")]


def test_a_line_cannot_give_one_players_money_to_the_other(world: World) -> None:
    opened(world, AN, BINH)
    assert refused(world, SUPERVISOR, offer("b2", party="P1")) == ("case_bet_of_party", "remedy.lines.0.party")
    world.do(NUMBER, SUPERVISOR, c.AttributeBets(bets=(of("b3", "P2"),)))
    assert refused(world, SUPERVISOR, offer("b3", party="P1")) == ("case_bet_of_party", "remedy.lines.0.party")


@pytest.mark.parametrize("kind", ["none", "pay"])
def test_nothing_is_decided_while_a_disputed_bet_is_of_nobody_knows_whom(world: World, kind: str) -> None:
    collected(opened(world, AN, rounds=(ref("b1", "b3"),)))
    asked = NONE if kind == "none" else pay("b1")
    assert refused(world, MANAGER, c.Decide(remedy=asked, reasons="Camera cho thấy nhà cái trả đủ.")) == (
        "case_bet_whose",
        "remedy",
    )
    waits = [each.code for each in missing(case_of(world), world.context(MANAGER))]
    assert waits == ["whose_RL01/r1/b3"]
    world.do(NUMBER, MANAGER, c.AttributeBets(bets=(of("b3", None),)))
    assert missing(case_of(world), world.context(MANAGER)) == []
    world.do(NUMBER, MANAGER, c.Decide(remedy=asked, reasons="Camera cho thấy nhà cái trả đủ."))


def test_bets_that_nobody_ticked_hold_up_nothing(world: World) -> None:
    """A table full of strangers at seats need not be named one by one."""
    collected(opened(world, AN))
    world.do(NUMBER, MANAGER, c.Decide(remedy=pay("b1"), reasons="Camera cho thấy nhà cái trả đủ."))


def test_it_is_said_when_the_case_is_opened_when_rounds_change_and_when_a_player_is_added(world: World) -> None:
    opened(world, AN, rounds=(ref("b3"),), whose=(of("b3", "P1"),))
    assert whose(world)["b3"] == Whose(True, "P1")
    strange = c.ChangeRounds(rounds=(ref("b3", "b4"),), whose=(of("b4", None),))
    assert refused(world, SUPERVISOR, strange)[0] == "case_bet_of_other", "nobody's bet is not disputed by anybody"
    world.do(NUMBER, SUPERVISOR, c.ChangeRounds(rounds=(WHOLE,), whose=(of("b4", None),)))
    assert whose(world)["b4"] == STRANGER
    world.do(NUMBER, SUPERVISOR, c.AddPlayer(player=NAMELESS, bets=(c.BetAt(**at("b4")),)))
    newest = case_of(world).players[-1].party
    assert whose(world)["b4"] == Whose(True, newest)


def test_a_player_who_is_added_has_what_the_table_calls_theirs_and_not_a_bet_more(world: World) -> None:
    opened(world, AN)
    assert refused(world, SUPERVISOR, c.AddPlayer(player=BINH, bets=(c.BetAt(**at("b1")),)))[0] == "case_bet_known"
    world.do(NUMBER, SUPERVISOR, c.AddPlayer(player=BINH))
    assert whose(world)["b2"].party == case_of(world).players[-1].party


def test_two_players_of_a_case_are_not_called_the_same(world: World) -> None:
    with pytest.raises(Problem) as problem:
        opened(world, AN, c.Outsider(name="Giả", reference="P-1"))
    assert (problem.value.code, problem.value.field) == ("case_reference_twice", "players.1.reference")
    opened(world, AN)
    friend = c.AddPlayer(player=c.Outsider(name="Giả", reference="P-1"))
    assert refused(world, SUPERVISOR, friend)[0] == "case_reference_twice"


def test_an_amount_without_a_round_goes_to_the_player_who_is_named(world: World) -> None:
    opened(world, AN, BINH, rounds=())
    line = c.Line(to_player_minor=100_000)
    asked = remedy("other", lines=(line,), deviation="Thiện chí.")
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=asked)) == ("case_line_whose", "remedy.lines.0.party")
    named = msgspec.structs.replace(asked, lines=(msgspec.structs.replace(line, party="P2"),))
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=named))[0] == "case_needs_second"
    remade = as_remedy(named, case_of(world), world.context(SUPERVISOR))
    assert [each.party for each in remade.lines] == ["P2"]


# --- What was said changes meanwhile ----------------------------------------------------------------------------------


def test_an_offer_on_a_bet_that_turns_out_to_be_anothers_is_not_carried_out(world: World) -> None:
    opened(world, AN, BINH)
    world.do(NUMBER, SUPERVISOR, offer("b3", party="P1"))
    agreed = c.AnswerAtTable(agreed=True)
    for party, code in ((None, "case_bet_of_other"), ("P2", "case_bet_of_party")):
        world.do(NUMBER, SUPERVISOR, c.AttributeBets(bets=(of("b3", party),)))
        assert refused(world, SUPERVISOR, agreed)[0] == code
    world.do(NUMBER, SUPERVISOR, offer("b3"))
    world.do(NUMBER, SUPERVISOR, agreed)
    assert [line.party for kept in case_of(world).carried_out for line in kept.fact.lines] == ["P2"]


def test_a_decision_that_waits_for_the_second_person_is_held_against_the_record_again(world: World) -> None:
    collected(opened(world, AN))
    large = msgspec.structs.replace(pay("b1", amount=20_000_000, kind="other"), deviation="Trả lại toàn bộ.")
    world.do(NUMBER, MANAGER, c.Decide(remedy=large, reasons="Camera cho thấy nhà cái trả đủ."))
    bets = world.rounds[WHOLE.stream].bets
    corrected = {**bets, "b1": msgspec.structs.replace(bets["b1"], player="P-9")}
    world.rounds[WHOLE.stream] = judged_round(WHOLE, bets=corrected)
    assert refused(world, SHIFT, c.Confirm())[0] == "case_bet_of_other"


def test_a_merged_case_brings_along_what_was_said(world: World) -> None:
    opened(world, AN, whose=(of("b3", "P1"), of("b4", None)))
    world.do(OTHER, SUPERVISOR, opening(players=(BINH,), rounds=(f.RoundRef(table="RL01", round="r2"),)))
    world.do(NUMBER, SUPERVISOR, c.Merge(into=OTHER))
    other = world.cases[f"case/{OTHER}"]
    found = owners(other).in_round(world.rounds[WHOLE.stream])
    an = next(party.party for party in other.players if party.reference == "P-1")
    assert (found["b3"], found["b4"], found["b1"]) == (Whose(True, an), STRANGER, Whose(True, an))


def test_the_bets_of_somebody_erased_are_nobodys_where_they_are_not(world: World) -> None:
    opened(world, AN, rounds=(ref("b3"),), whose=(of("b3", "P1"),))
    world.do(OTHER, SUPERVISOR, opening(players=(BINH,), rounds=(f.RoundRef(table="RL01", round="r2"),)))
    case = case_of(world)
    person = case.players[0].person
    assert person is not None
    case.erased.add(person)
    facts = absorb(world.cases[f"case/{OTHER}"], case, world.context(SUPERVISOR))
    [said] = [fact for fact in facts if isinstance(fact, f.BetsAttributed)]
    assert [each.party for each in said.bets] == [None]


# --- Cases recorded before it was asked -------------------------------------------------------------------------------


def recorded_before(world: World, *facts: Fact) -> Case:
    """A case of events as they were written then: without a word of whose bets, and lines that name nobody."""
    for fact in facts:
        world._record(f"case/{NUMBER}", fact, SUPERVISOR)
    return case_of(world)


def old_opening(world: World, *bets: str, **party: Any) -> f.CaseOpened:
    facts = world.do("2026-00009", SUPERVISOR, opening(players=(NAMELESS,), rounds=(WHOLE,)))
    fact = facts[0]
    assert isinstance(fact, f.CaseOpened)
    return msgspec.structs.replace(fact, rounds=(ref(*bets),))


def test_a_case_from_before_loads_and_what_was_ticked_for_its_only_player_counts_as_theirs(world: World) -> None:
    case = recorded_before(world, old_opening(world, "b3"))
    assert case.attributed == {}
    assert by_ticking(case, case.rounds[0], "b3") == "P1"
    assert by_ticking(case, case.rounds[0], "b4") is None
    assert refused(world, SUPERVISOR, offer("b3"))[0] == "case_bet_whose", "what is new is asked all the same"


def test_an_offer_from_before_is_answered_as_it_was_made_but_not_on_a_stranger_s_bet(world: World) -> None:
    line = f.RemedyLine(to_player_minor=500_000, beyond_rules_minor=0, difference_minor=-500_000, **at("b3"))
    offered = f.RemedyProposed(
        proposal="O1",
        remedy=f.Remedy(kind="pay_difference", citations=CITED, lines=(line,)),
        proposed_by=Person(post="pit_supervisor", staff="way-ps"),
    )
    case = recorded_before(world, old_opening(world, "b3"), offered)
    named = f.Party(party="P1", kind="player", reference="P-1")
    strange = msgspec.structs.replace(line, **at("b2"))
    world._record(case.stream, msgspec.structs.replace(offered, proposal="O2"), SUPERVISOR)
    case.parties["P1"] = named
    case.proposals[-1].fact = msgspec.structs.replace(
        offered, proposal="O2", remedy=msgspec.structs.replace(offered.remedy, lines=(strange,))
    )
    assert refused(world, SUPERVISOR, c.AnswerAtTable(agreed=True))[0] == "case_bet_of_other"
    case.proposals[-1].fact = msgspec.structs.replace(offered, proposal="O2")
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    assert case_of(world).ending == "settled_at_table"


def test_a_line_as_it_was_stored_before_is_still_read() -> None:
    stored = b'{"to_player_minor":5,"beyond_rules_minor":0,"table":"RL01","round":"r1","bet":"b1"}'
    line = msgspec.json.decode(stored, type=f.RemedyLine)
    assert line.party is None
    assert msgspec.json.decode(msgspec.json.encode(line)) == msgspec.json.decode(stored)
