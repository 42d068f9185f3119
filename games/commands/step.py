"""What this room declares of a command besides what every room does (``casino.core.commands``): what it acts on, which
posts may give it, what follows, and under which addresses it is given.

    @step(
        on="table",
        posts=posts_from(Post.PIT_MANAGER),
        interest=no_matter(_WORDS.text("set_equipment-interest")),
    )
    class SetEquipment(Command, frozen=True): ...

How it is carried out stands beside it: where it is about one table or round, a pure function that makes its facts
(:func:`decides`); else a class joined by ``games.commands.execution.carries``. Of the first kind the operation of the
API follows (``games.api.command_views``), and the page of those without an address of their own
(``games.admin.command_pages``). Proved by ``tests/admin/test_a_new_command.py``, which brings an invented one.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated, Final, Literal

import msgspec

from casino.core import commands
from casino.core.commands import asked
from casino.core.interest import BARS
from casino.core.messages import Catalogue
from casino.core.posts import Post, posts_from
from casino.core.reasons import CAUSES, Cause
from casino.core.signed_form import OPEN
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

Thing = Literal["round", "finding", "waiting", "table", "reason", "rules", "message"]
"""What a command acts on."""

MANAGERS: Final = posts_from(Post.PIT_MANAGER)


class Step(commands.Step, frozen=True, kw_only=True):
    """One command. ``posts`` may ever give it; what it acts on may say more (the clause of a ruling). ``consequence``
    is what is said before it is confirmed. ``rehearsed``: its page shows first what it comes to. ``addresses``: the
    pages and operations by which it is given, where it has its own."""

    on: Thing
    posts: frozenset[Post]
    consequence: Text
    rehearsed: bool = False
    addresses: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it is about one table or round and made by a pure function: then its operation of the API, and its
        page where it has none of its own, follow from what it declares."""
        return self.on in ("table", "round") and self.command in FUNCTIONS


# --- Parts of commands -----------------------------------------------------------------------------------------------

Open = Annotated[str, OPEN]
"""Of something that the record names as well, and no words."""
Reason = Annotated[str, msgspec.Meta(max_length=500)]
"""Why, in words: kept sealed."""
SeenVersion = Annotated[int, msgspec.Meta(ge=1)]
"""Version of the last fact of the stream as the person saw it."""
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
WHY: Final = asked(_WORDS, "why")


def cause_of(causes: tuple[Cause, ...]) -> msgspec.Meta:
    """Why, to choose from: below an amount it needs no words."""
    return asked(_WORDS, "cause", words={code: CAUSES[code] for code in causes})


TABLES: Final = commands.Commands(Step)
COMMANDS: Final = TABLES.steps
"""Code of a command -> its step."""
FUNCTIONS: Final = TABLES.functions
step, decides = TABLES.step, TABLES.decides
answers = partial(
    step,
    on="waiting",
    posts=frozenset(Post),  # whoever the request itself names
    interest=BARS,
    title=_WORDS.text("answers--title"),
    weighty=True,
    addresses=("admin:games_waiting_change", "api:waiting-answers"),
)
"""The same for what is an answer, whatever it says."""
