"""How a fact of a case is declared as an event of the record, and the tables that come of it.

Proved by ``tests/disputes/case`` and the frozen examples in ``tests/disputes/frozen``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from casino.core.events import Fact, register
from casino.core.messages import beside
from casino.core.seams import Seam
from casino.core.text import Text

FACTS: Final[Seam[str, type[Fact]]] = Seam(
    "The facts in the stream of a case, by their names after case.", beside="the fact"
)
NAMES: Final[Seam[type[Fact], str]] = Seam("The full type names of these facts.", beside="the fact")
LABELS: Final[Seam[str, Text]] = Seam("What an event of a case is called, by its name after case.", beside="the fact")
REFUSED: Final = "case.command_refused.v1"
F = TypeVar("F", bound=type[Fact])


def recorded(name: str, *, stream_kind: str = "case") -> Callable[[F], F]:
    """Declare the event that this fact is; what it is called lies in the module's catalogue (``event--opened``)."""

    def declared(fact: F) -> F:
        register(f"case.{name}", fact, stream_kind=stream_kind, from_device=False)
        LABELS.register(name, beside(fact.__module__).text(f"event--{name}"))
        if stream_kind == "case":
            FACTS.register(name, fact)
            NAMES.register(fact, f"case.{name}.v1")
        return fact

    return declared
