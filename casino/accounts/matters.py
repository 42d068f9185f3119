"""Who is in a change of an account: whom it concerns, and who asked for it. The rule is ``casino.core.interest``; a
person is named by the key of their account, since a staff code may still change. Proved by
``tests/accounts/test_changes.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core import interest, reasons
from casino.core.interest import BARS, OPEN, Part, Tie, no_matter, ties
from casino.core.messages import Catalogue
from casino.core.reasons import Rule

_WORDS: Final = Catalogue(__file__)

_PROGRAM: Final = no_matter(_WORDS.text("program"))

RULES: Final = interest.register(
    "casino.accounts",
    {
        **{f"changes.ask_{what}": BARS for what in ("activation", "email", "factors", "password", "post", "posting")},
        **{f"changes.{name}": BARS for name in ("confirm", "refuse", "withdraw")},
        "changes.open_account": OPEN,
        "changes.take_post": BARS,
        **{f"service.{name}": BARS for name in ("change_names", "deactivate", "end_posting")},
        "service.close": _PROGRAM,
        "service.establish": _PROGRAM,
        "service.writing": no_matter(_WORDS.text("rules--casino-accounts--service-writing")),
        "signatures.demand": no_matter(_WORDS.text("rules--casino-accounts--signatures-demand")),
    },
)
"""Each command on accounts. Nobody changes their own but for its password and devices, and nobody confirms what they
asked for."""
reasons.register("casino.accounts", {"changes.refuse": Rule.SHORT})


def concerned(by: int, account: int | None) -> bool:
    """Whether a change is of this person's own account."""
    return bool(ties(str(by), [Part(str(account), Tie.NAMED)], BARS))


def asked(by: int, asker: int) -> bool:
    """Whether this person asked for the change."""
    return bool(ties(str(by), [Part(str(asker), Tie.MADE)], BARS))
