"""What recorded decisions and incidents come to where they change nothing: it is said, and why. One form for all games.

Which ruling decides and which incident counts is the game's to say (``games/<game>/ineffective_records.py``). Proved by
``tests/<game>/test_heard.py``, which go through every clause that can be named.
"""

from __future__ import annotations

from typing import Any

from games.engine.document import RuleBook
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE, REMARK
from games.engine.state import Ruling


def ruling_without_effect(ruling: Ruling, why: str, book: RuleBook, **more: Any) -> Finding:
    """A decision that decides nothing. ``why``: its clause leaves nothing to decide (``clause``), the round is void by
    another clause (``void``), no such bet lies there (``no_such_bet``), it was never accepted (``refused``), nothing
    waited for it (``nothing_waits``), another one was made after it (``decided_again``), several bets wait and it names
    none (``names_no_bet``)."""
    return Finding(
        code="ruling_without_effect",
        severity=PROCEDURE,
        subject=f"ruling:{ruling.version}",
        clauses=(ruling.clause,) if book.has(ruling.clause) else (),
        versions=(ruling.version,),
        detail={"why": why, **more},
    )


def irregularity_without_effect(clause: str, version: int, book: RuleBook, subject: str = "") -> Finding:
    """Something was seen that changes nothing by its clause, or because the round was void or over."""
    return Finding(
        code="irregularity_without_effect",
        severity=REMARK,
        subject=subject or f"fact:{version}",
        clauses=(clause,) if book.has(clause) else (),
        versions=(version,),
    )
