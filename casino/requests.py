"""What is kept with a request, or with the account behind it: worked out once and asked for again by whatever else
answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class WithRequest(Generic[Kept]):
    """A value of its own for each request (or each account as it was loaded for one), under a name of its own. An
    attribute, not a table beside: the framework for the API wraps requests, and hands on what hangs on the one inside.
    """

    def __init__(self, name: str) -> None:
        self.name = f"_tableproof_{name}"

    def get(self, request: object) -> Kept | None:
        """What is kept; None where nothing is."""
        found: Kept | None = getattr(request, self.name, None)
        return found

    def keep(self, request: object, value: Kept) -> Kept:
        """Keep it, and answer it."""
        setattr(request, self.name, value)
        return value

    def once(self, request: object, make: Callable[[], Kept]) -> Kept:
        """What is kept; made and kept where nothing is."""
        found = self.get(request)
        return self.keep(request, make()) if found is None else found

    def forget(self, request: object) -> None:
        """It is made anew when it is asked for next."""
        if hasattr(request, self.name):
            delattr(request, self.name)


ASKED: WithRequest[bool] = WithRequest("asked")
"""The person was asked to prove something more, which is no refusal."""
