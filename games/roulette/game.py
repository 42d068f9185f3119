"""Roulette as the house sees it: the entry of ``games.catalogue``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from games.engine.game import Game, Words
from games.roulette import findings, judge, telling, words
from games.roulette.chance import CHANCE
from games.roulette.facts import RouletteRound
from games.roulette.schema import SCHEMA

_WORDS: Final = Catalogue(__file__)

ROULETTE: Final = Game(
    code="roulette",
    package="games.roulette",
    state=RouletteRound,
    steps=judge.STEPS,
    schema=SCHEMA,
    chance=CHANCE,
    codes=findings.CODES,
    words=Words(
        name=_WORDS.text("roulette--words--name"),
        events=words.EVENT_LABELS,
        sentences=words.SENTENCES,
        bet_sentences=words.BET_SENTENCES,
        findings=findings.FINDINGS,
        spot=words.spot,
        result=words.result,
        supposed=words.SUPPOSED,
        placed=telling.placed,
        came=telling.came,
    ),
    page="games.pages.roulette",
)
