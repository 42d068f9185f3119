"""A second document of baccarat: rounds before it are judged as ever, rounds after it by it, and no code is changed."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casino.core.gaming_days import always
from casino.core.stored import Row
from games import offline, words
from games.baccarat.facts import BaccaratRound, BetPlaced
from games.baccarat.judge import carry
from games.catalogue import judge
from games.engine.judgement import Judgement
from games.engine.replay import Replay
from games.engine.session import SessionBefore
from games.pages import baccarat as page
from games.pages.bets import row as bet_row
from games.pages.reading import read_out
from tests.baccarat.rounds import BOOK, bets, codes, played
from tests.baccarat.second import LIBRARY, RENUMBERED, SECOND, second_text
from tests.golden.reader import Golden, Line, all_golden

AFTER = {"opened": "2027-03-01T12:00:00+07:00"}
CALL = "20 betting_closed called_by=dealer/D01\n"
TIED = CALL + "30 cards player:2S banker:2H player:4H banker:4D\n45 result_announced winner=tie\n"
PAIRED = CALL + "30 cards player:4S banker:3H player:4H banker:4D\n45 result_announced winner=player\n"
GOLDEN = list(all_golden("baccarat"))


def cited(value: Any, member: str, book: Any) -> Any:
    return book.printed_as(value) if member in ("clause", "ground") and isinstance(value, str) else value


def by_number(golden: Golden) -> list[Line]:
    """The facts of a round with the clauses that people named in the numbers of the renumbered document."""
    lines = []
    for line in golden.facts:
        fields = {name: cited(value, name, RENUMBERED) for name, value in line.fields.items()}
        lines.append(Line(line.seconds, line.name, fields, line.id, line.sender, line.number))
    return lines


def under(facts: str, book: Any = SECOND, **header: str) -> Judgement:
    return played(facts, **AFTER, **header).judge(book=book)


def dealt(golden: Golden) -> BaccaratRound:
    state = golden.state()
    assert isinstance(state, BaccaratRound)
    return state


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.path.stem)
def test_rounds_before_it_are_judged_as_ever(golden: Golden) -> None:
    book = LIBRARY.in_force("baccarat", golden.opened)
    assert book is BOOK
    assert golden.judge(book=book) == golden.judge()


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.path.stem)
def test_with_other_numbers_alone_everything_is_as_before_and_cited_by_them(golden: Golden) -> None:
    """Each round, judged under the first document with its sections in another order: the same, number by number."""
    first, moved = golden.judge(), golden.judge(facts=by_number(golden), book=RENUMBERED)
    printed = RENUMBERED.printed_as

    def numbers(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(printed, clauses))

    assert [f.clauses for f in moved.findings] == [numbers(f.clauses) for f in first.findings]
    assert [(f.code, f.subject, f.amount_minor) for f in moved.findings] == [
        (f.code, f.subject, f.amount_minor) for f in first.findings
    ]
    for before, after in zip(first.results, moved.results, strict=True):
        same = msgspec.structs.replace(before.settlement, clauses=numbers(before.settlement.clauses))
        assert after.settlement == same
        assert after.difference_minor == before.difference_minor
        assert after.decided_by == (before.decided_by and printed(before.decided_by))
        assert [a.settlement.clauses for a in after.alternatives] == [
            numbers(a.settlement.clauses) for a in before.alternatives
        ]
    for member in ("next_no_bet", "new_pack"):
        assert moved.summary[member] == (first.summary[member] and printed(first.summary[member]))


def test_a_kind_of_bet_that_it_adds_wins_at_its_price_and_loses_by_its_clause() -> None:
    facts = "5 bet_placed bet=b1 kind=either_pair stake_minor=1000 player=P-1\n"
    won, lost = bets(under(facts + PAIRED))["b1"], bets(under(facts + TIED))["b1"]
    assert (won.settlement.outcome, won.settlement.winnings_minor) == ("won", 5000)
    assert won.settlement.clauses == ("7.2.1.1", "6.3")
    assert (lost.settlement.outcome, lost.settlement.clauses) == ("lost", ("7.2.1.2",))
    assert "bet_placed" not in codes(under(facts + PAIRED))


@pytest.mark.parametrize(("kind", "book"), [("lucky6", SECOND), ("either_pair", BOOK), ("player_insurance", SECOND)])
def test_a_kind_of_bet_that_a_document_does_not_have_was_never_accepted(kind: str, book: Any) -> None:
    judgement = under(f"5 bet_placed bet=b1 kind={kind} stake_minor=1000 player=P-1\n" + PAIRED, book)
    refused = tuple(map(book.printed_as, ("4.2", "4.5")))
    assert bets(judgement)["b1"].settlement.outcome == "refused"
    assert [(f.code, f.subject, f.clauses) for f in judgement.findings] == [("impossible_spot", "b1", refused)]


def test_a_bet_moved_to_an_area_that_is_not_there_was_never_accepted() -> None:
    facts = "5 bet_placed bet=b1 kind=tie stake_minor=1000 player=P-1\n6 bet_changed bet=b1 kind=lucky6\n"
    judgement = under(facts + TIED)
    assert bets(judgement)["b1"].settlement.outcome == "refused"
    assert codes(judgement) == ["impossible_spot"]


def test_other_odds_are_paid_and_found() -> None:
    facts = "5 bet_placed bet=b1 kind=tie stake_minor=1000 player=P-1\n"
    judgement = under(facts + TIED + "50 payout_made bet=b1 amount_minor=8000\n")
    assert bets(judgement)["b1"].settlement.winnings_minor == 9000
    assert [(f.code, f.amount_minor) for f in judgement.findings] == [("paid_too_little", -1000)]


def test_what_bankers_odds_hold_back_is_the_commission() -> None:
    facts = "5 bet_placed bet=b1 kind=banker stake_minor=25000 player=P-1\n" + CALL
    due = bets(under(facts + "30 cards player:2S banker:9H player:3H banker:KD\n"))["b1"].settlement
    assert (due.winnings_minor, due.commission_minor, due.clauses) == (24000, 1000, ("7.1.2.1", "6.1.2"))


def test_insurance_has_the_price_of_its_own_table() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=banker stake_minor=1000 player=P-1\n" + CALL + "30 cards player:KS banker:4H "
        "player:AH banker:KD\n35 insurance_offered side=banker stage=first_deal odds=1:2\n"
        "36 insurance_placed bet=i1 side=banker stage=first_deal odds=1:2 stake_minor=500 player=P-1\n"
        "40 cards player:8C\n45 result_announced winner=player\n"
    )
    assert bets(under(facts, terms="insurance_set offered=true"))["i1"].settlement.winnings_minor == 1000
    assert "wrong_insurance_odds" in codes(under(facts, BOOK, terms="insurance_set offered=true"))


WAITING = (
    "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1\n" + CALL + "30 cards player:4S banker:3H player:4H "
    "banker:4D\n35 round_voided called_by=dealer/D01 ground={ground}\n45 result_announced winner=player\n"
)


def test_who_decides_is_asked_by_the_number_printed_there() -> None:
    """What 7.4 and 7.22 were is 4.4 and 4.22; a ruling under 7.22 is one of a clause that settles nothing here."""
    waits = under(WAITING.format(ground="4.4"))
    assert bets(waits)["b1"].decided_by == "4.22"
    assert [(f.clauses, f.detail["ground"]) for f in waits.findings] == [(("4.4", "4.22"), "4.4")]
    ruling = "60 ruling_made clause={clause} made_by=director_of_table_games/D1 choice=void reason=seen\n"
    decided = under(WAITING.format(ground="4.4") + ruling.format(clause="4.22"))
    assert (bets(decided)["b1"].settlement.outcome, decided.summary["clauses"]) == ("void", ["4.22"])
    other = under(WAITING.format(ground="4.4") + ruling.format(clause="7.2"))
    assert bets(other)["b1"].settlement.outcome == "awaiting"


def test_what_a_round_of_the_first_leaves_holds_in_a_round_of_the_second() -> None:
    """A card opens a no-bet round whichever document that round is dealt under, cited by its number there."""
    golden = next(golden for golden in GOLDEN if golden.path.stem == "4.14-card-dealt-after-a-natural")
    left = carry(SessionBefore(), dealt(golden), golden.judge(), BOOK)
    following = played(
        "5 bet_placed bet=b1 kind=tie stake_minor=1000\n" + CALL + "30 cards player:7C banker:2H", **AFTER
    )
    after = following.state()
    after.before = left
    judgement = judge(after, SECOND, ended=True)
    assert judgement.results[0].settlement.clauses == ("4.6", "4.8")


def test_what_a_round_of_the_second_leaves_is_kept_by_the_numbers_that_the_code_cites() -> None:
    golden = played(CALL + "30 cards player:4S banker:3H player:4H banker:4D player:9C", **AFTER)
    judgement = golden.judge(book=SECOND)
    assert judgement.summary["next_no_bet"] == "4.6"
    assert carry(SessionBefore(), dealt(golden), judgement, SECOND).no_bet == "7.6"


# --- What people see -----------------------------------------------------------------------------------------------


def replayed(facts: str, book: Any = SECOND) -> Replay:
    golden = played(facts, **AFTER)
    state, rows = dealt(golden), golden.rows()
    return Replay(golden.stream, rows, state, golden.opened, True, book, judge(state, book, ended=True))


def test_page_drawing_and_words_follow() -> None:
    facts = "5 bet_placed bet=b1 kind=either_pair stake_minor=1000 player=P-1\n" + PAIRED
    replay = replayed(facts)
    places = page.places(replay)
    assert places["b1"].spot.vi == "Đôi Bất Kỳ"
    rows = [bet_row(result, places[result.bet], replay.judgement, SECOND, "VND") for result in replay.judgement.results]
    assert (rows[0].kind.en, [clause.number for clause in rows[0].clauses]) == ("Either pair", ["7.2.1.1", "6.3"])
    picture = page.picture(replay, rows, "vi", "VND")
    assert picture is not None
    assert "ĐÔI BẤT KỲ" in picture.lying
    assert "SỐ 6" not in picture.lying
    assert "tp-area-either_pair" in picture.standing
    placed = BetPlaced(bet="b1", kind="either_pair", stake_minor=1000, player="P-1")
    assert "Đôi Bất Kỳ" in words.event_sentence("baccarat.bet_placed.v1", placed, "VND", SECOND).vi


def test_a_round_read_out_cites_the_numbers_of_its_document() -> None:
    read = read_out(replayed("5 bet_placed bet=b1 kind=tie stake_minor=1000\n" + PAIRED))
    assert [[clause.number for clause in sentence.clauses] for sentence in read] == [
        ["5.12", "5.13"],
        ["5.14"],
        ["7.1"],
    ]


def stored(row: Row) -> bytes:
    names = ("position", "stream", "version", "type", "occurred_at", "recorded_at", "actor", "body")
    said = dict(zip(names, row, strict=False)) | {"body": row[7].decode()}
    return msgspec.json.encode(said) + b"\n"


def test_the_offline_command_judges_by_it(tmp_path: Path) -> None:
    book = tmp_path / "2027-01-01.toml"
    book.write_text(second_text(), "utf-8")
    facts = "5 bet_placed bet=b1 kind=either_pair stake_minor=1000 player=P-1\n" + PAIRED
    lines = b"".join(map(stored, played(facts, **AFTER).rows()))
    house = offline.House(always("Asia/Ho_Chi_Minh", 6))
    told = list(offline.answers(io.BytesIO(lines), house=house, library=offline.library_with([book]), at=None))
    assert "either_pair" in str(told[-1])
    assert "7.2.1.1" in str(told[-1])


def test_it_is_in_force_from_its_day_on_in_the_time_zone_of_the_house() -> None:
    assert LIBRARY.in_force("baccarat", datetime(2026, 12, 31, 16, 59, tzinfo=UTC)) is BOOK
    assert LIBRARY.in_force("baccarat", datetime(2026, 12, 31, 17, 0, tzinfo=UTC)) is SECOND
