"""How an event of Surveillance is declared: its name, the struct that holds it, what it is called.

Proved by ``tests/surveillance/record`` and the frozen examples in ``tests/surveillance/frozen``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from casino.core.events import Fact, register
from casino.core.messages import beside
from casino.core.seams import Seam
from casino.core.text import Text

FACTS: Final[Seam[str, type[Fact]]] = Seam(
    "The facts of Surveillance, by their type names without version.", beside="the fact"
)
NAMES: Final[Seam[type[Fact], str]] = Seam("The full type names of these facts.", beside="the fact")
LABELS: Final[Seam[str, Text]] = Seam(
    "What an event of Surveillance is called, by its type name without version.", beside="the fact"
)
F = TypeVar("F", bound=type[Fact])


def recorded(name: str) -> Callable[[F], F]:
    """Declare the event that this fact is (its stream is named by what stands before the dot); what it is
    called lies in the module's catalogue (``event--recorder-registered``)."""

    def declared(fact: F) -> F:
        register(name, fact, stream_kind=name.partition(".")[0], from_device=False)
        FACTS.register(name, fact)
        NAMES.register(fact, f"{name}.v1")
        LABELS.register(name, beside(fact.__module__).text(f"event--{name.replace('.', '-')}"))
        return fact

    return declared
