"""Mậu binh as the house sees it: the entry of ``games.catalogue``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from games.engine.game import Game, Words
from games.maubinh import findings, judge, readings, telling, words
from games.maubinh.chance import CHANCE
from games.maubinh.facts import MauBinhRound
from games.maubinh.schema import SCHEMA

_WORDS: Final = Catalogue(__file__)

MAUBINH: Final = Game(
    code="maubinh",
    package="games.maubinh",
    state=MauBinhRound,
    steps=judge.STEPS,
    schema=SCHEMA,
    chance=CHANCE,
    codes=findings.CODES,
    words=Words(
        name=_WORDS.text("maubinh--words--name"),
        events=words.EVENT_LABELS,
        sentences=words.SENTENCES,
        bets=words.BET_KINDS,
        findings=findings.FINDINGS,
        values=words.LANES,
        spot=words.spot,
        result=words.result,
        supposed=words.SUPPOSED,
        read_out=readings.read_out,
        placed=telling.placed,
        came=telling.came,
        cites=telling.cites,
    ),
    page="games.pages.maubinh",
)
