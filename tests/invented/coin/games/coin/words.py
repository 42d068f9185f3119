"""Words of the coin toss in Vietnamese and English. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.sentences import Sentence, amount, person, say

FACES: Final = {"heads": Text("Mặt ngửa", "Heads"), "tails": Text("Mặt sấp", "Tails")}
VALUES: Final = {"heads": Text("ngửa", "heads"), "tails": Text("sấp", "tails")}
FIELDS: Final = {"coin_face": Text("mặt đồng xu", "face of the coin"), "turns": Text("số vòng xoay", "turns")}
CHOICES: Final = {"as_tossed": Text("tính theo mặt đã ra", "settle as tossed")}
EVENT_LABELS: Final = {
    "coin.bet_placed": Text("Đặt cược", "Bet placed"),
    "coin.coin_tossed": Text("Tung đồng xu", "Coin tossed"),
    "coin.coin_shown": Text("Mở đồng xu", "Coin shown"),
    "coin.coin_dropped": Text("Đồng xu rơi khỏi bàn", "Coin dropped"),
}


def spot(written: str, book: RuleBook | None = None) -> Text:
    """``heads`` -> "Mặt ngửa" / "Heads"."""
    return FACES.get(written) or Text(written, written)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a toss from the judgement's summary."""
    face, standing = summary.get("outcome", ""), summary.get("standing")
    shown = spot(face) if face else Text("Chưa có kết quả", "No result yet")
    if standing == "void":
        return say("Vô hiệu ({face})", "Void ({face})", face=shown) if face else Text("Vô hiệu", "Void")
    if standing == "awaiting":
        return say("{face}, chờ quyết định", "{face}, awaiting a decision", face=shown)
    return shown


def _bet_placed(f: Any, currency: str) -> Text:
    stake = amount(f.stake_minor, currency)
    return say(
        "{spot}: {stake} (cược {bet}).", "{spot}: {stake} (bet {bet}).", spot=spot(f.spot), stake=stake, bet=f.bet
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "coin.bet_placed": _bet_placed,
    "coin.coin_tossed": lambda f, c: say("Đồng xu xoay {n} vòng.", "The coin turned {n} times.", n=f.turns),
    "coin.coin_shown": lambda f, c: say("Kết quả: {face}.", "The coin shows {face}.", face=spot(f.coin_face)),
    "coin.coin_dropped": lambda f, c: say(
        "Đồng xu rơi khỏi bàn; người thấy: {who}.", "The coin fell off the table, seen by {who}.", who=person(f.seen_by)
    ),
}
