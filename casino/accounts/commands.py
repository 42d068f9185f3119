"""What people do to accounts, posts and postings: the commands, each with its title, what follows from it and what is
said afterwards. Pure. They are carried out by ``casino.accounts.changes``.

Names, addresses and notes stand in no event: here they are, and nothing keeps the command. Proved by
``tests/accounts/test_changes.py``.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from casino.core import commands
from casino.core.commands import Command, Commands, following
from casino.core.interest import BARS, OPEN, no_matter
from casino.core.messages import Catalogue
from casino.core.reasons import Rule
from casino.core.signed_form import OPEN as PLAIN
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)
_NONE: Final = Text("", "")

Code = Annotated[str, PLAIN]
Say = Literal["confirm", "refuse", "withdraw"]


class Step(commands.Step, frozen=True, kw_only=True):
    """One command. ``page``: the last part of its address among those on an account; ``consequence`` is said on it, and
    ``done`` afterwards. ``administered``: it is an administrator's, and never about themselves."""

    page: str = ""
    consequence: Text = _NONE
    done: Text = _NONE
    administered: bool = True


ACCOUNTS: Final = Commands(Step)
step: Final = partial(ACCOUNTS.step, interest=BARS, weighty=True)


@step(interest=OPEN)
class OpenAccount(Command, frozen=True):
    """Make an account, and give it a post or ask for one."""

    username: str
    last_name: str = ""
    first_name: str = ""
    email: str = ""
    code: str = ""
    post: Code = ""


@step(page="names")
class ChangeNames(Command, frozen=True):
    """Write names anew; user name and staff code only before the first sign-in (None: as they are)."""

    username: str | None = None
    code: str | None = None
    last_name: str = ""
    first_name: str = ""


@step(page="post")
class GivePost(Command, frozen=True):
    """Give a post, or ask for one that sees cases or keeps accounts."""

    post: Code


@step(page="take")
class TakePost(Command, frozen=True):
    """Take a post away; of the last who can do what a house cannot be without, ask for it."""

    post: Code


@step(page="password")
class GivePassword(Command, frozen=True):
    """Give a one-time password; for an account that two persons must change, ask for one in two parts."""


@step(page="factors")
class ResetFactors(Command, frozen=True):
    """Ask that every device of somebody's second factor end, for whoever lost them."""


@step(page="email")
class ChangeEmail(Command, frozen=True):
    """Change the address to which notices go. No address: they are on the pages only."""

    email: str = ""


@step(page="close")
class CloseAccount(Command, frozen=True):
    """Let nobody in by this account any more: at once."""


@step(page="activate")
class LetIn(Command, frozen=True):
    """Let somebody in again."""


@step()
class AskPosting(Command, frozen=True):
    """Ask that somebody be posted at tables and pits of a property. ``begins_at`` None: as soon as it is confirmed."""

    property: Code
    post: Code
    tables: tuple[Code, ...] = ()
    pits: tuple[Code, ...] = ()
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    note: str = ""


@step()
class EndPosting(Command, frozen=True):
    """End a posting at this moment; one to come never begins."""

    posting: int


@step(administered=False)
class AnswerChange(Command, frozen=True):
    """What a second person says to what was asked for, or an administrator who takes it back. ``reason``: why it is not
    confirmed, for whoever asked."""

    ask: UUID
    say: Say
    reason: Annotated[str, msgspec.Meta(max_length=500), following(Rule.SHORT)] = ""


SAID: Final[dict[str, Text]] = _WORDS.table("said")
"""What is said after each answer."""


@step(interest=no_matter(_WORDS.text("choose_password-interest")), administered=False)
class ChoosePassword(Command, frozen=True):
    """A person's own password, whose rules the form has checked, by the salted hash that the account keeps. Every
    session ends but the one with this key."""

    hashed: str
    session: str | None = None
