"""Every declared setting has words, a default that fits, a place in the documentation, and a reader."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from django.core.exceptions import ImproperlyConfigured

from casino.core.errors import Problem
from casino.core.house_settings import OF_THE_ROW, SETTINGS, Setting, check
from casino.management.commands.setting import read, written
from casino.site import environment
from disputes.case.context import TERM_SETTINGS, Terms

ROOT = Path(__file__).resolve().parents[2]
EACH = pytest.mark.parametrize("said", SETTINGS.values(), ids=lambda each: each.name)
ROOMS = ("casino", "games", "disputes", "surveillance")


def code() -> str:
    """The program without the declaration itself."""
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    return "\n".join(file.read_text("utf-8") for file in files if file.name != "house_settings.py")


CODE = code()


@EACH
def test_it_has_a_reader(said: Setting) -> None:
    """By its name, as a term of disputes, or as a field of the property's row."""
    if said.name in OF_THE_ROW:
        assert re.search(rf"\.{said.name}\b", CODE)
    elif said.name in TERM_SETTINGS.values():
        field = said.name.removeprefix("dispute_")
        assert re.search(rf"\b(?:terms|TERMS|self)\b[^ ]*\S*\.{field}\b|terms\([^)]*\)\.{field}\b", CODE)
    else:
        assert f'"{said.name}"' in CODE, f"nobody reads {said.name}"


@EACH
def test_it_is_said_in_both_languages_and_its_default_fits(said: Setting) -> None:
    for text in (said.title, said.about):
        assert text.vi.strip()
        assert text.en.strip()
        assert text.vi != text.en
    if said.default != "":
        assert check(said.name, said.default) == said.default
        assert read(said.name, written(said.default)) == said.default
    assert said.variable in ("", said.name.upper())


def test_the_variables_are_documented() -> None:
    assert "docs/settings.md" in (ROOT / "deploy" / "README.md").read_text("utf-8")


def test_every_term_of_disputes_is_a_setting_with_the_same_default() -> None:
    for field in msgspec.structs.fields(Terms):
        assert getattr(Terms(), field.name) == SETTINGS[TERM_SETTINGS[field.name]].default


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dismissal_alone", {"XXX": 1}),
        ("dismissal_alone", {"VND": -1}),
        ("dismissal_alone", 5),
        ("dispute_answer_days", 0),
        ("dispute_answer_days", 10**6),
        ("gaming_day_starts", 24),
        ("acting_pays_alone", "everything"),
        ("time_zone", "Asia/Nowhere"),
        ("name_vi", " "),
        ("currency", "XAU"),
        ("nothing", 1),
    ],
)
def test_a_value_that_does_not_fit_is_refused(name: str, value: object) -> None:
    with pytest.raises(Problem):
        check(name, value)  # type: ignore[arg-type]


def test_the_environment_gives_first_values(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said in {
        "DISMISSAL_ALONE": "",
        "DISPUTE_TABLE_LIMIT": "VND 7, KWD 1.5",
        "DISPUTE_ANSWER_DAYS": "9",
        "DISPUTE_SENIOR_DAYS": "",
        "ACTING_PAYS_ALONE": "nothing",
    }.items():
        monkeypatch.setenv(name, said)
    assert environment.first_settings() == {
        "dismissal_alone": {},
        "dispute_table_limit": {"VND": 7, "KWD": 1500},
        "dispute_answer_days": 9,
        "acting_pays_alone": "nothing",
    }


@pytest.mark.parametrize(
    ("variable", "value"), [("DISPUTE_ANSWERS_DAYS", "5"), ("ACTING_PAYS_ALONE", "all"), ("DISPUTE_ANSWER_DAYS", "0")]
)
def test_a_variable_that_says_nothing_is_refused(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ImproperlyConfigured, match=variable):
        environment.first_settings()
