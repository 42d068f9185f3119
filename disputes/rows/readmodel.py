"""The follower that writes the read model of cases.

For every batch of the log the cases it touches are folded *as they stood at the batch's last position* and their rows
written anew, so a rebuild gives the same rows whatever the size of its batches (``tests/disputes/test_readmodel.py``).
A batch that cannot be projected stops the follower, and ``Projection`` shows why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from disputes.case import facts as f
from disputes.case.clocks import clocks, waiting_posts
from disputes.case.owed import owed
from disputes.case.stages import OUTSIDE
from disputes.case.state import Case, Made, fold
from disputes.rows.models import Case as CaseRow
from games.engine.replay import gaming_day
from games.rows.models import Round, row_key
from games.rows.read_models import ReadModel
from games.rows.readmodel import WAIT_SECONDS, brought_to_head, watched

NAME: Final = "disputes"
TYPES: Final = frozenset(f.NAMES.values())
BATCH: Final = 1_000


def catch_up(property_code: str, *, batch: int = BATCH, limit: int | None = None) -> Progress:
    """Bring the rows to the end of the log (or ``limit`` positions further)."""
    handler = _Projector(property_code).handle
    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(NAME, property_code, handler, batch=batch, limit=limit, types=TYPES),
    )


def follow_to_head(property_code: str, *, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Bring the rows to the head as it stands now, waiting for a copy at work. False if that took too long."""
    return brought_to_head(catch_up, property_code, wait_seconds)


def drop(property_code: str) -> None:
    """Drop the rows of a property; the next catching up writes them again from the beginning."""
    follow.rebuild(NAME, property_code, lambda: CaseRow.objects.filter(property__code=property_code).delete() and None)


def rebuild(property_code: str, *, batch: int = BATCH) -> Progress:
    """Drop the rows and write them again from the ledger."""
    drop(property_code)
    return catch_up(property_code, batch=batch)


class _Projector:
    """Writes rows for one property."""

    def __init__(self, property_code: str) -> None:
        self.property_code = property_code

    def handle(self, events: Sequence[RecordedEvent]) -> None:
        """Write the rows of every case that these events touch."""
        position = events[-1].position
        owner = Property.objects.get(code=self.property_code)
        ledger = get_ledger(self.property_code)
        rows = []
        for stream in dict.fromkeys(event.stream for event in events):
            recorded = ledger.stream(stream, upto_position=position)
            rows.append(row_of(fold(stream, recorded), owner, recorded))
        fields = [field.name for field in CaseRow._meta.concrete_fields if not field.primary_key]
        CaseRow.objects.bulk_create(rows, 500, update_conflicts=True, unique_fields=["id"], update_fields=fields)


def row_of(case: Case, owner: Property, recorded: Sequence[RecordedEvent]) -> CaseRow:
    """The row of a case."""
    opened, at = case.opened, case.opened_at
    assert opened is not None
    assert at is not None
    assert case.stage_since is not None
    assert case.changed_at is not None
    running = clocks(case)
    next_step = owed(case)
    made = next((each for each in reversed(case.decisions) if each.in_force and each.refused is None), None)
    closed = case.closed
    moment = opened.happened_at or at
    return CaseRow(
        id=row_key(owner.pk, case.first_position),
        property=owner,
        stream=case.stream,
        number=case.number,
        stage=case.stage.value,
        stage_since=case.stage_since,
        ending="" if closed is None else closed.ending,
        source=opened.source,
        table=case.table or "",
        game=case.game or "",
        gaming_day=gaming_day(moment, owner),
        rounds=[ref.stream for ref in case.rounds],
        findings=[finding.identity for finding in case.findings],
        clauses=_clauses(case),
        currency=case.currency,
        amount_minor=case.amount_minor,
        paid_minor=_paid_minor(case),
        out_minor=case.money.out_minor,
        opened_at=at,
        opened_by=opened.opened_by.staff,
        assigned_to=case.assigned_to or "",
        waiting=list(waiting_posts(case)),
        owed=next_step.code,
        barred=list(next_step.barred),
        rests_until=next_step.rests_until,
        said=_said(case),
        people=sorted({event.actor.removeprefix("person:") for event in recorded if event.actor.startswith("person:")}),
        persons=[person for person in case.persons if person != case.own],
        references=sorted({party.reference for party in case.parties.values() if party.reference is not None}),
        due_at=running[0].due_at if running else None,
        due_code=running[0].code if running else "",
        clocks=[[clock.code, clock.due_at.isoformat(), clock.subject] for clock in running],
        **_decided(made),
        closed_at=case.closed_at,
        retained_until=None if closed is None else closed.retained_until,
        merged_into="" if closed is None or closed.into is None else closed.into,
        erased=bool(case.erased),
        emptied=bool(case.erased) and not case.persons,
        version=case.version,
        changed_at=case.changed_at,
        last_position=case.last_position,
    )


def _paid_minor(case: Case) -> int:
    """What remedies move to players; money given up was to be taken back, and is not."""
    decided: int = sum(line.to_player_minor for kept in case.carried_out for line in kept.fact.lines)
    return decided + sum(owing.given_up_minor for owing in case.money.values())


def _said(case: Case) -> dict[str, object]:
    """Which sealed texts a list shows of the case; what is sealed stays where it is."""
    assert case.opened is not None
    players = [party.identity for party in case.players if party.identity is not None]
    claim = case.opened.claim
    return {"claim": None if claim is None else msgspec.to_builtins(claim), "players": msgspec.to_builtins(players)}


def _decided(made: Made | None) -> dict[str, object]:
    if made is None:
        return {"decided_at": None, "decided_by": "", "remedy": "", "complaint_result": "", "outside": ""}
    fact = made.fact
    result = fact.result if isinstance(fact, f.ComplaintDecided) else ""
    return {
        "decided_at": made.at,
        "decided_by": fact.decided_by.staff,
        "remedy": fact.remedy.kind,
        "complaint_result": result,
        "outside": _outside(made),
    }


def _outside(made: Made) -> str:
    """The post outside the line that confirmed what nobody uninvolved could."""
    fact, confirmed = made.fact, made.confirmed
    if not isinstance(fact, f.ComplaintDecided) or not fact.confirm_by or confirmed is None:
        return ""
    return str(confirmed.confirmed_by.post) if confirmed.confirmed_by.post in OUTSIDE else ""


def _clauses(case: Case) -> list[str]:
    """The clauses that offers and decisions cite, with the game in front: two games print the same number."""
    remedies = [kept.fact.remedy for kept in case.proposals] + [made.fact.remedy for made in case.decisions]
    cited = {(citation.document.partition(".")[0], citation.clause) for r in remedies for citation in r.citations}
    return sorted(f"{game} {clause}" for game, clause in cited)


def rounds_of(row: CaseRow) -> list[Round]:
    """The rounds of a case, as far as the read model of rounds has them."""
    return list(Round.objects.filter(property_id=row.property_id, stream__in=row.rounds).order_by("moment"))


MODEL: Final = ReadModel(NAME, 50, (("disputes_case", "t.stream"),), catch_up, drop)
