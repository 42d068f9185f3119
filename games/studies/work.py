"""Studies done in the background: asked for by a row, worked on by whoever holds its lock, once, and thrown away later.

A process that is killed leaves a row that says ``running`` and holds no lock: the next begins it again from the start,
at the same position of the log, and comes to the same. The work reads only; its row is all it writes. Proved by
``tests/studies/test_work.py``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import InterfaceError, OperationalError, connection
from django.db.models import QuerySet

from casino.clock import now as clock
from casino.core import interest
from casino.core.errors import ERRORS, Problem
from casino.core.interest import no_matter
from casino.core.messages import Catalogue
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.engine.facts import Person
from games.studies import study
from games.studies.models import UNDER_WAY, RuleStudy, StudyState

_WORDS: Final = Catalogue(__file__)

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=30)
"""How long a study is kept."""
FROM_FORM: Final = ("changes", "limits", "table", "since", "until")
"""Fields of :class:`Asked` that a person fills in."""
AT_ONCE: Final = 5
"""Studies under way at a property: each goes through all its rounds."""
DEATHS: Final = 3
PROGRESS_SECONDS: Final = 0.5
_LOCKS: Final = 0x5354_5544 << 32

ERRORS.register_all(
    {
        "study_too_many": 429,
        "study_failed": 500,
    }
)
interest.register(
    "games.studies",
    {"work.ask": no_matter(_WORDS.text("tried-on-paper-changes-nothing"))},
)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is supposed: the text of the base, values by their places, limits (least, most) in minor units by kind of
    bet, and which rounds. ``document`` is the base's name."""

    document: str
    text: str
    changes: Mapping[str, Any]
    limits: Mapping[str, tuple[int, int]]
    table: str = ""
    since: date | None = None
    until: date | None = None


class Cancelled(Exception):
    """The study was cancelled while it ran."""


def ask(owner: Property, asked: Asked, *, by: Person, command_id: UUID, now: datetime) -> RuleStudy:
    """The row of a study; the same command again is the same study. Problems study_unreadable,
    study_too_many, command_conflict."""
    known = RuleStudy.objects.filter(command_id=command_id).first()
    if known is not None:
        if known.property_id != owner.pk or _asked(known) != asked:
            raise Problem("command_conflict", "command_id")
        return known
    book = study.supposed(asked.text, asked.changes)
    count = RuleStudy.objects.filter(property=owner, state__in=UNDER_WAY).count()
    if count >= AT_ONCE:
        raise Problem("study_too_many", count=count)
    position = get_ledger(owner.code).head()[0]
    rounds = study.rounds_of(owner.code, book.game, asked.table or None, asked.since, asked.until, position)
    return RuleStudy.objects.create(
        property=owner,
        command_id=command_id,
        staff=by.staff,
        post=by.post,
        asked_at=now,
        expires_at=now + KEPT,
        game=book.game,
        position=position,
        total=rounds.count(),
        **msgspec.structs.asdict(asked),
    )


def _asked(row: RuleStudy) -> Asked:
    """What a row was asked for with."""
    said = {name: getattr(row, name) for name in Asked.__struct_fields__}
    return Asked(**said | {"limits": {kind: (least, most) for kind, (least, most) in row.limits.items()}})


def cancel(row: RuleStudy, now: datetime) -> None:
    """Stop it where it is; one that has ended stays as it is."""
    found = RuleStudy.objects.filter(pk=row.pk, state__in=UNDER_WAY)
    found.update(state=StudyState.CANCELLED, ended_at=now)


def run(pk: int) -> bool:
    """Do this study, unless somebody else does or it has ended; whether it was worked on here."""
    with _locked(pk) as mine:
        row = RuleStudy.objects.select_related("property").filter(pk=pk, state__in=UNDER_WAY).first()
        if not mine or row is None:
            return False
        row.deaths += row.state == StudyState.RUNNING  # and nobody holds it: whoever did has died
        if row.deaths >= DEATHS:
            _end(row, StudyState.FAILED, problem=Problem("study_failed", what=f"{row.deaths} ×"))
            return True
        changed = {"state": StudyState.RUNNING, "done": 0, "deaths": row.deaths}
        if RuleStudy.objects.filter(pk=pk, state__in=UNDER_WAY).update(**changed):
            _carry_out(row)
        return True


def _carry_out(row: RuleStudy) -> None:
    try:
        asked = _asked(row)
        book = study.supposed(asked.text, asked.changes)
        told = study.study(
            row.property.code,
            book,
            limits=asked.limits or None,
            table=asked.table or None,
            since=asked.since,
            until=asked.until,
            position=row.position,
            progress=_Progress(row),
        ).told()
    except Cancelled:
        return
    except Problem as problem:
        _end(row, StudyState.FAILED, problem=problem)
    except (OperationalError, InterfaceError):
        raise  # the database went away: the row stays as it is, and is taken up again
    except Exception as error:
        log.exception("study_failed study=%s", row.pk)
        _end(row, StudyState.FAILED, problem=Problem("study_failed", what=type(error).__name__))
    else:
        _end(row, StudyState.DONE, result=told)


class _Progress:
    """Counts rounds, says so twice a second at most, and learns there that the study was cancelled."""

    def __init__(self, row: RuleStudy) -> None:
        self.row, self.done, self.told = row, 0, time.monotonic()

    def __call__(self, rounds: int) -> None:
        self.done += rounds
        now = time.monotonic()
        if now - self.told >= PROGRESS_SECONDS:
            self.told = now
            running = RuleStudy.objects.filter(pk=self.row.pk, state=StudyState.RUNNING)
            if not running.update(done=self.done):
                raise Cancelled


def _end(
    row: RuleStudy, state: StudyState, *, problem: Problem | None = None, result: dict[str, Any] | None = None
) -> None:
    """What it came to; nothing where somebody cancelled it meanwhile."""
    said: dict[str, Any] = {} if problem is None else {"said_vi": problem.text.vi, "said_en": problem.text.en}
    if result is not None:
        said["done"] = row.total
    found = RuleStudy.objects.filter(pk=row.pk, state__in=UNDER_WAY)
    found.update(state=state, result=result, ended_at=clock(), deaths=row.deaths, **said)


def waiting() -> QuerySet[RuleStudy]:
    """Those to be worked on; the running among them only if nobody holds them."""
    return RuleStudy.objects.filter(state__in=UNDER_WAY).order_by("id")


def throw_away(now: datetime) -> int:
    """Delete what has been kept long enough; how many."""
    return RuleStudy.objects.filter(expires_at__lte=now).delete()[0]


@contextmanager
def _locked(pk: int) -> Iterator[bool]:
    """Whether this process, and no other, works on the study as long as this lasts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCKS | pk & 0xFFFF_FFFF])
        (mine,) = cursor.fetchone()
    try:
        yield bool(mine)
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCKS | pk & 0xFFFF_FFFF])
