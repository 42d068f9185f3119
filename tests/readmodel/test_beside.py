"""Read models are written anew beside those that are read: readers and followers go on; planned work is no trouble."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import close_old_connections, connection, connections
from pytest_django import DjangoDbBlocker

from casino.ledger import follow
from casino.ledger.models import Follower
from casino.site import health
from games import tasks
from games.judgement.program import this_program
from games.rows import all_readmodels, beside, readmodel
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Projection, Round, Table
from tests.conftest import default_database, drop_database
from tests.readmodel.test_rebuild import all_rows, hang_together
from tests.replay.story import CODE, Story


@pytest.fixture(scope="module")
def told(migrated_template: str, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[str, Story]]:
    """A database with these days in it, and who told them."""
    name = f"{migrated_template}_beside"
    with default_database(name, migrated_template, django_db_blocker):
        story = days()
    yield name, story
    drop_database(name)


@pytest.fixture
def fresh_template(told: tuple[str, Story]) -> str:
    return told[0]


@pytest.fixture
def books(told: tuple[str, Story], fresh_database: Any) -> Story:
    return Story(told[1].now, told[1].count)


def days() -> Story:
    story = Story()
    story.day(11, 8, "RL01")
    story.day(12, 8, "RL02")
    hang_together(story)
    audit_rounds(CODE)
    for model in all_readmodels.read_models():
        model.catch_up(CODE)
    return story


def games() -> all_readmodels.ReadModel:
    return all_readmodels.read_models()[0]


def in_a_thread(work: Callable[[], Any]) -> Any:
    """What it answers, on a connection of its own."""
    found: list[Any] = []

    def run() -> None:
        close_old_connections()
        try:
            found.append(work())
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def left() -> int:
    """Rows that lie beside."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM beside_games.games_round")
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("workers", [1, 2])
def test_readers_see_the_former_rows_until_all_are_there_and_a_follower_goes_on(books: Story, workers: int) -> None:
    Round.objects.filter(code="1").update(outcome="99")
    Table.objects.update(limits={"*": [1, 10**12]})
    Round.objects.filter(code="3").delete()
    Projection.objects.filter(name="games").update(program="0" * 16)
    before = in_a_thread(lambda: sorted(Round.objects.values_list("stream", "outcome")))
    seen: list[Any] = []

    def advanced(position: int, head: int) -> None:
        if seen:
            return
        seen.append(in_a_thread(lambda: sorted(Round.objects.values_list("stream", "outcome"))))
        seen.append(in_a_thread(lambda: health.ready().text))
        books.spin("meanwhile", books.now, table="RL01")
        in_a_thread(lambda: readmodel.catch_up(CODE))  # the follower at work
        seen.append(in_a_thread(lambda: Round.objects.filter(code="meanwhile").exists()))

    position = all_readmodels.rebuild(games(), CODE, workers=workers, advanced=advanced)
    assert seen[0] == before
    assert f"rebuilding games {CODE}, " in seen[1]
    assert seen[2]
    assert position == books.ledger.head()[0] == follow.position("games", CODE)
    assert left() == 0
    assert Projection.objects.get(name="games").program == this_program()
    written = all_rows()
    assert all(written.values())
    assert list(all_readmodels.faults(CODE)) == []
    readmodel.rebuild(CODE)
    assert all_rows() == written


def test_rows_that_are_the_same_stay_untouched(books: Story) -> None:
    def versions() -> dict[str, str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT stream, xmin::text FROM games_round")
            return dict(cursor.fetchall())

    before = versions()
    Round.objects.filter(code="1").update(outcome="99")
    changed = {stream for stream, version in versions().items() if before[stream] != version}
    all_readmodels.rebuild(games(), CODE)
    after = versions()
    assert changed
    assert {stream for stream, version in after.items() if before[stream] != version} == changed


@pytest.mark.parametrize("model", [each.name for each in all_readmodels.read_models()])
def test_every_read_model_is_written_beside(model: str, books: Story) -> None:
    """Whatever a follower wrote past its twins would be there twice, or gone."""
    found = next(each for each in all_readmodels.read_models() if each.name == model)
    before = all_rows()
    twins = {*all_readmodels.tables_of(found)}
    written: set[str] = set()

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        head = sql.split()
        if head[:1] in (["INSERT"], ["DELETE"], ["UPDATE"]):
            written.add(head[1 if head[0] == "UPDATE" else 2].strip('"'))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        all_readmodels.rebuild(found, CODE)
    assert written - {""} <= {*twins, *beside.KEPT}
    assert all_rows() == before
    assert list(all_readmodels.faults(CODE)) == []


def test_what_fails_leaves_everything_as_it_was(books: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (all_rows(), list(Follower.objects.order_by("name").values()), list(Projection.objects.values()))

    def fails(code: str, *, limit: int | None = None) -> None:
        readmodel.catch_up(code, limit=10)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        all_readmodels.rebuild(games()._replace(catch_up=fails), CODE)  # type: ignore[arg-type]
    assert left() > 0
    after = (all_rows(), list(Follower.objects.order_by("name").values()), list(Projection.objects.values()))
    assert after == before
    all_readmodels.rebuild(games(), CODE)
    assert (left(), all_rows()) == (0, before[0])


def test_one_rebuild_of_a_property_at_a_time(books: Story) -> None:
    def other() -> str:
        try:
            all_readmodels.rebuild(games(), CODE)
        except beside.AtWork:
            return "at work"
        return "done"

    said: list[str] = []
    all_readmodels.rebuild(games(), CODE, advanced=lambda position, head: said.append(in_a_thread(other)))
    assert set(said) == {"at work"}
    assert in_a_thread(other) == "done"


def test_a_follower_that_keeps_its_checkpoint_is_not_waited_for_for_ever(books: Story) -> None:
    held, go = threading.Event(), threading.Event()

    def hold() -> None:
        with follow.held("games", CODE):
            held.set()
            go.wait(30)
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(30)
    try:
        with pytest.raises(beside.AtWork):
            all_readmodels.rebuild(games(), CODE, patience_seconds=0.2)
    finally:
        go.set()
        thread.join()
    all_readmodels.rebuild(games(), CODE)


def test_a_connection_that_is_lost_meanwhile_writes_beside_again(books: Story) -> None:
    Round.objects.filter(code="1").update(outcome="99")
    lost: list[bool] = []

    def advanced(position: int, head: int) -> None:
        if not lost:
            connection.close()
            lost.append(Round.objects.filter(code="1", outcome="99").exists())

    all_readmodels.rebuild(games(), CODE, advanced=advanced)
    assert lost == [False], "the new connection looks beside"
    assert not Round.objects.filter(code="1", outcome="99").exists()


@pytest.fixture
def columns(books: Story) -> Iterator[None]:
    yield
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_round DROP COLUMN IF EXISTS added")


def test_twins_of_former_tables_are_not_written_to(columns: None, monkeypatch: pytest.MonkeyPatch) -> None:
    all_readmodels.rebuild(games(), CODE)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_round ADD COLUMN added text")
    with monkeypatch.context() as patch:
        patch.setattr(beside, "make_statement", lambda model, tables: "CREATE TABLE pg_catalog.nothing ()")
        with pytest.raises(beside.NotMade):
            all_readmodels.rebuild(games(), CODE)
    all_readmodels.rebuild(games(), CODE)


def test_work_goes_on_through_a_sweep_meanwhile(books: Story) -> None:
    done: list[bool] = []

    def advanced(position: int, head: int) -> None:
        if not done:
            books.spin("swept", books.now, table="RL02", paid_minor=None)
            in_a_thread(tasks.sweep)
            done.append(in_a_thread(lambda: Finding.objects.filter(stream="audit/RL02/swept").exists()))

    all_readmodels.rebuild(games(), CODE, advanced=advanced)
    assert done == [True]
    assert Finding.objects.filter(stream="audit/RL02/swept").exists()
