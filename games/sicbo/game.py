"""Sic bo as the house sees it: the entry of ``games.catalogue``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from games.engine.game import Game, Words
from games.sicbo import findings, hold, judge, readings, telling, words
from games.sicbo.chance import CHANCE
from games.sicbo.facts import SicBoRound
from games.sicbo.schema import SCHEMA

_WORDS: Final = Catalogue(__file__)

SICBO: Final = Game(
    code="sicbo",
    package="games.sicbo",
    state=SicBoRound,
    steps=judge.STEPS,
    schema=SCHEMA,
    carry=hold.carry,
    chance=CHANCE,
    codes=findings.CODES,
    words=Words(
        name=_WORDS.text("sicbo--words--name"),
        events=words.EVENT_LABELS,
        sentences=words.SENTENCES,
        bet_sentences=words.BET_SENTENCES,
        findings=findings.FINDINGS,
        choices=words.CHOICES,
        spot=words.spot,
        result=words.result,
        supposed=words.SUPPOSED,
        read_out=readings.read_out,
        placed=telling.placed,
        came=telling.came,
    ),
    page="games.pages.sicbo",
)
