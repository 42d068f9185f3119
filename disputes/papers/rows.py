"""What a replay gives a paper: a round in a line, what a bet gained, and how its amounts come about.

Proved by ``tests/disputes/papers/test_compose.py``.
"""

from __future__ import annotations

from collections.abc import Iterable

from casino.core.text import Text
from disputes.papers import data as d
from disputes.papers import words as w
from games import words
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Outcome
from games.engine.replay import Replay
from games.engine.sentences import say
from games.engine.workings import Amount, less_due
from games.pages import bets
from games.words import shared
from games.words.sums import sum_text


def round_row(replay: Replay) -> d.RoundRow:
    game = replay.state.game
    return d.RoundRow(
        table=replay.table,
        round=replay.code,
        game=words.term(shared.GAMES, game),
        opened_at=replay.state.opened_at,
        result=words.result(game, replay.judgement.summary),
    )


def gains(result: BetResult) -> tuple[int | None, int]:
    """The player's gain as it was due (None: not decided), and as it came about, with earlier remedies."""
    settlement = result.settlement
    recorded = result.recorded.net_minor(settlement.stake_minor) + result.recorded.remedied_minor
    undecided = result.difference_minor is None or settlement.outcome in (Outcome.AWAITING, Outcome.PENDING)
    return None if undecided else settlement.net_minor, recorded


def sums_of_bet(result: BetResult, book: RuleBook | None, currency: str) -> tuple[Text, ...]:
    """How what was due, and what remains of it, comes about: a line an amount."""
    due, recorded = gains(result)
    lines = [
        say("{name}: {sums}", "{name}: {sums}", name=line.name, sums=_joined(line.sums))
        for line in bets.due_lines(result.settlement, book, currency)
        if line.sums
    ]
    if due is not None and recorded != due:
        left = sum_text(less_due([Amount(recorded)], due), currency)
        lines.append(say("{name}: {sums}", "{name}: {sums}", name=w.COLUMNS[w.DIFFERENCE], sums=left))
    return tuple(lines)


def _joined(sums: Iterable[Text]) -> Text:
    each = list(sums)
    return Text("; ".join(one.vi for one in each), "; ".join(one.en for one in each))
