"""What persons did alone, kept so that it adds up, and asked under the lock of the log.

The rows (``SummedAct``) follow from the ledger alone and can be dropped; which events weigh, a room says
(:func:`weigh`). Whoever is about to move money or to let a finding rest asks :func:`before`: it takes the lock of the
property's log, which appending takes anyway and which is kept to the end of the transaction, and brings the rows to the
end of the log, so that of two who act at once the second sees what the first did. What speaks against an act is decided
purely (``casino.house.sums``). Proved by ``tests/house/test_sums.py`` and ``tests/disputes/test_sums.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

import msgspec
from django.db.models import Q

from casino.core.events import RecordedEvent
from casino.core.seams import Seam
from casino.house.limits import limits_at
from casino.house.service import settings_of
from casino.house.sums import Act, Against, against
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.locking import lock_log
from casino.ledger.models import Property, property_of
from games.catalogue import GAMES
from games.engine.facts import Person, RulingMade
from games.facts.finding_facts import FindingDismissed
from games.facts.findings import RoundAudit
from games.rows.all_readmodels import ReadModel
from games.rows.models import Round, SummedAct, row_key
from games.rows.readmodel import WAIT_SECONDS, brought_to_head, watched

NAME: Final = "sums"
BATCH: Final = 2_000

_PLACE_BITS: Final = 10
"""An event moves less than a thousand amounts."""

Weigh = Callable[[Property, RecordedEvent], Iterable[Act]]
WEIGHED: Final[Seam[str, Weigh]] = Seam("How the events of a type weigh: by them and what stood before them alone.")


def catch_up(property_code: str, *, limit: int | None = None) -> Progress:
    """Bring the rows ``limit`` positions further, or to the end of the log."""
    return watched(NAME, property_code, lambda: _follow(property_code, limit=limit))


def _follow(property_code: str, *, limit: int | None = None) -> Progress:
    owner = property_of(property_code)
    handle = partial(_take, owner)
    return follow.catch_up(NAME, property_code, handle, batch=BATCH, types=frozenset(WEIGHED), limit=limit)


def _take(owner: Property, events: Sequence[RecordedEvent]) -> None:
    rows = [
        _row(owner, event.position, place, act)
        for event in events
        for place, act in enumerate(WEIGHED[event.type](owner, event))
    ]
    SummedAct.objects.bulk_create(rows, 500)


def _row(owner: Property, position: int, place: int, act: Act) -> SummedAct:
    return SummedAct(
        id=row_key(owner.pk, position) << _PLACE_BITS | place,
        property=owner,
        position=position,
        place=place,
        at=act.at,
        kind=act.kind,
        staff=act.staff,
        post=act.post,
        second=act.second,
        currency=act.currency,
        counted_minor=act.counted_minor,
        moved_minor=act.moved_minor,
        table=act.table,
        round=act.round,
        bet=act.bet,
        players=sorted(act.players),
        case=act.case,
    )


def drop(property_code: str) -> None:
    """Drop the rows of a property; the next catching up writes them again."""
    follow.rebuild(
        NAME, property_code, lambda: SummedAct.objects.filter(property__code=property_code).delete() and None
    )


# --- Asked -----------------------------------------------------------------------------------------------------------


def before(owner: Property, new: Sequence[Act]) -> list[Act]:
    """What was done before that these may add up with, under the lock of the log: inside the transaction in which they
    will be recorded."""
    lock_log(owner.pk)
    brought_to_head(_follow, owner.code, WAIT_SECONDS)
    return known(owner, new)


def known(owner: Property, new: Sequence[Act]) -> list[Act]:
    """As :func:`before`, without the lock and as far as the rows are: for pages that only look."""
    wanted = Q(pk__in=())
    for act in new:
        wanted |= Q(staff=act.staff) | Q(players__overlap=sorted(act.players))
        if act.round:
            wanted |= Q(round=act.round)
    rows = SummedAct.objects.filter(wanted, property=owner)
    return [_act(row) for row in rows]


def _act(row: SummedAct) -> Act:
    given: Any = {name: getattr(row, name) for name in Act.__struct_fields__ if name not in ("players", "named")}
    return Act(**given, players=frozenset(row.players))


def against_dismissal(owner: Property, acts: Sequence[Act], *, at: datetime, locked: bool) -> tuple[Against, ...]:
    """What speaks against letting findings rest alone. ``locked``: they are about to be recorded."""
    found = (before if locked else known)(owner, acts)
    return against(acts, found, limits_at(settings_of(owner.code), at))


# --- Findings --------------------------------------------------------------------------------------------------------


def of_finding(
    owner: Property,
    stream: str,
    subject: str,
    amount_minor: int,
    by: Person,
    at: datetime,
    *,
    second: str = "",
    currency: str = "",
    upto: int | None = None,
) -> Act:
    """Letting a finding rest, as it weighs: by the amount of the finding, whichever way it goes. ``upto`` a position of
    the log (None: its end) it is known whose the bet is."""
    place = stream.partition("/")[2]
    of_round = f"round/{place}" if "/" in place else ""
    row = Round.objects.filter(property=owner, stream=of_round).first() if of_round else None
    return Act(
        kind="dismissed",
        at=at,
        staff=by.staff,
        post=by.post,
        currency=(row.currency if row is not None else currency) or owner.currency,
        counted_minor=abs(amount_minor),
        round=of_round,
        bet=subject if of_round else "",
        players=_players_of(owner, of_round, subject, upto) if of_round else frozenset(),
        second=second,
        table=place.partition("/")[0] if of_round else "",
    )


def _players_of(owner: Property, of_round: str, bet: str, upto: int | None) -> frozenset[str]:
    """Whose the bet is, by every name under which a remedy would know the player (``disputes.case.alone``)."""
    table = of_round.split("/")[1]
    facts = [event.data for event in get_ledger(owner.code).stream(of_round, upto_position=upto)]
    found = {
        player for fact in facts if getattr(fact, "bet", None) == bet and (player := getattr(fact, "player", None))
    }
    return frozenset(name for player in found for name in (f"reference:{player}", f"seat:{table}/{player}"))


def _of_findings(owner: Property, event: RecordedEvent) -> Iterable[Act]:
    """A finding that a person let rest, by itself or by deciding a case, or said to be put right. What a remedy put
    right is weighed with the remedy."""
    data = event.data
    if data.case is not None and not isinstance(data, FindingDismissed):
        return
    by = data.dismissed_by if isinstance(data, FindingDismissed) else data.corrected_by
    ledger = get_ledger(owner.code)
    audit = ledger.load(partial(RoundAudit, owner.code), event.stream, upto_position=event.position)
    opened = audit.findings[data.identity].opened
    second = "" if data.authorised_by is None else data.authorised_by.staff
    act = of_finding(
        owner,
        event.stream,
        opened.subject,
        opened.amount_minor,
        by,
        event.recorded_at,
        second=second,
        currency=opened.detail.get("currency", ""),
        upto=event.position,
    )
    kind: Any = "dismissed" if isinstance(data, FindingDismissed) else "put_right"
    yield msgspec.structs.replace(act, kind=kind, case=data.case or "")


def _of_rulings(owner: Property, event: RecordedEvent) -> Iterable[Act]:
    """A ruling that a person made in an own session: with a cause or a sealed reason, as none that a device reports."""
    fact: RulingMade = event.data
    if fact.sealed_reason is None and fact.cause is None:
        return
    by = fact.made_by
    table = event.stream.split("/")[1]
    currency, at = owner.currency, event.recorded_at
    yield Act(
        kind="ruled",
        at=at,
        staff=by.staff,
        post=by.post,
        currency=currency,
        counted_minor=0,
        round=event.stream,
        table=table,
    )


for _name in ("finding_dismissed", "finding_corrected"):
    WEIGHED.register(f"audit.{_name}.v1", _of_findings)
for _game in GAMES:
    WEIGHED.register(f"{_game}.ruling_made.v1", _of_rulings)
MODEL: Final = ReadModel(NAME, 30, (("games_summed_act", "t.position || '/' || t.place"),), catch_up, drop)
