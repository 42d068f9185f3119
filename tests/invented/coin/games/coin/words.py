"""Words of the coin toss in Vietnamese and English. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.sentences import Sentence, amount, person

_WORDS: Final = Catalogue(__file__)

FACES: Final = _WORDS.table("faces")
VALUES: Final = _WORDS.table("values")
FIELDS: Final = _WORDS.table("fields")
CHOICES: Final = {"as_tossed": _WORDS.text("choices--as_tossed")}
EVENT_LABELS: Final = _WORDS.table("event_labels", dotted=True)


def spot(written: str, book: RuleBook | None = None) -> Text:
    """``heads`` -> "Mặt ngửa" / "Heads"."""
    return FACES.get(written) or Text(written, written)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a toss from the judgement's summary."""
    face, standing = summary.get("outcome", ""), summary.get("standing")
    shown = spot(face) if face else _WORDS.text("no-result-yet")
    if standing == "void":
        return _WORDS.text("void-face", face=shown) if face else _WORDS.text("void")
    if standing == "awaiting":
        return _WORDS.text("face-awaiting-a-decision", face=shown)
    return shown


def _bet_placed(f: Any, currency: str) -> Text:
    stake = amount(f.stake_minor, currency)
    return _WORDS.text("spot-stake-bet-bet", spot=spot(f.spot), stake=stake, bet=f.bet)


SENTENCES: Final[dict[str, Sentence]] = {
    "coin.bet_placed": _bet_placed,
    "coin.coin_tossed": lambda f, c: _WORDS.text("sentences--coin-coin_tossed", n=f.turns),
    "coin.coin_shown": lambda f, c: _WORDS.text("sentences--coin-coin_shown", face=spot(f.coin_face)),
    "coin.coin_dropped": lambda f, c: _WORDS.text("sentences--coin-coin_dropped", who=person(f.seen_by)),
}
