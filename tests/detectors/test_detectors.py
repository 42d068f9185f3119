"""Everything in the table of tampering is done, and found by the detector that stands beside it, or by none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from django.db import Error, connection, transaction

from casino.checkpoints.verifying import verify
from casino.clock import now as clock
from casino.ledger.errors import LedgerCorrupt
from casino.ledger.verify import CHECKS
from tests.checkpoints.conftest import folder  # noqa: F401 - a fixture
from tests.detectors.changes import CHANGES, LOG, NOTHING, ORDER
from tests.detectors.seeded import CODE, Seeded, sign
from tests.disputes.conftest import person_keys  # noqa: F401 - a fixture
from tests.ledger.conftest import superuser_url  # noqa: F401 - a fixture

pytestmark = pytest.mark.slow
_CHECKS: Final = {f"--{check.option}": check for check in CHECKS.values()}


@pytest.fixture
def seeded(fresh_database: Any, superuser_url: str, person_keys: Path, folder: Path) -> Iterator[None]:  # noqa: F811
    """The house, committed and signed; the connection is the superuser's from then on."""
    Seeded()
    sign(clock())
    connection.close()
    former = dict(connection.settings_dict)
    connection.settings_dict.update(USER=urlsplit(superuser_url).username, PASSWORD="")
    yield
    connection.close()
    connection.settings_dict.update(former)


def found(detector: str) -> list[str]:
    try:
        if detector == LOG:
            return [each.en for each in verify(CODE).contradictions]
        return list(_CHECKS[detector].faults(CODE))
    except LedgerCorrupt as error:
        return [str(error)]


def first_finder() -> str:
    return next((detector for detector in ORDER if found(detector)), NOTHING)


@contextmanager
def tampered(*statements: str) -> Iterator[None]:
    """Done in a transaction with triggers off, and taken back."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(
                "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass"
            )
            for table in ("casino_posting", "ledger_event", *(row[0] for row in cursor.fetchall())):
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")  # those that always fire, too
            for each in statements:
                cursor.execute(each)
                assert cursor.rowcount != 0, f"nothing was changed: {each}"
            cursor.execute("SET LOCAL session_replication_role = origin")
        yield
        transaction.set_rollback(True)


def test_each_change_is_found_by_the_detector_that_is_named(seeded: None) -> None:
    assert len(CHANGES) >= 60
    assert {detector: found(detector) for detector in ORDER} == {detector: [] for detector in ORDER}
    wrong = []
    for name, change in CHANGES.items():
        try:
            with tampered(*change.sql):
                finder = first_finder()
        except (AssertionError, Error) as error:  # what was to be done could not be done: all are told at once
            wrong.append(f"{name}: {error}")
        else:
            if finder != change.found_by:
                wrong.append(f"{name}: found by {finder}, not {change.found_by}")
    assert not wrong, "\n".join(wrong)


def test_what_is_found_by_nothing_has_its_reason() -> None:
    for name, change in CHANGES.items():
        assert bool(change.why) == (change.found_by == NOTHING), name
