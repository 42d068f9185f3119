"""A guide on two sheets: whole, readable aloud, with its pictures, and the same each time."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from casino.guides import paper, shelf
from casino.guides.shelf import GUIDES, LANGUAGES
from tests.disputes.papers.samples import squeezed

SHEETS = 2
"""At most."""
LARGEST_BYTES = 1_500_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", GUIDES)
def test_two_sheets_with_everything_on_them(code: str, language: str) -> None:
    guide = shelf.guide(code, language)
    made = paper.printed(guide, code, language, owner=None)
    document = PdfReader(io.BytesIO(made))
    assert len(document.pages) <= SHEETS
    assert len(made) < LARGEST_BYTES
    text = squeezed("".join(page.extract_text() for page in document.pages))
    for part in guide.parts:
        assert squeezed(part.title).lower() in text.lower(), part.title
        for words in part.said:
            assert squeezed(words) in text, words
    pictures = sum(len(page.images) for page in document.pages)
    assert pictures == sum(len(part.pictures) for part in guide.parts)
    assert document.trailer["/Root"]["/Lang"] == language  # type: ignore[index]
    assert "/StructTreeRoot" in document.trailer["/Root"]  # type: ignore[operator]


def test_the_same_guide_gives_the_same_bytes() -> None:
    guide = shelf.guide("dealer", "vi")
    assert paper.printed(guide, "dealer", "vi", owner=None) == paper.printed(guide, "dealer", "vi", owner=None)
