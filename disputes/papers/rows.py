"""What a replay gives a paper: a round in a line, what a bet gained, and how its amounts come about.

Proved by ``tests/disputes/papers/test_compose.py``.
"""

from __future__ import annotations

from casino.core.text import Text
from disputes.papers import data as d
from games import words
from games.engine.judgement import BetResult, Outcome
from games.engine.replay import Replay
from games.telling.bet import messages, told
from games.words import shared


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


def told_bet(replay: Replay, result: BetResult, currency: str) -> tuple[Text, ...]:
    """What the guest is told of their bet. The clause stands among the bases of the paper, in full."""
    said = told(result, replay.judgement, book=replay.book, currency=currency)
    return tuple(messages().text(each) for each in said if each.id != "rule")
