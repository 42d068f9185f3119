"""Grounds of what voids or gives back ("a ground must be on record, by a second word"): one table of all clauses of all
games, before and after something of the outcome was shown, by who recorded the ground.

The table is made from each game's declaration (``games/<game>/grounds.py``): a clause that voids and is not declared,
and one that is declared as needing a word and has no round here, fail it.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

import pytest

from games.catalogue import GAMES, newest_book
from games.engine.grounds import Grounds, Held
from games.engine.judgement import Finding, Judgement
from tests.golden.reader import HERE, NAMESPACE, Golden, Line, all_golden, named_id, parse, read

GROUNDS: Final[dict[str, Grounds]] = {code: game.steps.grounds for code, game in GAMES.items()}
WORDED: Final = [
    (code, each.clause)
    for code, grounds in GROUNDS.items()
    for each in grounds.clauses
    if each.held in (Held.SECOND_WORD, Held.BY_ITSELF, Held.SUSPICION)
]


class Scene(NamedTuple):
    """A round of a game: what is played before and after the outcome is shown, the word that voids, and what somebody
    sees of its ground. ``{at}`` is the moment, ``{who}`` the sender of what is seen."""

    bets: str
    outcome: str
    word: str
    seen: str


NIUNIU: Final = (
    "5 bet_placed bet=b1 box=box1 kind=ante stake_minor=1000 player=P1\n20 betting_closed called_by=dealer/D02",
    '30 cards_dealt to=box1 cards=["10C","JC","QC","2C","4C"]\n'
    '31 cards_dealt to=dealer cards=["10S","JS","QS","4S","5S"]',
)
SICBO: Final = (
    "5 bet_placed bet=b1 spot=big stake_minor=1000 player=P1\n20 betting_closed called_by=dealer/D02",
    "30 dice_shown dice=[1,2,3]",
)
BACCARAT: Final = (
    "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P1\n20 betting_closed called_by=dealer/D02",
    "30 cards player:2S banker:KH player:4S banker:9H",
)
ROULETTE: Final = (
    "5 bet_placed bet=b1 spot=red stake_minor=1000 player=P1\n20 betting_closed called_by=dealer/D02",
    "30 ball_dropped pocket=8",
)


def _niuniu(clause: str) -> Scene:
    hand = " hand=dealer" if clause == "7.5" else " hand=box1" if clause == "7.4" else ""
    seen = f"{{at}} irregularity_seen ground={clause}{hand} seen_by=dealer/D02 from={{who}}"
    word = f"{{at}} round_voided ground={clause} voided_by=dealer/D02 from=tablet"
    if clause == "7.4":  # the cards of the hand are not on record
        return Scene(NIUNIU[0], '30 hand_shown hand=dealer cards=["10S","JS","QS","4S","5S"]', word, seen)
    if clause == "7.5":
        return Scene(NIUNIU[0], NIUNIU[1].splitlines()[0], word, seen)
    if clause == "7.1":
        seen = seen.replace("ground=7.1 ", "ground=7.1.2 ")
    return Scene(*NIUNIU, word, seen)


def _baccarat(clause: str) -> Scene:
    kind = {"7.1": "extra_cards", "7.2": "not_enough_cards", "7.3": "order_lost"}[clause]
    outcome = BACCARAT[1] if clause == "7.1" else "30 cards player:2S banker:KH player:4S"
    word = f"{{at}} round_voided ground={clause} called_by=dealer/D02 from=tablet"
    return Scene(BACCARAT[0], outcome, word, f"{{at}} irregularity_seen kind={kind} seen_by=dealer/D02 from={{who}}")


def _sicbo(clause: str) -> Scene:
    word = f"{{at}} void_announced ground={clause} announced_by=dealer/D02 from=tablet"
    at = "19" if clause == "7.3" else "{at}"  # dice exposed after the call are nothing
    return Scene(*SICBO, word, f"{at} irregularity_seen ground={clause} seen_by=dealer/D02 from={{who}}")


def _roulette(clause: str) -> Scene:
    ground = "7.1" if clause in ("7.9", "7.10") else clause
    by = "pit_supervisor/S02" if clause == "7.8" else "dealer/D02"
    word = f"{{at}} no_spin_called ground={ground} called_by={by} from=tablet"
    return Scene(*ROULETTE, word, f"{{at}} irregularity_seen ground={ground} seen_by={by} from={{who}}")


SCENES: Final[dict[str, Any]] = {"niuniu": _niuniu, "baccarat": _baccarat, "sicbo": _sicbo, "roulette": _roulette}
"""How a clause that needs a word is played; a game that declares one and has no entry fails the table."""


def played(
    game: str, clause: str, *, before: bool, recorded: str, by: str = "pit_supervisor/S01", besides: str = ""
) -> Judgement:
    """The round of a clause: its word before or after the outcome, its ground recorded as said."""
    scene: Scene = SCENES[game](clause)
    at, then = (25, 26) if before else (40, 41)
    facts = [scene.bets, scene.outcome, scene.word.format(at=then), *([besides] if besides else [])]
    if recorded in ("another", "alone"):
        who = "pit" if recorded == "another" else "tablet"
        facts.append(scene.seen.format(at=at, who=who))
    lines = sorted("\n".join(facts).splitlines(), key=lambda line: float(line.split()[0]))
    head = ["a round", f"game: {game}", "opened: 2026-03-01T12:00:00+07:00", "facts", "0 round_opened dealer=D01"]
    golden = parse("\n".join([*head, *lines, "90 round_closed"]), HERE / "grounds.txt")
    if recorded in ("own_session", "gainer", "denied"):
        _answer(golden, "report_denied" if recorded == "denied" else "report_confirmed", by)
    return golden.judge()


def _answer(golden: Golden, name: str, by: str) -> None:
    word = next(line for line in golden.facts if line.name in ("round_voided", "void_announced", "no_spin_called"))
    post, staff = by.split("/")
    field = "denied_by" if name == "report_denied" else "confirmed_by"
    fields = {"report": str(word.id), field: {"post": post, "staff": staff}}
    golden.facts.append(Line(95, name, fields, uuid5(NAMESPACE, "answer")))


# --- Every clause says how its ground is held ----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_voids_or_gives_back_says_how_its_ground_is_held(game: str) -> None:
    """By the words of the newest document's section on irregularities, and by what is cited where chips go back in the
    golden rounds."""
    book = newest_book(game)
    assert book is not None
    speaks = re.compile(r"\bvoid|\bback\b|\bwithdraw|\breturned\b|no spin|without bets|no-bet|dealt again")
    stating = {n for n, c in book.clauses.items() if c.kind != "heading" and n[0] == "7" and speaks.search(c.text.en)}
    cited = {
        clause
        for golden in all_golden(game)
        for result in golden.judge().results
        if result.settlement.outcome in ("void", "refused")
        for clause in result.settlement.clauses[:1]
    }
    undeclared = {clause for clause in stating | cited if GROUNDS[game].held(clause) is None}
    assert undeclared == set()


@pytest.mark.parametrize(("game", "clause"), WORDED)
def test_a_clause_that_a_word_voids_has_a_round_in_the_table(game: str, clause: str) -> None:
    assert SCENES[game](clause)


# --- The table ---------------------------------------------------------------------------------------------------

BY: Final = ("another", "own_session", "alone", "gainer", "nobody", "denied")
"""Who recorded the ground: another sender; a post in an own session; the sender of the word alone; whoever said it, in
an own session; nobody; or somebody in an own session says that it was not so."""


def _of(judgement: Judgement, code: str) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code == code]


@pytest.mark.parametrize("recorded", BY)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize(("game", "clause"), WORDED)
def test_the_ground_of_a_void(game: str, clause: str, before: bool, recorded: str) -> None:
    by = {"gainer": "dealer/D02", "denied": "pit_supervisor/S01"}.get(recorded, "pit_supervisor/S01")
    judgement = played(game, clause, before=before, recorded=recorded, by=by)
    [result] = judgement.results
    held = GROUNDS[game].held(clause)
    on_a_word, bare = _of(judgement, "void_on_a_word"), _of(judgement, "cause_not_recorded")
    seen = recorded in ("another", "alone")
    before = before or (seen and (game, clause) == ("sicbo", "7.3"))
    if held is Held.SUSPICION:
        assert (result.settlement.outcome, on_a_word, bare) == ("void", [], [])
    elif held is Held.BY_ITSELF:
        assert result.settlement.outcome == ("void" if before else "awaiting")
        assert result.decided_by == (None if before else "7.12")
        assert [(f.amount_minor, f.severity) for f in bare] == ([(1000, "money")] if before and not seen else [])
    elif before:
        assert (result.settlement.outcome, on_a_word) == ("void", [])
        assert bool(bare or _of(judgement, "void_cause_not_recorded")) == (not seen)
    elif recorded in ("another", "own_session"):
        assert (result.settlement.outcome, on_a_word) == ("void", [])
    elif recorded == "denied":
        assert result.settlement.outcome in ("lost", "pending", "awaiting")
        [denied] = _of(judgement, "report_denied")
        assert denied.amount_minor == (1000 if result.settlement.outcome == "lost" else 0)
    else:
        _shown_both_ways(judgement)


def _shown_both_ways(judgement: Judgement) -> None:
    [result] = judgement.results
    assert (result.settlement.outcome, result.settlement.returned_minor) == ("awaiting", 1000)
    assert result.difference_minor is None
    assert result.alternatives[-1].decision == "void"
    assert judgement.summary["standing"] == "awaiting"
    [found] = _of(judgement, "void_on_a_word")
    assert [f for f in judgement.findings if f.severity == "money"] == ([found] if found.amount_minor else [])
    counted = [a.settlement for a in result.alternatives if a.decision != "void"]
    assert found.amount_minor == (1000 if counted and counted[0].outcome == "lost" else 0)


# --- Leaves --------------------------------------------------------------------------------------------------------

TABLE: Final = "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P1\n20 betting_closed called_by=dealer/D02"
WRONG: Final = "37 irregularity_seen kind=wrong_delivery seen_by=dealer/D02 from={who}"
OUT_OF_ORDER: Final = "37 irregularity_seen kind=dealt_out_of_order seen_by=dealer/D02 from={who}"
ANNOUNCED: Final = "38 result_announced winner=banker from=shoe"
LEAVES: Final = {
    "7.9": (OUT_OF_ORDER, ""),
    "7.12": ("37 cards_drawn_together first=3 count=2 order_known=true from={who}", ""),
    "7.10.1": (WRONG, ANNOUNCED),
    "7.10.2": (WRONG, ""),
}
"""Of each leave: how its ground is recorded, and what else has to be there. 7.13.1 asks for nobody's leave."""


def withdrawn(clause: str, recorded: str, answer: str = "") -> Judgement:
    ground, besides = LEAVES[clause]
    facts = [*TABLE.splitlines(), BACCARAT[1].replace("30 cards", "30 cards"), besides]
    if recorded in ("another", "alone"):
        facts.append(ground.format(who="pit" if recorded == "another" else "tablet"))
    leave = f"40 bet_withdrawn bet=b1 clause={clause} allowed_by=shift_manager/N1 id=leave from=tablet"
    facts += [
        leave,
        "41 stake_returned bet=b1 amount_minor=1000",
        "6 bet_placed bet=b2 kind=tie stake_minor=1 player=P9",
    ]
    lines = sorted((line for line in facts if line), key=lambda line: float(line.split()[0]))
    head = ["a round", "game: baccarat", "opened: 2026-03-01T12:00:00+07:00", "facts", "0 round_opened dealer=D01"]
    golden = parse("\n".join([*head, *lines, "90 round_closed"]), HERE / "grounds.txt")
    if answer:
        by = {"confirmed": "confirmed_by", "denied": "denied_by"}.get(answer)
        said = {} if by is None else {by: {"post": "shift_manager", "staff": "N1"}}
        golden.facts.append(Line(95, f"report_{answer}", {"report": named_id("leave"), **said}, uuid5(NAMESPACE, "a")))
    return golden.judge()


def test_every_leave_has_a_round_in_the_table() -> None:
    declared = {each.clause for each in GROUNDS["baccarat"].clauses if each.held is Held.LEAVE}
    assert declared - {"7.10", "7.13.1"} == LEAVES.keys()


@pytest.mark.parametrize("answer", ["", "confirmed", "denied", "unanswered"])
@pytest.mark.parametrize("recorded", ["another", "alone", "nobody"])
@pytest.mark.parametrize("clause", LEAVES)
def test_the_ground_of_a_leave(clause: str, recorded: str, answer: str) -> None:
    """It counts at once, and for good where its post confirms it; denied, or unanswered when the day ends, the bet is
    settled as it lay. A ground that no second word records is found with the whole amount, from the start."""
    judgement = withdrawn(clause, recorded, answer)
    outcome = judgement.results[0].settlement.outcome
    assert outcome == ("lost" if answer in ("denied", "unanswered") else "void")
    ungrounded = _of(judgement, "withdrawal_without_ground")
    held = recorded == "another" or (recorded == "alone" and answer == "confirmed")
    assert [(f.amount_minor, f.severity) for f in ungrounded] == (
        [] if held or outcome == "lost" else [(1000, "money")]
    )
    answers = _of(judgement, "report_denied") + _of(judgement, "report_unconfirmed")
    assert [f.amount_minor for f in answers] == ([1000] if outcome == "lost" else [])


# --- Who may be the second word, and what else decides -------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "outcome"),
    [
        ("pit_supervisor/S01", "void"),
        ("dealer/D09", "void"),
        ("dealer/D02", "awaiting"),
        ("pit_manager/D01", "awaiting"),
        ("surveillance/C01", "awaiting"),
    ],
)
def test_who_says_it_or_dealt_the_round_is_no_second_word(by: str, outcome: str) -> None:
    """D02 declared the void, D01 dealt; 7.1 is the house's, and Surveillance stands beside it."""
    [result] = played("niuniu", "7.1.2", before=False, recorded="own_session", by=by).results
    assert result.settlement.outcome == outcome


@pytest.mark.parametrize(
    ("clause", "sender", "outcome", "without_effect"),
    [
        ("7.1.1", "shuffler", "void", 0),
        ("7.1.3", "shuffler", "void", 0),
        ("7.1.1", "tablet", "awaiting", 0),
        ("7.1.2", "shuffler", "awaiting", 1),
    ],
)
def test_a_replaced_pack_is_a_second_word_where_7_2_asks_for_it(
    clause: str, sender: str, outcome: str, without_effect: int
) -> None:
    replaced = f"41 irregularity_seen ground=7.2 from={sender}"
    judgement = played("niuniu", clause, before=False, recorded="nobody", besides=replaced)
    assert judgement.results[0].settlement.outcome == outcome
    assert len(_of(judgement, "irregularity_without_effect")) == without_effect


@pytest.mark.parametrize("clause", ["7.1.1", "7.1.3"])
def test_a_card_that_was_taken_back_and_dealt_again_is_no_strange_one(clause: str) -> None:
    """A box without a bet had cards, and all were taken back and dealt again: that they come twice on record is no
    second word for whoever says that the pack was wrong."""
    first = '25 cards_dealt to=box1 cards=["10C","JC","QC","2C","4C"]\n26 cards_dealt to=box3 cards=["9S"]'
    again = "28 cards_taken_back taken_by=dealer/D02 in_order=true"
    judgement = played("niuniu", clause, before=False, recorded="nobody", besides=f"{first}\n{again}")
    _shown_both_ways(judgement)


# --- No-bet hands, redeals, replaced packs: a finding, nothing waits -----------------------------------------------

FOUND: Final = {
    ("niuniu", "7.2"): ("7.2-new-pack", "7.2-pack-not-replaced", "pack_not_replaced"),
    ("niuniu", "7.7"): ("7.7-dealt-again-in-order", "7.7-taken-back-without-cause", "dealt_again_wrongly"),
    ("niuniu", "7.8"): ("7.8-dealt-again", "7.7-taken-back-without-cause", "dealt_again_wrongly"),
    ("baccarat", "7.5"): ("7.5-face-up-before-the-first-card", "7.8-announced-no-bet-round", "bet_in_no_bet_round"),
    ("baccarat", "7.6"): ("7.6-opens-a-no-bet-round", "7.8-announced-no-bet-round", "bet_in_no_bet_round"),
    ("baccarat", "7.7"): ("7.7-third-card-to-banker-exposed", "7.8-announced-no-bet-round", "bet_in_no_bet_round"),
    ("baccarat", "7.8"): ("7.8-no-bet-round", "7.8-announced-no-bet-round", "bet_in_no_bet_round"),
    ("baccarat", "7.11"): ("7.11.1-cards-taken-back-and-burned", "7.11.1-burn-not-made-up", "burn_not_made_up"),
}
"""Of each: a golden round with the ground on record, one without, and what is found of that."""


def test_every_clause_that_is_only_found_has_its_rounds() -> None:
    declared = {(game, each.clause) for game in GAMES for each in GROUNDS[game].clauses if each.held is Held.FOUND}
    assert declared == FOUND.keys()


@pytest.mark.parametrize(("game", "clause"), FOUND)
def test_without_ground_it_is_found_and_nothing_waits(game: str, clause: str) -> None:
    grounded, groundless, code = FOUND[game, clause]
    codes = []
    for name in (grounded, groundless):
        judgement = read(HERE / game / f"{name}.txt").judge()
        assert not [r for r in judgement.results if r.settlement.outcome == "awaiting"], name
        codes.append(code in {finding.code for finding in judgement.findings})
    assert codes == [False, True]


# --- Mậu binh: nobody has the right to void ------------------------------------------------------------------------

DEAL: Final = read(HERE / "maubinh" / "C.3-shot.txt")


@pytest.mark.parametrize("recorded", BY)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_in_mau_binh_no_announcement_voids(before: bool, recorded: str) -> None:
    """Whoever announces it, whenever, and whoever says that it was so: the deal counts as it was dealt, and the
    announcement is found."""
    golden = read(DEAL.path)
    honest = golden.judge()
    dealt = next(line.seconds for line in golden.facts if line.name == "hand_dealt")
    closed = next(line.seconds for line in golden.facts if line.name == "round_closed")
    assert dealt is not None
    assert closed is not None
    by = {"post": "dealer", "staff": "D02"}
    word = Line(
        dealt - 1 if before else closed - 1, "void_announced", {"announced_by": by}, UUID(named_id("void")), "tablet"
    )
    golden.facts.append(word)
    if recorded == "another":
        golden.facts.append(Line(word.seconds, word.name, word.fields, UUID(named_id("again")), "pit"))
    if recorded in ("own_session", "gainer", "denied"):
        name, field = ("report_denied", "denied_by") if recorded == "denied" else ("report_confirmed", "confirmed_by")
        who = by if recorded == "gainer" else {"post": "pit_manager", "staff": "M1"}
        golden.facts.append(Line(closed + 1, name, {"report": str(word.id), field: who}, UUID(named_id("answer"))))
    golden.facts.sort(key=lambda line: line.seconds or 0)
    judgement = golden.judge()
    assert [r.settlement for r in judgement.results] == [r.settlement for r in honest.results]
    assert "void_without_ground" in {finding.code for finding in judgement.findings}
    assert not [f for f in judgement.findings if f.severity == "money"]
