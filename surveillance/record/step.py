"""What Surveillance declares of a command besides what every room does (``casino.core.commands``): what it acts on, and
which posts may give it. Proved by ``tests/surveillance/api/test_openapi.py``."""

from __future__ import annotations

from typing import Final

from casino.core import commands
from casino.core.interest import no_matter
from casino.core.messages import Catalogue
from casino.core.posts import Post, posts_from
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

WATCH: Final = frozenset({Post.SURVEILLANCE})
"""Surveillance alone."""
ASKS: Final = posts_from(Post.PIT_MANAGER) | WATCH | {Post.HEAD_OF_OPERATIONS}
"""Who may ask for footage without a case."""
KEEPS: Final = posts_from(Post.SHIFT_MANAGER) | WATCH | {Post.HEAD_OF_OPERATIONS}
"""Who may have footage kept for a reason of their own, and may say that it need not be kept any more."""
ERASES: Final = frozenset({Post.SENIOR_MANAGEMENT, Post.SURVEILLANCE})
"""Who may have a person erased from the log, as in a case."""

EQUIPMENT: Final = no_matter(_WORDS.text("equipment"))
DRAWN: Final = no_matter(_WORDS.text("drawn"))


class Step(commands.Step, frozen=True, kw_only=True):
    """One command. ``on`` is the kind of stream that it acts on, None for what begins one; ``posts`` may give it;
    ``consequence`` is what is said before it is confirmed."""

    on: str | None
    consequence: Text
    posts: frozenset[Post]


RECORD: Final = commands.Commands(Step)
COMMANDS: Final = RECORD.steps
"""Code of a command -> its step, in the order of the buttons."""
FUNCTIONS: Final = RECORD.functions
step, decides = RECORD.step, RECORD.decides
