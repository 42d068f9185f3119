"""The database is gone: every address says so in one sentence, and the log once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DataError, InterfaceError, InternalError, OperationalError, connection
from django.test import Client

from casino.site import outage
from tests.factors.conftest import account
from tests.factors.test_middleware import every_address

WORDS = {
    "vi": "Hiện cơ sở dữ liệu không trả lời",
    "en": "The database does not answer just now",
}


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> outage.Told:
    fresh = outage.Told()
    monkeypatch.setattr(outage, "TOLD", fresh)
    return fresh


@contextmanager
def gone(*, after: int = 0) -> Iterator[None]:
    """No statement is answered, after so many that are."""
    left = [after]

    def lost(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if left[0] <= 0:
            raise OperationalError("consuming input failed: server closed the connection unexpectedly")
        left[0] -= 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(lost):
        yield


@pytest.fixture
def manager(db: None) -> User:
    return account("senior_management")


def signed_in(user: User, language: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = language
    return client


def says_so(answer: Any, path: str, language: str) -> None:
    assert answer.status_code == 503, (path, answer.status_code)
    assert answer.headers["Retry-After"] == "2", path
    if path.startswith("/api/"):
        assert answer.json()["code"] == "try_again", path
    elif path not in ("/healthz", "/readyz"):
        assert WORDS[language] in answer.content.decode(), path


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_address_says_so_to_whoever_is_signed_in(
    manager: User, method: str, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing else is answered but what needs no database: 200, where it leads to, not found."""
    client = signed_in(manager, language)
    said = 0
    for _name, path in every_address():
        if path in ("/healthz", "/readyz"):
            continue
        with gone():
            answer = getattr(client, method)(path, headers={"accept-language": language})
        if answer.status_code == 503:
            says_so(answer, path, language)
            said += 1
        else:
            assert answer.status_code < 500, (path, answer.status_code)
    assert said > 150
    lines = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert [each.getMessage().split()[0] for each in lines] == ["database_trouble"]
    assert not any(each.exc_info for each in caplog.records)


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/round/", "/admin/disputes/case/", "/api/v1/rounds/"])
def test_wherever_in_an_answer_it_is_met(manager: User, path: str) -> None:
    """The first question of a page, its last, and each between."""
    client = signed_in(manager, "en")
    usual = client.get(path).status_code
    for number in range(200):
        with gone(after=number):
            answer = client.get(path, headers={"accept-language": "en"})
        if answer.status_code == usual:
            break
        says_so(answer, path, "en")
    assert 3 < number < 199


def test_a_session_that_cannot_be_saved_is_not_one_that_was_ended() -> None:
    assert isinstance(outage.trouble(_interrupted()), OperationalError)


def _interrupted() -> SessionInterrupted:
    try:
        try:
            try:
                raise OperationalError("gone")
            except OperationalError:
                raise UpdateError  # noqa: B904 as Django does
        except UpdateError:
            raise SessionInterrupted("The request's session was deleted before the request completed.")  # noqa: B904
    except SessionInterrupted as error:
        return error


def from_server(kind: type[Exception], cause: Exception) -> Exception:
    error = kind("said")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (OperationalError("no connection"), True),
        (InterfaceError("connection already closed"), True),
        (from_server(OperationalError, psycopg.errors.LockNotAvailable()), True),
        (from_server(OperationalError, psycopg.errors.QueryCanceled()), True),
        (from_server(OperationalError, psycopg.errors.DiskFull()), True),
        (from_server(OperationalError, psycopg.errors.AdminShutdown()), True),
        (from_server(InternalError, psycopg.errors.ReadOnlySqlTransaction()), True),
        (from_server(InternalError, psycopg.errors.InFailedSqlTransaction()), False),
        (from_server(OperationalError, psycopg.errors.ProgramLimitExceeded()), False),
        (DataError("a NUL"), False),
        (ValueError("of ours"), False),
    ],
)
def test_what_passes_and_what_is_our_fault(error: Exception, passes: bool) -> None:
    assert (outage.trouble(error) is not None) is passes
    wrapped = RuntimeError("while doing something")
    wrapped.__context__ = error
    assert outage.trouble(wrapped) is None, "an error of ours that came while one was handled is ours"


def test_our_own_faults_are_told_with_all_that_is_known(
    manager: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("django.template.response.TemplateResponse.render", _our_fault)
    client = signed_in(manager, "en")
    assert client.get("/admin/").status_code == 500
    assert any(each.exc_info for each in caplog.records)


def _our_fault(*_: Any, **__: Any) -> None:
    raise ValueError("ours")


def test_trouble_that_goes_on_is_told_once_a_minute_with_how_often(
    told: outage.Told, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr("casino.site.outage.time.monotonic", lambda: now[0])
    locked = from_server(OperationalError, psycopg.errors.LockNotAvailable())
    for _ in range(50):
        told.note(OperationalError("gone\nat all"), "/admin/")
        now[0] += 1
    told.note(locked, "/api/")
    now[0] += 10.5
    told.note(OperationalError("gone"), "/x/")
    assert [each.getMessage() for each in caplog.records] == [
        "database_trouble kind=no answer times=1 at=/admin/ error=gone at all",
        "database_trouble kind=55P03 times=1 at=/api/ error=said",
        "database_trouble kind=no answer times=50 at=/x/ error=gone",
    ]
