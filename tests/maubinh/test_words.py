"""Mậu binh in words: hands read out, results, and a word for every class, special hand and arranger."""

from __future__ import annotations

from casino.core.text import Text
from games import words
from games.catalogue import shipped
from games.maubinh import words as maubinh
from games.maubinh.facts import HandArranged, LaneCompared
from tests.golden.reader import HERE, read

BOOK = shipped().by_id("maubinh.2020-01-01")


def test_every_class_and_special_hand_of_the_book_has_words() -> None:
    assert set(maubinh.CLASSES) == set(BOOK.tables["ranks"]["classes"])
    assert set(maubinh.SPECIALS) == {row["name"] for row in BOOK.tables["special"]}


def test_a_hand_is_read_out() -> None:
    seats = read(HERE / "maubinh" / "G.3-foul.txt").judge().summary["seats"]
    assert maubinh.hand(seats[0]).en == (
        "Seat 1: front pair (K♠ K♥ 4♦); middle pair (A♠ A♥ 9♣ 8♦ 2♠); back straight (5♠ 6♥ 7♦ 8♣ 9♠). "
        "(arranged by the player) Sum +6 times the Ante."
    )
    assert maubinh.hand(seats[1]).vi.startswith("Chỗ 2: binh lủng; chi đầu đôi (Q♠ Q♥ 5♣); chi giữa cù lũ")
    special = read(HERE / "maubinh" / "C.5-a-dragon.txt").judge().summary["seats"][0]
    assert maubinh.hand(special) == Text(
        "Chỗ 1: bài đặc biệt Sảnh Rồng. Tổng +72 lần Ante.", "Seat 1: special hand, dragon. Sum +72 times the Ante."
    )


def test_results_in_words() -> None:
    settled = read(HERE / "maubinh" / "C.9-a-whole-table.txt").judge().summary
    assert words.result("maubinh", settled).en == "Seats 1: +11, 2: +13, 3: \N{MINUS SIGN}6, 4: \N{MINUS SIGN}18"
    assert words.result("maubinh", {"standing": "void"}) == Text("Vô hiệu", "Void")
    assert words.result("maubinh", {"standing": "pending"}).en == "No result yet"


def test_facts_are_told_with_everything_they_carry() -> None:
    arranged = HandArranged(seat=2, front=("KS",), middle=("10H",), back=("2D",), arranged_by="system", after_ms=90_500)
    said = words.event_sentence("maubinh.hand_arranged.v1", arranged, "VND")
    assert said.en == "Seat 2: K♠ / 10♥ / 2♦, arranged by the system when the time was up, after 90.5 s."
    assert said.vi.endswith("sau 90,5 giây.")
    shown = LaneCompared(seat=1, against=3, lane="back", multiple=-4)
    assert words.event_sentence("maubinh.lane_compared.v1", shown, "VND").vi == (
        "Chỗ 1 so chi cuối với chỗ 3: \N{MINUS SIGN}4 lần Ante."
    )
