"""Niu niu as the house sees it: the entry of ``games.catalogue``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from games.engine.game import Game, Words
from games.niuniu import findings, judge, readings, telling, words
from games.niuniu.chance import CHANCE
from games.niuniu.facts import NiuNiuRound
from games.niuniu.schema import SCHEMA

_WORDS: Final = Catalogue(__file__)

NIUNIU: Final = Game(
    code="niuniu",
    package="games.niuniu",
    state=NiuNiuRound,
    steps=judge.STEPS,
    schema=SCHEMA,
    carry=judge.carry,
    chance=CHANCE,
    codes=findings.CODES,
    words=Words(
        name=_WORDS.text("niuniu--words--name"),
        events=words.EVENT_LABELS,
        sentences=words.SENTENCES,
        bets=words.BET_KINDS,
        findings=findings.FINDINGS,
        values={**words.CLASSES, **words.BET_KINDS},
        spot=words.spot,
        result=words.result,
        supposed=words.SUPPOSED,
        read_out=readings.read_out,
        placed=telling.placed,
        came=telling.came,
        cites=telling.cites,
    ),
    page="games.pages.niuniu",
)
