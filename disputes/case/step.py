"""What a case declares of a command besides what every room does (``casino.core.commands``): clause, stages, posts.

    @step(
        clause="8.6",
        posts=at((Stage.COMPLAINT,), TABLE, MANAGERS, SENIOR),
        interest=OPEN,
    )
    class RecordHelp(Command, frozen=True):
        what: Annotated[Words, asked(_WORDS, "record_help-what")]

A field that is no plain one (a remedy, bets to tick) needs a form of its own, in ``disputes/admin``. Proved by
``tests/disputes/admin/doing/test_a_new_command.py``, which brings an invented command.
"""

from __future__ import annotations

from typing import Final, Literal

from casino.core import commands
from casino.core.posts import Post
from casino.core.text import Text
from disputes.case.state import Stage


class Step(commands.Step, frozen=True, kw_only=True):
    """One command: at which stages for which posts, under which clause.

    ``consequence`` is what is said before it is confirmed. ``posts`` of ``open_case`` stand under the stage None.
    ``button`` is what stands on the last button where the title does not serve. ``weighty`` are those who decide, put a
    remedy into force, end or reopen a case, or destroy a key; the others collect, and what they collect is weighed by
    these. ``of_the_house``: no clause asks for it; it stands under the clause of the step at which it is needed, and
    the table of clauses leaves it out. ``rehearsed``: what it comes to is shown before it is recorded. ``waits``: what
    is still missing is shown in the place of the form. ``shows``: what the page shows of the case (``complaint``: with
    the decision complained of). ``keyless``: possible in a case of which every text was erased, while somebody is left
    in it."""

    clause: str
    consequence: Text
    posts: dict[Stage | None, tuple[Post, ...]]
    button: Text | None = None
    of_the_house: bool = False
    rehearsed: bool = False
    waits: bool = False
    shows: Literal["decision", "offer", "complaint"] | None = None
    keyless: bool = False

    @property
    def everybody(self) -> frozenset[Post]:
        """Every post that may ever do it."""
        return frozenset(post for posts in self.posts.values() for post in posts)


CASE: Final = commands.Commands(Step)
PROCEDURE: Final = CASE.steps
"""Code of a command -> its step, in the order of the procedure."""
FUNCTIONS: Final = CASE.functions
step, decides = CASE.step, CASE.decides
