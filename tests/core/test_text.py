"""Texts in both languages."""

from __future__ import annotations

from casino.core.text import Text


def test_a_text_goes_into_another_in_its_own_language() -> None:
    said = Text("bàn {where}: {count}", "table {where}: {count}").format(where=Text("của {x}", "of {x}"), count=3)
    assert said == Text("bàn của {x}: 3", "table of {x}: 3")
