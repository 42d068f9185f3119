"""The chance of a false alarm over a house's whole life, and how tables, dealers and changes of equipment share it.

The house has :data:`HOUSE`; by the union bound the shares may be handed out in any way that is fixed beforehand and
sums to one at most, however many tables there will be. A table has one level for its life; each change of its wheel,
rotor, shaker or dice begins anew at a further share of that same level. So nobody buys a fresh chance by changing
equipment. Pure. Proved by ``tests/fairness/test_levels.py``.
"""

from __future__ import annotations

from math import log
from typing import Final

HOUSE: Final = 0.05
"""At most one fair house in twenty ever sees a false alarm, over all its tables and dealers, for ever."""
OF_TABLES: Final = 0.8
OF_DEALERS: Final = 0.2
FIRST_BLOCK: Final = 64


def share(number: int) -> float:
    """The share of the ``number``-th table or dealer, from 1, in the order in which the record first names them: 64
    have half of it, equally; the next 128 a sixth; the next 256 a twelfth; block b has 1/(b(b+1)). All of them sum to
    one."""
    if number < 1:
        raise ValueError("numbers begin at 1")
    block, size, left = 1, FIRST_BLOCK, number
    while left > size:
        left -= size
        block, size = block + 1, 2 * size
    return 1 / (block * (block + 1) * size)


def of_place(place: int) -> float:
    """1/(k(k+1)) for k = 1, 2, 3, …: sums to one. For the k-th equipment of a table, and the k-th start of a watch."""
    if place < 1:
        raise ValueError("places begin at 1")
    return 1 / (place * (place + 1))


def of_table(number: int, equipment: int) -> float:
    """The level of a table's watch with its ``equipment``-th set of equipment, from 1."""
    return HOUSE * OF_TABLES * share(number) * of_place(equipment)


def of_dealer(number: int) -> float:
    """The level of a dealer's watch, for life."""
    return HOUSE * OF_DEALERS * share(number)


def bar(level: float) -> float:
    """The logarithm that the evidence has to reach: ln(1/α)."""
    return -log(level)
