"""2.1, 7.2 to 7.6, 7.8: which throws count, at the edges that the golden rounds do not show."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.engine.fold import fold
from games.sicbo.facts import SicBoRound
from games.sicbo.judge import judge
from tests.engine.choices import with_choices
from tests.sicbo.rounds import (
    AT,
    BOOK,
    CALL,
    CLOSED,
    OPENED,
    SHOWN,
    Told,
    announced,
    bet,
    codes,
    entered,
    found,
    judged,
    outcomes,
    round_of,
    ruled,
    seen,
    shaken,
    tell,
)

DIRECTOR = "director_of_table_games"
PAID: Told = ("payout_made", {"bet": "b", "amount_minor": 90})
TAKEN: Told = ("stake_collected", {"bet": "b", "amount_minor": 100})


# --- 7.2 to 7.6, 7.8: does the throw count? --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        ((CALL, shaken(3)), []),
        ((CALL, shaken(2)), ["7.2"]),
        ((CALL, shaken(2), shaken(1)), ["7.2"]),
        ((CALL, shaken(3), shaken(1)), ["7.2"]),
        ((CALL, shaken(1), shaken(3)), []),
        ((CALL, shaken(2), seen("7.2"), shaken(3)), []),
        ((CALL, shaken(2), seen("7.2"), shaken(2)), ["7.2"]),
        ((CALL, seen("7.2"), shaken(2)), ["7.2"]),
        ((CALL,), []),
        ((CALL, shaken(0)), ["7.2"]),
        ((seen("7.3"), CALL), ["7.3"]),
        ((CALL, seen("7.3")), []),
        ((seen("7.3"),), ["7.3"]),
        ((CALL, announced("7.3")), ["7.3"]),
        ((CALL, seen("7.4")), ["7.4"]),
        ((CALL, seen("7.7")), []),
        ((CALL, seen("7.7"), seen("7.6")), ["7.6"]),
        ((CALL, seen("7.6"), seen("7.5")), ["7.6"]),
        ((CALL, shaken(1), seen("7.5")), ["7.2"]),
        ((CALL, seen("7.5"), shaken(1)), ["7.5"]),
        ((CALL, announced("7.8"), seen("7.5")), ["7.5"]),
        ((CALL, announced("7.2")), ["7.2"]),
        ((CALL, shaken(2), announced("7.2")), ["7.2"]),
        ((CALL, shaken(2), announced("7.2"), shaken(1)), ["7.2"]),
        ((CALL, shaken(3), announced("7.2"), seen("7.5")), ["7.5"]),
        ((seen("7.3"), CALL, announced("7.3")), ["7.3"]),
        ((announced("7.3"), CALL, seen("7.3")), ["7.3"]),
        ((seen("7.3"), announced("7.3")), ["7.3"]),
        ((CALL, announced("7.3"), announced("7.3")), ["7.3"]),
        ((CALL, seen("7.7"), announced("7.3")), ["7.3"]),
    ],
)
def test_7_2_to_7_6_void_by_themselves(facts: tuple[Told, ...], clauses: list[str]) -> None:
    judgement = judged(bet(), *facts, SHOWN, CLOSED)
    assert judgement.summary["clauses"] == clauses
    assert judgement.summary["standing"] == ("void" if clauses else "settled")
    assert outcomes(judgement)["b"] == ("void" if clauses else "won")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((seen("7.5"),), [(("7.5",), (3,))]),
        ((seen("7.6"), seen("7.5")), [(("7.6",), (3,))]),
        ((shaken(1), shaken(1)), [(("7.2",), (4,))]),
        ((seen("7.5"), announced("7.5")), []),
        ((seen("7.5"), announced()), []),
        ((announced("7.5"),), []),
        ((seen("7.7"),), []),
        ((shaken(3), announced("7.2"), seen("7.5")), []),
    ],
)
def test_7_2_to_7_6_a_void_nobody_announced(
    facts: tuple[Told, ...], expected: list[tuple[tuple[str, ...], tuple[int, ...]]]
) -> None:
    judgement = judged(CALL, *facts, SHOWN, CLOSED)
    assert [(f.clauses, f.versions) for f in found(judgement, "void_not_announced")] == expected


@pytest.mark.parametrize("late", [seen("7.5"), shaken(1)])
def test_7_2_to_7_6_the_cause_that_came_first_is_named_though_recorded_last(late: Told) -> None:
    rows = tell([OPENED, CALL, seen("7.4"), SHOWN, late])
    moment = (rows[2][4] or AT) - timedelta(milliseconds=1)
    state = fold("round/SB01/1", [*rows[:-1], (*rows[-1][:4], moment, *rows[-1][5:])])
    assert isinstance(state, SicBoRound)
    judgement = judge(state, BOOK, ended=False)
    ground = late[1].get("ground", "7.2")
    assert judgement.summary["clauses"] == [ground]
    assert [(f.clauses, f.versions) for f in found(judgement, "void_not_announced")] == [((ground,), (5,))]


@pytest.mark.parametrize(("ground", "said"), [("7.7", "7.7"), (None, "")])
def test_7_8_a_void_on_no_ground_waits(ground: str | None, said: str) -> None:
    judgement = judged(bet(), CALL, SHOWN, announced(ground), announced(ground), CLOSED)
    assert [(f.subject, f.clauses, f.versions, f.detail) for f in found(judgement, "void_without_ground")] == [
        (f"call:{n}", ("7.8",), (n,), {"ground": said, "post": "dealer"}) for n in (5, 6)
    ]
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("awaiting", ["7.8"])
    result = judgement.results[0]
    assert (result.decided_by, result.settlement.clauses, result.spot) == ("7.8", ("7.8",), "small")
    assert [(option.decision, option.settlement.outcome) for option in result.alternatives] == [
        ("as_thrown", "won"),
        ("void", "void"),
    ]


def test_7_8_a_bet_that_waits_shows_what_was_done_with_it() -> None:
    result = judged(bet(), CALL, SHOWN, announced(), PAID, CLOSED).results[0]
    assert (result.recorded.paid_minor, result.difference_minor) == (90, None)


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        ((CALL, shaken(2), SHOWN, shaken(1)), ["7.2"]),
        ((CALL, shaken(3), SHOWN, shaken(1)), []),
        ((CALL, SHOWN, shaken(1)), []),
        ((CALL, shaken(2), SHOWN, shaken(1), announced("7.2")), ["7.2"]),
        ((CALL, shaken(2), CLOSED, shaken(1)), ["7.2"]),
        ((CALL, CLOSED, shaken(1)), []),
    ],
)
def test_7_2_shakes_count_before_the_dice_were_shown_and_the_round_was_over(
    facts: tuple[Told, ...], clauses: list[str]
) -> None:
    judgement = judged(*facts)
    assert judgement.summary["clauses"] == clauses
    assert [f.versions for f in found(judgement, "void_not_announced")] in ([], [(3,)])


@pytest.mark.parametrize(
    ("facts", "ended", "standing"),
    [
        ((shaken(2),), False, "pending"),
        ((shaken(2),), True, "void"),
        ((shaken(2), SHOWN), False, "void"),
        ((shaken(2), entered(1, 2, 3)), False, "void"),
        ((shaken(2), announced("7.2")), False, "void"),
    ],
)
def test_7_2_while_the_dice_may_still_be_shaken_nothing_is_void(
    facts: tuple[Told, ...], ended: bool, standing: str
) -> None:
    assert judged(bet(), CALL, *facts, ended=ended).summary["standing"] == standing


def test_7_3_dice_shown_before_the_call_void_by_themselves() -> None:
    judgement = judged(bet(), SHOWN, CALL, CLOSED)
    assert [(f.code, f.clauses, f.versions) for f in judgement.findings] == [("void_not_announced", ("7.3",), (3,))]
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("void", ["7.3"])
    assert codes(judged(bet(), SHOWN, CALL, announced("7.3"), CLOSED)) == []
    assert judged(bet(), CALL, SHOWN, CLOSED).summary["standing"] == "settled"
    assert judged(bet(), CALL, CLOSED).summary["standing"] == "pending"


# --- 2.1: the round is over -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", ["7.2", "7.3", "7.4", "7.5", "7.6"])
def test_2_1_a_cause_seen_when_the_round_was_over_voids_nothing(ground: str) -> None:
    judgement = judged(SHOWN, CLOSED, seen(ground))
    assert judgement.summary["standing"] == "settled"
    assert [(f.code, f.severity, f.subject, f.clauses, f.versions) for f in judgement.findings] == [
        ("irregularity_without_effect", "remark", "fact:4", ("2.1",), (4,))
    ]


@pytest.mark.parametrize("ground", ["7.2", "7.3", "7.4", "7.5", "7.6", "7.7", None])
def test_2_1_a_void_announced_when_the_round_was_over_comes_too_late(ground: str | None) -> None:
    judgement = judged(SHOWN, CLOSED, announced(ground))
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("settled", [])
    assert [
        (f.code, f.severity, f.subject, f.clauses, f.versions, f.amount_minor, f.detail) for f in judgement.findings
    ] == [("void_too_late", "procedure", "call:4", ("2.1",), (4,), 0, {"ground": ground or "", "post": "dealer"})]


def test_2_1_announced_too_late_is_not_announced() -> None:
    judgement = judged(CALL, SHOWN, seen("7.5"), CLOSED, announced("7.5"))
    assert [(f.code, f.clauses, f.versions) for f in judgement.findings] == [
        ("void_not_announced", ("7.5",), (4,)),
        ("void_too_late", ("2.1",), (6,)),
    ]
    assert judgement.summary["standing"] == "void"


@pytest.mark.parametrize("again", [announced("7.7"), seen("7.7")])
def test_2_1_announced_in_time_and_once_more(again: Told) -> None:
    judgement = judged(CALL, SHOWN, announced("7.7"), CLOSED, again)
    late = "void_too_late" if again[0] == "void_announced" else "irregularity_without_effect"
    assert codes(judgement) == ["void_without_ground", late]
    assert judgement.summary["standing"] == "awaiting"


# --- 7.8: what the director decides ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        (CALL, shaken(3), SHOWN, announced("7.2")),
        (CALL, shaken(1), shaken(3), SHOWN, announced("7.2")),
        (CALL, seen("7.3"), SHOWN, announced("7.3")),
        (CALL, SHOWN, announced("7.3"), seen("7.3")),
    ],
)
def test_7_8_an_announcement_that_the_record_contradicts_has_no_ground(facts: tuple[Told, ...]) -> None:
    judgement = judged(bet(), *facts, CLOSED)
    said = next(data for name, data in facts if name == "void_announced")
    version = 3 + [name for name, _data in facts].index("void_announced")
    assert [(f.code, f.subject, f.clauses, f.versions, f.detail) for f in judgement.findings[:1]] == [
        ("void_without_ground", f"call:{version}", ("7.8",), (version,), {"ground": said["ground"], "post": "dealer"})
    ]
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("awaiting", ["7.8"])
    looked = [f"fact:{n}" for n, (name, _data) in enumerate(facts, start=3) if name == "irregularity_seen"]
    assert [(f.code, f.subject) for f in judgement.findings[1:]] == [("irregularity_without_effect", s) for s in looked]


@pytest.mark.parametrize(
    ("choice", "standing", "clauses"),
    [("await_ruling", "awaiting", ["7.8"]), ("as_thrown", "settled", []), ("void", "void", ["7.8"])],
)
def test_7_8_what_becomes_of_a_void_on_no_ground_is_a_choice(choice: str, standing: str, clauses: list[str]) -> None:
    book = with_choices(BOOK, void_without_ground=choice)
    facts = (bet(), CALL, SHOWN, announced(), CLOSED)
    judgement = judge(round_of(*facts), book, ended=True)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, clauses)
    assert [f.code for f in found(judgement, "void_without_ground")] == ["void_without_ground"]
    for decided, then in (("void", "void"), ("as_thrown", "settled")):
        after = judge(round_of(*facts, ruled("7.8", decided, DIRECTOR)), book, ended=True)
        assert (after.summary["standing"], after.summary["clauses"]) == (then, ["7.8"])


@pytest.mark.parametrize(
    ("ruling", "standing", "clauses"),
    [
        (ruled("7.8", "void", DIRECTOR), "void", ["7.8"]),
        (ruled("7.8", "as_thrown", DIRECTOR), "settled", ["7.8"]),
        (ruled("7.8", "release", DIRECTOR), "awaiting", ["7.8"]),
        (ruled("7.8", "void", "pit_manager"), "awaiting", ["7.8"]),
        (ruled("7.8", "void", DIRECTOR, bets=("b",)), "awaiting", ["7.8"]),
    ],
)
def test_7_8_the_director_decides_for_the_round(ruling: Told, standing: str, clauses: list[str]) -> None:
    judgement = judged(bet(), CALL, SHOWN, announced(), ruling, CLOSED)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, clauses)


DISAGREE = ["rulings_disagree"]


@pytest.mark.parametrize(
    ("rulings", "standing", "clauses", "findings"),
    [
        ([ruled("7.8", "void", DIRECTOR)], "void", ["7.8"], []),
        ([ruled("7.8", "void", "senior_management")], "void", ["7.8"], []),
        ([ruled("7.8", "as_thrown", DIRECTOR)], "settled", ["7.8"], []),
        (
            [ruled("7.8", "void", DIRECTOR), ruled("7.8", "as_thrown", DIRECTOR)],
            "settled",
            ["7.8"],
            ["rulings_disagree"],
        ),
        ([ruled("7.8", "as_thrown", DIRECTOR), ruled("7.8", "void", DIRECTOR)], "void", ["7.8"], ["rulings_disagree"]),
        ([ruled("7.8", "void", "assistant_director")], "settled", [], ["post_not_competent"]),
        ([ruled("7.8", "as_thrown", "pit_manager")], "settled", [], ["post_not_competent"]),
        ([ruled("7.8", "continue", DIRECTOR)], "settled", [], ["ruling_without_effect"]),
        (
            [ruled("7.8", "void", DIRECTOR), ruled("7.8", "continue", DIRECTOR)],
            "void",
            ["7.8"],
            ["ruling_without_effect"],
        ),
        ([ruled("7.5", "void", DIRECTOR)], "settled", [], ["ruling_without_effect"]),
    ],
)
def test_7_8_a_decision_counts_where_nothing_was_announced(
    rulings: list[Told], standing: str, clauses: list[str], findings: list[str]
) -> None:
    judgement = judged(bet("a"), bet("b"), CALL, SHOWN, *rulings, ended=False)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, clauses)
    assert codes(judgement) == findings
    due = ["7.8"] if standing == "void" else ["6.1.1", "5.1", *clauses]
    assert [list(result.settlement.clauses) for result in judgement.results] == [due, due]


def test_7_8_a_decision_is_found_once_though_it_covers_several_bets() -> None:
    facts = (bet("a"), bet("b"), CALL, SHOWN)
    lower = judged(*facts, ruled("7.8", "void", "pit_manager"), ended=False)
    assert [(f.code, f.subject, f.clauses, f.versions, f.detail) for f in lower.findings] == [
        ("post_not_competent", "ruling:6", ("7.8",), (6,), {"post": "pit_manager"})
    ]
    other = judged(*facts, announced(), ruled("7.8", "half_back", DIRECTOR), ended=False)
    assert codes(other) == ["void_without_ground", "ruling_not_offered"]


def test_7_8_where_no_dice_are_recorded() -> None:
    void = judged(bet(), CALL, ruled("7.8", "void", DIRECTOR), CLOSED)
    assert (void.summary["standing"], codes(void), outcomes(void)) == ("void", [], {"b": "void"})
    counted = judged(bet(), CALL, ruled("7.8", "as_thrown", DIRECTOR), CLOSED)
    assert (counted.summary["standing"], counted.summary["clauses"]) == ("pending", ["7.8"])
    assert (codes(counted), outcomes(counted)) == (["no_result"], {"b": "pending"})


@pytest.mark.parametrize("ground", ["7.2", "7.3", "7.4", "7.5", "7.6"])
def test_7_8_what_7_2_to_7_6_void_stays_void(ground: str) -> None:
    facts = (bet(), seen(ground), announced(ground), CALL, SHOWN)
    judgement = judged(*facts, ruled("7.8", "as_thrown", DIRECTOR), CLOSED)
    assert (judgement.summary["clauses"], outcomes(judgement)) == ([ground], {"b": "void"})
    assert [(f.code, f.versions, f.detail) for f in judgement.findings] == [
        ("ruling_without_effect", (7,), {"why": "void"})
    ]
    assert judgement.results[0].settlement.clauses == (ground,)
    assert codes(judged(*facts, ruled("7.8", "as_thrown", "dealer"), CLOSED)) == ["post_not_competent"]


@pytest.mark.parametrize(
    ("facts", "rulings", "expected"),
    [
        ((), [ruled("7.8", "void", DIRECTOR, ("a",))], {"a": "void", "b": "won", "c": "refused"}),
        ((), [ruled("7.8", "void", "pit_manager", ("a",))], {"a": "won", "b": "won", "c": "refused"}),
        (
            (announced(),),
            [ruled("7.8", "void", DIRECTOR, ("a",))],
            {"a": "void", "b": "awaiting", "c": "refused"},
        ),
        (
            (announced(),),
            [ruled("7.8", "as_thrown", DIRECTOR, ("a", "c"))],
            {"a": "won", "b": "awaiting", "c": "refused"},
        ),
        (
            (announced(),),
            [ruled("7.8", "void", DIRECTOR), ruled("7.8", "as_thrown", DIRECTOR, ("b",))],
            {"a": "void", "b": "won", "c": "void"},
        ),
        (
            (announced(),),
            [ruled("7.8", "as_thrown", DIRECTOR, ("b",)), ruled("7.8", "void", DIRECTOR)],
            {"a": "void", "b": "void", "c": "void"},
        ),
    ],
)
def test_7_8_a_decision_may_name_bets(facts: tuple[Told, ...], rulings: list[Told], expected: dict[str, str]) -> None:
    judgement = judged(bet("a"), bet("b"), bet("c", spot="total:3"), CALL, SHOWN, *facts, *rulings, ended=False)
    assert outcomes(judgement) == expected
    clauses = {
        "void": ("7.8",),
        "awaiting": ("7.8",),
        "won": ("6.1.1", "5.1", "7.8") if facts else ("6.1.1", "5.1"),
        "refused": ("4.1", "4.3.1"),
    }
    assert [r.settlement.clauses for r in judgement.results] == [clauses[outcome] for outcome in expected.values()]


# --- 7.2: the count and the eye --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "versions"),
    [
        ((shaken(4), seen("7.2")), (3, 4)),
        ((seen("7.2"), shaken(3)), (3, 4)),
        ((shaken(3), seen("7.2"), announced("7.2")), (3, 4, 5)),
        ((shaken(1), shaken(3), seen("7.2"), seen("7.2")), (4, 5, 6)),
    ],
)
def test_7_2_enough_were_counted_and_too_few_seen_waits_for_7_8(
    facts: tuple[Told, ...], versions: tuple[int, ...]
) -> None:
    judgement = judged(CALL, *facts, SHOWN, CLOSED)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("awaiting", ["7.8"])
    assert [(f.code, f.clauses, f.versions) for f in judgement.findings] == [
        ("results_disagree", ("7.2", "7.8"), versions)
    ]
    for choice, standing in (("void", "void"), ("as_thrown", "settled")):
        decided = judged(CALL, *facts, SHOWN, ruled("7.8", choice, DIRECTOR), CLOSED)
        assert (decided.summary["standing"], codes(decided)) == (standing, ["results_disagree"])


@pytest.mark.parametrize(
    ("facts", "last", "together"),
    [
        ((shaken(2), shaken(1)), "void", "settled"),
        ((shaken(3), shaken(1)), "void", "settled"),
        ((shaken(1), shaken(3)), "settled", "settled"),
        ((shaken(1), shaken(1)), "void", "void"),
        ((shaken(2), shaken(1), seen("7.2")), "void", "awaiting"),
    ],
)
def test_7_2_which_shakes_count_is_a_choice(facts: tuple[Told, ...], last: str, together: str) -> None:
    for counted, standing in (("last_setting_off", last), ("all_together", together)):
        book = with_choices(BOOK, shakes_counted=counted)
        judgement = judge(round_of(bet(), CALL, *facts, SHOWN, CLOSED), book, ended=True)
        assert judgement.summary["standing"] == standing, counted


# --- 2.1: every winner was paid --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lying", "moved", "standing"),
    [
        ((bet(),), (PAID,), "settled"),
        ((bet(),), (TAKEN,), "void"),
        ((bet(spot="big"),), (TAKEN,), "settled"),
        ((bet(), bet("c")), (PAID,), "void"),
        ((bet(), bet("c", "big")), (PAID,), "settled"),
        ((bet(), bet("c", "total:3")), (PAID,), "settled"),
        ((), (), "void"),
    ],
)
def test_2_1_a_round_is_over_when_every_winner_was_paid(
    lying: tuple[Told, ...], moved: tuple[Told, ...], standing: str
) -> None:
    """What is seen or announced after that changes nothing, closed or not."""
    for said in (seen("7.5"), announced("7.5")):
        judgement = judged(*lying, CALL, SHOWN, *moved, said, CLOSED)
        assert judgement.summary["standing"] == standing
        late = {"irregularity_without_effect", "void_too_late"} & set(codes(judgement))
        assert bool(late) == (standing == "settled")


def test_2_1_what_is_void_or_waits_is_not_over_because_it_was_paid() -> None:
    assert judged(bet(), CALL, SHOWN, seen("7.5"), PAID, announced("7.5"), CLOSED).summary["clauses"] == ["7.5"]
    waiting = (bet(), CALL, SHOWN, announced(), PAID)
    assert judged(*waiting, seen("7.5"), CLOSED).summary["clauses"] == ["7.5"]
    decided = judged(*waiting, ruled("7.8", "as_thrown", DIRECTOR), seen("7.5"), CLOSED)
    assert (decided.summary["standing"], decided.summary["clauses"]) == ("settled", ["7.8"])
    assert [f.clauses for f in found(decided, "irregularity_without_effect")] == [("2.1",)]


def test_2_1_a_round_is_over_when_the_table_opened_its_next_one() -> None:
    state = round_of(bet(), CALL, SHOWN, seen("7.5"))
    state.overtaken_at = AT + timedelta(seconds=4)
    judgement = judge(state, BOOK, ended=True)
    assert judgement.summary["standing"] == "settled"
    assert [f.versions for f in found(judgement, "irregularity_without_effect")] == [(5,)]
