"""The follower that keeps what waits for a person's own word (``Waiting``): requests for a second person, decisions
that a device reported of a pit supervisor or above, rulings that count with a finding until a second person confirms,
words by which a round would be void (``games.engine.grounds``) and that nobody else supports, what was entered later
and moves money (``games.engine.statements``).

Rows are written from the ledger alone and can be dropped. When the gaming day of a reported decision ends and nobody
has answered, :func:`end_days` records that at the round (``report_unanswered``): by an event, so that judging needs no
clock. Proved by ``tests/service/test_waiting.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.db.models import Q

from casino.core import events
from casino.core.events import NewEvent, RecordedEvent
from casino.core.posts import LADDER, Post, at_least
from casino.ledger import errors as ledger_errors
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property, houses
from games.catalogue import GAMES
from games.engine import grounds, reported, statements
from games.engine.document import RuleBook
from games.engine.facts import Person, ReportConfirmed, ReportDenied, ReportUnanswered, RulingMade
from games.engine.fold import fold, games, state_class
from games.engine.grounds import ON_A_WORD, Grounds
from games.engine.judgement import AWAITING
from games.engine.replay import gaming_day, round_moment
from games.facts import approval_requests
from games.facts.approval_facts import NAMES, Asked, Confirmed, Refused, Withdrawn
from games.judgement.judging import Books
from games.rows import rulebooks
from games.rows.all_readmodels import ReadModel
from games.rows.models import Waiting, WaitingKind, WaitingState
from games.rows.readmodel import watched
from games.rows.replay import Replayer

NAME: Final = "waiting"
BATCH: Final = 2_000
ENDS: Final[dict[type, WaitingState]] = {
    Confirmed: WaitingState.CONFIRMED,
    Refused: WaitingState.REFUSED,
    Withdrawn: WaitingState.WITHDRAWN,
}
OF_FACTS: Final = (WaitingKind.REPORT, WaitingKind.RULING, WaitingKind.GROUND, WaitingKind.STATEMENT)
"""Those about a fact of a round, which is answered at the round."""
ANSWERABLE: Final = (WaitingState.WAITING, WaitingState.UNANSWERED)
MARKED: Final = b'"entered_later":true'
"""In the stored body of what is marked so, and perhaps in a text of another: the event says which."""
ANSWERS: Final = ("report_confirmed", "report_denied", "report_unanswered")


def types() -> frozenset[str]:
    """The stored types of the events that are followed, besides what is marked as entered later."""
    names = {f"{game}.{name}" for game in games() for name in (*state_class(game).decisions, *words_of(game), *ANSWERS)}
    return frozenset(each.full_name for each in events.registered() if each.name in names) | set(NAMES.values())


def grounds_of(game: str) -> Grounds | None:
    """How the grounds of a game's voids are held, where it declares any."""
    declared: Grounds | None = GAMES[game].steps.grounds
    return declared


def words_of(game: str) -> Mapping[str, str]:
    """The facts of a game by which a round may be void, with the field that names who said it."""
    declared = grounds_of(game)
    return {} if declared is None else declared.persons


def catch_up(property_code: str, *, limit: int | None = None) -> Progress:
    """Bring the rows ``limit`` positions further, or to the end of the log."""
    owner = Property.objects.get(code=property_code)
    wanted = types()

    def handle(recorded: Sequence[RecordedEvent]) -> None:
        for event in recorded:
            _take(owner, event)

    def followed() -> Progress:
        progress = follow.catch_up(NAME, property_code, handle, batch=BATCH, types=wanted, holding=MARKED, limit=limit)
        _look_again(owner, progress.position)
        return progress

    return watched(NAME, property_code, followed)


def drop(property_code: str) -> None:
    """Drop the rows of a property; the next catching up writes them again."""
    follow.rebuild(NAME, property_code, lambda: Waiting.objects.filter(property__code=property_code).delete() and None)


def _take(owner: Property, event: RecordedEvent) -> None:
    data = event.data
    if event.stream.startswith("ask/"):
        if isinstance(data, Asked):
            _write(owner, event, event.id, **_asked(event, data))
        else:
            _decide(owner, data.ask, ENDS[type(data)], event)
    elif isinstance(data, ReportConfirmed | ReportDenied):
        _answered(owner, event, data)
    elif isinstance(data, ReportUnanswered):
        _decide(owner, data.report, WaitingState.UNANSWERED, event)
    else:
        for key, values in (
            (event.id, reported_values(owner, event)),
            (second_key(event.id), ruling_values(owner, event)),
            (ground_key(event.id), ground_values(owner, event)),
            (statement_key(event.id), statement_values(owner, event)),
        ):
            if values is not None:
                _write(owner, event, key, **values)


def second_key(report: UUID) -> UUID:
    """The key of what waits for the second person of a ruling, by the ruling's id: what a device reported may wait for
    the person named besides, under the id itself."""
    return uuid5(report, "second")


def ground_key(word: UUID) -> UUID:
    """The key of what waits for a second word about a void, by the id of the first."""
    return uuid5(word, "ground")


def statement_key(statement: UUID) -> UUID:
    """The key of what was entered later and waits for a second person, by the id of its event."""
    return uuid5(statement, "statement")


def statement_values(owner: Property, event: RecordedEvent) -> dict[str, Any] | None:
    """The row of what was entered later; None where it moves nothing as its round stands with it, or is not marked."""
    amount = _stated(owner, event.stream, event.position).get(event.position) if event.entered_later else None
    if amount is None:
        return None
    return {
        "kind": WaitingKind.STATEMENT,
        "stream": event.stream,
        "table": event.stream.split("/")[1],
        "person": "",
        "post": "dealer",
        "lowest": statements.LOWEST,
        "amount_minor": amount,
    }


def _stated(owner: Property, stream: str, position: int) -> dict[int, int]:
    """What was entered later and by which bets of a round wait, as it stands at a position of the log: by its own
    position what it moves, in minor units."""
    replay = Replayer(owner.code).round(stream, position)
    if not any(result.settlement.outcome is AWAITING for result in replay.judgement.results):
        return {}
    moves = {f.detail["version"]: f.amount_minor for f in replay.judgement.findings if f.code == statements.WAITS}
    return {row[0]: moves[row[2]] for row in replay.rows if row[2] in moves}


def ground_values(owner: Property, event: RecordedEvent) -> dict[str, Any] | None:
    """The row of a word by which a round would be void and that a second person has to confirm; None where it is no
    such word, or needs none as the round stands with it."""
    game, _, name = event.type.rpartition(".v")[0].partition(".")
    persons = words_of(game)
    waits = _unheld(owner, event.stream, event.position).get(event.position) if name in persons else None
    if waits is None:
        return None
    book, number = waits
    by = getattr(event.data, persons[name], None)
    return {
        "kind": WaitingKind.GROUND,
        "stream": event.stream,
        "table": event.stream.split("/")[1],
        "person": "" if by is None else by.staff,
        "post": "dealer" if by is None else by.post,
        "lowest": next((post for post in LADDER if grounds.admits(book, number, post)), LADDER[0]),
    }


def _unheld(owner: Property, stream: str, position: int) -> dict[int, tuple[RuleBook, str]]:
    """The document and the clause of each word by which bets of a round wait, as it stands at a position of the log; by
    the position of the word."""
    replay = Replayer(owner.code).round(stream, position)
    judgement, book = replay.judgement, replay.book
    if book is None or not any(result.settlement.outcome is AWAITING for result in judgement.results):
        return {}
    waits = [finding for finding in judgement.findings if finding.code == ON_A_WORD]
    clauses = {version: book.cited_as(finding.clauses[0]) for finding in waits for version in finding.versions}
    return {row[0]: (book, clauses[row[2]]) for row in replay.rows if row[2] in clauses}


def _look_again(owner: Property, position: int) -> None:
    """No word or statement waits that its round, as it stands at a position, supports or no longer needs: any fact can
    do that, the cards that come late as well, and few wait at any time."""
    for kind, still in ((WaitingKind.GROUND, _unheld), (WaitingKind.STATEMENT, _stated)):
        rows = Waiting.objects.filter(kind=kind, property=owner, state=WaitingState.WAITING)
        for stream in rows.values_list("stream", flat=True).distinct():
            waits = list(still(owner, stream, position))
            rows.filter(stream=stream).exclude(position__in=waits).update(state=WaitingState.WITHDRAWN)


def _answered(owner: Property, event: RecordedEvent, said: ReportConfirmed | ReportDenied) -> None:
    """An answer counts for what its person may answer: a second person's word is not that of the person named."""
    confirmed = isinstance(said, ReportConfirmed)
    by = said.confirmed_by if isinstance(said, ReportConfirmed) else said.denied_by
    state = WaitingState.CONFIRMED if confirmed else WaitingState.REFUSED
    keys = [ground_key(said.report), statement_key(said.report)]
    rows = {row.kind: row for row in Waiting.objects.filter(pk__in=keys, property=owner)}
    for row in rows.values():
        if _answers(row, by.staff, by.post):
            _decide(owner, row.pk, state, event)
    if WaitingKind.GROUND in rows:
        return
    ruling = Waiting.objects.filter(pk=second_key(said.report), property=owner).first()
    report = Waiting.objects.filter(pk=said.report, property=owner).first()
    of_report = report is not None and _answers(report, by.staff, by.post)
    if of_report:
        _decide(owner, said.report, state, event)
    if ruling is None:
        return
    if confirmed and _answers(ruling, by.staff, by.post):
        _decide(owner, ruling.pk, WaitingState.CONFIRMED, event)
    elif of_report and not confirmed:  # it has no effect, so nobody need confirm it
        _decide(owner, ruling.pk, WaitingState.REFUSED, event)
    elif of_report and ruling.state == WaitingState.REFUSED:
        Waiting.objects.filter(pk=ruling.pk).update(state=WaitingState.WAITING, decided_by="", decided_at=None)


def _write(owner: Property, event: RecordedEvent, key: UUID, **values: Any) -> None:
    common = {"property": owner, "position": event.position, "asked_at": event.recorded_at}
    Waiting.objects.update_or_create(id=key, defaults={**common, **values, "state": WaitingState.WAITING})


def _decide(owner: Property, key: UUID, state: WaitingState, event: RecordedEvent) -> None:
    Waiting.objects.filter(id=key, property=owner).update(
        state=state, decided_by=event.actor.partition(":")[2], decided_at=event.recorded_at
    )


def _asked(event: RecordedEvent, fact: Asked) -> dict[str, Any]:
    about = approval_requests.about_stream(event.stream, fact)
    kind, _, rest = about.partition("/")
    return {
        "kind": fact.what,
        "stream": about,
        "table": rest.partition("/")[0] if kind != "rules" and "/" in rest else "",
        "identity": fact.finding or "",
        "person": fact.asked_by.staff,
        "post": fact.asked_by.post,
        "lowest": fact.lowest,
        "amount_minor": fact.amount_minor,
        "batch": fact.batch,
    }


def reported_values(owner: Property, event: RecordedEvent) -> dict[str, Any] | None:
    """The row of a decision that a device reported; None where it is no decision kept for a pit supervisor or above."""
    if not event.actor.startswith("device:"):
        return None
    game, _, name = event.type.rpartition(".v")[0].partition(".")
    person = reported.decided_by(state_class(game), name, event.data)
    at = event.occurred_at or event.recorded_at
    if person is None:
        return None
    book = rulebooks.in_force(owner.code, game, at)
    if not reported.is_reserved(person, event.data, book):
        return None
    return {
        "kind": WaitingKind.REPORT,
        "stream": event.stream,
        "table": event.stream.split("/")[1],
        "person": person.staff,
        "post": person.post,
        "lowest": person.post,
        "ends_at": day_ends(owner, event.recorded_at),
    }


def ruling_values(owner: Property, event: RecordedEvent) -> dict[str, Any] | None:
    """The row of a ruling that asks for a second person, as its round stood when it was recorded; None for any other
    event, and for one by somebody to whom the clause does not leave it: that decides nothing."""
    fact = event.data
    if not isinstance(fact, RulingMade):
        return None
    rows = get_ledger(owner.code).stream_rows(event.stream, upto_position=event.position)
    state = fold(event.stream, rows)
    book = Books(rulebooks.library_of(owner.code)).of(state, round_moment(state, rows))
    if book is None or fact.clause not in book.clauses or not state.asks_for_a_second(fact, book):
        return None
    may = [post for post in LADDER if book.may_act(post, book.cited_as(fact.clause))]
    if Post(fact.made_by.post) not in may:
        return None
    return {
        "kind": WaitingKind.RULING,
        "stream": event.stream,
        "table": event.stream.split("/")[1],
        "person": fact.made_by.staff,
        "post": fact.made_by.post,
        "lowest": may[0],
    }


def report_of(row: Waiting) -> UUID:
    """The event at its round that a row is about, where it is a report, a ruling or a word."""
    if row.kind == WaitingKind.REPORT:
        return row.pk
    recorded = get_ledger(row.property.code).stream(row.stream)
    return next(event.id for event in recorded if event.position == row.position)


def day_ends(owner: Property, moment: datetime) -> datetime:
    """When the gaming day of a moment ends."""
    return owner.days.bounds(gaming_day(moment, owner))[1]


def may_answer(row: Waiting, staff: str, post: str) -> bool:
    """Whether a person who acts at the table may answer what waits: another than the one who asked or ruled, of the
    post or one above; of what was reported, the person named or one above."""
    return row.state in ANSWERABLE and _answers(row, staff, post)


def _answers(row: Waiting, staff: str, post: str) -> bool:
    if row.kind == WaitingKind.REPORT:
        return staff == row.person or (post != row.post and at_least(Post(post), Post(row.post)))
    if row.kind == WaitingKind.STATEMENT:
        return statements.post_may(post)
    return staff != row.person and at_least(Post(post), Post(row.lowest))


def for_person(places: Mapping[tuple[str, str | None], Person]) -> Q:
    """The rows that a person may answer who acts at these places (property and table), as :func:`may_answer` has it:
    asked of the database, so that nothing is lost however much waits."""
    together: dict[tuple[str, str, str], list[str]] = {}
    for (property_code, table), person in places.items():
        together.setdefault((property_code, person.staff, person.post), []).append(table or "")
    keys = {owner.code: owner.pk for owner in houses()}
    wanted = Q(pk__in=())
    for (property_code, staff, post), tables in together.items():
        if property_code in keys:
            wanted |= for_post(keys[property_code], tables, staff, post)
    return wanted


def for_post(property_id: int, tables: Collection[str] | None, staff: str, post: str) -> Q:
    """The rows of a property that a person in a post may answer, who acts at these tables (None: at all)."""
    reached = [each.value for each in Post if at_least(Post(post), each)]
    below = [each for each in reached if each != post]
    reports = Q(kind=WaitingKind.REPORT) & (Q(person=staff) | Q(post__in=below))
    asks = ~Q(kind=WaitingKind.REPORT) & ~Q(person=staff) & Q(lowest__in=reached)
    if statements.post_may(post):
        asks |= Q(kind=WaitingKind.STATEMENT)
    where = Q(property=property_id, state__in=ANSWERABLE)
    return where & (reports | asks) if tables is None else where & Q(table__in=tables) & (reports | asks)


# --- The end of the gaming day ---------------------------------------------------------------------------------------


def ended(now: datetime, property_code: str) -> list[Waiting]:
    """Reported decisions of a property that nobody answered while their gaming day lasted, and of which that is not
    recorded yet."""
    rows = Waiting.objects.filter(kind=WaitingKind.REPORT, state=WaitingState.WAITING, ends_at__lte=now)
    return list(rows.filter(property__code=property_code).order_by("position")[:500])


def end_days(property_code: str, now: datetime) -> list[str]:
    """Record those of a property; the streams of the rounds concerned, each once."""
    streams: dict[str, None] = {}
    ledger = get_ledger(property_code)
    for row in ended(now, property_code):
        game = ledger.stream(row.stream)[0].type.partition(".")[0]
        event = NewEvent(
            id=uuid5(row.id, "unanswered"),
            stream=row.stream,
            type=f"{game}.report_unanswered.v1",
            data=ReportUnanswered(report=row.id),
            actor="system:audit",
            occurred_at=None,
        )
        try:
            ledger.append([event])
        except ledger_errors.IdConflict:
            continue  # another worker was quicker
        streams[row.stream] = None
    return list(streams)


MODEL: Final = ReadModel(NAME, 20, (("games_waiting", "t.stream || ' at ' || t.position"),), catch_up, drop)
