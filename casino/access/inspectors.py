"""What an account that only looks on sees of the lists of every room, where the house has narrowed it; and its tokens.

Rooms that keep lists ask :func:`rows`; a higher room that keeps the scopes of such accounts says what they are, and
bounds with them whatever else is read while a request is answered (``casino.core.reach``). Proved by
``tests/surveillance/reports/test_lookers.py`` and ``test_narrowed.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from django.db.models import Q
from django.http import HttpRequest

from casino.access.roles import Account
from casino.core.seams import Seam
from casino.ledger.models import Property

List = Literal["round", "finding", "case", "recording", "table"]
"""What a model is read as (``narrowed_as``)."""
Narrow = Callable[[Account, List], Q]
NARROWS: Final[Seam[str, Narrow]] = Seam("Which rows of a list an account sees, besides what its permissions say.")

Opener = Callable[[str], bool]
Opens = Callable[[Account], Opener | None]
OPENS: Final[Seam[str, Opens]] = Seam(
    "Which addresses, by their names, open for an account; None: all that it has a right to."
)


def opener(user: Account) -> Opener:
    """Which addresses open for this account, besides what its permissions say: asked once for a page."""
    found = [each for opens in OPENS.values() if (each := opens(user)) is not None]
    return lambda name: all(each(name) for each in found)


# --- Tokens, by which programs read -----------------------------------------------------------------------------------

BEARER: Final = "look_"
Kind = Literal["reports", "rounds", "findings", "cases", "waiting", "fairness", "entries"]
"""Kinds of resource that a token may be for."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
UNBOUNDED: Final[tuple[Kind, ...]] = ("reports", "waiting", "fairness", "entries")
"""Kinds that a token's own games and days do not bound: what waits is of now, a watch of a table's whole life, and the
log is proved whole."""
Tokens = Callable[[str, Kind, HttpRequest], "tuple[Account, Any] | None"]
TOKENS: Final[Seam[str, Tokens]] = Seam("Which account a token is of; records that it was used.")


def opened(text: str, kind: Kind, request: HttpRequest) -> tuple[Account, Any] | None:
    """The account of a token with the token; None where it opens nothing here. Problem for a token that opens other
    things."""
    for each in TOKENS.values():
        if (found := each(text, kind, request)) is not None:
            return found
    return None


Whole = Callable[[Account, Property], bool]
WHOLE: Final[Seam[str, Whole]] = Seam("Whether an account sees all of a property, where it reads by a token.")


def sees_whole(user: Account, owner: Property) -> bool:
    """Whether what is of a property as a whole opens for this account."""
    return all(whole(user, owner) for whole in WHOLE.values())


def rows(user: Account, kind: List) -> Q:
    """The rows of a list that this account may see, besides what its permissions say."""
    found = Q()
    for narrow in NARROWS.values():
        found &= narrow(user, kind)
    return found
