"""The one rule of reasons by its edges; ``tests/disputes/case/test_sentences.py`` has it in the words of cases."""

from __future__ import annotations

import pytest

from casino.core import reasons
from casino.core.errors import Problem


def refused(text: str, *, sentence: bool) -> bool:
    try:
        reasons.check(text, "reason", sentence=sentence)
    except Problem as problem:
        return (problem.code, problem.field, problem.status) == ("reason_says_nothing", "reason", 422)
    return False


@pytest.mark.parametrize("text", [".", "-", "…", "1", "x", "no reason", "không có gì cả", "Xem. Xem. Xem.", "12/2026"])
def test_a_mark_or_nothing_is_no_reason_however_little_is_at_stake(text: str) -> None:
    assert refused(text, sentence=False)
    assert refused(text, sentence=True)


@pytest.mark.parametrize("text", ["Đã nghe.", "Heard both.", "Đếm nhầm"])
def test_below_the_amount_two_words_suffice_and_above_it_a_sentence_is_asked_for(text: str) -> None:
    assert not refused(text, sentence=False)
    assert refused(text, sentence=True)


def test_a_sentence_suffices_everywhere() -> None:
    assert not refused("Camera cho thấy nhân viên đã trả đủ.", sentence=True)


@pytest.mark.parametrize("cause", [cause for cause in reasons.CAUSES if cause != reasons.OTHER])
def test_below_the_amount_a_chosen_cause_suffices_without_words(cause: reasons.Cause) -> None:
    reasons.check("", "reason", sentence=False, cause=cause)
    with pytest.raises(Problem):
        reasons.check(reasons.CAUSES[cause].vi, "reason", sentence=True, cause=cause)
    reasons.check("Camera cho thấy bàn đã trả thêm ngay sau đó.", "reason", sentence=True, cause=cause)


def test_another_cause_takes_a_sentence_however_little_is_at_stake() -> None:
    with pytest.raises(Problem):
        reasons.check("Đếm nhầm", "reason", sentence=False, cause=reasons.OTHER)
    reasons.check("Nhân viên mới đếm nhầm một chồng chip.", "reason", sentence=False, cause=reasons.OTHER)
