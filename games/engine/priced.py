"""What a price rests on: the figures with which a bet was priced, kept with its settlement.

Made where the amount is made, by the very figures that made it, so that whoever shows the amount can show its sum too
(``games.engine.workings``) without pricing the bet again. Whole stakes that go back or are taken carry none: nothing
was worked out. Proved by ``tests/engine/test_workings.py`` and, over simulated rounds, ``tests/words/test_sums.py``.
"""

from __future__ import annotations

import msgspec

Exactly = tuple[int, int]
"""An amount in minor units that need not be a whole number: numerator and denominator."""


class Most(msgspec.Struct, frozen=True, gc=False, tag="most"):
    """No more plays than a limit of the table."""

    amount_minor: int


class Share(msgspec.Struct, frozen=True, gc=False, tag="share"):
    """Only a share plays: the sum of ``of`` over ``whole``, all in minor units (differential)."""

    of: tuple[int, ...]
    whole: int


class Cover(msgspec.Struct, frozen=True, gc=False, tag="cover"):
    """No more of an insurance counts than wins, at ``profit`` for ``unit``, what of the main bet is not covered yet."""

    main: Exactly
    covered: Exactly
    profit: int
    unit: int


Part = Most | Share | Cover
"""What leaves only a part of a stake in play; several apply one after the other."""


class OfStake(msgspec.Struct, frozen=True, gc=False, tag="stake"):
    """``times / per`` of the part in play is won, or taken. ``held_back``: commission is what the odds hold back of
    it. ``as_it_lies``: the part in play is taken without rounding."""

    times: int
    per: int
    parts: tuple[Part, ...] = ()
    held_back: bool = False
    as_it_lies: bool = False


class OfBox(msgspec.Struct, frozen=True, gc=False, tag="box"):
    """``times / per`` of the part in play is won, less this bet's part of a commission on several bets together, which
    is ``rate / of`` of the sum of ``base`` (in parts of ``1 / per``). The bets before it bore ``borne``, in minor
    units; the last one bears what is left. ``base`` is empty where no commission is due."""

    times: int
    per: int
    parts: tuple[Part, ...] = ()
    rate: int = 0
    of: int = 1
    base: tuple[int, ...] = ()
    borne: tuple[int, ...] = ()


class Duel(msgspec.Struct, frozen=True, gc=False):
    """Two seats of mậu binh against each other, from the side of ``seat``: the multiple of each lane, and of all with
    shooting and home run, which take the lanes ``times`` each of these and add ``more``. ``shot`` is 1 where the seat
    shot the other, -1 where it was shot."""

    seat: int
    against: int
    lanes: tuple[int, int, int]
    multiple: int
    shot: int
    clauses: tuple[str, ...]
    times: tuple[int, ...] = ()
    more: int = 0


class OfMultiples(msgspec.Struct, frozen=True, gc=False, tag="multiples"):
    """The Ante times the sum of a seat's multiples against all others, less ``percent`` of it where it is positive."""

    seat: int
    ante_minor: int
    duels: tuple[Duel, ...]
    percent: int


Priced = OfStake | OfBox | OfMultiples
