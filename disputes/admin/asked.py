"""From a declared field of a command (``disputes.case.step``) to a field of a form, and what a form offers of the case.

Proved by ``tests/disputes/admin/doing/test_a_new_command.py`` and ``test_forms.py`` beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, Literal, get_args, get_origin

from django import forms
from django.utils.functional import lazy

from casino.core.commands import Field
from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.admin.bench import Bench, colleagues
from disputes.admin.fields import (
    LONGEST_WORDS,
    AmountField,
    Cards,
    CardsField,
    CodeField,
    MomentField,
    RowCards,
    WordsField,
    line,
    said,
    select,
)
from disputes.case import facts as f
from disputes.case import words
from disputes.case.closing import LeftStep, left
from disputes.case.moneys import Owing
from disputes.case.papers import possible_papers, together
from disputes.case.procedure import clause_of
from disputes.case.state import Kept
from games.engine.facts import Code
from games.engine.sentences import amount

_WORDS: Final = Catalogue(__file__)


Offer = list[tuple[str, str]]


class AnswerField(CardsField):
    """Yes or no, as large as it matters."""

    def clean(self, value: Any) -> Any:
        answer = super().clean(value)
        return answer == "yes" if answer or self.required else None


def form_field(asked: Field) -> forms.Field:
    """The form's field. TypeError for a type that no plain field takes: its command needs a form of its own."""
    about = asked.asked
    options: dict[str, Any] = {"label": spoken(about.label), "required": not asked.optional}
    if about.help is not None:
        options["help_text"] = spoken(about.help)
    named = [] if about.words is None else list(about.words.items())
    if about.choices is not None:
        return forms.ChoiceField(widget=WIDGETS[about.choices](), **options)
    if asked.type is bool and named:
        return AnswerField(named, **options)
    if get_origin(asked.type) is Literal and {code for code, _name in named} == set(get_args(asked.type)):
        return CardsField(named, **options)
    if asked.type is datetime:
        return MomentField(**options)
    if asked.type is int:
        return AmountField(low=limit(asked, "ge") or 0, **options)
    if asked.type is str:
        return _text(asked, options)
    raise TypeError(f"{asked.name} takes a form of its own: {asked.type}")


def _text(asked: Field, options: dict[str, Any]) -> forms.Field:
    longest = limit(asked, "max_length")
    if limit(asked, "pattern") == CODE:
        return CodeField(**options)
    if longest == LONGEST_WORDS:
        return WordsField(rows=asked.asked.rows, **options)
    return forms.CharField(max_length=longest, widget=line(autocomplete="off"), **options)


CODE: Final = Code.__metadata__[0].pattern  # type: ignore[attr-defined]


def limit(asked: Field, name: str) -> Any:
    """A limit of the field's type, or None."""
    return next((found for each in asked.limits if (found := getattr(each, name)) is not None), None)


def spoken(text: Text) -> Any:
    """A text that is said in the language of the page when it is shown."""
    return lazy(said, str)(text)


# --- What a form offers of the case -----------------------------------------------------------------------------------


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


CHOICES: Final[dict[str, Callable[[Bench], Offer]]] = {
    "claims": _claims,
    "colleagues": _colleagues,
    "evidence": _evidence,
    "issued": _issued,
    "left_steps": _left_steps,
    "moneys": _moneys,
    "outsiders": lambda bench: bench.parties("player", "witness"),
    "papers": _papers,
    "parties": lambda bench: bench.parties(),
    "players": lambda bench: bench.parties("player"),
    "unanswered_requests": _unanswered,
    "waiting_requests": _waiting,
}
WIDGETS: Final[dict[str, Callable[[], forms.Widget]]] = {
    "claims": RowCards,
    "colleagues": select,
    "evidence": RowCards,
    "issued": RowCards,
    "left_steps": RowCards,
    "moneys": RowCards,
    "outsiders": select,
    "papers": Cards,
    "parties": select,
    "players": select,
    "unanswered_requests": RowCards,
    "waiting_requests": RowCards,
}


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
