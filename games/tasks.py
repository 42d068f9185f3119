"""Background work: follow the log, audit rounds soon after they end, look for silent devices.

Every task is short, takes codes only, and may run twice or not at all: what is to do is read from the database each
time. Whatever an event forgot to ask for is found by the process of beat, which looks every few seconds and tells a
worker, or does it itself where none listens, and by ``sweep`` once a minute. Proved by ``tests/audit/test_tasks.py``.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from celery import shared_task
from django.db.models import Count

from casino.clock import now as clock
from casino.ledger import follow as following
from casino.ledger import reading
from casino.ledger.behind import behind
from casino.ledger.everywhere import carry_on, everywhere, first_lines, left, parts
from casino.ledger.models import Property
from casino.ledger.trips import Statement
from casino.operations import worker_messages
from casino.operations.watching import Watch
from casino.site.queues import REPORTS
from games.ingest import followers
from games.ingest.gaps import find_gaps, waiting_gaps
from games.rows import audit, origins, readmodel, server_clock, sums_found, waiting
from games.rows.following import follow_now
from games.rows.models import Projection, Round
from games.rows.watch_models import WatchDue
from games.studies import work
from games.watch import follower as watch
from games.watch.finding import audit_watches

AUDIT: Final = "audit"
STEP: Final = 20_000
"""Positions that one task follows at most, so that it stays well under a broker's time-out."""

LOOK_SECONDS: Final = 5.0
"""How often the process of beat asks whether something was left lying, in one statement; workers are told where so."""
SWEEP_SECONDS: Final = 60.0
"""How often workers look by themselves."""
GAPS_SECONDS: Final = 60.0
BEAT: Final = {
    "games.sweep": {"task": "games.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
    "games.look_for_gaps": {
        "task": "games.tasks.look_for_gaps",
        "schedule": GAPS_SECONDS,
        "options": {"expires": GAPS_SECONDS},
    },
    "games.end_days": {
        "task": "games.tasks.end_days",
        "schedule": GAPS_SECONDS,
        "options": {"expires": GAPS_SECONDS},
    },
    "games.throw_studies_away": {
        "task": "games.tasks.throw_studies_away",
        "schedule": GAPS_SECONDS,
        "options": {"expires": GAPS_SECONDS},
    },
}
STUDY_SECONDS: Final = 12 * 3600
ROUTES: Final = {"games.tasks.study": {"queue": REPORTS}}
"""Studies go through all rounds of a game: they stand behind reports, and nothing else behind them."""


_ASK: Final = """
WITH known AS (
    SELECT p.id FROM games_projection p JOIN ledger_property h ON h.id = p.property_id
    WHERE h.code = %(code)s AND p.name = %(name)s
), asked AS (
    UPDATE games_projection p SET requested = true FROM known WHERE p.id = known.id AND NOT p.requested RETURNING p.id
)
SELECT EXISTS (SELECT FROM known), EXISTS (SELECT FROM asked)
"""


def asking(property_code: str) -> Statement:
    """Whether the worker is known here, and was not asked yet; from now on it was. One statement: every batch of every
    device asks this."""
    return Statement(_ASK, {"code": property_code, "name": AUDIT})


def follow_soon(property_code: str, answer: followers.Row | None = None) -> None:
    """Ask the worker to follow the log of a property, after the commit; asked again before it has begun, once is
    enough. ``answer`` is that of :func:`asking`, where it was asked with the commit.

    The worker is told by a thread of this process (``casino.operations.worker_messages``). A message that is lost, with
    its mark of having been asked, is found by the next sweep.
    """
    if not _asked_before(property_code, answer):
        worker_messages.tell_after_commit(follow, property_code)


def _asked_before(property_code: str, answer: followers.Row | None) -> bool:
    """Whether the worker was asked and has not begun."""
    while True:
        if answer is None:
            query, values = asking(property_code)
            with reading.cursor("default") as cursor:
                answer = cursor.execute(query, values, prepare=True).fetchone()
        assert answer is not None
        known, asked = answer
        if known:
            return not asked
        _row(property_code)
        answer = None


@shared_task(name="games.tasks.follow")
def follow(property_code: str) -> None:
    """Follow a bounded stretch of the log and audit what is due; ask for another turn while something is left. Each
    follower gets its turn whether or not another one stopped; raises at the end what stopped any."""
    row = _row(property_code)
    Projection.objects.filter(pk=row.pk).update(requested=False)
    report = audit.Report()
    parts(
        lambda: readmodel.catch_up(property_code, limit=STEP),
        lambda: server_clock.catch_up(property_code),
        lambda: origins.catch_up(property_code),
        lambda: waiting.catch_up(property_code),
        lambda: sums_found.audit_sums(property_code),
        lambda: watch.catch_up(property_code),
        lambda: audit.audit_devices(property_code),
        lambda: _audit(property_code, report),
    )
    Projection.objects.filter(pk=row.pk).update(
        ran_at=clock(), position=following.position(readmodel.NAME, property_code), failed_at=None, error=""
    )
    if (
        following.lag(readmodel.NAME, property_code) >= STEP
        or watch.waiting(property_code)
        or readmodel.behind(property_code)
        or report.rounds >= 2 * audit.PAGE
    ):
        follow_soon(property_code)


def _audit(property_code: str, report: audit.Report) -> None:
    """Record what rounds and watches are found to be; what stops it stands in the worker's row."""

    def audit_all() -> None:
        audit.audit_due(property_code, report=report)

    doubts: list[int] = []
    try:
        parts(lambda: doubts.extend(audit_watches(property_code)), audit_all)
    except Exception as error:
        row = Projection.objects.filter(pk=_row(property_code).pk)
        row.update(failed_at=clock(), error="; ".join(first_lines(error))[:2_000])
        raise
    finally:
        if report.appended or any(doubts):
            readmodel.catch_up(property_code, limit=STEP)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Follow for every property that has something left to do, asked for or not."""
    everywhere(_follow_what_is_left)


def _follow_what_is_left(property_code: str) -> None:
    due = Round.objects.filter(property__code=property_code, audit_due=True).exists()
    late = any(following.lag(name, property_code) for name in FOLLOWING)
    if due or late or watch.waiting(property_code):
        follow(property_code)


@shared_task(name="games.tasks.look_for_gaps")
def look_for_gaps() -> None:
    """Find numbers that devices should have sent and did not."""

    def look(property_code: str) -> None:
        if find_gaps(property_code, clock()):
            follow_soon(property_code)

    everywhere(look)


@shared_task(name="games.tasks.end_days")
def end_days() -> None:
    """Record which reported decisions nobody answered before their gaming day ended, and audit their rounds."""
    now = clock()

    def end(property_code: str) -> None:
        if streams := waiting.end_days(property_code, now):
            follow_now(property_code, streams=tuple(streams))

    everywhere(end)


@shared_task(name="games.tasks.study", time_limit=STUDY_SECONDS + 60, soft_time_limit=STUDY_SECONDS)
def study(pk: int) -> None:
    """Do one rule-change study."""
    work.run(pk)


@shared_task(name="games.tasks.throw_studies_away")
def throw_studies_away() -> None:
    """Delete studies that were kept long enough; tell of those that wait, or whose worker died, once more."""
    work.throw_away(clock())
    for pk in work.waiting().values_list("pk", flat=True):
        worker_messages.tell(study, pk)


def _do_studies() -> None:
    carry_on(work.run, work.waiting().values_list("pk", flat=True))


def _studies() -> tuple[tuple[int, str, int], ...]:
    """The studies under way, with how far each is."""
    return tuple(work.waiting().values_list("pk", "state", "done"))


def _unanswered() -> Hashable:
    """The reported decisions whose gaming day has ended."""
    now = clock()
    return left(lambda code: tuple(str(row.pk) for row in waiting.ended(now, code)))


FOLLOWING: Final = (readmodel.NAME, audit.DEVICES, waiting.NAME, sums_found.NAME)
"""The followers by which it is known whether a property has something left to do."""


def _left() -> Hashable:
    """Where properties stand that have something left to do: what workers at work would change."""
    due = Round.objects.filter(audit_due=True).order_by().values_list("property").annotate(number=Count("pk"))
    marked = WatchDue.objects.order_by().values_list("property_id").distinct()
    found = (behind(FOLLOWING), tuple(sorted(due)), tuple(sorted(marked)))
    return found if any(found) else None


def _holes() -> tuple[int, ...]:
    """The holes that nobody has recorded though it is time."""
    return tuple(waiting_gaps(clock()).order_by("pk").values_list("pk", flat=True)[:STEP])


WATCHES: Final = (
    Watch("games.sweep", seconds=LOOK_SECONDS, left=_left, act=sweep, tell=lambda: worker_messages.tell(sweep)),
    Watch("games.look_for_gaps", seconds=GAPS_SECONDS, left=_holes, act=look_for_gaps),
    Watch("games.studies", seconds=GAPS_SECONDS, left=_studies, act=_do_studies),
    Watch("games.end_days", seconds=GAPS_SECONDS, left=_unanswered, act=end_days),
)


def _row(property_code: str) -> Projection:
    """The worker's row of this property."""
    house = Property.objects.values_list("id", flat=True).get(code=property_code)
    return Projection.objects.get_or_create(property_id=house, name=AUDIT)[0]
