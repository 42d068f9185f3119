"""Which changes of an account need a second person, and who that may be. Pure.

Nobody changes their own account but for its password. A change that gives sight of cases, a decision or the accounts
themselves waits for a second person: neither who asked nor whom it concerns. Taking away waits for nobody. Proved by
``tests/accounts/test_rules.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from casino.access.roles import LADDER, ONLOOKERS, POSTS, ROLES, permissions_of, sensitive
from casino.core.errors import ERRORS, Problem
from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

MANAGEMENT: Final = ("senior_management", "director_of_table_games")
"""Who is told of every change, and may confirm each."""

CONFIRMERS: Final = (*MANAGEMENT, "administrator")
"""Who may confirm any change. Another administrator will do, so that a house of two is never locked out."""

LAST: Final[dict[str, Text]] = _WORDS.table("last")
"""Posts whose last holder loses them by two persons only -> what then cannot be done."""


LAPSES: Final = timedelta(days=7)
"""An ask that nobody confirmed by then must be made anew."""


def guarded() -> frozenset[str]:
    """Roles that see cases or keep accounts: everybody but the dealer."""
    return frozenset(code for code in ROLES if set(sensitive()) & set(permissions_of(code)))


def is_guarded(posts: Collection[str]) -> bool:
    """Whether an account with these roles (permanent, or by a posting) is changed by two persons only."""
    return bool(guarded() & set(posts))


def confirmers(kind: str, post: str) -> frozenset[str]:
    """The roles that may confirm a change. A posting also by those of the ladder above it from pit manager on, and the
    head of operations: at night they are there."""
    if kind != "posting":
        return frozenset(CONFIRMERS)
    above = LADDER[max(LADDER.index(post) + 1, LADDER.index("pit_manager")) :]
    return frozenset({*CONFIRMERS, *above, "head_of_operations"})


def check_post(posts: Collection[str], post: str) -> None:
    """Whether a role can be given beside these. Problems: account_post_unknown, account_post_held,
    account_administrator_apart."""
    if post not in ROLES:
        raise Problem("account_post_unknown", "post")
    if post in posts:
        raise Problem("account_post_held", "post")
    both = {*posts, post}
    if "administrator" in both and both & {*POSTS, *ONLOOKERS} - {"dealer"}:
        raise Problem("account_administrator_apart", "post")


ERRORS.register_all(
    {
        "account_own": 403,
        "account_not_administrator": 403,
        "account_unknown": 404,
        "account_post_unknown": 422,
        "account_post_held": 409,
        "account_post_not_held": 409,
        "account_administrator_apart": 422,
        "account_waiting": 409,
        "account_nothing_to_change": 422,
        "account_settled": 409,
        "account_inactive": 409,
        "account_confirmer_asked": 403,
        "account_confirmer_concerned": 403,
        "account_confirmer_post": 403,
        "account_decided": 409,
        "account_lapsed": 409,
        "account_ask_again": 409,
        "account_repeated": 409,
        "account_no_property": 409,
        "account_enough_administrators": 409,
        "account_shut": 403,
        "first_password": 403,
        "posting_over": 409,
    }
)
