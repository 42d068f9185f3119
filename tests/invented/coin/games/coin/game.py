"""The coin toss as the house sees it: the entry of ``games.catalogue``."""

from __future__ import annotations

from typing import Final

from games.coin import findings, judge, words
from games.coin.facts import CoinRound
from games.coin.schema import SCHEMA

from casino.core.messages import Catalogue
from games.engine.game import Game, Words

_WORDS: Final = Catalogue(__file__)

COIN: Final = Game(
    code="coin",
    package="games.coin",
    state=CoinRound,
    schema=SCHEMA,
    steps=judge.STEPS,
    codes=findings.CODES,
    words=Words(
        name=_WORDS.text("coin--words--name"),
        events=words.EVENT_LABELS,
        sentences=words.SENTENCES,
        bets=words.FACES,
        findings=findings.FINDINGS,
        values=words.VALUES,
        fields=words.FIELDS,
        choices=words.CHOICES,
        spot=words.spot,
        result=words.result,
    ),
    page="games.pages.coin",
)
