"""A throw as its judgement sees it: the state and the document, with the dice and the end of betting read off them."""

from __future__ import annotations

import msgspec

from games.engine.document import RuleBook
from games.engine.steps import AcceptedBet
from games.sicbo.facts import SicBoRound
from games.sicbo.layout import Area, Dice


class Throw(msgspec.Struct, frozen=True, gc=False):
    """``dice`` are what decides, in rising order; ``cutoff`` is the place in the order at which betting ended (None: it
    goes on), ``ended_version`` the stream version of what ended it."""

    state: SicBoRound
    book: RuleBook
    ended: bool
    areas: dict[str, Area]
    dice: Dice | None
    shown: Dice | None
    """The dice as they were recorded."""
    cutoff: int | None
    ended_version: int


class Bet(AcceptedBet, frozen=True, gc=False, kw_only=True):
    """A bet as it lay when betting ended. ``area`` is None where the layout has no such place."""

    area: Area | None
