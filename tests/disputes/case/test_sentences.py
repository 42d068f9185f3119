"""What is a reason and what is none: the rule by its edges, in both languages."""

from __future__ import annotations

import pytest

from casino.core.errors import Problem
from casino.core.text import Text
from disputes.case.bases import NOT_RECORDED
from disputes.case.reasons import require_reason, require_sentence, require_words
from disputes.case.words import CAUSES
from tests.disputes import gate

HOLLOW = [
    ".",
    "-",
    "…",
    "–––––––––––––––––––––",
    "none",
    "None.",
    "none none none none none none",
    "n/a n/a n/a n/a n/a n/a n/a",
    "không",
    "Không có.",
    "Không có gì cả, không có lý do.",
    "there is no reason, none at all",
    "123 456 789 0123456789",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "law law law law law law law",
    "a b c d",
    "\N{ZERO WIDTH SPACE}" * 40,
]


NO = "case_no_sentence at reason"


def refused(check: object, *given: object, **besides: object) -> str | None:
    try:
        check(*given, "reason", **besides)  # type: ignore[operator]
    except Problem as problem:
        return f"{problem.code} at {problem.field}"
    return None


@pytest.mark.parametrize("text", HOLLOW)
def test_what_says_nothing_is_no_sentence(text: str) -> None:
    assert refused(require_sentence, text) == NO


@pytest.mark.parametrize("cause", [*CAUSES.values(), NOT_RECORDED])
def test_the_cause_over_again_is_no_reason(cause: Text) -> None:
    for text in (cause.vi, cause.en, f"{cause.vi}. {cause.en}!", f"None, it {cause.en}: {cause.en}"):
        assert refused(require_sentence, text, besides=cause) == NO, text


@pytest.mark.parametrize("reason", [*(reason for _cause, reason in gate.WHY_NOT.values()), gate.NOT_YET])
def test_a_sentence_is_taken(reason: str) -> None:
    assert refused(require_sentence, reason) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tủ hồ sơ trống", NO),  # 11 letters
        ("quyển tiêu chuẩn", NO),  # 14 letters
        ("những quyển chuẩn", None),  # 15 letters, three words
        ("tiêuchuẩnkiểmsoát nộibộ", NO),  # two words
    ],
)
def test_three_words_and_fifteen_letters(text: str, code: str | None) -> None:
    assert refused(require_sentence, text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, None),
        (".", NO),
        ("Thêm.", NO),
        ("Thiện chí.", None),
        ("ab cd", NO),
    ],
)
def test_a_reason_in_short_has_two_words(text: str | None, code: str | None) -> None:
    assert refused(require_reason, text) == code


@pytest.mark.parametrize(("text", "code"), [("…", NO), ("17!", NO), ("Không.", None)])
def test_what_a_party_says_may_be_short_and_is_words(text: str, code: str | None) -> None:
    assert refused(require_words, text) == code


def test_letters_written_apart_are_the_same_letters() -> None:
    """The same text in either form of Unicode is as long."""
    import unicodedata

    for text in ("quyển tiêu chuẩn", "những quyển chuẩn"):
        forms = {refused(require_sentence, unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
        assert len(forms) == 1
