"""The findings of the golden rounds say what they always said (``tests/golden/findings.py``)."""

from __future__ import annotations

import pytest

from tests.golden.findings import GAMES, page
from tests.golden.reader import HERE


@pytest.mark.parametrize("game", GAMES)
def test_findings_say_what_is_kept(game: str) -> None:
    assert page(game).splitlines() == (HERE / f"findings.{game}.txt").read_text("utf-8").splitlines()
