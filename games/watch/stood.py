"""The watches as they stood at a position of the log: what a report of that position tells.

A watch counts results as they stand now; what came after the position has to be taken out again. Up to the first result
that was otherwise then, or was not there, what was noted of the watch still holds; from the last state kept before that
place on, the results are counted anew as they stood, in memory. Nothing is written. Where nothing came later, nothing
is counted. Proved by ``tests/watch/test_stood.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Q

from casino.ledger.application import get_ledger
from casino.ledger.models import Property, property_of
from casino.site.remembering import once
from games.catalogue import GAMES
from games.engine.replay import moment_of
from games.engine.table import EquipmentSet, GameSettingsSet, ShoeLoaded, TableRegistered
from games.fairness import levels
from games.rows.drawing_rows import drawn_row
from games.rows.models import Round, Table
from games.rows.replay import Replayer
from games.rows.watch_models import HAND, Drawn, Watch, WatchPoint
from games.watch.follower import Keeper, Place, code_of, new_watch
from games.watch.span import dealer_of

PLAYED_WITH: Final = (EquipmentSet, GameSettingsSet, ShoeLoaded, TableRegistered)
Whose = tuple[str, str, str]
"""Game, table, dealer (one of the two is empty)."""


class Stood(NamedTuple):
    """A watch as it stood, with the level of its whole life, and where it first passed its bar (None: it had not)."""

    watch: Watch
    level: float
    crossed: WatchPoint | None


def watches_at(property_code: str, position: int) -> list[Stood]:
    """By code. ``position`` is one that the rows of rounds have reached."""
    house = property_of(property_code)
    then, changed = _otherwise(house, position)
    found: list[tuple[Watch, list[WatchPoint]]] = []
    for whose in _all(house, changed, then):
        found += _of(house, whose, position, then, changed.get(whose))
    return _with_levels(house, found)


# --- What was otherwise -----------------------------------------------------------------------------------------------


def _otherwise(house: Property, position: int) -> tuple[dict[int, Drawn | None], dict[Whose, Place]]:
    """Rounds that stood otherwise, by their key as they were drawn then; and by table and by dealer the first place
    from which on something differs."""
    changed: dict[Whose, Place] = {}

    def from_here(game: str, table: str, dealer: str, place: Place) -> None:
        for whose in ((game, table, ""), *(((game, "", dealer),) if dealer else ())):
            changed[whose] = min(changed.get(whose, place), place)

    rounds = Round.objects.filter(property=house, first_position__lte=position)
    rounds = rounds.filter(Q(last_position__gt=position) | _told_later(house, position))
    then: dict[int, Drawn | None] = {}
    replayer = Replayer(house.code)
    for row in rounds.order_by("pk"):
        overtaken = replayer.overtaken_at(row.stream, position)
        replay = replayer.round(row.stream, position, overtaken_at=overtaken)
        then[row.pk] = drawn_row(replay, dealer_of(replay), row.pk, house)
    now = {row.pk: row for row in Drawn.objects.filter(pk__in=then)}
    for key, drawn in then.items():
        for each in (drawn, now.get(key)):
            if each is not None:
                from_here(each.game, each.table, each.dealer, (each.moment, each.first_position))
    later = Drawn.objects.filter(property=house, first_position__gt=position).order_by("moment", "first_position")
    for game, table, dealer, moment, first in later.values_list("game", "table", "dealer", "moment", "first_position"):
        from_here(game, table, dealer, (moment, first))
    return then, changed


def _tables(house: Property) -> list[str]:
    """The codes of a property's tables, in the order in which they came to the record."""
    rows = Table.objects.filter(property=house).order_by("first_position").values_list("code", flat=True)
    return once(("tables by their positions", house.pk), lambda: list(rows))


def _told_later(house: Property, position: int) -> Q:
    """Rounds of tables of which the record was told after the position what they played with: from that moment on."""
    ledger = get_ledger(house.code)
    found = Q(pk__in=())
    for table in _tables(house):
        told = [
            moment_of(event)
            for event in ledger.stream(f"table/{table}")
            if event.position > position and isinstance(event.data, PLAYED_WITH)
        ]
        if told:
            found |= Q(table=table, moment__gte=min(told))
    return found


def _all(house: Property, changed: Iterable[Whose], then: dict[int, Drawn | None]) -> list[Whose]:
    known = set(Watch.objects.filter(property=house).order_by().values_list("game", "table", "dealer").distinct())
    return sorted(known | set(changed) | {(row.game, row.table, "") for row in then.values() if row is not None})


# --- One table, one hand ----------------------------------------------------------------------------------------------


def _of(
    house: Property, whose: Whose, position: int, then: dict[int, Drawn | None], since: Place | None
) -> list[tuple[Watch, list[WatchPoint]]]:
    game, table, dealer = whose
    chance = GAMES[game].chance
    if chance is None:
        return []
    kept: dict[str, tuple[Watch, list[WatchPoint]]] = {}
    begin: Place | None = since
    for watch in Watch.objects.filter(property=house, game=game, table=table, dealer=dealer):
        points = list(WatchPoint.objects.filter(property=house, watch=watch.code).order_by("taken"))
        if since is None or (watch.moment, watch.first_position) < since:
            kept[watch.code] = (watch, points)
            continue
        standing = [each for each in points if (each.moment, each.first_position) < since]
        last = max((each for each in standing if each.state is not None), key=lambda each: each.taken, default=None)
        assert begin is not None
        if last is None:
            begin = min(begin, (watch.began_at, 0))
            continue
        begin = min(begin, (last.moment, last.first_position + 1))
        watch.taken, watch.value, watch.highest = last.taken, last.value, last.highest
        watch.moment, watch.first_position, watch.state = last.moment, last.first_position, last.state
        kept[watch.code] = (watch, [each for each in standing if each.taken <= last.taken])
    if begin is None:
        return list(kept.values())
    keepers: dict[str, Keeper] = {}
    for row in _rows(house, whose, position, then, begin):
        code = code_of(chance, row, hand=bool(dealer))
        if code not in keepers:
            if code not in kept:
                kept[code] = (new_watch(house.pk, chance, row, code, bool(dealer)), [])
            keepers[code] = Keeper(house.pk, chance, kept[code][0])
        keepers[code].take(row)
    for code, keeper in keepers.items():
        kept[code][1].extend(keeper.points)
    return list(kept.values())


def _rows(house: Property, whose: Whose, position: int, then: dict[int, Drawn | None], begin: Place) -> list[Drawn]:
    """What was drawn from a place on, as it stood, in its order."""
    game, table, dealer = whose
    mine = {"dealer": dealer} if dealer else {"table": table}
    rows = Drawn.objects.filter(property=house, game=game, first_position__lte=position, moment__gte=begin[0], **mine)
    found = list(rows.exclude(pk__in=then))
    for row in then.values():
        if row is not None and row.game == game and (row.dealer == dealer if dealer else row.table == table):
            found.append(row)
    found = [row for row in found if (row.moment, row.first_position) >= begin]
    return sorted(found, key=lambda row: (row.moment, row.first_position))


def _with_levels(house: Property, found: list[tuple[Watch, list[WatchPoint]]]) -> list[Stood]:
    number = {code: place for place, code in enumerate(_tables(house), start=1)}
    told = []
    hands = 0
    for watch, points in sorted(found, key=lambda each: (each[0].began_at, each[0].code)):
        if watch.kind == HAND:
            hands += 1
            level = levels.of_dealer(hands)
        elif watch.table in number:
            level = levels.of_table(number[watch.table], watch.equipment)
        else:
            continue
        crossed = next((each for each in points if each.value >= levels.bar(level)), None)
        told.append(Stood(watch, level, crossed))
    return sorted(told, key=lambda each: each.watch.code)
