"""How a fact of a case is declared as an event of the record, and the tables that come of it.

Proved by ``tests/disputes/case`` and the frozen examples in ``tests/disputes/frozen``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from casino.core.events import Fact, register
from casino.core.messages import beside
from casino.core.text import Text

FACTS: Final[dict[str, type[Fact]]] = {}
NAMES: Final[dict[type[Fact], str]] = {}
"""Name after ``case.`` -> fact, of the stream of a case; fact -> full type name."""
LABELS: Final[dict[str, Text]] = {}
"""Name after ``case.`` -> what the event is called."""
REFUSED: Final = "case.command_refused.v1"
F = TypeVar("F", bound=type[Fact])


def recorded(name: str, *, stream_kind: str = "case") -> Callable[[F], F]:
    """Declare the event that this fact is; what it is called lies in the module's catalogue (``event--opened``)."""

    def declared(fact: F) -> F:
        register(f"case.{name}", fact, stream_kind=stream_kind, from_device=False)
        LABELS[name] = beside(fact.__module__).text(f"event--{name}")
        if stream_kind == "case":
            FACTS[name], NAMES[fact] = fact, f"case.{name}.v1"
        return fact

    return declared
