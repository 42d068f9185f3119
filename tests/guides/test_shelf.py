"""Each role has a guide, and each page that a role may open a part of it."""

from __future__ import annotations

import pytest
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from casino.access.roles import ROLES, permissions_of
from casino.console import navigation
from casino.guides.shelf import GUIDES, LANGUAGES, READERS, guide, part_about
from disputes.case.procedure import PROCEDURE

STEP_PAGE = "admin:disputes_case_do"


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> set[str]:
    """Every address by its name."""
    found: set[str] = set()
    for each in patterns:
        if isinstance(each, URLResolver):
            found |= names(each.url_patterns, f"{space}{each.namespace}:" if each.namespace else space)
        elif each.name:
            found.add(space + each.name)
    return found


@pytest.fixture(scope="module")
def addresses() -> set[str]:
    return names(get_resolver().url_patterns)


def entries() -> list[navigation.Entry]:
    return list(navigation.ENTRIES.values())


def test_every_role_has_a_guide_and_every_guide_a_reader() -> None:
    assert set(READERS) == set(ROLES)
    assert set(READERS.values()) == set(GUIDES)


@pytest.mark.parametrize("role", sorted(ROLES))
def test_every_page_of_the_side_bar_has_its_part_for_each_role_that_sees_it(role: str, addresses: set[str]) -> None:
    assert len(entries()) > 30
    seen = [e for e in entries() if e.permission is None or e.permission in permissions_of(role)]
    for language in LANGUAGES:
        found = guide(READERS[role], language)
        missing = [entry.address for entry in seen if part_about(found, entry.address) is None]
        assert missing == [], f"{role}, {language}"


@pytest.mark.parametrize("code", GUIDES)
def test_a_guide_names_pages_and_steps_that_there_are(code: str, addresses: set[str]) -> None:
    for part in guide(code, "en").parts:
        for page in part.pages:
            name, _stroke, step = page.partition("/")
            assert any(each.startswith(name[:-1]) for each in addresses) if name.endswith("*") else name in addresses, (
                page
            )
            assert not step or (name == STEP_PAGE and step in PROCEDURE), page


@pytest.mark.parametrize("code", ["pit_supervisor", "pit_manager", "senior_management"])
def test_who_carries_cases_has_a_part_for_each_step_of_theirs(code: str) -> None:
    found = guide(code, "vi")
    for step in PROCEDURE:
        assert part_about(found, STEP_PAGE, step) is not None, step


def test_the_closest_part_is_taken() -> None:
    found = guide("pit_supervisor", "en")
    assert part_about(found, STEP_PAGE, "propose_remedy") == found.part("settle")
    assert part_about(found, STEP_PAGE, "add_note") == found.part("case")
    assert part_about(found, "admin:disputes_case_open") == found.part("hear")
    assert part_about(found, "admin:games_round_rule") == found.part("rule")
    assert part_about(found, "admin:games_round_what_if") == found.part("tables")
    assert part_about(found, "admin:auth_user_changelist") is None
    with pytest.raises(KeyError):
        guide("player", "en")
