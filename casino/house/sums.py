"""What one person does alone adds up: who, what, for whom, when and how much in, what speaks against it out. Pure.

*Counted* is money that the rules do not plainly owe: what is granted beyond them, what they owe only by the word of
whoever pays, and the amounts of findings that are let rest. What replay owes counts as nothing, so it uses no limit
up. Counted amounts of one currency add up over everything done alone, whichever command did it: by one person and for
one player (by every name and seat under which that player stands) over the span that the property has set, on one bet
and in one round for ever. Where a sum exceeds the limit of what is being done, a second person is needed; what a second
person confirmed weighs on nobody. Every executor that moves money or lets a finding rest asks here, under the lock of
the log (``games.rows.sums``). Proved by ``tests/house/test_sums.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec

from casino.core.messages import Catalogue
from casino.core.money import amount
from casino.core.text import Text
from casino.house.limits import Limits

_WORDS: Final = Catalogue(__file__)

Kind = Literal["settled", "decided", "dismissed", "put_right", "ruled"]
Why = Literal["person", "player", "bet", "round", "no_bet", "again", "unnamed", "acting"]

MONEY: Final[frozenset[Kind]] = frozenset(("settled", "decided"))
"""What hands money over, or takes it."""
ACTING: Final = "acting_pit_supervisor"


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One movement, or one finding let rest. Amounts are in the currency's smallest unit and not negative:
    ``counted_minor`` as the module says, ``moved_minor`` all that changes hands. ``round`` is a stream, ``bet`` is of
    it; ``players`` every name under which the player is known (empty: nobody's), ``named`` whether somebody knows the
    person. ``second`` confirmed it; empty: it was done alone. A ruling ("ruled") weighs nothing: it stands here with
    its person, so that reasons given again and again are found."""

    kind: Kind
    at: datetime
    staff: str
    post: str
    currency: str
    counted_minor: int
    moved_minor: int = 0
    round: str = ""
    bet: str = ""
    players: frozenset[str] = frozenset()
    named: bool = True
    second: str = ""
    table: str = ""
    case: str = ""


class Against(msgspec.Struct, frozen=True, kw_only=True):
    """Why a second person is needed. Of a sum: what it comes to with this, and its limit."""

    why: Why
    currency: str = ""
    sum_minor: int = 0
    limit_minor: int = 0

    @property
    def text(self) -> Text:
        """In words."""
        said, code = WORDS[self.why], self.currency
        return said.format(sum=amount(self.sum_minor, code), limit=amount(self.limit_minor, code)) if code else said


WORDS: Final[Mapping[Why, Text]] = _WORDS.table("words")


def against(new: Sequence[Act], before: Iterable[Act], limits: Limits) -> tuple[Against, ...]:
    """What speaks against these acts being one person's alone; empty: nothing. ``before`` is what was done before."""
    earlier = list(before)
    found: dict[Why, Against] = {}
    for each in _of_one(new, earlier, limits):
        found.setdefault(each.why, each)
    for each in _sums(new, earlier, limits):
        known = found.get(each.why)
        if known is None or each.sum_minor > known.sum_minor:
            found[each.why] = each
    return tuple(found.values())


def _of_one(new: Sequence[Act], before: Sequence[Act], limits: Limits) -> Iterator[Against]:
    """What needs no adding."""
    remedied = [act for act in before if act.kind in MONEY and act.moved_minor]
    for act in new:
        if act.kind not in MONEY or not (act.moved_minor or act.counted_minor):
            continue
        if not act.round or not act.bet:
            yield Against(why="no_bet")
        elif act.moved_minor and any(_again(act, earlier) for earlier in remedied):
            yield Against(why="again")
        if act.counted_minor and not act.named:
            yield Against(why="unnamed")
        owed_alone = limits.acting_pays == "owed" and not act.counted_minor
        if act.post == ACTING and limits.acting_pays != "limit" and not owed_alone:
            yield Against(why="acting")


def _again(act: Act, earlier: Act) -> bool:
    """Whether a bet is remedied once more: by another case, or by the same person. Who decides a complaint about what
    another decided in the same case is the second person."""
    same = (act.round, act.bet) == (earlier.round, earlier.bet)
    return same and (act.case != earlier.case or act.staff == earlier.staff)


def _sums(new: Sequence[Act], before: Sequence[Act], limits: Limits) -> Iterator[Against]:
    """What comes to more than its limit, with everything that was done alone."""
    alone = [act for act in before if not act.second and act.counted_minor]
    for act in new:
        if not act.counted_minor:
            continue
        limit = limit_of(act.kind, limits).get(act.currency, 0)
        same = [each for each in (*alone, *new) if each.currency == act.currency]
        recent = [each for each in same if each.at > act.at - limits.span]
        for why, those in (
            ("person", [each for each in recent if each.staff == act.staff]),
            ("player", [each for each in recent if each.players & act.players]),
            ("bet", [each for each in same if act.bet and (each.round, each.bet) == (act.round, act.bet)]),
            ("round", [each for each in same if act.round and each.round == act.round]),
        ):
            total = sum(each.counted_minor for each in those)
            if total > limit:
                yield Against(why=why, currency=act.currency, sum_minor=total, limit_minor=limit)  # type: ignore[arg-type]


def limit_of(kind: Kind, limits: Limits) -> Mapping[str, int]:
    """Up to what a person does this alone, by currency."""
    return limits.beyond if kind in MONEY else limits.dismissal


def exceeded(places: Mapping[str, int], currency: str, limits: Limits) -> list[str]:
    """Of places and spans (a table, a shift, a day) with what was paid there alone beyond the rules: those of which the
    next post is told. They hinder nobody: one winner must not freeze everybody."""
    limit = limits.notify_sum.get(currency, 0)
    return sorted(place for place, total in places.items() if total > limit)
