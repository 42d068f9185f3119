"""Addresses that nobody would write: every one that the resolver knows, with parts that are no code and no number.

They are asked by somebody whom no permission stops, so that each view gets to what it does with its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse

from casino.site.requests import leads_somewhere

WORD: Final = "zz-7"
USUAL: Final[dict[str, Any]] = {"UUIDConverter": UUID(int=7), "IntConverter": 7}
ODD_WORDS: Final = ("a\0b", "\0", "ạ" * 300, "..", "\ufffd", "a b?c#d")
ODD_NUMBERS: Final = (0, 10**12, 10**30)


def patterns(found: Any, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address that has a name, of all rooms."""
    for pattern in found:
        if not isinstance(pattern, URLPattern):
            yield from patterns(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        elif pattern.name is not None:
            yield f"{space}{pattern.name}", pattern


def addresses(odd: bool) -> Iterator[str]:
    """Each address with usual parts; or, one part after the other, with odd ones."""
    for name, pattern in patterns(get_resolver().url_patterns):
        kinds = {part: type(kind).__name__ for part, kind in pattern.pattern.converters.items()}
        usual = {part: USUAL.get(kind, WORD) for part, kind in kinds.items()}
        tried = [usual]
        if odd:
            tried = [
                {**usual, part: value}
                for part, kind in kinds.items()
                for value in (ODD_NUMBERS if kind == "IntConverter" else ODD_WORDS if kind != "UUIDConverter" else ())
            ]
        for parts in tried:
            try:
                yield reverse(name, kwargs=parts)
            except NoReverseMatch:
                continue


@pytest.fixture
def everything(db: None) -> Client:
    """Somebody whom no permission stops."""
    client = Client()
    client.force_login(
        User.objects.create_superuser("all", "all@example.com", "x"), backend="casino.backends.PostingBackend"
    )
    return client


def failing(client: Client, asked: Iterator[str]) -> list[tuple[str, int]]:
    client.raise_request_exception = False
    found = ((address, client.get(address).status_code) for address in sorted(set(asked)) if "logout" not in address)
    return [(address, status) for address, status in found if status >= 500 and status != 503]


@pytest.mark.slow
def test_no_odd_part_of_an_address_is_a_failure(everything: Client) -> None:
    asked = list(addresses(odd=True))
    assert len(asked) >= 500
    assert failing(everything, iter(asked)) == []


@pytest.mark.slow
def test_no_odd_question_is_a_failure(everything: Client) -> None:
    """NUL, a number that no column holds, a date of no calendar: in whatever a list may be asked by."""
    questions = "&".join(
        f"{name}={{0}}" for name in ("q", "property", "table", "before", "day", "from", "to", "case", "code")
    )
    asked = (
        f"{address}?{questions.format(quote(value))}"
        for address in addresses(odd=False)
        for value in ("\0", "9" * 30, "2026-02-30", "-1")
    )
    assert failing(everything, asked) == []


def test_nul_in_an_address_is_nothing_and_in_a_question_no_question(client: Client) -> None:
    assert client.get("/admin/games/round/a%00b/").status_code == 404
    assert client.get("/api/v1/rounds/?table=%00").status_code == 400


@pytest.mark.parametrize(
    ("address", "leads"),
    [("/admin/", True), ("/admin/games/round/?table=RL01", True), ("/admin/nowhere/", False), ("/nowhere", False)],
)
def test_which_addresses_there_are(address: str, leads: bool) -> None:
    assert leads_somewhere(address) is leads
