"""What guests are told of bets of golden rounds, in whole sentences: ``python -m tests.telling.table`` writes it anew.

One bet for each game, kind of bet and way of telling it (the sentences that it takes), the first by the round's file
name. The table is read by people: every line in it is something that a guest may hear.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from casino.core.messages import BOTH, Message
from games.catalogue import GAMES
from games.engine.judgement import BetResult
from games.telling.bet import messages, told
from tests.golden.reader import Golden, all_golden

HERE: Final = Path(__file__).parent
CURRENCY: Final = "VND"


class ToldBet(NamedTuple):
    golden: Golden
    result: BetResult
    said: tuple[Message, ...]


def told_bets(game: str) -> Iterator[ToldBet]:
    """Every bet of the game's golden rounds."""
    for golden in all_golden(game):
        judgement = golden.judge()
        for result in judgement.results:
            said = told(result, judgement, book=golden.book(), currency=CURRENCY)
            yield ToldBet(golden, result, said)


def table(game: str) -> str:
    lines, seen = [], set()
    for golden, result, said in told_bets(game):
        way = (result.kind, *(each.id for each in said))
        if way in seen:
            continue
        seen.add(way)
        lines.append(f"# {golden.path.name} · {result.bet}")
        lines += [messages().join(said, language).replace("\N{NO-BREAK SPACE}", " ") for language in BOTH]
        lines.append("")
    return "\n".join(lines)


def file_of(game: str) -> Path:
    return HERE / f"told.{game}.txt"


def main() -> int:
    for game in GAMES:
        file_of(game).write_text(table(game), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
