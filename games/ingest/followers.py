"""Telling those who follow the log that there is something new, once it is committed."""

from __future__ import annotations

from functools import partial

from django.db import transaction


def tell_followers(property_code: str) -> None:
    """After the commit of the surrounding transaction, ask for the read models to catch up. Losing this message loses
    nothing: the followers also look by themselves."""
    transaction.on_commit(partial(_tell, property_code), robust=True)


def _tell(property_code: str) -> None:
    # Imported late: the tasks stand on everything else in this room.
    from games.tasks import follow_soon

    follow_soon(property_code)
