"""Bringing the rows of rounds up at once, behind what a person wrote. Proved by ``tests/audit/test_tasks.py``."""

from __future__ import annotations

from games.rows import audit, readmodel, waiting


def follow_now(property_code: str, *, streams: tuple[str, ...] = ()) -> bool:
    """Bring the read models up now, and audit these rounds, so that the next page shows what a person's command wrote.
    False if a copy at work kept it waiting too long; the worker then finishes it."""
    done = readmodel.follow_to_head(property_code)
    if streams:
        audit.audit_rounds(property_code, streams)
    return readmodel.brought_to_head(waiting.catch_up, property_code, readmodel.WAIT_SECONDS) and done
