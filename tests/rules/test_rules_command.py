"""Putting a document in force at the command line: two persons with their own word, and every choice by its name."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.core.posts import Post
from casino.ledger.models import Property
from games.judgement.study_fields import written
from games.rows import rulebooks
from games.rows.rule_choices import asked_for
from tests.engine.choices import made
from tests.given import somebody, types_words_of

DOCUMENT = "maubinh.2020-01-01"
HOUSE = "TST"


@pytest.fixture(autouse=True)
def people(db: None) -> None:
    Property.objects.create(code=HOUSE, name_vi="Thử", name_en="Trial")
    for name in ("DIR-1", "DIR-2"):
        somebody(name, Post.DIRECTOR_OF_TABLE_GAMES)
    somebody("PIT-1", Post.PIT_MANAGER)


def rules(*args: str) -> str:
    out = io.StringIO()
    call_command("rules", *args, "--property", HOUSE, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def filled(path: Path, **otherwise: str) -> str:
    """The file that ``choices`` prints, filled in as the document was brought."""
    out = io.StringIO()
    call_command("rules", "choices", DOCUMENT, stdout=out)
    values = {place: written(value) for place, value in made(DOCUMENT).items()} | otherwise
    lines = [line + values.get(line.removesuffix(" = "), "") for line in out.getvalue().splitlines()]
    path.write_text("\n".join(lines), "utf-8")
    return str(path)


def ask(path: str, *more: str) -> str:
    return rules("ask", DOCUMENT, "--choices", path, "--reason", "Hội đồng đã duyệt bản này.", "--by", "DIR-1", *more)


def test_two_directors_put_a_document_in_force_with_its_choices(tmp_path: Path, monkeypatch: Any) -> None:
    types_words_of(monkeypatch, "DIR-1")
    letter = {"choices.home_run.value": "adds_two_stakes", "choices.shooting.value": "may"}
    chosen = {"choices.multiples.special.dragon.multiple": "26", **letter}
    number = ask(filled(tmp_path / "chosen", **chosen)).strip()
    assert number in rules("list")
    types_words_of(monkeypatch, "DIR-1")
    with pytest.raises(CommandError):
        rules("confirm", number, "maubinh", "--by", "DIR-1")
    assert rulebooks.recorded(HOUSE) == []
    types_words_of(monkeypatch, "DIR-2")
    rules("confirm", number, "maubinh", "--by", "DIR-2")
    [event] = rulebooks.recorded(HOUSE)
    assert (event.data.asked_by.staff, event.data.confirmed_by.staff) == ("DIR-1", "DIR-2")
    in_force = {field.place: field.present for field in asked_for(event.data.text)}
    assert in_force == made(DOCUMENT) | {
        "choices.multiples.special.dragon.multiple": 26,
        **letter,
    }
    assert DOCUMENT in rules("list")


@pytest.mark.parametrize("place", made(DOCUMENT))
def test_a_choice_that_is_not_made_is_refused_by_its_name(place: str, tmp_path: Path, monkeypatch: Any) -> None:
    types_words_of(monkeypatch, "DIR-1")
    with pytest.raises(CommandError) as refused:
        ask(filled(tmp_path / "chosen", **{place: ""}))
    assert str(refused.value).startswith(("Chưa chọn: ", "No choice was made of: "))


@pytest.mark.parametrize(
    "line", ["choices.home_run.value", "choices.nothing.value = 1", "choices.ante.value = each_its_own"]
)
def test_what_is_no_choice_or_made_twice_is_refused(line: str, tmp_path: Path, monkeypatch: Any) -> None:
    types_words_of(monkeypatch, "DIR-1")
    with pytest.raises(CommandError):
        ask(filled(tmp_path / "chosen"), "--choose", line)


def test_whoever_is_no_director_or_says_no_word_of_their_own_asks_for_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    path = filled(tmp_path / "chosen")
    said = ("ask", DOCUMENT, "--choices", path, "--reason", "Hội đồng đã duyệt bản này.", "--by")
    types_words_of(monkeypatch, "PIT-1")
    with pytest.raises(CommandError):
        rules(*said, "PIT-1")
    types_words_of(monkeypatch, "DIR-2")
    with pytest.raises(CommandError):
        rules(*said, "DIR-1")
    assert rules("list") == ""
