"""docs/disputes.md says what the code does."""

from __future__ import annotations

from pathlib import Path

from casino.roles import POSTS
from disputes.case.procedure import PROCEDURE
from disputes.management.commands.procedure import LETTERS, page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "disputes.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "make it anew: manage.py procedure > docs/disputes.md"


def test_every_post_of_the_procedure_has_its_letter() -> None:
    posts = {post for step in PROCEDURE.values() for post in step.everybody}
    assert posts == set(LETTERS)
    assert set(LETTERS) <= set(POSTS)
