"""Everything that people can meet has words in both languages, and the two are told apart."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from msgspec import structs

import games.engine.device
import games.engine.table  # noqa: F401
from casino.core import events
from casino.core.text import Text
from games import words
from games.catalogue import CODES, newest_book
from games.engine.facts import FactCorrected, Person
from games.engine.judgement import Outcome, Severity
from games.engine.replay import NO_DOCUMENT
from games.roulette import words as roulette
from games.roulette.facts import BallDropped, BetPlaced, Chips, NoSpinCalled
from games.roulette.layout import layout
from games.words import findings, shared

VIETNAMESE = re.compile(r"[ăâđêôơưàáạảãằắặẳẵầấậẩẫèéẹẻẽềếệểễìíịỉĩòóọỏõồốộổỗờớợởỡùúụủũừứựửữỳýỵỷỹ]", re.IGNORECASE)


@pytest.mark.parametrize("name", [t.full_name for t in events.registered()])
def test_every_event_type_has_a_name_and_a_sentence(name: str) -> None:
    if name.startswith(("test", "example")):
        pytest.skip("registered by a test")
    assert words.has_event_words(name)


@pytest.mark.parametrize("code", [*CODES, NO_DOCUMENT, "device_gap"])
def test_every_finding_code_has_words(code: str) -> None:
    title, meaning = findings.FINDINGS[code]
    for text in (title, meaning):
        assert text.vi
        assert text.en
        assert text.vi != text.en
    assert not VIETNAMESE.search(title.en + meaning.en)
    assert VIETNAMESE.search(title.vi + meaning.vi)


def test_no_words_for_codes_that_nothing_raises() -> None:
    assert set(findings.FINDINGS) <= {*CODES, NO_DOCUMENT, "device_gap"}


def test_outcomes_and_severities_are_complete() -> None:
    assert set(shared.OUTCOMES) == {o.value for o in Outcome}
    assert set(shared.SEVERITIES) == {s.value for s in Severity}


def test_every_spot_of_the_layout_is_named_by_its_kind() -> None:
    book = newest_book("roulette")
    assert book is not None
    said = {spot: words.spot("roulette", spot) for spot in layout(book)}
    assert len({text.vi for text in said.values()}) == len(said)
    assert said["split:14-17"] == Text("Cược đôi 14-17", "Split 14-17")
    assert said["dozen:2"] == Text("Cược nhóm 13–24", "Dozen 13–24")


def test_a_bet_is_told_with_everything_it_carries() -> None:
    fact = BetPlaced(
        bet="b7",
        spot="split:0-2",
        stake_minor=500_000,
        player="P-1043",
        seat=3,
        chips=Chips(colour="blue", count=5, value_minor=100_000, issued_at="RL02"),
        placed_by="dealer",
        unclear=True,
    )
    said = words.event_sentence("roulette.bet_placed.v1", fact, "VND")
    assert "Cược đôi 0-2: 500.000\N{NO-BREAK SPACE}VND (cược b7)." in said.vi
    assert "Split 0-2: 500,000\N{NO-BREAK SPACE}VND (bet b7)." in said.en
    for part in ("P-1043", "seat 3", "5 blue chips", "RL02", "dealer", "cannot be made out"):
        assert part in said.en
    bare = structs.replace(fact, player=None, seat=None, chips=None, placed_by=None, unclear=None)
    assert "Player" not in words.event_sentence("roulette.bet_placed.v1", bare, "VND").en


def test_persons_are_told_by_post_and_staff_code() -> None:
    fact = NoSpinCalled(called_by=Person(post="pit_supervisor", staff="S-12"), ground="7.3")
    said = words.event_sentence("roulette.no_spin_called.v1", fact, "VND")
    assert said.vi == "Giám sát Pit S-12 thông báo vòng quay không hợp lệ, theo điều 7.3."
    assert said.en == "No spin called by pit supervisor S-12, under clause 7.3."


def test_a_correction_from_before_second_persons_is_marked_as_typed() -> None:
    """Whoever is named as authorising did it in an own session where the correction names what they were asked."""
    fact = FactCorrected(
        target=uuid4(),
        before={"pocket": 17},
        after={"pocket": 18},
        reason="film",
        corrected_by=Person(post="pit_supervisor", staff="S-12"),
        authorised_by=Person(post="pit_manager", staff="M-1"),
    )
    said = words.event_sentence("roulette.fact_corrected.v1", fact, "VND")
    assert "pit manager M-1 (authorisation typed)." in said.en
    assert "M-1 (do người sửa tự khai)." in said.vi
    asked = structs.replace(fact, ask=uuid4())
    assert "typed" not in words.event_sentence("roulette.fact_corrected.v1", asked, "VND").en


def test_the_pocket_is_told_with_its_colour() -> None:
    said = words.event_sentence("roulette.ball_dropped.v1", BallDropped(pocket=17), "VND")
    assert said == Text("Bóng dừng ở 17 đen.", "The ball rests in 17 black.")
    assert roulette.pocket(0) == Text("0 xanh", "0 green")


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ({"standing": "settled", "pocket": 3}, "3 red"),
        ({"standing": "void", "pocket": 3}, "Void (3 red)"),
        ({"standing": "void", "pocket": None}, "Void"),
        ({"standing": "awaiting", "pocket": 3}, "3 red, awaiting a decision"),
        ({"standing": "pending", "pocket": None}, "No result yet"),
    ],
)
def test_results_in_words(summary: dict[str, object], expected: str) -> None:
    assert words.result("roulette", summary).en == expected


def test_an_unknown_type_is_still_readable() -> None:
    assert words.event_label("newgame.cup_lifted.v3").en == "Cup Lifted"
    assert words.finding("some_new_code").title.en == "Some New Code"
