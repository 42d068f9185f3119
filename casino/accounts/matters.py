"""Who is in a change of an account: whom it concerns, and who asked for it. The rule is ``casino.core.interest``; a
person is named by the key of their account, since a staff code may still change. Proved by
``tests/accounts/test_changes.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core import interest
from casino.core.interest import BARS, Part, Tie, no_matter, ties
from casino.core.messages import Catalogue

_WORDS: Final = Catalogue(__file__)

_LOCKS: Final = no_matter(_WORDS.text("rules--casino-accounts--service-writing"))

RULES: Final = interest.register(
    "casino.accounts",
    {
        "service.establish": no_matter(_WORDS.text("program")),
        **dict.fromkeys(("service.making", "service.writing"), _LOCKS),
        "signatures.demand": no_matter(_WORDS.text("rules--casino-accounts--signatures-demand")),
    },
)
"""What acts on accounts and is no command of a person (``casino.accounts.commands``)."""


def concerned(by: int, account: int | None) -> bool:
    """Whether a change is of this person's own account."""
    return bool(ties(str(by), [Part(str(account), Tie.NAMED)], BARS))


def asked(by: int, asker: int) -> bool:
    """Whether this person asked for the change."""
    return bool(ties(str(by), [Part(str(asker), Tie.MADE)], BARS))
