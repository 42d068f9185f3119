"""The replay page: what it shows of each round, in both languages, at each position."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.admin.rounds import NUMBER
from games.catalogue import shipped
from games.engine.judgement import Outcome, Settlement
from games.engine.priced import OfStake
from games.pages import bets
from games.rows.models import row_key
from tests.admin.conftest import As
from tests.admin.house import House
from tests.replay.story import STARTS

QUERIES = 30


def page_of(client: Client, house: House, code: str, query: str = "") -> str:
    answer = client.get(reverse("admin:games_round_change", args=[house.round(code).pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_says_that_it_is_a_replay_in_both_languages(house: House, as_: As) -> None:
    for language in ("vi", "en"):
        page = page_of(as_("dealer", language), house, "short")
        assert "tp-replay" in page
        assert "Tái hiện" in page or "TÁI HIỆN" in page
        assert "Replay" in page or "REPLAY" in page


def test_a_wrong_payment_with_its_sum_and_its_clause(house: House, as_: As) -> None:
    page = page_of(as_("pit_manager"), house, "short")
    assert "100.000 × 35 = 3.500.000" in page
    assert "−500.000\N{NO-BREAK SPACE}VND" in page
    assert "người chơi nhận thiếu" in page
    assert "<summary>6.1.1.1</summary>" in page
    assert "Trả thưởng thiếu" in page
    english = page_of(as_("pit_manager", "en"), house, "short")
    assert "100,000 × 35 = 3,500,000" in english
    assert "Paid too little" in english


def test_each_clause_can_be_read_on_the_spot(house: House, as_: As) -> None:
    from games.catalogue import shipped

    clause = shipped().by_id("roulette.2020-06-13").clauses["6.1.1.1"]
    assert clause.text.vi in page_of(as_("dealer"), house, "short").replace("&quot;", '"')
    assert clause.text.en in page_of(as_("dealer", "en"), house, "short").replace("&#x27;", "'")


def test_a_bet_that_waits_shows_each_way_to_decide(house: House, as_: As) -> None:
    page = page_of(as_("pit_manager", "en"), house, "unclear")
    assert page.count("If decided:") == 2
    assert "no bet" in page
    assert "Position of the chip unclear" in page


def test_an_impossible_spot_and_a_void_spin(house: House, as_: As) -> None:
    assert "no such position on the layout" in page_of(as_("dealer", "en"), house, "nothere")
    assert "Void (17 black)" in page_of(as_("dealer", "en"), house, "void")


def test_a_correction_shows_before_and_after(house: House, as_: As) -> None:
    page = page_of(as_("dealer", "en"), house, "corrected")
    assert "<del>100,000\N{NO-BREAK SPACE}VND</del>" in page
    assert "<ins>50,000\N{NO-BREAK SPACE}VND</ins>" in page
    assert "corrected by v" in page
    assert "The camera shows one chip." in page
    assert "50,000 × 35 = 1,750,000" in page


def test_the_round_as_it_stood_earlier(house: House, as_: As) -> None:
    client = as_("dealer", "en")
    row = house.round("corrected")
    before = page_of(client, house, "corrected", f"?at={row.last_position - 1}")
    assert "As it stood after fact 7 of 8" in before
    assert "100,000 × 35 = 3,500,000" in before
    by_step = page_of(client, house, "corrected", "?step=2")
    assert "As it stood after fact 2 of 8" in by_step
    assert "No result yet" in by_step


@pytest.mark.parametrize(
    ("language", "sentence"), [("vi", "Sổ chỉ mới đến vị trí"), ("en", "The log ends at position")]
)
def test_a_position_that_the_log_has_not_reached_is_refused(
    house: House, as_: As, language: str, sentence: str
) -> None:
    address = reverse("admin:games_round_change", args=[house.round("right").pk])
    answer = as_("pit_manager", language).get(address + "?at=999999999999", follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert sentence in answer.content.decode()


@pytest.mark.parametrize("query", ["?at=0", "?at=x", "?step=0", "?step=-3", "?step=99", "?at=&step="])
def test_positions_outside_the_round_are_no_error(query: str, house: House, as_: As) -> None:
    page_of(as_("dealer"), house, "right", query)


def test_stored_bytes_and_hashes_stand_there_for_the_auditor(house: House, as_: As) -> None:
    page = page_of(as_("auditor", "en"), house, "right")
    first = house.story.ledger.stream_rows("round/RL01/right")[0]
    assert f"position</span> {first[0]}" in page or f"position {first[0]}" in page
    assert "Leaf hash" in page
    assert "&quot;number&quot;:1" in page


def test_what_people_wrote_is_escaped(house: House, as_: As) -> None:
    stream = house.round("right").stream
    house.story.tell(
        stream,
        "roulette.irregularity_seen",
        ground="7.3",
        note="<script>alert(1)</script>",
    )
    house.follow()
    page = page_of(as_("dealer"), house, "right")
    assert "<script>alert(1)</script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_page_needs_few_queries_however_many_bets(house: House, as_: As, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    from tests.replay.story import CODE

    client = as_("pit_manager")
    house.story.day(3, 6, "RL02")
    house.follow()
    from games.rows.models import Round

    busiest = Round.objects.filter(property__code=CODE, table="RL02").order_by("-facts_count")[0]
    address = reverse("admin:games_round_change", args=[busiest.pk])
    with django_assert_max_num_queries(QUERIES):
        assert client.get(address).status_code == 200


def test_sums_show_the_exact_amount_where_it_was_rounded() -> None:
    book = shipped().by_id("baccarat.2024-10-01")
    settlement = Settlement(Outcome.WON, 50, 50, 50, 0, 47, 3, 95, 2, (), OfStake(19, 20, held_back=True))
    winnings, commission, _back = bets.due_lines(settlement, book, "VND")
    assert [said.en for said in winnings.sums] == ["50 × 19/20 = 47.5 ≈ 47 (rounded down to a multiple of 1)"]
    assert [said.vi for said in winnings.sums] == ["50 × 19/20 = 47,5 ≈ 47 (làm tròn xuống bội số của 1)"]
    assert [said.en for said in commission.sums] == ["50 − 47 = 3"]


WORDS = {"vi": ("Ván trước", "Ván sau"), "en": ("Round before", "Round after")}


@pytest.mark.parametrize("language", WORDS)
def test_one_goes_from_round_to_round_of_the_table(house: House, as_: As, language: str) -> None:
    """Forth to the last one and back again, in the order of the table, though it was not recorded in this order; a
    round of another table is not among them."""
    late = STARTS + timedelta(minutes=8)
    house.story.spin("between", late)  # recorded last, opened between two others
    house.story.table("RL02", at=STARTS)
    house.story.spin("elsewhere", late, table="RL02")
    house.follow()
    order = ["right", "short", "between", "nothere", "void", "unclear", "corrected"]
    client = as_("dealer", language)
    before, after = WORDS[language]
    for place, code in enumerate(order):
        page = page_of(client, house, code, "?step=1" if place == 2 else "")
        around = {word: order[n] for word, n in ((before, place - 1), (after, place + 1)) if 0 <= n < len(order)}
        assert {word for word in (before, after) if word in page} == set(around)
        for code_there in around.values():
            address = reverse("admin:games_round_change", args=[house.round(code_there).pk])
            assert f'href="{address}"' in page
    assert 'class="tp-neighbours"' not in page_of(client, house, "elsewhere")


@pytest.mark.parametrize("number", [1, 909, 910, 100_000])
def test_a_round_of_any_property_has_an_address(number: int) -> None:
    """The key of a row holds the number of its property; the thousandth property's rounds once answered 404."""
    assert NUMBER.fullmatch(str(row_key(number, 2**40 - 1)))
