"""Whether a person told the player that they looked at film of a round.

That is: at a stretch of a recording of its table which meets the round by the server's clock, as sure as that is. What
was loaded out of sight, and what nobody told, is no film that was looked at. Proved by
``tests/surveillance/test_watched.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.engine.replay import moment_of
from surveillance.files.models import FootageView
from surveillance.record import facts as f
from surveillance.record.parts import pieces
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.coverage import covering
from surveillance.rows.models import Recording, shown_between
from surveillance.rows.timeline import AROUND, LONGEST

CLOCKS: Final = timedelta(days=1)
"""No recorder's clock is off by more."""


def looked_at(owner: Property, stream: str, staff: str) -> bool:
    """Whether this person looked at film of the round of this stream."""
    moments = sorted(moment_of(event) for event in get_ledger(owner.code).stream(stream))
    if not moments:
        return False
    begins, ends = moments[0] - AROUND, max(at for at in moments if at <= moments[0] + LONGEST) + AROUND
    table = stream.split("/")[1]
    for each in covering(owner.pk, table, begins, ends):
        near = Recording.objects.filter(shown_between(begins - CLOCKS, ends + CLOCKS))
        for recording in near.filter(property=owner, camera=each.camera):
            clock = clock_of(each.camera.recorder_id)
            assert recording.shown_from is not None
            for from_ms, to_ms in _told(owner, recording, staff):
                for piece in pieces(recording.pieces, from_ms, to_ms):
                    first, doubt = clock.at(recording.shown_from, piece.from_ms + piece.later_ms)
                    last, later = clock.at(recording.shown_from, piece.to_ms + piece.later_ms)
                    if first - doubt <= ends and last + later >= begins:
                        return True
    return False


def _told(owner: Property, recording: Recording, staff: str) -> Iterator[tuple[int, int]]:
    """The stretches of a recording that a person told, while they still look and since it is recorded."""
    open_still = FootageView.objects.filter(property=owner, recording=recording.code, staff=staff)
    for row in open_still:
        if row.from_ms is not None and row.to_ms is not None:
            yield row.from_ms, row.to_ms
    for event in get_ledger(owner.code).stream(recording.stream):
        said = event.data
        if isinstance(said, f.RecordingViewed) and said.viewed_by.staff == staff and said.why != "ahead":
            yield said.from_ms, said.to_ms
