"""What chance drew, written with the rounds: rows that changed, and from where on the watches have to take them in.

Called by the projector in the transaction in which it writes the rounds, so that both stand at one position. Only a
changed result marks a watch: a payout that comes after a round closed changes nothing here. Proved by
``tests/watch/test_follower.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.catalogue import GAMES
from games.engine.replay import NOT_SENSED, Replay, gaming_day, source_of
from games.rows.watch_models import Drawn, WatchDue


def drawn_row(replay: Replay, dealer: str, key: int, house: Any) -> Drawn | None:
    """The row of a round as it stands; None where its result does not count: it has not ended, is void, or waits, or
    no equipment sensed it, so that it says what somebody wrote, or which rounds somebody chose."""
    return None if source_of(replay.state) in NOT_SENSED else drawn_of(replay, dealer, key, house)


def drawn_of(replay: Replay, dealer: str, key: int, house: Any) -> Drawn | None:
    """The same of any round, whoever told its result."""
    chance = GAMES[replay.state.game].chance
    if chance is None or not replay.ended or replay.book is None:
        return None
    drawn = chance.read(replay.state, replay.judgement.summary, replay.book)
    if drawn is None:
        return None
    unknown_day = replay.state.opened_at is None
    return Drawn(
        id=key,
        property_id=house.id,
        table=replay.table,
        game=replay.state.game,
        dealer=dealer,
        equipment=replay.terms.equipment_number,
        moment=replay.moment,
        first_position=replay.first_position,
        gaming_day=None if unknown_day else gaming_day(replay.moment, house),
        drawn=drawn,
    )


def write(house_id: int, keys: Sequence[int], rows: Iterable[Drawn]) -> None:
    """Bring the rows of these rounds to what they are now."""
    before = {row.pk: row for row in Drawn.objects.filter(pk__in=keys)}
    now = {row.pk: row for row in rows}
    changed = [key for key in keys if _said(before.get(key)) != _said(now.get(key))]
    if not changed:
        return
    Drawn.objects.filter(pk__in=changed).delete()
    Drawn.objects.bulk_create([now[key] for key in changed if key in now])
    places: dict[tuple[str, str, str], tuple[Any, int]] = {}
    for key in changed:
        for row in (before.get(key), now.get(key)):
            if row is None:
                continue
            hands = [("", row.dealer)] if row.dealer else []
            for table, dealer in [(row.table, ""), *hands]:
                watch, place = (row.game, table, dealer), (row.moment, row.first_position)
                places[watch] = min(places.get(watch, place), place)
    WatchDue.objects.bulk_create(
        WatchDue(
            property_id=house_id, game=game, table=table, dealer=dealer, moment=moment, first_position=first_position
        )
        for (game, table, dealer), (moment, first_position) in sorted(places.items())
    )


def _said(row: Drawn | None) -> tuple[Any, ...] | None:
    if row is None:
        return None
    return row.table, row.game, row.dealer, row.equipment, row.moment, row.first_position, row.gaming_day, row.drawn
