"""Insurance: every situation in which four or five cards can lie against a plain copy of the table, and the choices."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from casino.core.cards import RANKS
from games.baccarat.cards import PLAYER, deal, draw_tables
from games.baccarat.insurance_odds import CARDS_AT, price
from games.engine.judgement import Outcome
from games.engine.settling import back
from tests.baccarat.rounds import BOOK, bets, changed, codes, judged

TABLES = draw_tables(BOOK)

# The table of 6.4.6 as printed: insured side, stage, its points, the other side's, odds to one.
PRINTED = """
    banker first_deal 4 0-3 1.5
    banker first_deal 5 0-4 2
    banker first_deal 6 0-5 3
    banker first_deal 7 0-5 4
    banker third_card 1-1 1 6
    banker third_card 2-6 1 7
    banker third_card 3-6 2 4
    banker third_card 4 3 1.5
    banker third_card 5 4 2
    player first_deal 5 4 2
    player first_deal 6 0-5 3
    player first_deal 7 0-5 4
    player third_card 5 0-4 2
    player third_card 6 0-5 3
    player third_card 7 0-6 4
    player third_card 8 0-6 7
    player third_card 9 0-6 9
"""


def _span(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


EXPECTED = {
    (side, stage, own, other): float(odds)
    for side, stage, owns, others, odds in (line.split() for line in PRINTED.split("\n")[1:-1])
    for own in _span(owns)
    for other in _span(others)
}


@pytest.mark.parametrize("stage", CARDS_AT)
@pytest.mark.parametrize("side", ["player", "banker"])
def test_every_deal_is_priced_by_the_table_while_a_card_is_to_come(side: str, stage: str) -> None:
    """Each first four cards by their values (and each third card of Player): the price is the printed one exactly when
    a card is to come."""
    values = [rank for rank in RANKS if rank not in ("J", "Q", "K")]
    met = set()
    for first, second, third in product(values, values, values if stage == "third_card" else [""]):
        cards = [f"{first}S", f"{second}H", "KS", "KH", *([f"{third}C"] if third else [])]
        hands = deal(cards, TABLES)
        drawn = len(hands.places) == CARDS_AT[stage]
        to_come = drawn and not hands.complete
        own, other = (hands.player_points, hands.banker_points)[:: 1 if side == PLAYER else -1]
        expected = EXPECTED.get((side, stage, own, other)) if to_come else None
        odds = price(side, stage, hands, BOOK)
        assert (None if odds is None else odds.profit / odds.stake) == expected
        if odds is not None:
            met.add((own, other))
    assert met


def test_a_row_without_a_card_to_come_is_never_met() -> None:
    """Player nine of three cards against six: Banker draws on a third card of six or seven only."""
    assert price("player", "third_card", deal(["2S", "6H", "KS", "KH", "7C"], TABLES), BOOK) is not None
    assert price("player", "third_card", deal(["AS", "6H", "KS", "KH", "8C"], TABLES), BOOK) is None


INSURED = """5 bet_placed bet=b1 kind=banker stake_minor={main} player=P-1
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
42 insurance_placed bet=i1 side=banker stage=first_deal stake_minor={stake} player=P-1
{then}
60 result_announced winner={winner}"""
LOSES = "44 cards player:6C banker:2S"
WINS = "44 cards player:9C"


@pytest.mark.parametrize(
    ("main", "stake", "counted", "won"),
    [
        (1000, 500, 500, 1000),
        (1000, 501, 500, 1000),
        (1001, 501, 500, 1001),
        (999, 10**6, 499, 999),
        (7, 3, 3, 6),
        (2, 1, 1, 2),
    ],
)
def test_winnings_never_exceed_the_main_bet(main: int, stake: int, counted: int, won: int) -> None:
    """At 1:2 half of the main bet counts, exactly; a half unit is dropped only in the money."""
    text = INSURED.format(main=main, stake=stake, then=LOSES, winner="player")
    settlement = bets(judged(text))["i1"].settlement
    assert (settlement.in_play_minor, settlement.winnings_minor, settlement.returned_minor) == (counted, won, stake)
    assert settlement.commission_minor == 0


@pytest.mark.parametrize(("stake", "taken"), [(500, 500), (501, 500), (900, 500)])
def test_of_a_lost_insurance_only_what_counts_is_taken(stake: int, taken: int) -> None:
    text = INSURED.format(main=1000, stake=stake, then=WINS, winner="banker")
    settlement = bets(judged(text))["i1"].settlement
    assert (settlement.collected_minor, settlement.returned_minor) == (taken, stake - taken)
    assert settlement.commission_minor == 0


@pytest.mark.parametrize(("choice", "counted"), [("in_play", 250), ("placed", 500)])
def test_the_main_bet_is_what_plays_or_what_was_placed_by_choice(choice: str, counted: int) -> None:
    text = INSURED.format(main=1000, stake=600, then=WINS, winner="banker")
    judgement = judged(text, changed(insurance_main_bet=choice), limits="banker 100 500")
    assert bets(judgement)["i1"].settlement.collected_minor == counted


def test_insurance_counts_as_late_by_choice() -> None:
    text = INSURED.format(main=1000, stake=100, then=WINS, winner="banker")
    assert bets(judged(text))["i1"].settlement.outcome == "lost"
    late = judged(text, changed(bets_allowed_late=[]))
    assert bets(late)["i1"].settlement.outcome == "refused"
    found = next(f for f in late.findings if f.code == "late_bet")
    assert (found.subject, found.clauses, found.detail) == ("i1", ("4.6",), {"stake": 100})


@pytest.mark.parametrize(
    ("offer", "more", "choice", "outcome"),
    [
        ("", "", "counts", "lost"),
        ("", "", "refused", "refused"),
        ("", " allowed_by=shift_manager/M1", "refused", "lost"),
        ("40 insurance_offered side=banker stage=first_deal", "", "refused", "lost"),
        ("40 insurance_offered side=banker stage=first_deal player=P-9", "", "refused", "refused"),
        ("40 insurance_offered side=player stage=first_deal", "", "refused", "refused"),
    ],
)
def test_4_10_insurance_without_an_offer_on_record_by_choice(offer: str, more: str, choice: str, outcome: str) -> None:
    text = INSURED.format(main=1000, stake=100, then=WINS, winner="banker")
    [line] = [each for each in text.splitlines() if " insurance_placed " in each]
    text = text.replace(line, "\n".join(filter(None, [offer, line + more])))
    assert bets(judged(text, changed(insurance_without_offer=choice)))["i1"].settlement.outcome == outcome


def test_the_limit_of_the_odds_comes_before_the_general_one() -> None:
    text = INSURED.format(main=10_000, stake=900, then=WINS, winner="banker")
    for limits, taken in (("insurance_2 1 300; insurance 1 200", 300), ("insurance_1_5 1 300; insurance 1 200", 200)):
        assert bets(judged(text, limits=limits))["i1"].settlement.collected_minor == taken
    assert bets(judged(text, limits="banker 1 10000; * 1 300"))["i1"].settlement.collected_minor == 900


@pytest.mark.parametrize(
    ("limits", "taken"),
    [
        ("insurance_1_5 1 300; insurance 1 200", 300),
        ("insurance_6 1 300; insurance 1 200", 200),
        ("insurance_1_5 1 900", 500),
    ],
)
def test_6_4_3_1_the_limit_of_odds_that_are_not_whole(limits: str, taken: int) -> None:
    """Banker four against nothing: 1:1.5."""
    text = INSURED.replace("banker:5H player:3H", "banker:4H player:QH").format(
        main=10_000, stake=500, then=WINS, winner="player"
    )
    judgement = judged(text.replace("player:9C", "player:AC"), limits=limits)
    assert bets(judgement)["i1"].settlement.collected_minor == taken
    assert ("above_maximum" in codes(judgement)) == (taken < 500)


def test_6_4_3_1_a_stake_of_just_the_limit_is_not_above_it() -> None:
    text = INSURED.format(main=10_000, stake=300, then=WINS, winner="banker")
    judgement = judged(text, limits="insurance 1 300")
    assert bets(judgement)["i1"].settlement.clauses == ("6.4.1",)
    assert "above_maximum" not in codes(judgement)


@pytest.mark.parametrize(
    ("first", "then", "stage", "outcome", "won"),
    [
        ("player:5S banker:4H player:KH banker:KD", "player:4C {insured} banker:5C", "third_card", "won", 900),
        ("player:5S banker:4H player:KH banker:KD", "{insured} player:4C banker:5C", "first_deal", "push", 0),
        ("player:5S banker:4H player:KH banker:KD", "player:3C {insured} banker:4C", "third_card", "push", 0),
        ("player:3S banker:3H player:KH banker:KD", "player:4C {insured} banker:4D", "third_card", "push", 0),
        ("player:KS banker:5H player:4H banker:KD", "{insured} player:5C banker:4C", "first_deal", "push", 0),
    ],
)
def test_6_4_2_of_all_ties_only_players_nine_insured_at_the_third_card_is_paid(
    first: str, then: str, stage: str, outcome: str, won: int
) -> None:
    side = "banker" if "banker:5H" in first else "player"
    before, after = (part.strip() for part in then.split("{insured}"))
    text = f"""5 bet_placed bet=b1 kind={side} stake_minor=9000 player=P-1
20 betting_closed
30 cards {first} {before}
42 insurance_placed bet=i1 side={side} stage={stage} stake_minor=100 player=P-1
44 cards {after}
60 result_announced winner=tie"""
    settlement = bets(judged(text))["i1"].settlement
    assert (settlement.outcome, settlement.winnings_minor) == (outcome, won)


def test_insurance_taken_back_before_the_next_card_is_gone() -> None:
    back = "43 bet_withdrawn bet=i1\n" + WINS
    assert "i1" not in bets(judged(INSURED.format(main=1000, stake=100, then=back, winner="banker")))
    late = WINS + "\n46 bet_withdrawn bet=i1"
    judgement = judged(INSURED.format(main=1000, stake=100, then=late, winner="banker"))
    assert bets(judgement)["i1"].settlement.outcome == "lost"
    found = next(f for f in judgement.findings if f.code == "withdrawn_after_call")
    assert (found.subject, found.clauses, found.versions) == ("i1", ("4.10",), (10,))


def test_7_9_insurance_that_went_by_leave_before_the_next_card_stays_in_the_books() -> None:
    """Chips that were in play by the table's record have to go back, so that what went back is told beside them."""
    leave = "42.5 bet_changed bet=i1 stake_minor=80\n43 bet_withdrawn bet=i1 clause=7.9"
    by = " allowed_by=shift_manager/M1"
    gone = judged(INSURED.format(main=1000, stake=100, then=f"{leave}{by}\n{LOSES}", winner="player"))
    assert bets(gone)["i1"].settlement == back(Outcome.VOID, 80, ("7.9",))
    returned = f"{leave}{by}\n43.5 stake_returned bet=i1 amount_minor=80\n{LOSES}"
    judgement = judged(INSURED.format(main=1000, stake=100, then=returned, winner="player"))
    assert (bets(judgement)["i1"].recorded.returned_minor, bets(judgement)["i1"].difference_minor) == (80, 0)
    assert [f.code for f in judgement.findings if f.subject == "i1" and f.severity == "money"] == []
    alone = judged(INSURED.format(main=1000, stake=100, then=f"{leave}\n{LOSES}", winner="player"))
    assert "i1" not in bets(alone)


def test_7_10_2_insurance_itself_may_be_withdrawn_after_a_wrong_delivery() -> None:
    out = LOSES + (
        "\n45 irregularity_seen kind=wrong_delivery\n46 bet_withdrawn bet=i1 clause=7.10.2 allowed_by=dealer/D1"
    )
    judgement = judged(INSURED.format(main=1000, stake=100, then=out, winner="player"))
    assert bets(judgement)["b1"].settlement.outcome == "lost"
    assert bets(judgement)["i1"].settlement == back(Outcome.VOID, 100, ("7.10.2",))
    assert "withdrawal_by_other_post" in codes(judgement)


@pytest.mark.parametrize(
    ("who", "insured", "outcome"),
    [
        ("player=P-1", "player=P-1", "refused"),
        ("player=P-2", "player=P-1", "won"),
        ("seat=3", "seat=3", "refused"),
        ("seat=3", "player=P-1", "refused"),
        ("seat=4", "seat=3", "won"),
    ],
)
@pytest.mark.parametrize(("renounced", "clause"), [("declined", "7.20"), ("waived", "6.4.4")])
def test_who_declined_or_waived_is_told_by_name_or_seat(
    renounced: str, clause: str, who: str, insured: str, outcome: str
) -> None:
    text = INSURED.format(main=1000, stake=100, then=LOSES, winner="player")
    text = text.replace("stake_minor=1000 player=P-1", "stake_minor=1000 player=P-1 seat=3")
    text = text.replace("stake_minor=100 player=P-1", f"stake_minor=100 {insured}")
    text = text.replace("42 ", f"41 insurance_{renounced} {who}\n42 ")
    settlement = bets(judged(text))["i1"].settlement
    assert settlement.outcome == outcome
    assert settlement.clauses == ((clause,) if outcome == "refused" else ("6.4.1", "5.1.8", "6.4.6"))


def test_6_4_3_the_main_bets_of_a_player_on_one_side_count_together() -> None:
    text = INSURED.format(main=400, stake=900, then=WINS, winner="banker")
    more = "6 bet_placed bet=b2 kind=banker stake_minor=600 player=P-1\n"
    other = "7 bet_placed bet=b3 kind=banker stake_minor=600 player=P-2\n"
    assert bets(judged(text))["i1"].settlement.collected_minor == 200
    assert bets(judged(more + text))["i1"].settlement.collected_minor == 500
    assert bets(judged(other + text))["i1"].settlement.collected_minor == 200


def test_insurance_of_a_withdrawn_main_bet_goes_back() -> None:
    out = (
        "43 irregularity_seen kind=wrong_delivery\n"
        "43.5 bet_withdrawn bet=b1 clause=7.10.2 allowed_by=shift_manager/M1\n" + LOSES
    )
    text = "4 bet_placed bet=b2 kind=tie stake_minor=5 player=P-2\n" + INSURED
    due = bets(judged(text.format(main=1000, stake=100, then=out, winner="player")))
    assert (due["b1"].settlement.outcome, due["b1"].settlement.clauses) == ("void", ("7.10.2",))
    assert due["b2"].settlement.outcome == "lost"
    assert (due["i1"].settlement.outcome, due["i1"].settlement.clauses) == ("refused", ("4.10", "6.4.3"))


def test_7_21_may_last_until_the_result_is_announced_by_choice() -> None:
    text = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
20 betting_closed
30 cards player:KS banker:4H player:AH banker:KD player:3C banker:8S
47 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=200 player=P-1 allowed_by=shift_manager/M01
60 result_announced winner=player"""
    assert bets(judged(text))["i1"].settlement.outcome == "refused"
    late = judged(text, changed(late_insurance_until="result_announced"))
    assert bets(late)["i1"].settlement.winnings_minor == 300


@pytest.mark.parametrize(("choice", "outcome"), [("decides_nothing", "refused"), ("stands", "won")])
def test_7_21_what_a_lower_post_allowed_stands_by_choice(choice: str, outcome: str) -> None:
    text = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
20 betting_closed
30 cards player:KS banker:4H player:QH banker:KD player:5C
42 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=200 player=P-1 allowed_by=dealer/D1
44 cards banker:7S
60 result_announced winner=player"""
    judgement = judged(text, changed(ruling_by_lower_post=choice))
    assert bets(judgement)["i1"].settlement.outcome == outcome
    assert "post_not_competent" in codes(judgement)


def test_4_6_insurance_is_settled_although_no_call_was_recorded_which_is_said_once() -> None:
    text = INSURED.format(main=1000, stake=100, then=WINS, winner="banker").replace("20 betting_closed\n", "")
    judgement = judged(text)
    assert bets(judgement)["i1"].settlement.collected_minor == 100
    assert codes(judgement).count("no_call_recorded") == 1


def test_each_document_has_rows_of_its_own() -> None:
    row = {"side": "banker", "stage": "first_deal", "own_points": [5], "other_points": [3], "odds": "1:7"}
    other = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "insurance": [row]})
    hands = deal(["KS", "5H", "3H", "KD"], TABLES)
    assert [str(price("banker", "first_deal", hands, book)) for book in (BOOK, other, BOOK)] == ["1:2", "1:7", "1:2"]


def test_7_9_insurance_itself_may_be_withdrawn_where_cards_lay_out_of_order() -> None:
    out = LOSES + "\n46 bet_withdrawn bet=i1 clause=7.9 allowed_by=shift_manager/M1"
    text = INSURED.format(main=1000, stake=100, then=out, winner="player")
    judgement = judged(text.replace("banker:5H player:3H", "player:5H banker:3H"))
    assert bets(judgement)["i1"].settlement == back(Outcome.VOID, 100, ("7.9",))
    assert "withdrawal_without_ground" not in codes(judgement)


STACKS = """5 bet_placed bet=b1 kind=banker stake_minor=600 player=P-1
6 bet_placed bet=b2 kind=banker stake_minor=600 player=P-1
7 bet_placed bet=b3 kind=banker stake_minor=600{other}
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
42 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=200 player=P-1
43 insurance_placed bet=i2 side=banker stage=first_deal stake_minor=200 player=P-1
44 insurance_placed bet=i3 side=banker stage=first_deal stake_minor=200{other}
{then}
60 result_announced winner={winner}"""


@pytest.mark.parametrize(
    ("choice", "other", "limits", "counted", "above"),
    [
        ("player_and_area", " player=P-2", "", [200, 200, 200], []),
        ("player_and_area", " player=P-2", "insurance 10 300", [200, 100, 200], [("i2", 400)]),
        ("player_and_area", " player=P-2", "insurance_2 10 200", [200, 0, 200], [("i2", 400)]),
        ("player_and_area", " player=P-2", "insurance 10 150", [150, 0, 150], [("i1", 200), ("i2", 400), ("i3", 200)]),
        ("player_and_area", " player=P-1", "insurance 10 300", [200, 100, 0], [("i2", 400), ("i3", 600)]),
        ("player_and_area", " seat=4", "insurance 10 300", [200, 100, 200], [("i2", 400)]),
        ("bet", " player=P-1", "insurance 10 300", [200, 200, 200], []),
        ("player_and_area", " player=P-1", "banker 100 700", [200, 150, 0], []),
    ],
)
def test_6_4_3_1_insurance_split_over_stacks_does_not_escape_the_limit(
    choice: str, other: str, limits: str, counted: list[int], above: list[tuple[str, int]]
) -> None:
    """By player and area, as the main bets; the latest stack gives way. What the main bet covers goes by what plays."""
    for then, winner in ((WINS, "banker"), (LOSES, "player")):
        judgement = judged(
            STACKS.format(other=other, then=then, winner=winner), changed(limits_go_by=choice), limits=limits
        )
        due = [bets(judgement)[bet].settlement for bet in ("i1", "i2", "i3")]
        assert [s.in_play_minor for s in due] == counted
        assert [s.returned_minor + s.collected_minor for s in due] == [200, 200, 200]
        won, taken = [s.winnings_minor for s in due], [s.collected_minor for s in due]
        assert (won, taken) == (([0] * 3, counted) if winner == "banker" else ([2 * n for n in counted], [0] * 3))
        found = [f for f in judgement.findings if f.code == "above_maximum" and f.subject.startswith("i")]
        assert [(f.subject, f.detail["stake"]) for f in found] == above


TAKEN = """5 bet_placed bet=b1 kind=banker stake_minor=1000000 player=P-1
20 betting_closed called_by=dealer/D01
30 cards player:KS banker:5H player:3H banker:KD
40 insurance_offered side=banker stage=first_deal odds=1:2
{insured}
44 cards player:6C banker:2S
60 result_announced winner=player
61 stake_collected bet=b1 amount_minor=1000000
62 payout_made bet=i1 amount_minor=600000"""
LAID = "41 insurance_placed bet=i1 side=banker stage=first_deal stake_minor={} player=P-1"


@pytest.mark.parametrize(
    "insured",
    [
        (LAID.format(300000),),
        (LAID.format(500000), "42 stake_returned bet=i1 amount_minor=200000"),
        (LAID.format(500000), "42 bet_withdrawn bet=i1", LAID.format(300000).replace("41", "43")),
        (LAID.format(500000), "42 stake_returned bet=i1 amount_minor=500000", LAID.format(300000).replace("41", "43")),
    ],
)
def test_4_10_an_insurance_is_what_lay_there_when_the_next_card_came(insured: tuple[str, ...]) -> None:
    judgement = judged(TAKEN.format(insured="\n".join(insured)), terms="insurance_set offered=true")
    settlement = bets(judgement)["i1"].settlement
    assert (settlement.stake_minor, settlement.winnings_minor) == (300_000, 600_000)
    assert (bets(judgement)["i1"].difference_minor, codes(judgement)) == (0, [])


def test_4_5_a_bet_under_the_id_of_an_insurance_is_one_recorded_twice() -> None:
    again = LAID.format(300000), "42 bet_placed bet=i1 kind=tie stake_minor=5 player=P-1"
    for facts in (
        again,
        (again[0], "42 insurance_placed bet=b1 side=banker stage=first_deal stake_minor=9 player=P-1"),
    ):
        judgement = judged(TAKEN.format(insured="\n".join(facts)), terms="insurance_set offered=true")
        assert codes(judgement) == ["bet_recorded_twice"]
        assert list(bets(judgement)) == ["b1", "i1"]
