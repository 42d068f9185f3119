"""What a correction or ruling moves, which says how much its reason has to say (``casino.core.reasons``).

The round is judged with it and without it, as on the page that shows what it would come to. Of a bet that waits for a
decision everything that it may come to counts: whoever decides moves the whole of it. Proved by
``tests/service/test_reasons.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from casino.core.events import plain
from casino.house.limits import limits_at
from casino.house.service import settings_of
from casino.ledger.models import property_of
from games.engine.facts import FactCorrected, RulingMade
from games.engine.judgement import AWAITING, PENDING, BetResult
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer
from games.rows.whatif import Added, Changes, WhatIf, what_if

NOT_YET: Final = "-"
"""For the reason of what is only tried: what it moves is asked before what is said of it."""


def above(property_code: str, stream: str, fact: FactCorrected | RulingMade, now: datetime) -> bool:
    """Whether a correction or ruling moves more than the property's amount above which a sentence is asked for."""
    return is_above(property_code, [tried(property_code, stream, fact, now)], now)


def tried(property_code: str, stream: str, fact: FactCorrected | RulingMade, now: datetime) -> WhatIf:
    """The round without it and with it."""
    replayer = Replayer(property_code)
    game = replayer.ledger.stream(stream)[0].type.partition(".")[0]
    name = "ruling_made" if isinstance(fact, RulingMade) else "fact_corrected"
    added = Added(f"{game}.{name}.v1", plain(fact), now)
    return what_if(replayer, stream, Changes(add=(added,)), overtaken_at=overtaken_of(property_code, stream, None))


def is_above(property_code: str, seen: Sequence[WhatIf], now: datetime) -> bool:
    """As :func:`above`, of both stories of each round of a table side by side: what they move together."""
    currency = seen[0].before.terms.currency or property_of(property_code).currency
    moved = sum(map(moved_minor, seen))
    return moved > limits_at(settings_of(property_code), now).reason_sentence.get(currency, 0)


def moved_minor(seen: WhatIf) -> int:
    """How far apart what the bets may come to lies in both stories, plus and minus alike."""
    return sum(_apart(each.before, each.after) for each in seen.bets if each.differs)


def _apart(before: BetResult | None, after: BetResult | None) -> int:
    nets = [net for result in (before, after) for net in _nets(result)]
    return max(nets) - min(nets)


def _nets(result: BetResult | None) -> list[int]:
    """What a bet comes to, or may."""
    if result is None or result.settlement.outcome == PENDING:
        return [0]
    if result.settlement.outcome == AWAITING:
        return [option.settlement.net_minor for option in result.alternatives] or [0]
    return [result.settlement.net_minor]
