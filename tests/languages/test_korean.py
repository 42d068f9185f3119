"""Korean for a guest at roulette: what they are told of a bet, the clauses, and the receipt as it is printed."""

from __future__ import annotations

import io
import tomllib
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from casino.core.languages import LANGUAGES
from casino.papers.glyphs import FONTS, coverage
from casino.papers.setting import fonts_of, print_page
from casino.papers.spelled import korean, spelled
from disputes.papers.data import NOTHING, Addressee
from disputes.papers.letter import letter
from disputes.papers.words import languages as paper_languages
from games.engine.document import texts_in
from games.engine.translated import digest_of, sentences, words
from games.telling.bet import in_short, languages, messages
from games.words import result as result_text
from tests.disputes.papers.samples import PAPER, paper, squeezed
from tests.telling.table import CURRENCY, told_bets

UNSAID = "[en]"
"""How a text ends that Korean lacks."""


def test_it_is_for_guests_at_roulette_and_no_language_of_the_house() -> None:
    assert "ko" not in LANGUAGES
    assert languages("roulette") == ("vi", "en", "ko")
    assert languages("baccarat") == ("vi", "en")
    assert paper_languages("receipt", ("roulette",)) == ("vi", "en", "ko")
    assert paper_languages("receipt", ("roulette", "baccarat")) == ("vi", "en")
    assert paper_languages("decision", ("roulette",)) == ("vi", "en")


def test_every_bet_of_a_golden_round_is_told_whole() -> None:
    told = 0
    for golden, result, said in told_bets("roulette"):
        spoken = messages().join([*said, in_short(result, CURRENCY)], "ko")
        assert UNSAID not in spoken, (golden.path.name, spoken)
        assert not set("ăâđêôơư") & set(spoken), (golden.path.name, spoken)
        outcome = result_text("roulette", golden.judge().summary).in_language("ko")
        assert UNSAID not in outcome, (golden.path.name, outcome)
        told += 1
    assert told > 100


def test_the_document_is_translated_whole_and_bound_to_its_sentences() -> None:
    for text in texts_in("games.roulette").values():
        raw = tomllib.loads(text)
        known = words(digest_of(raw), "ko")
        assert set(known) == {en for _place, _vi, en in sentences(raw)}
        raw["clauses"][0]["en"] += " "
        assert words(digest_of(raw), "ko") == {}, "another sentence is no longer what was translated"
        raw = tomllib.loads(text)
        next(iter(raw["choices"].values()))["en"] += " "
        assert words(digest_of(raw), "ko") == known, "what a house chooses is not translated"


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "영"),
        (15, "십오"),
        (1_005, "천오"),
        (10_000, "일만"),
        (3_600_000, "삼백육십만"),
        (1_000_055, "백만 오십오"),
        (14_700_000_000_000, "십사조 칠천억"),
    ],
)
def test_numbers_as_they_are_read(number: int, said: str) -> None:
    assert korean(number) == said


def test_an_amount_names_its_currency() -> None:
    assert spelled(3_600_000, "VND").in_language("ko") == "삼백육십만 베트남 동"
    assert spelled(1_234, "USD").in_language("ko") == "십이 및 34/100 미국 달러"


@pytest.mark.parametrize(
    "changes",
    [
        {"check_address": "https://papers.example/p/1"},
        {"signed": True, "rounds": ()},
        {"preview": True, "rounds": (), "table": ""},
        {"amount_minor": None, "happened_at": PAPER.opened_at},
        {"addressee": Addressee(reference="K-1187")},
        {"addressee": Addressee()},
    ],
    ids=lambda changes: "-".join(changes),
)
@pytest.mark.parametrize("total", [3_600_000, -200_000])
def test_no_word_of_a_receipt_is_lacking(changes: dict[str, Any], total: int) -> None:
    """A language with a paper's title has all of its words: so it is offered (``disputes.papers.words.languages``)."""
    made = paper("receipt", "ko").decision
    assert made is not None
    remedy = msgspec.structs.replace(made.remedy, total_minor=total)
    row = msgspec.structs.replace(PAPER.rounds[0], result=NOTHING)
    given = {"rounds": (row,), **changes, "decision": msgspec.structs.replace(made, remedy=remedy)}
    assert UNSAID not in str(letter(paper("receipt", "ko", **given)))


def test_the_receipt_is_printed_with_every_letter() -> None:
    row = msgspec.structs.replace(
        PAPER.rounds[0],
        result=result_text("roulette", next(each.golden.judge().summary for each in told_bets("roulette"))),
    )
    data = paper("receipt", "ko", rounds=(row,))
    page = letter(data)
    assert UNSAID not in str(page)
    covered = coverage((FONTS, *fonts_of("ko")))
    assert not [c for c in str(page) if ord(c) >= 0x20 and ord(c) not in covered and c not in "\n"]

    pdf = print_page(page)
    reader = PdfReader(io.BytesIO(pdf))
    text = squeezed(" ".join(each.extract_text() for each in reader.pages))
    for said in ("영수증", "받는분", "삼백육십만베트남동", "지급:BlueBayCasino", "(서명및성명)", "2026년11월21일"):
        assert said in text, said
    assert "[U+" not in text
    assert "\x00" not in text
    fonts = {str(font["/BaseFont"]) for each in reader.pages for font in _fonts(each)}
    korean_fonts = {name for name in fonts if "KR" in name}
    assert korean_fonts
    assert all("+" in name for name in korean_fonts), "subsets alone"
    assert len(pdf) < 400_000


def _fonts(page: object) -> list[dict[str, object]]:
    found = page["/Resources"]["/Font"]  # type: ignore[index]
    return [each.get_object() for each in found.values()]
