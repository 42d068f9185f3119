"""In a copy of the house that an invented language was laid into: it is seen wherever somebody reads."""

from __future__ import annotations

import html
import io
import re

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from casino.core import errors
from casino.core.languages import LANGUAGES
from casino.papers.setting import print_page
from disputes.papers.letter import letter
from games.catalogue import shipped
from games.telling.bet import languages
from tests.admin.conftest import As
from tests.admin.house import House
from tests.disputes.papers.samples import AT_THE_TABLE, KINDS, paper, read, squeezed
from tests.languages.invented import CODE, accented

PLAIN = re.compile(r"[aeou]")
LIKE_ENGLISH = re.compile(r"[A-Z]?[a-z]{2,}(?: [a-z’,;:–-]{2,}){2,}")
"""At least three words of small letters in a row."""
SCRIPTS = re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL)


def seen(page: str) -> set[str]:
    """What a page says to whoever reads it, piece by piece."""
    text = re.sub(r"<[^>]+>", "\n", SCRIPTS.sub("\n", page))
    return {" ".join(each.split()) for each in html.unescape(text).split("\n") if each.strip()}


def in_english(page: str) -> set[str]:
    """Pieces with three plain English words in a row."""
    return {each for each in seen(page) if (found := LIKE_ENGLISH.search(each)) and PLAIN.search(found[0])}


def test_it_is_a_language_of_the_house() -> None:
    assert LANGUAGES == ("vi", "en", CODE)
    assert [code for code, _name in settings.LANGUAGES] == ["vi", "en", CODE]
    assert all(languages(game) == ("vi", "en", CODE, *rest) for game, rest in (("sicbo", ()), ("roulette", ("ko",))))


@pytest.mark.parametrize("role", ["pit_manager", "auditor"])
def test_pages_of_the_admin_speak_it(house: House, as_: As, role: str) -> None:
    client = as_(role, CODE)
    pages = [reverse("admin:index"), reverse("admin:games_round_changelist"), reverse("admin:games_finding_changelist")]
    pages.append(reverse("admin:games_round_change", args=[house.round("short").pk]))
    for address in pages:
        answer = client.get(address)
        if answer.status_code == 403:
            continue
        page = answer.content.decode()
        assert f'lang="{CODE}"' in page
        assert in_english(page) == set(), address
        assert "[en]" not in page, address


def test_a_guest_is_told_in_it_with_the_clause(house: House, as_: As) -> None:
    address = reverse("admin:games_round_spoken", args=[house.round("short").pk])
    page = as_("pit_supervisor", "vi").get(f"{address}?bet=b1&lang={CODE}").content.decode()
    clause = shipped().by_id("roulette.2020-06-13").clauses["6.1.1.1"].text
    assert clause.in_language(CODE) == accented(clause.en)
    assert accented("So the house still owes you") in page
    assert accented(clause.en) in html.unescape(page)
    assert in_english(page) == set()


@pytest.mark.parametrize("kind", [*KINDS, *AT_THE_TABLE])
def test_papers_are_printed_in_it(kind: str) -> None:
    page = letter(paper(kind, CODE))  # type: ignore[arg-type]
    assert "[en]" not in str(page)
    text = read(print_page(page))
    assert squeezed(page["title"]) in text
    assert page["title"] == accented(letter(paper(kind, "en"))["title"])  # type: ignore[arg-type]


def test_the_command_line_speaks_it(house: House) -> None:
    out = io.StringIO()
    stream = house.round("short").stream
    call_command("replay", stream, property=house.round("short").property.code, language=CODE, stdout=out)
    said = out.getvalue()
    assert accented("The round begins.") in said
    assert "[en]" not in said


def test_errors_are_said_in_it() -> None:
    for entry in errors.table():
        assert entry.text.in_language(CODE) == accented(entry.text.en), entry.code
