"""What a person says of what waits for their own word, as the command that it is: of a request, of all that was asked
for at once, or of what a device reported. The page and the API read it here.

Proved by ``tests/admin/test_waiting.py`` and ``tests/api/test_waiting.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from casino.core.commands import Command
from games.commands import answering_batches
from games.commands.answering_batches import ConfirmBatch, RefuseBatch
from games.commands.approvals import AnswerAsk, ConfirmAsk, RefuseAsk, WithdrawAsk
from games.commands.execution import Place, execute
from games.commands.reports import ConfirmReport, DenyReport
from games.commands.signature_rules import TOGETHER
from games.engine.facts import Person
from games.rows.models import Waiting, WaitingKind
from games.rows.waiting import OF_FACTS, report_of

WORDS: Final = ("confirm", "refuse", "withdraw", *TOGETHER)
_OF_ASKS: Final[dict[str, type[AnswerAsk]]] = {"confirm": ConfirmAsk, "refuse": RefuseAsk, "withdraw": WithdrawAsk}
_OF_FACTS: Final[dict[str, type[ConfirmReport | DenyReport]]] = {"confirm": ConfirmReport, "refuse": DenyReport}
_OF_BATCHES: Final[dict[str, type[ConfirmBatch | RefuseBatch]]] = {
    "confirm_all": ConfirmBatch,
    "refuse_all": RefuseBatch,
}


def read(row: Waiting, say: str) -> Command | None:
    """What is said of a row, as a command; None for what cannot be said of it: a ruling is confirmed or left as it
    is."""
    if say in _OF_BATCHES:
        return None if row.batch is None else _OF_BATCHES[say](batch=row.batch)
    if row.kind not in OF_FACTS:
        return _OF_ASKS[say](ask=row.pk) if say in _OF_ASKS else None
    says = say in _OF_FACTS and (say == "confirm" or row.kind != WaitingKind.RULING)
    return _OF_FACTS[say](report=report_of(row)) if says else None


def answer(row: Waiting, command: Command, *, by: Person, user: Any, command_id: UUID, now: datetime) -> None:
    """Carry out what an account says, ``by`` the person that it is at the row's table. Problems as of the commands;
    not_posted_here for who does not act at each table of what was asked for at once."""
    code = row.property.code
    about: Any = Place(code, row.stream)
    if isinstance(command, ConfirmBatch | RefuseBatch):
        by, about = answering_batches.required(user, code, command.batch, now), code
    execute(about, command, by=by, command_id=command_id, now=now)
