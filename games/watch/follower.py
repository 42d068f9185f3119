"""The follower that keeps the watches: takes in what was drawn, in the order in which it was played, and notes the
evidence at each look.

A rule for what is corrected: evidence at any moment is that of the results as they stand now, in their order. A result
that is corrected, or whose round becomes void (or stands after all), is exchanged (left out, put in) where it was
played, and everything after it is counted again, from a state that was kept before; what had been found and is no
longer there is superseded by the audit. So the rows depend on the log alone, not on when a correction came.

It works behind the follower of rounds (``games.rows.readmodel``) on its rows, told by marks (``WatchDue``) which those
are. Its checkpoint says up to which position of theirs all marks are done. Proved by ``tests/watch/test_follower.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import msgspec
from django.db.models import Q

from casino.ledger import follow, reading
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from games.catalogue import GAMES
from games.engine.chance import Chance
from games.fairness.evidence import Evidence
from games.fairness.model import Model
from games.rows.all_readmodels import ReadModel
from games.rows.readmodel import NAME as ROUNDS
from games.rows.readmodel import watched
from games.rows.watch_models import HAND, Drawn, Watch, WatchDue, WatchPoint

NAME: Final = "watch"
AT_ONCE: Final = 20_000
"""Results taken in by one transaction, at most."""
KEEP_EVERY: Final = 20
"""At every so manieth look the state is kept, from which a correction goes on."""
TELLING: Final = 3.0
"""From this logarithm of the evidence on (one in twenty), what drives it is noted."""
Place = tuple[datetime, int]
"""Where a round stands: the moment at which it opened, position of its first fact."""


def catch_up(property_code: str, *, limit: int | None = None) -> Progress:
    """Take in what is marked; the position reached is that of the rounds once nothing is left."""
    house = Property.objects.get(code=property_code)

    def work(reached: int) -> int:
        rounds = follow.position(ROUNDS, property_code)
        left = AT_ONCE
        while (due := _next(house.id)) is not None and left > 0:
            left -= _take(house.id, *due, left)
        return rounds if _next(house.id) is None else min(reached, rounds)

    return watched(NAME, property_code, lambda: follow.alone(NAME, property_code, work))


def behind(property_code: str) -> list[str]:
    """Takes in what is marked, so that the watches can be held against the rounds: those stand still while this
    transaction lasts. A sentence where the rounds are being written anew and have not come so far."""
    with reading.cursor("default") as cursor:
        cursor.execute(follow.LOCK.format(""), [ROUNDS, property_code])
    if follow.position(ROUNDS, property_code) < follow.position(NAME, property_code):
        return ["the rounds are being written anew"]
    while waiting(property_code):
        catch_up(property_code)
    return []


def waiting(property_code: str) -> bool:
    """Whether there is something to take in."""
    return WatchDue.objects.filter(property__code=property_code).exists()


def drop(property_code: str) -> None:
    """Drop the watches of a property; the next catching up takes everything in again."""
    follow.rebuild(NAME, property_code, lambda: clear(Property.objects.get(code=property_code).pk))


def clear(property_id: int) -> None:
    """Delete the rows of a property and mark all that was drawn."""
    for model in (Watch, WatchPoint, WatchDue):
        model.objects.filter(property_id=property_id).delete()
    drawn = Drawn.objects.filter(property_id=property_id)
    for fields in (("game", "table"), ("game", "dealer")):
        for found in drawn.order_by().values(*fields).distinct():
            if all(found.values()):
                first = drawn.filter(**found).order_by("moment", "first_position").first()
                assert first is not None
                WatchDue.objects.create(
                    property_id=property_id, **found, moment=first.moment, first_position=first.first_position
                )


# --- One table, one hand ----------------------------------------------------------------------------------------------


def _next(house: int) -> tuple[str, str, str, Place] | None:
    """The first that is marked: game, table or dealer, and from where on."""
    first = WatchDue.objects.filter(property_id=house).order_by("game", "table", "dealer").first()
    if first is None:
        return None
    marks = WatchDue.objects.filter(property_id=house, game=first.game, table=first.table, dealer=first.dealer)
    place = min((mark.moment, mark.first_position) for mark in marks)
    return first.game, first.table, first.dealer, place


def _take(house: int, game: str, table: str, dealer: str, since: Place, most: int) -> int:
    """Take in what a table or a hand drew from a place on, at most so many results; how many those were."""
    chance = GAMES[game].chance
    marks = WatchDue.objects.filter(property_id=house, game=game, table=table, dealer=dealer)
    seen = list(marks.values_list("pk", flat=True))
    if chance is None:
        marks.filter(pk__in=seen).delete()
        return 0
    whose = Q(property_id=house, game=game, dealer=dealer) if dealer else Q(property_id=house, game=game, table=table)
    known = {}
    marked = since
    for watch in Watch.objects.filter(whose, kind=HAND if dealer else chance.device):
        if (watch.moment, watch.first_position) >= marked:
            since = min(since, _rewound(watch, marked))
        if watch.taken:
            known[watch.code] = watch
    keepers: dict[str, Keeper] = {}
    rows = Drawn.objects.filter(whose).filter(_from(since)).order_by("moment", "first_position")
    count = 0
    following: Place | None = None
    for row in rows[: most + 1].iterator():
        if count == most:
            following = (row.moment, row.first_position)
            break
        code = code_of(chance, row, hand=bool(dealer))
        if code not in keepers:
            keepers[code] = Keeper(house, chance, known.get(code) or new_watch(house, chance, row, code, bool(dealer)))
        keepers[code].take(row)
        count += 1
    for keeper in keepers.values():
        keeper.save()
    marks.filter(pk__in=seen).delete()
    if following is not None:
        WatchDue.objects.create(
            property_id=house, game=game, table=table, dealer=dealer, moment=following[0], first_position=following[1]
        )
    return count


def code_of(chance: Chance, row: Drawn, *, hand: bool) -> str:
    """What a watch is called: ``wheel/RL01/1`` (the table's first set of equipment), ``hand/roulette/S-101``."""
    return f"hand/{row.game}/{row.dealer}" if hand else f"{chance.device}/{row.table}/{row.equipment}"


def new_watch(house: int, chance: Chance, row: Drawn, code: str, hand: bool) -> Watch:
    """A watch before its first result, which is this one; not yet a row."""
    return Watch(
        property_id=house,
        code=code,
        kind=HAND if hand else chance.device,
        game=row.game,
        table="" if hand else row.table,
        dealer=row.dealer if hand else "",
        equipment=1 if hand else row.equipment,
        began_at=row.moment,
        state={},
    )


def _from(place: Place) -> Q:
    return Q(moment__gt=place[0]) | Q(moment=place[0], first_position__gte=place[1])


def _rewound(watch: Watch, since: Place) -> Place:
    """Set a watch back to the last state kept before a place, and drop what was noted after that; from where on it then
    has to take results in."""
    points = WatchPoint.objects.filter(property_id=watch.property_id, watch=watch.code)
    kept = points.exclude(state=None).exclude(_from(since)).order_by("-taken").first()
    if kept is None:
        points.delete()
        began = (watch.began_at, 0)
        Watch.objects.filter(pk=watch.pk).delete()
        watch.taken = 0
        return min(since, began)
    points.filter(taken__gt=kept.taken).delete()
    watch.taken, watch.value, watch.highest = kept.taken, kept.value, kept.highest
    watch.moment, watch.first_position, watch.state = kept.moment, kept.first_position, kept.state
    watch.save()
    return (kept.moment, kept.first_position + 1)


class Keeper:
    """A watch at work; ``points`` is what it noted."""

    def __init__(self, house: int, chance: Chance, watch: Watch) -> None:
        self.watch = watch
        self.chance = chance
        self.hand = watch.kind == HAND
        self.model: Model = chance.hand if self.hand else chance.model
        self.evidence = msgspec.convert(watch.state, Evidence)
        self.since_at: dict[int, datetime] = {}
        """By how many results had been taken, when the next one was played: where bets began."""
        self.points: list[WatchPoint] = []

    def take(self, row: Drawn) -> None:
        evidence, watch = self.evidence, self.watch
        if watch.taken and (row.moment, row.first_position) <= (watch.moment, watch.first_position):
            return  # another set of equipment, or another hand, had to go back further
        if evidence.taken % self.model.start_every == 0:
            self.since_at[evidence.taken] = row.moment
        outcome = self.chance.outcome(row.drawn, evidence.taken + 1)
        look = evidence.take(self.model, (row.table, outcome) if self.hand else outcome)
        watch.taken, watch.moment, watch.first_position = evidence.taken, row.moment, row.first_position
        if look:
            self._look()

    def _look(self) -> None:
        evidence, watch = self.evidence, self.watch
        watch.value = evidence.value(self.model)
        watch.highest = max(watch.highest, watch.value)
        telling = evidence.strongest(self.model) if watch.value >= TELLING else None
        keep = (evidence.taken // self.model.every) % KEEP_EVERY == 0
        self.points.append(
            WatchPoint(
                property_id=watch.property_id,
                watch=watch.code,
                taken=evidence.taken,
                moment=watch.moment,
                first_position=watch.first_position,
                value=watch.value,
                highest=watch.highest,
                since=None if telling is None else telling[0].after,
                since_at=None if telling is None else self._began(telling[0].after),
                drivers=None if telling is None else msgspec.to_builtins(telling[1]),
                state=msgspec.to_builtins(evidence) if keep else None,
            )
        )

    def _began(self, after: int) -> datetime:
        """When the first result after so many was played."""
        if after not in self.since_at:
            earlier = WatchPoint.objects.filter(
                property_id=self.watch.property_id, watch=self.watch.code, taken__lte=after
            )
            last = earlier.order_by("-taken").first()
            self.since_at[after] = self.watch.began_at if last is None else last.moment
        return self.since_at[after]

    def save(self) -> None:
        self.watch.state = msgspec.to_builtins(self.evidence)
        self.watch.save(force_insert=self.watch._state.adding)
        WatchPoint.objects.bulk_create(self.points, batch_size=1000)


def evidence_of(watch: Watch) -> Evidence:
    """The state of a watch as it stands."""
    return msgspec.convert(watch.state, Evidence)


def model_of(watch: Watch) -> Model:
    """The bets of a watch."""
    chance = GAMES[watch.game].chance
    assert chance is not None
    return chance.hand if watch.kind == HAND else chance.model


def points_of(watch: Watch) -> Iterator[WatchPoint]:
    """What was noted of a watch, in order."""
    return WatchPoint.objects.filter(property_id=watch.property_id, watch=watch.code).order_by("taken").iterator()


MODEL: Final = ReadModel(
    NAME,
    40,
    (
        ("games_watch", "t.code"),
        ("games_watchpoint", "t.watch || ' after ' || t.taken"),
    ),
    catch_up,
    drop,
    None,
    behind,
    ("games_watchdue",),
)
