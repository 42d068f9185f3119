"""Spot checks are drawn by the next signed checkpoint after the asking, so that nobody chooses what is looked at.

The first checkpoint that counts the asking gives the seed (``surveillance.record.sampling``); the rounds are those
whose first event it counts. Whoever asks cannot know it, and whoever keeps checkpoints draws the sample again. A house
that signs no checkpoints draws none. Proved by ``tests/surveillance/test_drawing.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from casino.checkpoints.models import Checkpoint
from casino.ledger.application import get_ledger
from casino.ledger.errors import ConcurrencyConflict
from games.rows.models import Round
from surveillance.execution import service
from surveillance.record import facts as f
from surveillance.record.sampling import sample, seed_of
from surveillance.record.state import SpotCheck
from surveillance.rows import readmodel
from surveillance.rows.log_models import SpotCheck as Row

ACTOR: Final = "system:spotcheck"
_IDS: Final = UUID("5b0b8f52-33d0-5d0e-9a53-3d1f4d8f0a77")


def draw(property_code: str, *, now: datetime) -> int:
    """Draw every sample that waits and whose checkpoint was signed; how many."""
    count = 0
    waiting = Row.objects.filter(property__code=property_code, drawn_at=None)
    for stream, position in waiting.order_by("pk").values_list("stream", "last_position"):
        signed = Checkpoint.objects.filter(log__property__code=property_code, size__gte=position)
        checkpoint = signed.order_by("size").first()
        if checkpoint is not None:
            count += _draw(property_code, stream, checkpoint, now)
    if count:
        readmodel.follow_to_head(property_code)
    return count


def _draw(property_code: str, stream: str, checkpoint: Checkpoint, now: datetime) -> bool:
    check = get_ledger(property_code).load(SpotCheck, stream)
    asked = check.asked
    if asked is None or check.drawn is not None:
        return False  # the rows have not followed yet
    rounds = Round.objects.filter(
        property__code=property_code,
        moment__gte=asked.begins_at,
        moment__lt=asked.ends_at,
        first_position__lte=checkpoint.size,
        **({"dealer": asked.dealer} if asked.table is None else {"table": asked.table}),
    )
    streams = list(rounds.values_list("stream", flat=True))
    seed = seed_of(stream, bytes(checkpoint.root))
    drawn = f.SpotCheckDrawn(
        seed=seed,
        begins_at=asked.begins_at,
        ends_at=asked.ends_at,
        population=len(streams),
        rounds=tuple(sample(seed, streams, asked.size)),
        drawn_by=asked.asked_by,
        table=asked.table,
        dealer=asked.dealer,
        checkpoint=checkpoint.size,
    )
    try:
        with transaction.atomic():
            service.append(
                property_code,
                stream,
                [drawn],
                actor=ACTOR,
                command_id=uuid5(_IDS, f"{property_code}|{stream}"),
                now=now,
                expected_version=check.version + 1,
            )
    except ConcurrencyConflict:
        return False  # another worker drew it just now
    return True
