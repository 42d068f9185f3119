"""Every variable is checked where it is read."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino.site import environment


def test_a_missing_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOMETHING", raising=False)
    with pytest.raises(ImproperlyConfigured, match="SOMETHING"):
        environment.text("SOMETHING")
    assert environment.text("SOMETHING", "else") == "else"


@pytest.mark.parametrize(("value", "meaning"), [("1", True), ("yes", True), ("0", False), ("OFF", False), ("", True)])
def test_flags(value: str, meaning: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING", value)
    assert environment.flag("SOMETHING", default=True) is meaning


def test_a_flag_that_is_none_and_a_number_that_is_none_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING", "maybe")
    with pytest.raises(ImproperlyConfigured, match="SOMETHING"):
        environment.flag("SOMETHING", default=False)
    with pytest.raises(ImproperlyConfigured, match="SOMETHING"):
        environment.number("SOMETHING", 1)


def test_a_database_url_with_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:p%40ss@db.example:6432/name?sslmode=verify-full")
    found = environment.database("DATABASE_URL")
    assert found["USER"] == "user"
    assert found["PASSWORD"] == "p@ss"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", "6432", "name")
    assert found["OPTIONS"] == {"sslmode": "verify-full", "connect_timeout": 10}
    assert found["CONN_HEALTH_CHECKS"]


def test_a_database_url_over_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://user@/name?host=%2Fvar%2FSockets")
    found = environment.database("DATABASE_URL")
    assert (found["HOST"], found["USER"], found["NAME"]) == ("/var/Sockets", "user", "name")


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql://user@host:abc:1/name?nonsense=1"])
def test_other_databases_and_broken_urls_are_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database("DATABASE_URL")


def test_rabbitmq_keeps_tasks_in_quorum_queues() -> None:
    found = environment.broker("amqp://guest:guest@127.0.0.1:5672//")
    assert found["CELERY_TASK_DEFAULT_QUEUE_TYPE"] == "quorum"
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["confirm_publish"]


def test_redis_gives_lost_tasks_back_in_time() -> None:
    options = environment.broker("redis://127.0.0.1:6379/0")["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert options["visibility_timeout"] == environment.VISIBILITY_TIMEOUT_SECONDS
    assert options["unacked_restore_throttle"] == 1


def test_the_queue_in_postgresql_keeps_the_letters_of_its_folder() -> None:
    found = environment.broker("pgmq://queue:p%40ss@%2FTmp%2FSockets/tasks")
    connection = found["CELERY_BROKER_TRANSPORT_OPTIONS"]["conn_string"]
    assert "host=/Tmp/Sockets" in connection
    assert "dbname=tasks" in connection
    assert "password=p@ss" in connection
    assert "port" not in environment.broker("pgmq://q@h/d")["CELERY_BROKER_TRANSPORT_OPTIONS"]["conn_string"]
    assert "port=6" in environment.broker("pgmq://q@h:6/d")["CELERY_BROKER_TRANSPORT_OPTIONS"]["conn_string"]


def test_a_task_ends_before_a_broker_gives_it_to_another_worker() -> None:
    from django.conf import settings

    assert settings.CELERY_TASK_TIME_LIMIT < environment.VISIBILITY_TIMEOUT_SECONDS


def test_other_brokers_are_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="CELERY_BROKER_URL"):
        environment.broker("kafka://x")


def test_a_command_is_separated_as_in_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCAN", raising=False)
    assert environment.command("SCAN") == []
    monkeypatch.setenv("SCAN", "clamdscan --config='/etc/my clam.conf' - ; rm -rf $HOME")
    assert environment.command("SCAN") == ["clamdscan", "--config=/etc/my clam.conf", "-", ";", "rm", "-rf", "$HOME"]
    monkeypatch.setenv("SCAN", "clamdscan 'unfinished")
    with pytest.raises(ImproperlyConfigured, match="SCAN"):
        environment.command("SCAN")


def test_amounts_by_currency_are_in_its_smallest_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT", "VND 1000000, JPY 20000,KWD 50.5, EUR 0")
    assert environment.amounts("LIMIT") == {"VND": 1_000_000, "JPY": 20_000, "KWD": 50_500, "EUR": 0}
    monkeypatch.delenv("LIMIT")
    assert environment.amounts("LIMIT") == {}
    assert environment.amounts("LIMIT", "KWD 0.001") == {"KWD": 1}


@pytest.mark.parametrize(
    "said",
    [
        "1000000",
        "VND",
        "VND 1.5",
        "KWD 1.0005",
        "XXX 5",
        "vnd 5",
        "VND -1",
        "VND 1, VND 2",
        "KWD 1.",
        "KWD .5",
        "VND ١",
    ],
)
def test_no_amount_of_a_currency(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("LIMIT", said)
    with pytest.raises(ImproperlyConfigured, match="LIMIT"):
        environment.amounts("LIMIT")
