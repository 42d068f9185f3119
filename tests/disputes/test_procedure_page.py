"""The page of the procedure has a letter for every post."""

from __future__ import annotations

from casino.access.roles import POSTS
from disputes.case.procedure import PROCEDURE
from disputes.management.commands.procedure import LETTERS


def test_every_post_of_the_procedure_has_its_letter() -> None:
    posts = {post for step in PROCEDURE.values() for post in step.everybody}
    assert posts == set(LETTERS)
    assert set(LETTERS) <= set(POSTS)
