"""A background task that failed stands on a page until the same one succeeds; one act begins all of them again."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from casino.celery import app
from casino.ledger.everywhere import everywhere
from casino.operations import failed_tasks, worker_messages
from casino.operations.failed_tasks import begin_again, report, standing
from casino.operations.models import FailedTask
from casino.site.health import Report
from tests.ledger.conftest import CODE, make_property

pytestmark = pytest.mark.django_db
PAGE = "admin:games_projection_changelist"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failed_tasks, "_known", failed_tasks._Known())


def run(name: str, *arguments: Any, error: Exception | None = None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task as a worker runs it."""
    task = app.tasks[name]

    def work(*_: Any) -> None:
        if error is not None:
            raise error

    with monkeypatch.context() as patch:
        patch.setattr(task, "run", work)
        task.apply(args=arguments)


EVERY = sorted(name for name in app.tasks if not name.startswith("celery."))


@pytest.mark.parametrize("name", EVERY)
def test_whichever_task_fails_is_kept_and_forgotten_once_it_succeeds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(name, "HOI", error=ValueError("what is this?"), monkeypatch=monkeypatch)
    run(name, "HOI", error=KeyError("and this"), monkeypatch=monkeypatch)
    run(name, "DAN", error=ValueError("what is this?"), monkeypatch=monkeypatch)
    rows = {row.said_arguments: row for row in standing()}
    assert {said: (row.task, row.times, row.error) for said, row in rows.items()} == {
        "HOI": (name, 2, "KeyError: 'and this'"),
        "DAN": (name, 1, "ValueError: what is this?"),
    }
    assert rows["HOI"].first_at < rows["HOI"].last_at
    assert list(report()) == [Report("tasks failed 2", None)]
    run(name, "HOI", monkeypatch=monkeypatch)
    assert [row.said_arguments for row in standing()] == ["DAN"]


def test_it_says_at_which_property(monkeypatch: pytest.MonkeyPatch) -> None:
    make_property()

    def fails(code: str) -> None:
        raise ValueError("what is this?")

    with pytest.raises(ExceptionGroup) as raised:
        everywhere(fails)
    run("games.tasks.sweep", error=raised.value, monkeypatch=monkeypatch)
    assert standing()[0].error == f"ValueError: what is this? {CODE}"


def test_a_database_that_is_gone_is_not_kept_as_many_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    run("games.tasks.sweep", error=OperationalError("gone"), monkeypatch=monkeypatch)
    assert standing() == []


def test_success_asks_nothing_as_long_as_nothing_failed(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    run("games.tasks.sweep", monkeypatch=monkeypatch)
    with django_assert_num_queries(0):
        run("games.tasks.sweep", monkeypatch=monkeypatch)


def test_one_act_begins_all_again_and_they_stay_until_they_succeed(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(worker_messages, "tell", lambda task, *arguments: told.append((task.name, *arguments)))
    run("games.tasks.follow", "HOI", error=ValueError("?"), monkeypatch=monkeypatch)
    FailedTask.objects.create(
        task="of.another.version", arguments="[]", first_at=standing()[0].first_at, last_at=standing()[0].last_at
    )
    assert begin_again(standing()) == 1
    assert told == [("games.tasks.follow", "HOI")]
    assert len(standing()) == 2
    assert all(row.begun_again_at for row in standing())


def signed_in(role: str) -> Client:
    user = User.objects.create_user(role, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


@pytest.mark.parametrize(
    ("language", "title", "button"),
    [("en", "Background tasks that failed", "Begin all again"), ("vi", "Việc nền thất bại", "Làm lại tất cả")],
)
def test_the_page_lists_them_and_begins_them_again(
    language: str, title: str, button: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.SECOND_FACTOR = "off"
    make_property()
    keeper, regulator = signed_in("administrator"), signed_in("regulator")
    for client in (keeper, regulator):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert title not in keeper.get(reverse(PAGE)).content.decode()
    run("games.tasks.follow", "HOI", error=ValueError("what is <this>?"), monkeypatch=monkeypatch)
    page = keeper.get(reverse(PAGE)).content.decode()
    for said in (title, button, "games.tasks.follow", "HOI", "ValueError: what is &lt;this&gt;?"):
        assert said in page
    seen = regulator.get(reverse(PAGE)).content.decode()
    assert (title in seen, button in seen) == (True, False)
    again = reverse("admin:games_tasks_again")
    assert regulator.post(again).status_code == 403
    assert keeper.get(again).status_code == 405
    monkeypatch.setattr(worker_messages, "tell", lambda task, *arguments: None)
    assert keeper.post(again).status_code == 302
    assert standing()[0].begun_again_at is not None
