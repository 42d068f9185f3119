"""Studies in the background: done once, begun again after a kill, stopped by a person, thrown away; never a fact."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest
from django.db import connection

from casino.celery import app
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.site.queues import REPORTS
from games import tasks
from games.catalogue import texts
from games.engine.facts import Person
from games.rows import readmodel
from games.rows.models import Round
from games.studies import study, work
from games.studies.models import RuleStudy, StudyState
from tests.replay.story import CODE, Story

STARTS = datetime(2026, 6, 13, 13, tzinfo=UTC)
NOW = datetime(2026, 6, 20, tzinfo=UTC)
NAME = "roulette.2020-06-13"
DIRECTOR = Person(post="director_of_table_games", staff="S-900")
ASKED = work.Asked(document=NAME, text=texts()[NAME], changes={"odds.straight": "1:34"}, limits={})


@pytest.fixture
def story(db: None) -> Story:
    """Two straight-up bets that win, one that loses; 100,000 each."""
    told = Story()
    told.table(at=STARTS)
    for number, pocket in enumerate((17, 3, 17)):
        at = STARTS + timedelta(minutes=2 * number)
        told.spin(str(number), at, pocket=pocket, paid_minor=3_500_000 if pocket == 17 else None)
    readmodel.catch_up(CODE)
    return told


def ask(asked: work.Asked = ASKED) -> RuleStudy:
    return work.ask(Property.objects.get(code=CODE), asked, by=DIRECTOR, command_id=uuid4(), now=NOW)


def test_it_comes_to_what_the_command_line_tells_and_stores_no_fact(story: Story) -> None:
    before = (story.ledger.head(), list(Round.objects.order_by("pk").values()))
    row = ask()
    assert (row.total, row.state) == (3, StudyState.QUEUED)
    tasks.study(row.pk)
    row.refresh_from_db()
    assert (row.state, row.done, row.said_en) == (StudyState.DONE, 3, "")
    assert row.result == study.study(CODE, study.supposed(NAME, {"odds.straight": "1:34"})).told()
    assert row.result["groups"][0]["change_minor"] == -200_000
    assert (story.ledger.head(), list(Round.objects.order_by("pk").values())) == before
    assert not work.run(row.pk), "what is done is not done again"


def test_only_the_rounds_that_were_asked_for_are_judged(story: Story) -> None:
    for changes, count in (
        ({"table": "RL99"}, 0),
        ({"table": "RL01"}, 3),
        ({"since": STARTS.date() + timedelta(days=1)}, 0),
        ({"until": STARTS.date()}, 3),
    ):
        row = ask(msgspec.structs.replace(ASKED, **changes))
        work.run(row.pk)
        row.refresh_from_db()
        assert row.result is not None
        assert (row.total, row.result["rounds"]) == (count, count)


def test_rounds_recorded_after_the_question_do_not_count(story: Story) -> None:
    row = ask()
    story.spin("later", STARTS + timedelta(minutes=20))
    readmodel.catch_up(CODE)
    work.run(row.pk)
    row.refresh_from_db()
    assert row.result is not None
    assert row.result["rounds"] == 3


def test_the_same_command_is_the_same_study(story: Story) -> None:
    owner, command_id = Property.objects.get(code=CODE), uuid4()
    rows = [work.ask(owner, ASKED, by=DIRECTOR, command_id=command_id, now=NOW).pk for _ in range(2)]
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    "other",
    [{"changes": {"odds.straight": "1:33"}}, {"limits": {"*": (1, 2)}}, {"table": "RL01"}, {"since": STARTS.date()}],
    ids=["values", "limits", "table", "days"],
)
def test_the_same_command_with_another_question_is_a_conflict(story: Story, other: dict[str, Any]) -> None:
    """Whoever goes back in the browser and asks otherwise is not shown the first answer."""
    owner, command_id = Property.objects.get(code=CODE), uuid4()
    asked = msgspec.structs.replace(ASKED, limits={"straight": (1, 2)})
    work.ask(owner, asked, by=DIRECTOR, command_id=command_id, now=NOW)
    assert work.ask(owner, asked, by=DIRECTOR, command_id=command_id, now=NOW).limits == {"straight": [1, 2]}
    with pytest.raises(Problem) as refused:
        work.ask(owner, msgspec.structs.replace(asked, **other), by=DIRECTOR, command_id=command_id, now=NOW)
    assert refused.value.code == "command_conflict"
    assert RuleStudy.objects.count() == 1


def test_a_document_that_cannot_be_is_refused_before_any_work(story: Story) -> None:
    with pytest.raises(Problem) as refused:
        ask(msgspec.structs.replace(ASKED, changes={"odds.nothing": "1:2"}))
    assert refused.value.code == "study_unreadable"
    assert not RuleStudy.objects.exists()


def test_a_property_has_only_so_many_under_way(story: Story) -> None:
    for _ in range(work.AT_ONCE):
        ask()
    with pytest.raises(Problem) as refused:
        ask()
    assert refused.value.code == "study_too_many"


def test_a_study_whose_process_was_killed_is_begun_again_and_one_that_kills_ends(story: Story) -> None:
    row = ask()
    RuleStudy.objects.filter(pk=row.pk).update(state=StudyState.RUNNING, done=2)
    assert work.run(row.pk)
    row.refresh_from_db()
    assert (row.state, row.deaths, row.done) == (StudyState.DONE, 1, 3)
    other = ask()
    RuleStudy.objects.filter(pk=other.pk).update(state=StudyState.RUNNING, deaths=work.DEATHS - 1)
    assert work.run(other.pk)
    other.refresh_from_db()
    assert other.state == StudyState.FAILED
    assert other.said_vi.endswith(".")


def test_what_another_process_works_on_is_left_to_it(story: Story) -> None:
    row = ask()
    settings = connection.get_connection_params()
    wanted = {name: settings[name] for name in ("dbname", "user", "password", "host", "port") if settings.get(name)}
    with psycopg.connect(**wanted, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [work._LOCKS | row.pk & 0xFFFF_FFFF])
        assert not work.run(row.pk)
        other.execute("SELECT pg_advisory_unlock_all()")
    row.refresh_from_db()
    assert row.state == StudyState.QUEUED
    assert work.run(row.pk)


def test_a_person_stops_it_while_it_runs(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    row = ask()
    monkeypatch.setattr(work, "PROGRESS_SECONDS", 0.0)
    judged: list[int] = []

    def taken(*args: Any) -> None:
        judged.append(1)
        work.cancel(row, NOW)

    monkeypatch.setattr(study, "_take", taken)
    work.run(row.pk)
    row.refresh_from_db()
    assert (row.state, row.result, len(judged)) == (StudyState.CANCELLED, None, 1)
    work.cancel(row, NOW + timedelta(days=1))
    row.refresh_from_db()
    assert row.ended_at == NOW


def test_a_fault_of_judging_is_said_and_not_tried_for_ever(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(study, "study", broken)
    row = ask()
    work.run(row.pk)
    row.refresh_from_db()
    assert row.state == StudyState.FAILED
    assert "ZeroDivisionError" in row.said_en


def test_a_study_is_thrown_away_when_it_was_kept_long_enough(story: Story) -> None:
    ask()
    assert work.throw_away(NOW + work.KEPT - timedelta(seconds=1)) == 0
    assert work.throw_away(NOW + work.KEPT) == 1
    assert not RuleStudy.objects.exists()


def test_it_goes_through_the_queue_of_reports_and_is_found_without_a_broker(story: Story) -> None:
    assert app.amqp.router.route({}, "games.tasks.study")["queue"].name == REPORTS
    row = ask()
    assert tasks._studies() == ((row.pk, StudyState.QUEUED, 0),)
    tasks._do_studies()
    assert tasks._studies() == ()
