"""Dropped and built again, the read models have the same rows, keys included, whatever the size of the batches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from casino.core.events import NewEvent
from casino.ledger import follow
from games.engine.facts import RemedyMade
from games.facts.findings import change, load
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round, Table, TableSession
from games.rows.projector import Projector
from games.rows.readmodel import NAME, catch_up, rebuild
from tests.replay.series import FAILS, NATURAL, PAID, RELEASES, SMALL, THROW, Series
from tests.replay.story import CODE, SUPERVISOR, Story
from tests.sealed import SEALED

pytestmark = pytest.mark.django_db


def all_rows() -> dict[str, list[dict[str, Any]]]:
    models: tuple[Any, ...] = (Table, Round, Finding, TableSession)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


@pytest.fixture
def books() -> Story:
    """Two tables with faults, followed and audited in bits while the facts came in, some out of order."""
    story = Story()
    story.day(11, 24, "RL01")
    catch_up(CODE, batch=37)
    story.day(12, 24, "RL02")
    audit_rounds(CODE, table="RL01")
    starts = story.now
    for number in (3, 1, 2):
        story.spin(f"9{number:03d}", starts + timedelta(minutes=number), close=number != 1, paid_minor=None)
        catch_up(CODE, batch=5)
    audit_rounds(CODE)
    one = Finding.objects.filter(property__code=CODE, status="open").order_by("id")[3]
    change(CODE, one.stream, lambda audit: audit.dismiss(one.identity, by=SUPERVISOR, sealed=SEALED))
    late = Round.objects.get(code="9003")
    story.tell(late.stream, "roulette.payout_made", starts + timedelta(minutes=4), bet="b1", amount_minor=3_500_000)
    story.tell(
        "table/RL01",
        "table.limits_set",
        starts,
        limits=[{"bet": "*", "minimum_minor": 1_000_000, "maximum_minor": 2_000_000}],
    )
    catch_up(CODE, batch=1)
    remedied(story)
    hang_together(story)
    audit_rounds(CODE)
    return story


def remedied(story: Story) -> None:
    """Two findings in cases: one put right together with its remedy, one whose remedy left something."""
    wrong = Finding.objects.filter(property__code=CODE, status="open", severity="money", amount_minor__lt=-1_000)
    for number, row in enumerate(wrong.order_by("id")[:2]):
        assert row.round is not None
        audit = load(story.ledger, row.stream)
        audit.link(row.identity, case="2026-0001", by=SUPERVISOR)
        if number == 0:
            audit.settle_by_case(row.identity, case="2026-0001", by=SUPERVISOR)
        made = RemedyMade(
            bet=row.subject,
            to_player_minor=-row.amount_minor - number * 1_000,
            beyond_rules_minor=0,
            kind="pay_difference",
            case="2026-0001",
            made_by=SUPERVISOR,
        )
        event = NewEvent(
            id=UUID(int=number + 1),
            stream=row.round.stream,
            type="roulette.remedy_made.v1",
            data=made,
            actor="person:S-200",
            occurred_at=None,
        )
        story.ledger.append([event, *audit.collect_events()])
        catch_up(CODE, batch=1)


def hang_together(story: Story) -> None:
    """Rounds that leave something to the next ones, one in between coming last, one never closed."""
    sicbo, baccarat = Series(story, "sicbo", "SB01"), Series(story, "baccarat", "BA01")
    small = SMALL.format(player="P-1") + NATURAL
    sicbo.round("1", 0, THROW)
    catch_up(CODE, batch=4)
    sicbo.round("3", 10, THROW, close=False)
    baccarat.round("2", 5, small)
    catch_up(CODE, batch=3)
    sicbo.round("4", 15, f"{THROW}\n{RELEASES}")
    sicbo.round("5", 20, THROW)
    baccarat.round("1", 0, small + PAID)
    baccarat.round("3", 60 * 24, small)
    catch_up(CODE)
    sicbo.round("2", 5, FAILS)
    catch_up(CODE, batch=2)


def test_rebuilding_gives_the_same_rows_in_batches_of_any_size(books: Story) -> None:
    written = all_rows()
    assert len(written["Round"]) == 51 + 8
    assert len({row["first_position"] for row in written["TableSession"]}) == 51 + 8
    assert len(written["TableSession"]) > 51 + 8
    statuses = {row["status"] for row in written["Finding"]}
    assert statuses == {"open", "dismissed", "superseded", "corrected"}
    assert sum(row["remedied_minor"] > 0 for row in written["Round"]) == 2
    for batch in (1_000, 64, 7):
        rebuild(CODE, batch=batch)
        assert all_rows() == written, f"batches of {batch}"


def test_rebuilding_leaves_nothing_that_the_ledger_does_not_say(books: Story) -> None:
    written = all_rows()
    Round.objects.filter(code="9001").update(outcome="36", difference_minor=5, code="changed")
    Finding.objects.all().delete()
    rebuild(CODE)
    assert all_rows() == written


def test_handling_the_same_events_twice_changes_nothing(books: Story) -> None:
    written = all_rows()
    projector = Projector(CODE)
    for size in (1, 400):
        projector.handle(books.ledger.rows(after=books.ledger.head()[0] - size, limit=size))
        assert all_rows() == written
    assert follow.lag(NAME, CODE) == 0
