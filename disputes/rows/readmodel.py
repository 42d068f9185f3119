"""The follower that writes the read model of cases.

For every batch of the log the cases it touches are folded *as they stood at the batch's last position* and their rows
written anew, so a rebuild gives the same rows whatever the size of its batches (``tests/disputes/test_readmodel.py``).
A batch that cannot be projected stops the follower, and ``Projection`` shows why.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
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
from games.rows.all_readmodels import ReadModel
from games.rows.columns import From, called, columns, there
from games.rows.models import Round, row_key
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
    running = clocks(case)
    at = SimpleNamespace(
        case=case,
        owner=owner,
        recorded=recorded,
        running=running,
        first=running[0] if running else None,
        next=owed(case),
        made=next((each for each in reversed(case.decisions) if each.in_force and each.refused is None), None),
        fact=None,
    )
    return CaseRow(id=row_key(owner.pk, case.first_position), property=owner, **columns(CaseRow, at, COLUMNS))


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


def _outside(made: Made | None) -> str:
    """The post outside the line that confirmed what nobody uninvolved could."""
    confirmed = None if made is None else made.confirmed
    if made is None or not isinstance(made.fact, f.ComplaintDecided) or not made.fact.confirm_by or confirmed is None:
        return ""
    return str(confirmed.confirmed_by.post) if confirmed.confirmed_by.post in OUTSIDE else ""


def _clauses(case: Case) -> list[str]:
    """The clauses that offers and decisions cite, with the game in front: two games print the same number."""
    remedies = [kept.fact.remedy for kept in case.proposals] + [made.fact.remedy for made in case.decisions]
    cited = {(citation.document.partition(".")[0], citation.clause) for r in remedies for citation in r.citations}
    return sorted(f"{game} {clause}" for game, clause in cited)


def _people(recorded: Sequence[RecordedEvent]) -> list[str]:
    return sorted({event.actor.removeprefix("person:") for event in recorded if event.actor.startswith("person:")})


COLUMNS: Final[dict[str, From]] = {
    **called("case", "stream", "number", "stage_since", "table", "game", "currency", "amount_minor", "opened_at"),
    **called("case", "assigned_to", "closed_at", "version", "changed_at", "last_position"),
    "stage": "case.stage.value",
    **called("case.opened", "source", "opened_by"),
    **called("case.closed", "ending", "retained_until"),
    "merged_into": "case.closed.into",
    "gaming_day": lambda at: gaming_day(at.case.opened.happened_at or at.case.opened_at, at.owner),
    "rounds": lambda at: [ref.stream for ref in at.case.rounds],
    "findings": lambda at: [finding.identity for finding in at.case.findings],
    "clauses": lambda at: _clauses(at.case),
    "paid_minor": lambda at: _paid_minor(at.case),
    "out_minor": "case.money.out_minor",
    "waiting": lambda at: list(waiting_posts(at.case)),
    "owed": "next.code",
    **called("next", "barred", "rests_until"),
    "said": lambda at: _said(at.case),
    "people": lambda at: _people(at.recorded),
    "persons": lambda at: [person for person in at.case.persons if person != at.case.own],
    "references": lambda at: sorted({p.reference for p in at.case.parties.values() if p.reference is not None}),
    "due_at": "first.due_at",
    "due_code": "first.code",
    "clocks": lambda at: [[clock.code, clock.due_at.isoformat(), clock.subject] for clock in at.running],
    "decided_at": "made.at",
    "decided_by": "made.fact.decided_by",
    "remedy": "made.fact.remedy.kind",
    "complaint_result": lambda at: getattr(there(at, "made.fact"), "result", None),
    "outside": lambda at: _outside(at.made),
    "erased": lambda at: bool(at.case.erased),
    "emptied": lambda at: bool(at.case.erased) and not at.case.persons,
}
"""Where the columns of a case come from."""


def rounds_of(row: CaseRow) -> list[Round]:
    """The rounds of a case, as far as the read model of rounds has them."""
    return list(Round.objects.filter(property_id=row.property_id, stream__in=row.rounds).order_by("moment"))


MODEL: Final = ReadModel(NAME, 50, (("disputes_case", "t.stream"),), catch_up, drop)
