"""8.4, the gate: what each basis can be filled with and by whom, and when it counts as looked into. Pure.

* 8.4.1 stands by itself: the rule book in force when each round opened (of the case's game, where no round is known).
  Nobody adds it, and it cannot be "none". Other rules of the games come from the library, kind ``rules``.
* 8.4.2 to 8.4.4 and 8.4.8 are documents: of the library those of that very kind, and of no other game; besides a copy
  or a link, with a sentence on what it is. Somebody's own words are no document.
* 8.4.5 is what a party says (``take_statement``), or the signed statement as a file.
* 8.4.6 is Surveillance's to give. It is looked into once it was asked and Surveillance answered, or, its clock run
  out, once the decider has recorded "asked, unanswered". It is never marked as "none" by hand.
* 8.4.7 is everything else; what has a basis of its own in the library is nothing else.

The same rules hold when something is added and when a decision is made: evidence recorded before they were written
loads and is shown, and opens the gate only where it suits. So does "none" without a cause. Proved by
``tests/disputes/case/test_items.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.posts import Post
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case.context import Context, Held
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.state import Case, Footage
from disputes.case.words import CAUSES

_WORDS: Final = Catalogue(__file__)

COPIES: Final[tuple[f.EvidenceKind, ...]] = ("document", "attachment", "link")
FILLED_BY: Final[dict[f.Item, tuple[f.EvidenceKind, ...]]] = {
    "rules": ("document",),
    "published": COPIES,
    "procedures": COPIES,
    "controls": COPIES,
    "statements": ("attachment",),
    "footage": ("text", "attachment", "link"),
    "other": ("text", "attachment", "link"),
    "law": COPIES,
}
"""Basis -> the kinds of evidence that it can be filled with."""

SATISFIES: Final[dict[str, f.Item]] = {
    "rules": "rules",
    "published": "published",
    "procedures": "procedures",
    "controls": "controls",
    "law": "law",
}
"""Kind of a document of the library -> the one basis that it is."""

GIVEN_BY: Final[dict[f.Item, tuple[Post, ...]]] = {"footage": (Post.SURVEILLANCE,)}
"""Basis -> the posts whose evidence fills it, where not everybody's does."""

NEVER_NONE: Final[frozenset[f.Item]] = frozenset({"rules", "footage"})
"""Bases that nobody marks as giving nothing: the one is always there, the other is for Surveillance to say."""

NOT_RECORDED: Final = _WORDS.text("not_recorded")
"""Of a basis that was marked before a cause had to be chosen."""


class OpenItem(msgspec.Struct, frozen=True):
    """A basis of 8.4 that was not looked into yet."""

    item: f.Item
    clause: str
    name: Text


def causes_of(item: f.Item, case: Case) -> tuple[f.Cause, ...]:
    """Why a basis may give nothing. Whoever is part of a case can be asked for a statement."""
    if item in NEVER_NONE:
        return ()
    return ("not_obtained",) if item == "statements" and case.parties else tuple(CAUSES)


def rule_books(case: Case, ctx: Context) -> tuple[str, ...]:
    """8.4.1: the document of each round of the case, in force when it opened; without a round that of the game at the
    moment of the matter. An empty code: none was in force."""
    if case.rounds:
        judged = [ctx.judged(ref) for ref in case.rounds]
        return tuple(dict.fromkeys("" if each is None else each.document for each in judged))
    at = case.opened.happened_at if case.opened is not None else None
    at = at or case.opened_at
    return () if case.game is None or at is None else (ctx.book_of(case.game, at),)


def misfit(item: f.Item, kind: f.EvidenceKind, post: str, held: Held | None, game: str | None) -> str | None:
    """Why a piece of evidence does not suit a basis, as the code of an error; None: it does."""
    if post not in GIVEN_BY.get(item, (post,)):
        return "case_evidence_giver"
    if held is not None and (SATISFIES.get(held.kind) != item or (held.game and game and held.game != game)):
        return "case_document_misfit"
    return None if kind in FILLED_BY[item] else "case_evidence_misfit"


def _suits(fact: f.EvidenceAdded, case: Case, ctx: Context) -> bool:
    held = None if fact.document is None else ctx.document(fact.document, fact.version)
    if fact.document is not None and held is None:
        return False
    return misfit(fact.item, fact.kind, fact.added_by.post, held, case.game) is None


def filled(case: Case, item: f.Item, ctx: Context) -> bool:
    """Whether a basis of 8.4 has something: what stands by itself (8.4.1), evidence that suits it, a statement (8.4.5),
    or Surveillance's answer (8.4.6)."""
    if any(_suits(fact, case, ctx) for fact in case.standing_evidence(item)):
        return True
    if item == "rules":
        books = rule_books(case, ctx)
        return bool(books) and all(books)
    if item == "statements":
        return bool(case.statements)
    return item == "footage" and any(footage.answer is not None for footage in case.footage.values())


def looked_into(case: Case, item: f.Item, ctx: Context) -> bool:
    """Whether a decision can be made as far as this basis goes: it has something, or it is known why not."""
    if filled(case, item, ctx):
        return True
    if item == "footage":
        return any(footage.unanswered is not None for footage in case.footage.values())
    none = case.nothing.get(item)
    return none is not None and none.fact.cause is not None and item not in NEVER_NONE


def open_items(case: Case, ctx: Context) -> list[OpenItem]:
    """8.4.1 to 8.4.8, as far as they are open, in their order."""
    return [
        OpenItem(item, clause_of(item, case.game), name)
        for item, (_clause, name) in ITEMS.items()
        if not looked_into(case, item, ctx)
    ]


def answer_due(footage: Footage, ctx: Context) -> datetime:
    """Until when Surveillance may answer a request before it can be recorded as unanswered."""
    return footage.asked.next_by or footage.asked_at + timedelta(hours=ctx.terms.footage_hours)


def waiting_footage(case: Case) -> list[str]:
    """The requests for footage that nobody has answered, nor recorded as unanswered."""
    return [request for request, footage in case.footage.items() if footage.waits]
