"""What a form offers of the case: the lists that declared fields choose from (``Asked.choices``).

Proved by ``tests/disputes/admin/doing/test_a_new_command.py`` and ``test_forms.py`` beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django import forms

from casino.commands.fields import Cards, RowCards, capital, said, select
from casino.core.languages import in_order
from casino.core.messages import Catalogue
from disputes.admin.bench import Bench, colleagues
from disputes.case import facts as f
from disputes.case import words
from disputes.case.closing import LeftStep, left
from disputes.case.moneys import Owing
from disputes.case.papers import possible_papers, together
from disputes.case.procedure import clause_of
from disputes.case.state import Kept
from games.engine.sentences import amount

_WORDS: Final = Catalogue(__file__)


Offer = list[tuple[str, str]]


def _colleagues(bench: Bench) -> Offer:
    return [("", "–"), *((code, name) for code, name in colleagues(bench) if code != bench.case.assigned_to)]


def _evidence(bench: Bench) -> Offer:
    return [(fact.evidence, evidence_name(bench, fact)) for fact in bench.case.standing_evidence()]


def _unanswered(bench: Bench) -> Offer:
    waiting = [footage.asked for footage in bench.case.footage.values() if footage.answer is None]
    return [(asked.request, named_request(bench, asked)) for asked in waiting]


def _waiting(bench: Bench) -> Offer:
    waiting = [footage.asked for footage in bench.case.footage.values() if footage.waits]
    return [(asked.request, named_request(bench, asked)) for asked in waiting]


def _papers(bench: Bench) -> Offer:
    return [(kind, said(words.PAPERS[kind])) for kind in possible_papers(bench.case)]


def _languages(bench: Bench) -> Offer:
    """Those in which some paper of the case can be printed."""
    found = [bench.context.paper_languages(bench.case, kind) for kind in possible_papers(bench.case)]
    return [(code, capital(words.language(code))) for code in in_order(code for each in found for code in each)]


def _issued(bench: Bench) -> Offer:
    return [
        (kept.fact.paper, named_papers([kept, *together(bench.case, kept)])) for kept in reversed(bench.case.papers)
    ]


def named_papers(group: Sequence[Kept]) -> str:
    """Papers that are handed over together: "L1 · The decision · VI, L2 · The decision · EN"."""
    facts = [kept.fact for kept in group]
    return ", ".join(f"{fact.paper} · {said(words.PAPERS[fact.kind])} · {fact.language.upper()}" for fact in facts)


def _moneys(bench: Bench) -> Offer:
    return [(owing.code, named_money(bench, owing)) for owing in bench.case.money.still_out]


def _claims(bench: Bench) -> Offer:
    """What the house has to get back."""
    return [(owing.code, named_money(bench, owing)) for owing in bench.case.money.still_out if owing.out_minor < 0]


def _left_steps(bench: Bench) -> Offer:
    """What the case waits for before it closes."""
    return [
        (step.code, f"{said(words.LEFT_STEPS[step.kind])}: {_named_step(bench, step)}") for step in left(bench.case)
    ]


def _named_step(bench: Bench, step: LeftStep) -> str:
    if step.kind == "issue":
        return said(words.PAPERS[step.code])
    if step.kind == "money":
        return named_money(bench, bench.case.money[step.code])
    return named_papers([kept for kept in bench.case.papers if kept.fact.paper == step.code])


CHOICES: Final[dict[str, tuple[Callable[[Bench], Offer], Callable[[], forms.Widget]]]] = {
    "claims": (_claims, RowCards),
    "colleagues": (_colleagues, select),
    "evidence": (_evidence, RowCards),
    "issued": (_issued, RowCards),
    "languages": (_languages, Cards),
    "left_steps": (_left_steps, RowCards),
    "moneys": (_moneys, RowCards),
    "outsiders": (lambda bench: bench.parties("player", "witness"), select),
    "papers": (_papers, Cards),
    "parties": (lambda bench: bench.parties(), select),
    "players": (lambda bench: bench.parties("player"), select),
    "unanswered_requests": (_unanswered, RowCards),
    "waiting_requests": (_waiting, RowCards),
}
"""A list that a field chooses from -> what it offers of a case, and by what it is chosen."""


def evidence_name(bench: Bench, fact: Any) -> str:
    """A piece of evidence as forms name it: code, clause, kind, and the beginning of what it says."""
    if fact.document:
        content = f"{fact.document} {fact.version or ''}"
    elif fact.size_bytes:
        content = f"{fact.media_type}, {said(words.size(fact.size_bytes))}"
    else:
        content = bench.glimpse(fact.content)
    return f"{fact.evidence} · {clause_of(fact.item, bench.case.game)} {said(words.EVIDENCE[fact.kind])} · {content}"


def named_money(bench: Bench, owing: Owing) -> str:
    """A line whose money is still out, as forms name it."""
    sum_ = amount(abs(owing.out_minor), bench.currency)
    way = _WORDS.text("from-the-player" if owing.out_minor < 0 else "to-the-player", sum=sum_)
    place = " · ".join(part for part in (owing.code, owing.line.table, owing.line.round, owing.line.bet) if part)
    return f"{place} · {said(way)}"


def named_request(bench: Bench, asked: f.FootageAsked) -> str:
    """A request for footage as forms name it."""
    begins, ends = asked.begins_at.astimezone(bench.zone), asked.ends_at.astimezone(bench.zone)
    place = f"{asked.table} · {asked.round}" if asked.round else asked.table
    return f"{asked.request} · {place} · {begins:%d/%m/%Y %H:%M:%S} – {ends:%H:%M:%S}"
