"""Texts in both languages."""

from __future__ import annotations

from casino.core.text import Text, figure, joined, shaped


def test_a_text_goes_into_another_in_its_own_language() -> None:
    said = Text("bàn {where}: {count}", "table {where}: {count}").format(where=Text("của {x}", "of {x}"), count=3)
    assert said == Text("bàn của {x}: 3", "table of {x}: 3")


def test_further_languages_go_through_all_that_is_done_with_a_text() -> None:
    known = {"vi": "đỏ {n}", "en": "red {n}", "ko": "빨강 {n}"}
    said = joined([Text.of(known.__getitem__).format(n=figure("1.5")), shaped("({x})", x=Text("a", "b"))], " ")
    assert [said.in_language(code) for code in ("vi", "en-gb", "ko")] == ["đỏ 1,5 (a)", "red 1.5 (b)", "빨강 1.5 (b)"]
    assert Text.of(known.__getitem__) == Text(known["vi"], known["en"]), "equal by the two alone"
    assert said.turned(str.upper).in_language("en") == "RED 1.5 (B)"
    assert said.capital().vi == "Đỏ 1,5 (a)"
