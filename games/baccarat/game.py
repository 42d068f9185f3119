"""Baccarat as the house sees it: the entry of ``games.catalogue``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from games.baccarat import findings, judge, readings, telling, words
from games.baccarat.chance import CHANCE
from games.baccarat.facts import BaccaratRound
from games.baccarat.schema import SCHEMA
from games.baccarat.view import is_variant
from games.engine.game import Game, Words

_WORDS: Final = Catalogue(__file__)

BACCARAT: Final = Game(
    code="baccarat",
    package="games.baccarat",
    state=BaccaratRound,
    steps=judge.STEPS,
    schema=SCHEMA,
    carry=judge.carry,
    is_variant=is_variant,
    chance=CHANCE,
    codes=findings.CODES,
    words=Words(
        name=_WORDS.text("baccarat--words--name"),
        events=words.EVENT_LABELS,
        sentences=words.SENTENCES,
        bet_sentences=words.BET_SENTENCES,
        findings=findings.FINDINGS,
        subjects=words.SUBJECTS,
        bets=words.LIMITS,
        choices=words.CHOICES,
        values={**words.WINNERS, **words.VARIANTS},
        spot=words.spot,
        result=words.result,
        supposed=words.SUPPOSED,
        read_out=readings.read_out,
        placed=telling.placed,
        came=telling.came,
        cites=telling.cites,
    ),
    page="games.pages.baccarat",
)
