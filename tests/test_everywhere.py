"""What fails at one property stops no other: every periodic task, and everything that beat does without a broker."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from casino.celery import app
from casino.ledger import everywhere, follow, reading
from casino.ledger.application import get_ledger
from casino.ledger.models import Follower, Property
from casino.operations.watching import WATCHES
from casino.site import health
from tests.ingest.conftest import House, make_house
from tests.sources import parsed

ROOT = Path(__file__).resolve().parents[1]
NOT_OF_PROPERTIES = {
    "casino.vault.tasks.finish_erasures": "goes by erasures that stand open: by carry_on",
    "checkpoints.tasks.thin": "one statement over all rows",
    "games.tasks.throw_studies_away": "deletes rows by their age, tells of others",
    "surveillance.files.tasks.keep": "goes by uploads, holds and films: each by carry_on",
    "surveillance.files.tasks.sweep": "goes by views, uploads and jobs: each by carry_on",
}
"""Tasks that ask for no property where nothing lies about."""


class Poisoned(Exception):
    """What a follower cannot read."""


class Asked:
    """What is asked about the good property; nothing can be asked about the bad one while it is ``poisoned``."""

    def __init__(self, good: Property, bad: Property) -> None:
        self.good, self.bad = {good.code, good.pk}, {bad.code, bad.pk}
        self.of: set[str] = set()
        self.poisoned = False

    def note(self, what: str, values: set[Any]) -> None:
        if self.good & values:
            self.of.add(what)
        elif self.bad & values and self.poisoned:
            raise Poisoned(what)

    def statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        values = params.values() if isinstance(params, dict) else params or ()
        self.note(sql, {each for each in values if isinstance(each, str | int)})
        return execute(sql, params, many, context)

    def of_log(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)

        def spied(*args: Any, **kwargs: Any) -> Any:
            self.note(name, {signature.bind(*args, **kwargs).arguments["property_code"]})
            return function(*args, **kwargs)

        return spied


@pytest.fixture
def asked(db: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """Two properties, the bad one first in every order, each with something to follow and a log to keep."""
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    settings.TRANSPARENCY_KEYS_DIR = str(tmp_path / "keys")
    settings.TRANSPARENCY_HOST = "log.example"
    bad = Property.objects.create(pk=-7, code="BAD", name_vi="Hỏng", name_en="Bad")
    _number_like_nothing_else()
    house = make_house()
    House(bad.code, get_ledger(bad.code), house.sensor, "", house.signer, house.key).table("RL01")
    state = Asked(Property.objects.get(code=house.code), bad)
    functions = [
        (module, name, function)
        for module in (reading, follow)
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and "property_code" in inspect.signature(function).parameters
        and not hasattr(function, "__wrapped__")
    ]
    assert len(functions) > 10
    for module, name, function in functions:
        monkeypatch.setattr(module, name, state.of_log(name, function))
    with connection.execute_wrapper(state.statement):
        yield state


def _number_like_nothing_else() -> None:
    """The next property's number is found in statements: no other row's may be the same. Rolled back with all else."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_serial_sequence('ledger_property', 'id')")
        (name,) = cursor.fetchone()
        cursor.execute(f"ALTER SEQUENCE {name} RESTART WITH 31313")


def done(work: Callable[[], object], state: Asked, *, poisoned: bool) -> set[str]:
    """What was asked about the good property; everything is as before afterwards."""
    state.of, state.poisoned = set(), poisoned
    expected = pytest.raises(BaseExceptionGroup) if poisoned else nullcontext()
    with transaction.atomic():
        try:
            with suppress(Poisoned), expected as raised:
                work()
                if poisoned:
                    raise ExceptionGroup("nothing was met", [Poisoned("nothing")])
            if raised is not None:
                assert set(map(type, leaves(raised.value))) == {Poisoned}, raised.value
        finally:
            transaction.set_rollback(True)
    return set(state.of)


def leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from leaves(each)
    else:
        yield error


app.loader.import_default_modules()  # as worker and beat do at their start
TASKS = sorted({each["task"] for each in app.conf.beat_schedule.values()})


def test_all_rooms_have_tasks() -> None:
    assert {name.split(".")[0] for name in TASKS} >= {
        "casino",
        "checkpoints",
        "disputes",
        "games",
        "house",
        "surveillance",
    }


@pytest.mark.parametrize("name", TASKS)
def test_a_task_does_its_work_at_the_other_property(name: str, asked: Asked) -> None:
    task = app.tasks[name]
    well = done(task, asked, poisoned=False)
    assert bool(well) is (name not in NOT_OF_PROPERTIES), name
    assert done(task, asked, poisoned=True) >= well


@pytest.mark.parametrize("name", sorted(WATCHES))
def test_without_a_broker_the_other_property_is_looked_after(name: str, asked: Asked) -> None:
    for work in (WATCHES[name].left, WATCHES[name].act):
        well = done(work, asked, poisoned=False)
        assert done(work, asked, poisoned=True) >= well


# --- No follower stops another ----------------------------------------------------------------------------------------


@pytest.fixture
def two(db: None) -> tuple[str, str]:
    """Two properties with something to follow."""
    bad = Property.objects.create(code="BAD", name_vi="Hỏng", name_en="Bad")
    house = make_house()
    for code in (bad.code, house.code):
        House(code, get_ledger(code), house.sensor, "", house.signer, house.key).table("RL01")
    return bad.code, house.code


FOLLOWERS = sorted({*health.FOLLOWERS, *health.ASIDE} - {"audit"})
"""All but the audit, which keeps no place in the log."""
BEHIND = {"sums_found": "sums", "watch": "games"}
"""Who goes by the rows of another one: these stand still with it at that property."""
WAYS: dict[str, Callable[[], list[Callable[[], object]]]] = {
    "a broker": lambda: [app.tasks[name] for name in TASKS],
    "no broker": lambda: [watch.act for watch in WATCHES.values()],
}


def reached(works: list[Callable[[], object]]) -> dict[tuple[str, str], int]:
    """How far each follower comes; everything is as before afterwards."""
    with transaction.atomic():
        try:
            for work in works:
                with suppress(ExceptionGroup):
                    work()
            rows = Follower.objects.values_list("property__code", "name", "position")
            return {(code, name): position for code, name, position in rows}
        finally:
            transaction.set_rollback(True)


@pytest.mark.parametrize("way", WAYS)
def test_a_follower_that_stops_at_a_property_stops_no_other_there_or_elsewhere(
    way: str, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, _good = two
    works = WAYS[way]()
    well = reached(works)
    assert set(well) == {(code, name) for code in two for name in FOLLOWERS}
    assert all(well.values())
    make = follow._make
    for stopped in FOLLOWERS:

        def poisoned(name: str, code: str, using: str, stopped: str = stopped) -> None:
            if (name, code) == (stopped, bad):
                raise Poisoned(name)
            make(name, code, using)

        monkeypatch.setattr(follow, "_make", poisoned)
        still = {(bad, stopped), *((bad, name) for name, first in BEHIND.items() if first == stopped)}
        assert {key: at for key, at in reached(works).items() if key not in still} == {
            key: at for key, at in well.items() if key not in still
        }, stopped


def test_a_property_of_which_nothing_can_be_told_counts_as_one_that_stands_still(asked: Asked) -> None:
    def look(code: str) -> str | None:
        if code == "BAD":
            raise Poisoned
        return None

    assert everywhere.left(look) == (("BAD", "Poisoned"),)


def test_a_database_that_is_gone_is_no_fault_of_a_property(asked: Asked) -> None:
    def look(code: str) -> str:
        raise DatabaseError("gone")

    with pytest.raises(DatabaseError):
        everywhere.left(look)


def test_all_are_tried_and_all_that_failed_is_raised() -> None:
    tried = []

    def work(number: int) -> int:
        tried.append(number)
        if number % 2:
            raise ValueError(number)
        return number

    with pytest.raises(ExceptionGroup) as raised:
        everywhere.carry_on(work, range(5))
    assert tried == [0, 1, 2, 3, 4]
    assert [each.args for each in raised.value.exceptions] == [(1,), (3,)]
    assert everywhere.carry_on(work, (0, 2)) == [0, 2]


# --- No other loop ----------------------------------------------------------------------------------------------------

LOOPS: dict[str, str] = {}
"""Files of background work and services with a loop over properties of their own, and why."""
PAGES = ("/management/", "/migrations/", "/admin/", "/pages/", "/api/")


def over_properties(tree: ast.AST) -> bool:
    loops = (node.iter for node in ast.walk(tree) if isinstance(node, ast.For | ast.comprehension))
    return any(
        isinstance(inner, ast.Attribute)
        and inner.attr in ("objects", "all_houses")
        and isinstance(inner.value, ast.Name)
        and inner.value.id == "Property"
        for each in loops
        for inner in ast.walk(each)
    )


def test_no_background_work_has_a_loop_of_its_own() -> None:
    """Statements only: a comprehension that maps names is no work."""
    found = set()
    for room in ("casino", "games", "disputes", "surveillance"):
        for path in (ROOT / room).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if any(part in f"/{name}" for part in PAGES) or path.name in ("admin.py", "pages.py", "forms.py"):
                continue
            loops = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.For)]
            if any(over_properties(ast.Module([loop], [])) for loop in loops):
                found.add(name)
    assert found == set(LOOPS)
