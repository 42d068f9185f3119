"""A person's answer to what waits for a second word."""

from __future__ import annotations

from uuid import uuid4

from casino import clock
from games.engine.facts import Person
from games.rows import waiting
from games.rows.models import Waiting
from tests import acts


def answer(row: Waiting, by: Person, *, confirm: bool) -> None:
    """Confirm or deny, in the round's own stream, with a command of its own."""
    acts.answer_report(
        property_code=row.property.code,
        stream=row.stream,
        report=waiting.report_of(row),
        confirm=confirm,
        by=by,
        command_id=uuid4(),
        now=clock.now(),
    )
