"""Every golden round comes out as written."""

from __future__ import annotations

import pytest

from tests.golden.reader import Golden, all_golden, misses


@pytest.mark.parametrize("golden", all_golden(), ids=lambda g: f"{g.game}/{g.path.stem}")
def test_golden_round(golden: Golden) -> None:
    assert misses(golden, golden.judge()) == []
