"""What guides say is in the product: their words stand on its pages, in that language; both languages say the same."""

from __future__ import annotations

from collections import Counter

import pytest

from casino.guides.shelf import GUIDES, LANGUAGES, guide
from casino.guides.source import Part
from tests.guides.said import pairs

pytestmark = pytest.mark.slow

EVERY = [(code, language) for code in GUIDES for language in LANGUAGES]
PLACE = {"vi": 0, "en": 1}


@pytest.mark.parametrize(("code", "language"), EVERY)
def test_words_of_the_product_stand_in_it_in_this_language(code: str, language: str) -> None:
    known = {pair[PLACE[language]] for pair in pairs()}
    said = [(part.code, words) for part in guide(code, language).parts for words in part.said]
    assert said, "a guide that names no button"
    assert [each for each in said if each[1] not in known] == []


@pytest.mark.parametrize("code", GUIDES)
def test_both_languages_name_the_same_things_in_the_same_parts(code: str) -> None:
    vietnamese, english = (guide(code, language).parts for language in ("vi", "en"))
    assert [shape(part) for part in vietnamese] == [shape(part) for part in english]
    known = pairs()
    for one, other in zip(vietnamese, english, strict=True):
        unpaired = Counter(english_words for english_words in other.said)
        for words in one.said:
            found = next((e for v, e in known if v == words and unpaired[e]), None)
            assert found is not None, f"{code}, {one.code}: {words!r} has no counterpart among {sorted(other.said)}"
            unpaired[found] -= 1
        assert +unpaired == Counter(), f"{code}, {one.code}: not in the Vietnamese guide"


def shape(part: Part) -> object:
    """What both languages share: anchor, pages, and what kind of lines in which order."""
    return part.code, part.pages, [(piece.kind, piece.name) for piece in part.pieces]


@pytest.mark.parametrize(("code", "language"), EVERY)
def test_clauses_of_section_8_are_given_by_their_numbers(code: str, language: str) -> None:
    """Whoever carries a dispute reads the number beside what is asked of them."""
    text = " ".join(piece.text for part in guide(code, language).parts for piece in part.pieces)
    assert ("(8." in text) == (code != "administrator")
