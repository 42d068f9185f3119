"""A list of codes as columns, forms and the API take it, from its one declaration.

Which codes there are, a type says (a ``Literal`` or an enumeration, mostly in a pure room); what they are called, a
catalogue. Neither is typed a second time. Proved by ``tests/architecture/test_codes.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from django.utils.functional import lazy
from django.utils.translation import get_language

from casino.core.text import Text


def _said(text: Text) -> str:
    return text.in_language(get_language() or "en")  # as migrations and Django's own texts without a language


spoken: Final[Callable[[Text], Any]] = lazy(_said, str)
"""A text that is said in the language of the page when it is shown."""


def codes_of(declared: Any) -> tuple[str, ...]:
    """The codes of a ``Literal`` or an enumeration, in the order of their declaration."""
    return get_args(declared) or tuple(each.value for each in declared)


def choices_of(declared: Any, words: Mapping[str, Text]) -> list[tuple[str, Any]]:
    """Each code with what it is called: the catalogue has words for these and for no others."""
    codes = codes_of(declared)
    assert words.keys() == set(codes), words.keys() ^ set(codes)
    return [(code, spoken(words[code])) for code in codes]


def small(words: Mapping[str, Text]) -> dict[str, Text]:
    """The words of a page's headings and buttons as they stand within a line: begun with a small letter."""
    return {code: text.turned(lambda said: said[:1].lower() + said[1:]) for code, text in words.items()}
