"""The two profiles, each loaded in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
SHOW = """
import json, django
from django.conf import settings
names = json.loads(input())
print(json.dumps({name: getattr(settings, name) for name in names}))
"""
SECRET = "only-for-tests-" + "x" * 40
NEEDED = {"SECRET_KEY": SECRET, "DATABASE_URL": "postgresql://a@h/n", "CELERY_BROKER_URL": "memory://"}


def load(environment: dict[str, str], *names: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "casino.settings"}
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        input=json.dumps(names),
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env=own | environment,
        check=False,
    )


def settings_with(environment: dict[str, str], *names: str) -> dict[str, Any]:
    done = load(environment, *names)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_production_is_the_default_and_safe() -> None:
    found = settings_with(
        NEEDED,
        *("DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"),
        *("ALLOWED_HOSTS", "DEMONSTRATION", "LANGUAGE_CODE"),
    )
    assert found == {
        "DEBUG": False,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "ALLOWED_HOSTS": [],
        "DEMONSTRATION": False,
        "LANGUAGE_CODE": "vi",
    }


def test_the_demonstration_answers_on_this_machine_only() -> None:
    found = settings_with(NEEDED | {"TABLEPROOF_PROFILE": "demo"}, "ALLOWED_HOSTS", "SECURE_SSL_REDIRECT", "DEBUG")
    assert found == {"ALLOWED_HOSTS": ["127.0.0.1", "localhost"], "SECURE_SSL_REDIRECT": False, "DEBUG": False}


def test_the_demonstration_is_an_app_of_its_profile_alone() -> None:
    own = "surveillance.demonstration"
    assert own not in settings_with(NEEDED, "INSTALLED_APPS")["INSTALLED_APPS"]
    assert own in settings_with(NEEDED | {"TABLEPROOF_PROFILE": "demo"}, "INSTALLED_APPS")["INSTALLED_APPS"]


@pytest.mark.parametrize("name", NEEDED)
def test_what_is_needed_is_named_when_missing(name: str) -> None:
    done = load({key: value for key, value in NEEDED.items() if key != name}, "DEBUG")
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(("name", "value"), [("TABLEPROOF_PROFILE", "prod"), ("TABLEPROOF_LANGUAGE", "fr")])
def test_values_nobody_planned_are_refused(name: str, value: str) -> None:
    done = load(NEEDED | {name: value}, "DEBUG")
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


def test_only_commands_of_the_owner_get_the_owner() -> None:
    owner = {"DATABASE_OWNER_URL": "postgresql://owner@h/n"}
    assert settings_with(NEEDED | owner, "DATABASES")["DATABASES"]["default"]["USER"] == "a"
    asked = NEEDED | owner | {"TABLEPROOF_DATABASE_ROLE": "owner"}
    assert settings_with(asked, "DATABASES")["DATABASES"]["default"]["USER"] == "owner"


FACTORS = ("SECOND_FACTOR", "PROOF_MINUTES", "PASSKEY_DOMAIN", "PASSKEY_ORIGINS")


def test_production_requires_a_second_factor_and_the_demonstration_asks_for_none() -> None:
    named = {"PASSKEY_DOMAIN": "tables.example"}
    assert list(settings_with(NEEDED | named, *FACTORS).values()) == [
        *("required", 10, "tables.example", ["https://tables.example"]),
    ]
    demo = {"TABLEPROOF_PROFILE": "demo", "PORT": "9000"}
    assert list(settings_with(NEEDED | demo, *FACTORS).values()) == ["off", 0, "localhost", ["http://localhost:9000"]]


@pytest.mark.parametrize(("name", "value"), [("SECOND_FACTOR", "on"), ("PROOF_MINUTES", "0"), ("PROOF_MINUTES", "-1")])
def test_a_second_factor_is_not_weakened_by_a_slip(name: str, value: str) -> None:
    done = load(NEEDED | {name: value}, "DEBUG")
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("secret", ["short", "s" * 80])
def test_a_secret_that_can_be_guessed_does_not_start(secret: str) -> None:
    refused = load(NEEDED | {"SECRET_KEY": secret}, "DEBUG")
    assert refused.returncode != 0
    assert "SECRET_KEY can be guessed" in refused.stderr
    assert secret not in refused.stderr


def test_every_host_there_is_does_not_start() -> None:
    refused = load(NEEDED | {"ALLOWED_HOSTS": "tables.example,*"}, "DEBUG")
    assert refused.returncode != 0
    assert "ALLOWED_HOSTS must name the hosts" in refused.stderr


def test_a_session_has_both_ends() -> None:
    found = settings_with(NEEDED, "SESSION_IDLE_MINUTES", "SESSION_HOURS", "SESSION_COOKIE_AGE")
    assert found == {"SESSION_IDLE_MINUTES": 30, "SESSION_HOURS": 12, "SESSION_COOKIE_AGE": 12 * 3600}
    assert "SESSION_HOURS must be 1" in load(NEEDED | {"SESSION_IDLE_MINUTES": "0"}, "DEBUG").stderr
