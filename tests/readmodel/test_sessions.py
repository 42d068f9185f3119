"""What an earlier round leaves changes the rows of the later ones: they are judged again, and the audit is due."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.replay import Replay
from games.engine.session import SessionBefore
from games.judgement import judging
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round, TableSession
from games.rows.projector import Projector
from games.rows.readmodel import catch_up
from games.rows.replay import Replayer
from tests.golden.reader import named_id
from tests.replay.series import FAILS, NATURAL, PAID, RELEASES, SMALL, THROW, Series
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    return Story()


def due() -> list[str]:
    return sorted(Round.objects.filter(audit_due=True).values_list("code", flat=True))


def open_codes(code: str) -> set[str]:
    standing = Finding.objects.filter(round__code=code, status="open")
    return set(standing.values_list("code", flat=True))


def remembered() -> frozenset[str]:
    row = TableSession.objects.filter(stream="round/BA01/2").last()
    assert row is not None
    return msgspec.convert(row.before or {}, SessionBefore).under_minimum


def test_a_late_fact_of_one_round_makes_the_audit_of_those_after_it_due(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    for number in range(4):
        table.round(str(number), number * 5, THROW)
    audit_rounds(CODE)
    assert due() == []
    assert open_codes("1") == set()
    table.record(
        "0", 0, ["30 device_failed", '31 pit_manager_informed person={"post":"pit_manager","staff":"M01"}'], "late"
    )
    catch_up(CODE)
    assert due() == ["1", "2", "3"]
    audit_rounds(CODE)
    assert due() == []
    assert [open_codes(code) for code in "123"] == [{"played_while_held"}] * 3
    table.record("1", 5, [RELEASES], "late")
    catch_up(CODE)
    assert due() == ["2", "3"]
    audit_rounds(CODE)
    assert [open_codes(code) for code in "0123"] == [set(), {"played_while_held"}, set(), set()]


def test_a_correction_that_takes_a_bet_away_gives_its_player_the_one_time_back(story: Story) -> None:
    table = Series(story, "baccarat", "BA01")
    small = SMALL.format(player="P-1")
    table.round("1", 0, f"{small.strip()} id=first-small\n{NATURAL}{PAID}")
    table.round("2", 5, small + NATURAL)
    catch_up(CODE)
    assert Round.objects.get(code="2").due_net_minor == 0
    recorded = story.ledger.find(UUID(named_id("first-small")))
    assert recorded is not None
    story.tell(
        "round/BA01/1",
        "baccarat.fact_corrected",
        target=recorded.id,
        before=msgspec.to_builtins(recorded.data),
        after=None,
        corrected_by={"post": "pit_supervisor", "staff": "S-1"},
        authorised_by={"post": "pit_manager", "staff": "S-2"},
        reason="Not placed.",
    )
    catch_up(CODE)
    assert Round.objects.get(code="2").due_net_minor == 60_000


def test_a_round_that_opens_between_two_others_changes_the_second(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    table.round("1", 0, THROW)
    table.round("3", 10, THROW)
    catch_up(CODE)
    table.round("2", 5, FAILS)
    catch_up(CODE)
    rows = TableSession.objects.filter(stream="round/SB01/3")
    held = {"hold": "7.1", "hold_stream": "round/SB01/2", "hold_version": 4}
    late = story.ledger.stream_rows("round/SB01/2")
    assert [(row.valid_from_position, row.before) for row in rows] == [
        (rows[0].first_position, None),
        (late[3][0], held),
    ]
    assert due() == ["3"]


def test_the_walk_stops_where_nothing_can_differ(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Series(story, "sicbo", "SB01")
    for number in range(8):
        table.round(str(number), number * 5, FAILS if number == 1 else THROW)
    catch_up(CODE)
    judged: list[str] = []

    def counting(rounds: Sequence[judging.Ready]) -> list[Replay]:
        judged.extend(each.stream[-1] for each in rounds)
        return judging.judged(rounds)

    monkeypatch.setattr("games.judgement.table_walk.judged", counting)
    table.record("5", 25, ["70 stake_returned bet=b1 amount_minor=1"], "late")
    catch_up(CODE)
    assert judged == ["5"]


def test_the_limits_of_the_table_reach_the_memory_of_players(story: Story) -> None:
    table = Series(story, "baccarat", "BA01")
    small = SMALL.format(player="P-1") + NATURAL
    table.round("1", 5, small + PAID)
    table.round("2", 10, small)
    catch_up(CODE)
    assert remembered() == {"P-1"}
    limits = [{"bet": "*", "minimum_minor": 50_000, "maximum_minor": 5_000_000}]
    story.tell("table/BA01", "table.limits_set", STARTS, limits=limits)
    catch_up(CODE)
    assert remembered() == frozenset()


def test_roulette_has_an_order_and_no_session(story: Story) -> None:
    story.table(at=STARTS)
    stream = story.spin("1", STARTS)
    catch_up(CODE)
    row = TableSession.objects.get()
    assert (row.stream, row.valid_from_position, row.before) == (stream, row.first_position, None)
    replayer = Replayer(CODE)
    list(replayer.many([stream]))
    with CaptureQueriesContext(connection) as queries:
        list(replayer.many([stream]))
    assert not [query for query in queries if "tablesession" in query["sql"]]


def test_handling_the_same_events_twice_changes_nothing(story: Story) -> None:
    table = Series(story, "sicbo", "SB01")
    for number in range(4):
        table.round(str(number), number * 5, FAILS if number == 1 else THROW)
    catch_up(CODE)
    written = list(TableSession.objects.order_by("pk").values())
    Projector(CODE).handle(story.ledger.rows(after=6, limit=500))
    assert list(TableSession.objects.order_by("pk").values()) == written
