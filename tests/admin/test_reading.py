"""The hands of golden rounds read out, sentence by sentence, with clauses that the document has."""

from __future__ import annotations

import pytest

from games.pages.reading import read_out
from games.rows.replay import Replayer
from tests.replay.golden import in_ledger

pytestmark = pytest.mark.django_db

SAID = {
    "baccarat/6.4.3-two-insurances-share-the-main-bet": (
        "Player draws on 1: 2♣, making 3.",
        "Nhà Con có 1 điểm: rút 2♣, thành 3.",
    ),
    "maubinh/C.4-home-run": ("Home run", "Home Run"),
    "maubinh/C.5-a-dragon": ("special hand, lanes do not count", "bài đặc biệt, không so chi"),
    "niuniu/5.1-every-row-of-the-table": (
        "Box 4: K♦ Q♠ 10♣ add up to 30; 2♠ A♥ add up to 3 – Niu 3.",
        "Cửa 4: K♦ Q♠ 10♣ cộng thành 30; 2♠ A♥ cộng thành 3 – Ngầu 3.",
    ),
    "niuniu/6.2.10-equal-card-higher-suit": ("and the highest card", "lá cao nhất"),
    "sicbo/5.1-every-price": ("2 + 2 + 5 = 9 points.", "2 + 2 + 5 = 9 điểm."),
    "sicbo/6.1.2-small-and-big-lose-on-a-triple": ("Small and Big both lose", "Tài và Xỉu đều thua"),
}


@pytest.mark.parametrize("name", sorted(SAID))
def test_the_reading_says_it_in_both_languages_with_real_clauses(name: str) -> None:
    lines = read_out(Replayer("TST").round(in_ledger(f"{name}.txt")))
    english, vietnamese = SAID[name]
    assert any(english in line.text.en for line in lines)
    assert any(vietnamese in line.text.vi for line in lines)
    for line in lines:
        assert line.clauses
        assert all(clause.text.en for clause in line.clauses), line.clauses


def test_four_of_a_kind_needs_no_tens() -> None:
    lines = read_out(Replayer("TST").round(in_ledger("niuniu/5.1-every-row-of-the-table.txt")))
    box = next(line for line in lines if line.text.en.startswith("Box 1 "))
    assert "tens" not in box.text.en
    assert [clause.number for clause in box.clauses] == ["6.2.1"]


def test_roulette_needs_no_reading() -> None:
    assert read_out(Replayer("TST").round(in_ledger("roulette/5.1-paid-too-little.txt"))) == []
