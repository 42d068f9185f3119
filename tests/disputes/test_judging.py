"""What section 7 leaves to a post is not decided in a case before that post has decided it at the round: golden rounds
of roulette 7.12, sic bo 7.1 and 7.8, baccarat 7.9 to 7.13, 7.21 and 7.22, taken into a case.

The files are read as everywhere; a ruling is a line more in them. Nothing here needs a database.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import JudgedRound
from disputes.case.procedure import ITEMS
from disputes.execution.judging import judged_replay, posts_of, right_under, without_word
from games.catalogue import judge, shipped
from games.engine.replay import Replay
from tests.disputes.case import stages
from tests.disputes.case.stages import NUMBER
from tests.disputes.case.world import World, actor
from tests.engine.test_claims import MOVING, crooked
from tests.golden.reader import HERE, Golden, Line, read

MANAGER = actor("shift_manager", "M-1")


def golden(game: str, name: str) -> Golden:
    return read(HERE / game / f"{name}.txt")


def ref_of(case: Golden, *bets: str) -> f.RoundRef:
    _round, table, code = case.stream.split("/")
    return f.RoundRef(table=table, round=code, bets=bets)


def judged(case: Golden, *more: Line) -> JudgedRound:
    """The round of a golden file, with further facts behind its own."""
    facts = [*case.facts, *more]
    state, book, ended = case.state(facts), case.book(), case.header.get("ended", "yes") == "yes"
    replay = Replay(case.stream, case.rows(facts), state, case.opened, ended, book, judge(state, book, ended=ended))
    return judged_replay(replay, ref_of(case), currency="VND")


def line(name: str, **fields: Any) -> Line:
    return Line(seconds=999, name=name, fields=fields, id=uuid4())


def ruling(clause: str, post: str, choice: str, *bets: str) -> Line:
    by = {"post": post, "staff": "R-1"}
    return line("ruling_made", clause=clause, made_by=by, choice=choice, reason="Theo Thể lệ.", bets=list(bets))


class GoldenWorld(World):
    """A case about a golden round, with everything of 8.2 to 8.4 done."""

    def __init__(self, case: Golden, *bets: str) -> None:
        super().__init__()
        self.golden = case
        self.bets = bets
        self.documents = {case.book().id}
        self.more: list[Line] = []
        self.found()
        post = actor("pit_supervisor", "S-1", tables=(ref_of(case).table,))
        player = c.Outsider(name="Trần Thị B")
        ref = ref_of(case, *bets)
        theirs = tuple(c.BetOf(table=ref.table, round=ref.round, bet=bet, party="P1") for bet in bets)
        self.do(NUMBER, post, c.OpenCase(claim="…", players=(player,), rounds=(ref,), whose=theirs))
        self.do(NUMBER, post, c.PassOn(why="cannot_be_resolved"))
        self.do(NUMBER, MANAGER, c.NotifySurveillance())
        self.do(NUMBER, MANAGER, c.PromiseTime(until=self.now + timedelta(hours=1), language="vi"))
        stages.look_into(self, *ITEMS, table=ref_of(case).table, who=MANAGER)

    def found(self, *more: Line) -> None:
        """Something more was recorded at the round."""
        self.more.extend(more)
        self.rounds[self.golden.stream] = judged(self.golden, *self.more)

    def attempt(self, clause: str = "8.4") -> str | None:
        """Decide that nothing is to be done; the code of the refusal, with the clause that is reserved."""
        cited = (f.Citation(document=self.golden.book().id, clause=clause),)
        try:
            self.do(
                NUMBER,
                MANAGER,
                c.Decide(remedy=c.AskedRemedy(kind="none", citations=cited), reasons="Camera cho thấy nhà cái trả đủ."),
            )
        except Problem as problem:
            return f"{problem.code}: {problem.text.en}"
        return None


HELD = [
    ("roulette", "7.12-call-after-the-drop", "7.12", "as_spun", "assistant_director", "director_of_table_games"),
    ("roulette", "7.12-pit-manager-is-not-enough", "7.12", "void", "shift_manager", "senior_management"),
    ("roulette", "7.12-below-and-above-the-limits", "7.12", "continue", "surveillance", "director_of_table_games"),
    ("sicbo", "7.1-failed-device-and-nobody-told", "7.1", "release", "senior_management", "head_of_operations"),
    ("sicbo", "7.8-announced-before-the-dice-were-shown", "7.8", "as_thrown", "pit_manager", "senior_management"),
    ("sicbo", "7.8-limits", "7.8", "continue", "head_of_operations", "director_of_table_games"),
    ("baccarat", "7.9-cards-left-out-of-order", "7.9", "continue", "pit_manager", "shift_manager"),
    ("baccarat", "7.9-withdrawal-without-leave", "7.9", "continue", "pit_supervisor", "assistant_director"),
    ("baccarat", "7.10.1-allowed-by-a-pit-manager", "7.10.1", "continue", "pit_manager", "shift_manager"),
    ("baccarat", "7.10.2-without-a-wrong-delivery", "7.10.2", "continue", "dealer", "senior_management"),
    ("baccarat", "7.12-withdrawal-without-cards-together", "7.12", "continue", "pit_manager", "shift_manager"),
    ("baccarat", "7.21-not-offered", "7.21", "refused", "pit_manager", "shift_manager"),
    ("baccarat", "7.22-shift-manager-is-not-enough", "7.22", "as_dealt", "shift_manager", "assistant_director"),
]
"""Game, golden round, the clause that holds it, a decision, a post that may not make it, one that may."""


@pytest.mark.parametrize(("game", "name", "clause", "choice", "lower", "right"), HELD, ids=lambda value: str(value))
def test_a_decision_waits_for_the_post_that_section_7_names(
    game: str, name: str, clause: str, choice: str, lower: str, right: str
) -> None:
    world = GoldenWorld(golden(game, name))
    held = f"case_ruling_missing: Clause {clause} reserves this to "
    assert str(world.attempt()).startswith(held)
    world.found(ruling(clause, lower, choice))
    assert str(world.attempt()).startswith(held), "a post that the clause does not name decides nothing"
    world.found(ruling(clause, right, choice))
    assert world.attempt() is None


def test_every_clause_that_reserves_something_is_tried() -> None:
    """And 7.13, whose decision is an order."""
    tried = {(game, clause) for game, _, clause, *_ in HELD} | {("baccarat", "7.13")}
    reserved = {
        (book.game, right)
        for book in shipped().books
        for number in book.clauses
        if (right := right_under(book, number)) is not None
    }
    assert reserved == tried


def test_baccarat_7_13_the_order_is_decided_by_a_pit_manager() -> None:
    """By the cards put in their order; a supervisor's order decides nothing."""
    case = golden("baccarat", "7.13-order-open")
    cards = [fact.fields["card"] for fact in case.facts if fact.name == "card_dealt"]
    world = GoldenWorld(case)
    assert str(world.attempt()).startswith("case_ruling_missing: Clause 7.13 reserves this to pit manager")

    def order(post: str) -> Line:
        by = {"post": post, "staff": "R-1"}
        return line("cards_put_in_order", clause="7.13", cards=cards, ordered_by=by)

    world.found(order("pit_supervisor"))
    assert str(world.attempt()).startswith("case_ruling_missing")
    world.found(order("pit_manager"))
    assert world.attempt() is None


def test_baccarat_7_13_a_ruling_decides_the_order_as_well() -> None:
    """A supervisor's decides nothing, nor one that names no order."""
    world = GoldenWorld(golden("baccarat", "7.13-order-open"))
    for post, choice in (("pit_supervisor", "4S-4H-3H-4D"), ("pit_manager", "continue")):
        world.found(ruling("7.13", post, choice))
        assert str(world.attempt()).startswith("case_ruling_missing")
    world.found(ruling("7.13", "pit_manager", "4S-4H-3H-4D"))
    assert world.attempt() is None


@pytest.mark.parametrize(
    "name",
    [
        "7.9-shift-manager-lets-a-player-withdraw",
        "7.12-drawn-together-order-known",
        "7.13-pit-manager-decides-the-order",
        "7.21-shift-manager-allows-it-late",
        "7.10.1-withdrawal-after-the-result",
        "7.10.2-one-player-withdraws",
    ],
)
def test_baccarat_what_the_post_allowed_at_the_table_is_its_decision(name: str) -> None:
    """The document makes the act itself the decision: nothing more is asked for, even where the clause is cited."""
    case = golden("baccarat", name)
    clause = name.partition("-")[0]
    assert GoldenWorld(case).attempt() is None
    assert GoldenWorld(case).attempt(clause) is None


@pytest.mark.parametrize(
    "name", ["7.9-withdrawal-after-the-order-was-restored", "7.21-allowed-after-the-last-card"], ids=str
)
def test_baccarat_an_act_that_came_too_late_settles_nothing(name: str) -> None:
    """The shift manager did allow it, and that is what is wrong."""
    clause = name.partition("-")[0]
    assert str(GoldenWorld(golden("baccarat", name)).attempt()).startswith(f"case_ruling_missing: Clause {clause} ")


def test_baccarat_7_11_what_no_post_is_named_for_is_decided_in_the_case() -> None:
    world = GoldenWorld(golden("baccarat", "7.11.1-burn-not-made-up"))
    assert world.rounds[world.golden.stream].bets
    assert world.attempt() is None


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("roulette", "7.12-director-decides-as-spun"),
        ("sicbo", "7.8-director-decides"),
        ("roulette", "5.1-paid-too-little"),
    ],
)
def test_a_round_without_an_open_matter_is_decided_at_once(game: str, name: str) -> None:
    assert GoldenWorld(golden(game, name)).attempt() is None


def test_a_clause_that_only_the_decision_cites_needs_its_post() -> None:
    """Nothing of the round turns on 7.12; a decision that rests on it is the director's."""
    world = GoldenWorld(golden("roulette", "5.1-paid-too-little"))
    assert str(world.attempt("7.12")).startswith("case_ruling_missing: Clause 7.12 reserves this to director")
    world.found(ruling("7.12", "director_of_table_games", "continue"))
    assert world.attempt("7.12") is None


def test_a_ruling_for_one_bet_does_not_decide_the_other() -> None:
    case = golden("roulette", "7.12-below-and-above-the-limits")
    for_b1 = ruling("7.12", "director_of_table_games", "continue", "b1")
    both = GoldenWorld(case)
    assert set(both.rounds[case.stream].bets) == {"b1", "b2"}
    both.found(for_b1)
    assert str(both.attempt()).startswith("case_ruling_missing")
    about_b1 = GoldenWorld(case, "b1")
    assert str(about_b1.attempt()).startswith("case_ruling_missing")
    about_b1.found(for_b1)
    assert about_b1.attempt() is None


def test_whether_the_spin_counts_may_be_ruled_on_for_one_bet_alone() -> None:
    case = golden("roulette", "7.12-call-after-the-drop")
    for_b1 = ruling("7.12", "director_of_table_games", "as_spun", "b1")
    one, other = GoldenWorld(case, "b1"), GoldenWorld(case, "b2")
    for world in (one, other):
        world.found(for_b1)
    assert one.attempt() is None
    assert str(other.attempt()).startswith("case_ruling_missing")


def test_a_remedy_at_the_table_waits_as_well() -> None:
    case = golden("roulette", "7.12-call-after-the-drop")
    world = World()
    world.documents = {case.book().id}
    world.rounds[case.stream] = judged(case)
    post = actor("pit_supervisor", "S-1", tables=(ref_of(case).table,))
    world.do(NUMBER, post, c.OpenCase(claim="…", players=(c.Outsider(name="B"),), rounds=(ref_of(case),)))
    cited = (f.Citation(document=case.book().id, clause="7.12"),)
    offer = c.ProposeRemedy(remedy=c.AskedRemedy(kind="none", citations=cited))
    with pytest.raises(Problem) as refused:
        world.do(NUMBER, post, offer)
    assert refused.value.code == "case_ruling_missing"


def test_the_amounts_are_those_of_the_replay() -> None:
    """What the case is shown of a bet is what the golden file says is owed."""
    case = golden("roulette", "5.1-paid-too-little")
    shown = judged(case)
    assert (shown.game, shown.document, shown.currency, shown.ended) == ("roulette", case.book().id, "VND", True)
    assert shown.version == len(case.facts)
    for words in (line.split() for line in case.expect):
        said = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        if "difference" in said and said["difference"] != "None":
            assert shown.bets[words[0]].difference_minor == int(said["difference"])
    assert any(bet.difference_minor for bet in shown.bets.values())


def test_the_posts_of_management_are_those_of_the_books_choice() -> None:
    for book in shipped().books:
        for number, clause in book.clauses.items():
            named = posts_of(book, number)
            assert len(named) == len(clause.posts)
            assert not {"management", "house"}.intersection(named)


def test_a_document_says_itself_what_it_reserves_and_where_it_prints_section_8() -> None:
    by_game = {book.game: book for book in shipped().books}
    assert by_game["sicbo"].reserved == ("7.1", "7.8")
    assert by_game["maubinh"].reserved == ()
    assert by_game["roulette"].numbers_of("8.4.6") == ("8.4.7",)
    assert by_game["sicbo"].numbers_of("8.4.6") == ("8.4.6",)


def test_a_reserved_matter_is_one_value() -> None:
    [matter] = [m for m in judged(golden("baccarat", "7.21-not-offered")).reserved if m.clause == "7.21"]
    assert msgspec.structs.asdict(matter) == {
        "clause": "7.21",
        "posts": ("shift_manager",),
        "bets": (),
        "ruled": False,
        "only_if_cited": False,
    }


# --- Owed by a claim alone --------------------------------------------------------------------------------------------


DAY: Final = 86_400


def differences(replay: Replay) -> dict[str, int | None]:
    return {result.bet: result.difference_minor for result in replay.judgement.results}


def replayed(case: Golden) -> Replay:
    state, book = case.state(), case.book()
    return Replay(case.stream, case.rows(), state, case.opened, True, book, judge(state, book, ended=True))


@pytest.mark.parametrize("game", sorted(MOVING))
def test_what_only_an_unsupported_claim_owes_is_told_apart_for_every_fact_that_moves_money(game: str) -> None:
    """Sent by a second device of the table, which bears nothing out. What the same fact comes to when it is dated as it
    was received says what each bet is owed without the claim."""
    told = set()
    nothing_is_replayed: Any = None  # since nobody acts
    for name in sorted(MOVING[game]):
        for line, golden in crooked(game, name):
            line.sender, line.number = "second", 1
            golden.facts.append(line)
            claimed = replayed(golden)
            if not any(found.code == "claim_unsupported" for found in claimed.judgement.findings):
                continue
            without = without_word(nothing_is_replayed, claimed, "", None)
            line.seconds = DAY
            honest = differences(replayed(golden))
            assert without == honest, (name, line.fields)
            told |= {name} if without != differences(claimed) else set()
    assert told
