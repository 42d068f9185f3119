"""Whoever is in a matter does not handle it: the one rule of interest, for every executor of commands. Pure.

A matter is a case, a finding, a fact of a round, an account. Facts about it are collected at the edge as
:class:`Part`: who made, ruled, allowed or confirmed the act in dispute, is named in the matter or complained of, gains
by it, or dealt the round. Each command declares an :class:`Interest`: which of these ties bar a person from it. Mere
duty at the table is no tie: its supervisor hears disputes first (8.1).

Opening a case, noting the guest's words and handing over stay open to all (:data:`OPEN`); what concerns no matter says
so (:func:`no_matter`). A command that says nothing cannot be declared, and ``tests/test_interest_sweep.py`` finds
functions of the executors that are not in the table. Proved by ``tests/core/test_interest.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from casino.core.errors import ERRORS, Problem
from casino.core.messages import Catalogue
from casino.core.seams import Seam
from casino.core.text import Text, joined, shaped

_WORDS: Final = Catalogue(__file__)

ERRORS.register_all({"interest_barred": 403})


class Tie(StrEnum):
    """How a person is in a matter."""

    DEALT = "dealt"
    MADE = "made"
    RULED = "ruled"
    ALLOWED = "allowed"
    CONFIRMED = "confirmed"
    NAMED = "named"
    GAINS = "gains"
    OPENED = "opened"
    OFFERED = "offered"
    DECIDED = "decided"
    DECIDED_BELOW = "decided_below"


WHY: Final = _WORDS.table("why", Tie)
"""What somebody is told who is barred."""

NAMES: Final = _WORDS.table("names", Tie)
"""As they stand in a table."""

IN_THE_MATTER: Final = (Tie.NAMED, Tie.DEALT, Tie.MADE, Tie.RULED, Tie.ALLOWED, Tie.CONFIRMED, Tie.GAINS)
"""The ties that bar from every handling of a matter."""


class Part(msgspec.Struct, frozen=True):
    """That a person (staff code) has a tie to a matter; ``where``: the round or case by which."""

    staff: str
    tie: Tie
    where: str = ""


class Interest(msgspec.Struct, frozen=True, kw_only=True):
    """How interest applies to a command: the ties that bar. ``own_words``: a party may give it for themselves alone.
    ``undisputed``: where nobody else is on duty, who is named or dealt may give it for what nobody disputes. ``why``
    says of a command that bars nobody why it does not."""

    bars: tuple[Tie, ...] = ()
    own_words: bool = False
    undisputed: bool = False
    why: Text | None = None

    @property
    def words(self) -> Text:
        """As it stands in a table of commands."""
        if not self.bars:
            return self.why or _WORDS.text("open-to-all")
        whole = set(IN_THE_MATTER) <= set(self.bars)
        besides = [tie for tie in self.bars if not whole or tie not in IN_THE_MATTER]
        who = ([_WORDS.text("whoever-is-in-it")] if whole else []) + [NAMES[tie] for tie in besides]
        own = _WORDS.text("but-for-own-words") if self.own_words else Text("", "")
        alone = _WORDS.text("alone-what-nobody-disputes")
        owed = alone if self.undisputed else Text("", "")
        return shaped("{who}{own}{owed}", who=joined(who, ", "), own=own, owed=owed)


UNDISPUTED: Final = (Tie.NAMED, Tie.DEALT)
"""Ties of those who, where nobody else is on duty, pay at once what nobody disputes: none of it rests on their act."""


def barring(*besides: Tie, own_words: bool = False, undisputed: bool = False) -> Interest:
    """Whoever is in the matter is barred, and these besides."""
    return Interest(bars=(*IN_THE_MATTER, *besides), own_words=own_words, undisputed=undisputed)


BARS: Final = barring()
OPEN: Final = Interest()
"""Opening, noting the guest's words, handing over, asking that something be looked at or kept."""


def no_matter(why: Text) -> Interest:
    """A command that concerns no matter in which somebody could be; why not."""
    return Interest(why=why)


def ties(staff: str, parts: Iterable[Part], interest: Interest) -> tuple[Part, ...]:
    """By what a person is barred from a command in a matter of these parts; empty: by nothing. In the order of the
    interest's ties, each tie and place once."""
    found = dict.fromkeys(part for part in parts if part.staff == staff and part.tie in interest.bars)
    return tuple(sorted(found, key=lambda part: interest.bars.index(part.tie)))


def told(barred: Iterable[Part]) -> Text:
    """Why somebody is barred, in words."""
    return joined((WHY[part.tie].format(where=part.where) for part in barred), "; ")


def check(staff: str, parts: Iterable[Part], interest: Interest = BARS, field: str | None = None) -> None:
    """Problem ``interest_barred``."""
    found = ties(staff, parts, interest)
    if found:
        raise Problem("interest_barred", field, why=told(found))


# --- Commands that are no struct of a procedure ----------------------------------------------------------------------
COMMANDS: Final[Seam[str, Interest]] = Seam(
    "How interest applies to a command, by module and function.", beside="the functions"
)


def register(room: str, table: Mapping[str, Interest]) -> Mapping[str, Interest]:
    """A room says of each of its commands how interest applies; ``room`` is the module that has the functions."""
    COMMANDS.register_all({f"{room}.{name}": interest for name, interest in table.items()})
    return table
