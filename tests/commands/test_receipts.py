"""Receipts stand in one table: those that rooms had in tables of their own are kept and found, under their numbers."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from casino.clock import now
from casino.commands.models import Receipt
from casino.ledger import noting
from casino.ledger.application import get_ledger
from tests.commands.test_execution import STREAM, NoteNumber, Noting
from tests.ledger.conftest import CODE, make_property

BEFORE = [("disputes", "0019_note_of_a_hand_over"), ("surveillance", "0017_shift_reports"), ("commands", None)]
INSERT = """
INSERT INTO {table} (id, property_id, command_id, command, stream, version, {persons}, digest, recorded_at)
VALUES (%s, %s, %s, %s, %s, 3, '', %s, now() - interval '1 hour')
"""


def old_receipt(table: str, persons: str, number: int, stream: str, digest: bytes) -> UUID:
    command_id = uuid4()
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM ledger_property WHERE code = %s", [CODE])
        said = [number, *(cursor.fetchone() or ()), command_id, "note_number", stream, digest]
        cursor.execute(INSERT.format(table=table, persons=persons), said)
    return command_id


@pytest.mark.usefixtures("fresh_database")
def test_receipts_of_the_rooms_own_tables_answer_as_before_and_are_what_was_noted() -> None:
    MigrationExecutor(connection).migrate(BEFORE)
    make_property()
    said = Noting(CODE, NoteNumber(number=7), staff="S-1", seen_version=None, command_id=uuid4(), now=now())
    of_case = old_receipt("disputes_commandreceipt", "person", 41, STREAM, said._digest([]))
    of_film = old_receipt("surveillance_receipt", "persons", 41, "hold/H1", b"other")
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

    said.command_id = of_case
    answer = said.run()
    assert (answer.status, answer.version) == ("duplicate", 3)
    kept = {row.command_id: (row.kept_from, row.kept_number) for row in Receipt.objects.all()}
    assert kept == {of_case: ("disputes", 41), of_film: ("surveillance", 41)}
    said.command_id = uuid4()
    assert said.run().status == "recorded"

    noting.note(CODE, now() + noting.MARGIN * 2)
    for name in ("case_receipt", "surveillance_receipt"):
        (event,) = get_ledger(CODE).stream(f"rows/{name}")
        assert (event.data.upto, event.data.count) == (41, 1)
    assert get_ledger(CODE).stream("rows/receipt")[0].data.count == 1
    assert list(noting.faults(CODE)) == []
    Receipt.objects.filter(command_id=of_film).update(digest=b"changed")
    assert len(list(noting.faults(CODE))) == 1


@pytest.mark.parametrize("statement", ["UPDATE commands_receipt SET stream = ''", "DELETE FROM commands_receipt"])
def test_the_applications_role_changes_and_removes_none(app_role: str, statement: str) -> None:
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        connection.cursor().execute(statement)
