"""In the browser: documents of the house are cited with one tap where the evidence is collected, and a basis that gives
nothing is set aside with a cause and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest

from casino.clock import now as clock
from disputes.library import service as library
from disputes.library.documents import NewVersion
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from games.engine.facts import Person
from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also
from tests.replay.story import CODE

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
DIRECTOR = Person(post="director_of_table_games", staff="D-1")
KINDS = ("published", "procedures", "controls")
WHY = "Tiêu chuẩn này chỉ nói về kiểm kê chip, không nói về trả thưởng."


@pytest.fixture
def documents(cast: Cast) -> None:  # noqa: F811
    """One of each kind in force for roulette."""
    for kind in KINDS:
        first = NewVersion(version="2026", valid_from=date(2020, 1, 1), citation="Tủ 3")
        said = library.AddDocument(kind=kind, title_vi=f"Văn bản {kind}", title_en=f"Document {kind}", new=first)
        library.execute(CODE, f"{kind.upper()}-1", said, by=DIRECTOR, command_id=uuid4(), now=clock())


@pytest.mark.parametrize(("language", "width"), [("vi", 390), also("en", 1280)])
def test_documents_are_cited_with_one_tap_and_what_gives_nothing_is_set_aside(
    documents: None,
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
    width: int,
) -> None:
    hearing = Hearing(walk(width=width), cast, language)
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    hearing.step_to("pass_on")
    page.check("input[name=why][value=cannot_be_resolved]")
    hearing.send()

    hearing.by("pit_manager")
    step.follow(page.locator("[data-collect]"))
    for kind in KINDS[:2]:
        cite = page.locator(f"#item-{kind} .tp-cite button")
        assert cite.count() == 1, "what is in force for the game, and nothing else"
        step.follow(cite)
        page.locator(f"#item-{kind}", has_text=f"{kind.upper()}-1").wait_for()
        assert page.locator(f"#item-{kind} .tp-cite").count() == 0, "cited once"
        step.fits()

    aside = page.locator("#item-controls .tp-in-place", has=page.locator("input[name=command][value=mark_none]"))
    aside.locator("summary").click()
    aside.locator("input[name=cause][value=not_applicable]").check()
    step.follow(aside.locator("button[type=submit]"))
    page.locator("#item-controls .tp-wrong").first.wait_for()
    step.answered(422)
    assert page.locator("#item-controls textarea[name=reason]").is_visible(), "a cause alone is no reason"
    page.locator("#item-controls textarea[name=reason]").fill(WHY)
    step.follow(page.locator("#item-controls .tp-in-place[open] button[type=submit]").first)
    page.locator("#item-controls", has_text=WHY).wait_for()
    step.fits()

    case = stored.load(CODE, CaseRow.objects.latest("pk").number)
    assert {fact.document for fact in case.standing_evidence()} == {"PUBLISHED-1", "PROCEDURES-1"}
    assert case.nothing["controls"].fact.cause == "not_applicable"
