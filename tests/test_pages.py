"""Every page of ``docs/`` that follows from the code is what the code says today."""

from __future__ import annotations

import pytest

from tests.pages import DOCS, PAGES, page


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == page(name), "make pages"
