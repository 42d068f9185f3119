"""What a verification finds: reasons to refuse, remarks on what is not proved, and figures.

A reason names a code (its sentences: ``words``), where (a member, a position, a stream), and values. Whatever a bundle
holds, no more than :data:`MOST` of a kind are kept, and the rest is counted. Proved by
``tests/surveillance/bundle/test_verifying.py``.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

MOST: Final = 50
"""Reasons of one code that are told; more are counted."""
LONGEST: Final = 300


class Reason(msgspec.Struct, frozen=True):
    """``values`` are put into the sentence; what came out of the bundle is cut short and printable."""

    code: str
    where: str
    values: dict[str, str] = {}


class Found:
    """Collects reasons and remarks in the order in which they are found."""

    def __init__(self) -> None:
        self.reasons: list[Reason] = []
        self.remarks: list[Reason] = []
        self.figures: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()

    def refuse(self, code: str, where: str, **values: object) -> None:
        self._keep(self.reasons, code, where, values)

    def remark(self, code: str, where: str = "", **values: object) -> None:
        self._keep(self.remarks, code, where, values)

    def count(self, figure: str, more: int = 1) -> None:
        self.figures[figure] += more

    def add(self, other: Found) -> None:
        """What another part of the work has found."""
        for reason in other.reasons:
            self._take(self.reasons, reason)
        for remark in other.remarks:
            self._take(self.remarks, remark)
        self.figures.update(other.figures)

    def more(self) -> dict[str, int]:
        """How many of each code were found and are not told."""
        return {code: count - MOST for code, count in sorted(self._kept.items()) if count > MOST}

    def _keep(self, kept: list[Reason], code: str, where: str, values: dict[str, object]) -> None:
        self._take(kept, Reason(code, printable(where), {name: printable(str(v)) for name, v in values.items()}))

    def _take(self, kept: list[Reason], reason: Reason) -> None:
        self._kept[reason.code] += 1
        if self._kept[reason.code] <= MOST and reason not in kept[-MOST:]:
            kept.append(reason)


def printable(text: str) -> str:
    """A text out of a bundle as it may be shown on a terminal: without what steers one, and not too long."""
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text[: LONGEST + 1])
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"


def grouped(digits: str) -> str:
    """The digits of a fingerprint in groups of four, as a key sheet has them and people compare them."""
    return " ".join(digits[n : n + 4] for n in range(0, len(digits), 4))
