"""What a game is to the rest of the house: one descriptor, filled in the game's own folder and listed in
``games.catalogue``.

Nothing outside a game's folder names its modules. Its part of a round's page and its simulator stand outside the folder
(the simulator imports neither judgement nor document, so that the two check each other): the descriptor names their
modules, and whoever needs one imports it. Proved by ``tests/architecture/test_games.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from casino.core.messages import Message
from casino.core.text import Text
from games.engine.chance import Chance
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Judgement, Severity
from games.engine.schema import Schema
from games.engine.sentences import Sentence
from games.engine.session import SessionBefore
from games.engine.state import RoundState
from games.engine.steps import Steps

Carry = Callable[[Any, Any, Judgement, RuleBook], SessionBefore]
"""``(before, state, judgement, book)``: what a round leaves to the next one at its table."""
Summary = Mapping[str, Any]
"""A judgement's summary: the result in the game's own terms."""
BetSentence = Callable[[Any, str, RuleBook], Text]
"""(event data, currency, document) -> what happened, in the document's names of bets."""


class Line(msgspec.Struct, frozen=True):
    """One sentence of a round read out, with the clauses it goes by, in the numbers of the game's first document."""

    text: Text
    clauses: tuple[str, ...]


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's things are called, in both languages.

    ``events`` and ``sentences`` by event type without version, ``bet_sentences`` likewise of those that name a bet as a
    document does; ``bets`` by kind of bet, where the documents have no rows of them; ``values`` are fixed values of
    fields of its facts, ``fields`` the names of fields that no other game has, and ``choices`` what its rulings may
    decide beside what the house's words already name; ``findings`` are name and meaning of the finding codes that only
    this game has, and ``subjects`` what else than a bet its findings are about. ``supposed`` are members and readings
    of its documents, and (``choices.<name>``) their choices, for whoever weighs other documents. ``spot`` puts where a
    bet lies in words, ``result`` a round's result, and ``read_out`` the hands of a round, where there is something to
    read; it gets the summary, and answers, in the numbers of the game's first document. ``placed`` tells the guest who
    made a bet where it lay, after "you bet ten …", from its place, its kind and what the document calls it (none:
    that), ``came`` what came of the round for it (none: the round's result), ``cites`` which clauses of a bet that was
    won, lost or even say why (none: the first)."""

    name: Text
    events: Mapping[str, Text]
    sentences: Mapping[str, Sentence]
    spot: Callable[[str, RuleBook], Text]
    result: Callable[[Summary], Text]
    bets: Mapping[str, Text] = {}
    bet_sentences: Mapping[str, BetSentence] = {}
    findings: Mapping[str, tuple[Text, Text]] = {}
    subjects: Mapping[str, Text] = {}
    values: Mapping[str, Text] = {}
    fields: Mapping[str, Text] = {}
    choices: Mapping[str, Text] = {}
    supposed: Mapping[str, Text] = {}
    read_out: Callable[[Summary, RuleBook], list[Line]] | None = None
    placed: Callable[[str, str, Text], Message] | None = None
    came: Callable[[Summary, BetResult, RuleBook], list[Message]] | None = None
    cites: Callable[[BetResult, RuleBook], Iterable[str]] | None = None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game. ``code`` stands before the dot in its event types; ``package`` is its folder, with ``documents/``."""

    code: str
    package: str
    state: type[RoundState]
    schema: Schema
    """What its documents may say."""
    steps: Steps[Any]
    """How it judges."""
    words: Words
    page: str
    """The module of its part of a round's page (``games.pages.game_parts.Part`` says what is looked for there)."""
    carry: Carry | None = None
    is_variant: Callable[[str, RuleBook], bool] | None = None
    """Whether a document of the game knows a variant that a table is registered with; None: the game has none."""
    chance: Chance | None = None
    """What of the game is left to chance, and watched; None: nothing."""
    codes: Mapping[str, Severity] = {}
    """The finding codes that only this game raises, with their severity; the shared ones: ``games.engine.codes``."""
