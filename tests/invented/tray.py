"""An invented command on a table, whole: the chips in a table's tray are counted by hand while play goes on.

One declaration (the struct with its step), an event, and the function that makes it: what ``CONTRIBUTING.md`` names,
and nothing else. ``tests/admin/test_a_new_command.py`` brings it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from casino.core.commands import Command, asked, following
from casino.core.errors import Problem
from casino.core.events import Fact, RecordedEvent, register
from casino.core.interest import no_matter
from casino.core.messages import Catalogue
from casino.core.posts import Post, posts_from
from casino.core.reasons import Rule
from casino.core.sealed import Sealed
from games import words
from games.commands.execution import Context
from games.commands.step import WHY, Reason, decides, step
from games.engine.facts import Code, Minor, Person

_WORDS: Final = Catalogue(__file__)

Why = Literal["guest", "house"]
BY = _WORDS.table("by")


@step(
    on="table",
    posts=posts_from(Post.PIT_SUPERVISOR),
    interest=no_matter(_WORDS.text("count_tray-interest")),
    weighty=True,
)
class CountTray(Command, frozen=True):
    """The chips in the tray, counted."""

    tray: Annotated[Code, asked(_WORDS, "count_tray-tray")]
    counted_minor: Annotated[Minor, asked(_WORDS, "count_tray-counted_minor")]
    wanted: Annotated[Why, asked(_WORDS, "count_tray-wanted", words=BY)]
    reason: Annotated[Reason, WHY, following(Rule.SENTENCE)]


class TrayCounted(Fact, frozen=True):
    """What the tray held."""

    tray: Code
    counted_minor: Minor
    wanted: Why
    counted_by: Person
    sealed_reason: Sealed | None = None


register("table.tray_counted", TrayCounted, stream_kind="table", from_device=False)
words.LABELS.register("table.tray_counted", _WORDS.text("tray-counted"))
words.SENTENCES.register("table.tray_counted", lambda fact, _told: _WORDS.text("tray-tray", tray=fact.tray))


@decides(CountTray)
def count_tray(_recorded: list[RecordedEvent], said: CountTray, ctx: Context) -> list[Fact]:
    """An empty tray is not counted."""
    if said.counted_minor == 0:
        raise Problem("command_does_not_fit", "counted_minor", why="0")
    return [
        TrayCounted(
            tray=said.tray,
            counted_minor=said.counted_minor,
            wanted=said.wanted,
            counted_by=ctx.by,
            sealed_reason=ctx.sealed(said.reason),
        )
    ]
