"""Whether a text names somebody whose name is known: for what stays in the record in clear and may name nobody. Pure.

Vietnamese names share their syllables with every other word, so a single syllable says nothing; two that follow each
other in the name and in the text do, and so does one behind a form of address ("ông An"). A name of one word counts
wherever it stands. Of a contact each longer piece counts: a number, the two halves of a mail address.

Proved by ``tests/core/test_naming.py``.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Final

LETTERED: Final = r"[^\W_]"
"""A name has a letter or a digit somewhere (as a pattern that is searched for)."""
VISIBLE: Final = r"[^\s\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]"
"""A text has a character that is seen: neither a space nor one of no width."""
_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD: Final = re.compile(f"[{_CJK}]|[^\\W_{_CJK}]+")
"""Chinese, Japanese and Korean names are written without spaces: each character is a word of its own there."""
_JOINS: Final = re.compile(r"(?<=[^\W_])['\u2019\u02bc\u2018\u00b4`-](?=[^\W_])")
"""What joins the parts of a name such as O'Brien or Jean-Paul."""
_ADDRESSED: Final = frozenset(("ong", "ba", "anh", "chi", "co", "chu", "bac", "khach", "mr", "mrs", "ms", "miss", "dr"))
"""Forms of address, folded."""
SHORTEST_PIECE: Final = 5
"""Characters that a piece of a contact has at least; shorter ones stand everywhere."""
SUBSCRIBER: Final = 9
"""Digits at the end of a telephone number that tell it from others, whatever stands before them."""
NUMBER: Final = re.compile(r"\+?\d(?:[ .\-/]?\d)+")
"""Digits with at most one other character between them."""
SHORTEST_NUMBER: Final = 7
"""Digits that a telephone number has at least."""


def words(text: str) -> list[str]:
    """The words of a text in their order, without accents and case: ``Đặng Thị Ánh`` is dang, thi, anh."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")
    plain = unicodedata.normalize("NFC", plain)  # syllables of Korean, which were taken apart
    return _WORD.findall(plain.casefold().replace("đ", "d"))


def joined(name: str) -> str:
    """The name as it is also typed, without what joins its parts: ``O'Brien`` is OBrien."""
    return _JOINS.sub("", name)


def names_somebody(text: str, name: str, contact: str = "") -> bool:
    """Whether the text holds this name, enough of it to know whom it means, or a piece of this contact."""
    said, called = words(text), words(name)
    if len(called) == 1 and called[0] in said:
        return True
    pairs = set(pairwise(called))
    following = list(pairwise(said))
    if any(pair in pairs or (pair[0] in _ADDRESSED and pair[1] in called) for pair in following):
        return True
    pieces = {piece for piece in words(contact) if len(piece) >= SHORTEST_PIECE and not piece.isdigit()}
    return bool(pieces.intersection(said)) or bool(_numbers(text) & _numbers(contact))


def _numbers(text: str) -> set[str]:
    """Telephone numbers, however they are grouped: runs of digits with at most one other character between them."""
    runs = NUMBER.findall(text)
    return {digits for run in runs if len(digits := re.sub(r"\D", "", run)) >= SHORTEST_NUMBER}


def telephone_ends(text: str) -> set[str]:
    """Telephone numbers in a text by their last digits: with or without the country's code they are the same."""
    return {number[-SUBSCRIBER:] for number in _numbers(text)}


def same_contact(one: str, other: str) -> bool:
    """Whether two contacts reach the same person: a telephone number in both (with the country's code or without), or
    the same words."""
    return bool(telephone_ends(one) & telephone_ends(other)) or (bool(words(one)) and words(one) == words(other))


def same_name(one: str, other: str) -> bool:
    """Whether two names are one, however they are spaced and capitalised. Accents tell people apart: An is not Ân."""
    plain = [" ".join(unicodedata.normalize("NFC", name).casefold().split()) for name in (one, other)]
    return bool(plain[0]) and plain[0] == plain[1]
