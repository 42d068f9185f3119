"""The forms that say what a case is about: its rounds and bets, findings taken up, the case it goes on in.

Proved by ``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.commands.fields import RowCards, said
from casino.core.money import format_minor
from disputes.admin.forms import OWN, CaseForm
from disputes.admin.picking import (
    TABLE_NOW,
    Interval,
    PickingForm,
    between,
    found_rounds,
    offered,
    only_looks,
    read_about,
    standing_in,
    tables_of,
)
from disputes.case.allowed import STAGE_NAMES
from disputes.case.state import Stage
from disputes.pages.glimpses import Glimpse, glimpses
from disputes.pages.merging import candidates
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games import words as game_words
from games.rows.models import Finding, FindingStatus
from games.words import shared

MOST_FINDINGS = 30


@OWN.register("change_rounds")
class ChangeRoundsForm(PickingForm, CaseForm):
    """All rounds that the case is about from now on; those it is about already are ticked."""

    template = "disputes/do/change_rounds.html"
    table = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def offer(self) -> None:
        bench, case = self.bench, self.bench.case
        self.quiet = self.is_bound and only_looks(self.data)
        self.tables = tables_of(bench.owner, bench.actor)
        known = [ref.stream.partition("/")[2] for ref in case.rounds]
        given: Any = self.data
        asked = [*given.getlist("rounds"), *given.getlist("bets")] if self.is_bound else []
        table = str(given.get(TABLE_NOW) or given.get("table") or case.table or "")
        self.table_now = table if table in {row.code for row in self.tables} else case.table
        self.about = read_about(self.data if self.is_bound else {}, bench.owner, bench.now)
        interval = between(given, bench.owner, self.table_now, bench.now) if self.is_bound else None
        if interval is not None:
            asked = list(dict.fromkeys([*asked, *interval.keys]))
            self.interval = interval
            ticked = given.copy()
            ticked.setlist("rounds", asked)
            self.data = ticked
        rows, note = found_rounds(bench.owner, self.table_now, self.about, bench.now)
        found = offered(bench.owner, rows, [*known, *asked])
        if note and interval is None:
            self.interval = Interval(note=note)
        others = CaseRow.objects.filter(Seeing(bench.user, bench.now).visible()).exclude(pk=bench.row.pk)
        self.standing = standing_in(found, others)
        self.offer_rounds(found, bench.owners, bench.parties("player"), later=True)
        self.initial.update(
            rounds=known,
            bets=[f"{ref.table}/{ref.round}/{bet}" for ref in case.rounds for bet in ref.bets],
            about_day=self.about.day,
            unknown=not known,
        )

    @property
    def table_choices(self) -> list[tuple[Any, str]]:
        return [(row, said(game_words.term(shared.GAMES, row.game))) for row in self.tables]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.require_rounds()
        return data

    def values(self) -> dict[str, Any]:
        reason = self.cleaned_data["reason"]
        return {"rounds": self.chosen(), "whose": self.whose(), **({"reason": reason} if reason else {})}


@OWN.register("take_finding")
class TakeFindingForm(CaseForm):
    """The findings of the case's rounds first, then the last of its table."""

    finding = forms.ChoiceField(label=gettext_lazy("Finding"), widget=RowCards())

    def offer(self) -> None:
        case = self.bench.case
        streams = [f"audit/{ref.table}/{ref.round}" for ref in case.rounds]
        rows = Finding.objects.filter(property=self.bench.owner, status=FindingStatus.OPEN).select_related("round")
        near = rows.filter(Q(stream__in=streams) | Q(table=case.table or "-"))
        taken = {(finding.stream, finding.identity) for finding in case.findings}
        found = [
            row for row in near.order_by("-opened_position")[:MOST_FINDINGS] if (row.stream, row.identity) not in taken
        ]
        found.sort(key=lambda row: row.stream not in streams)
        self.choose("finding", [(str(row.pk), self._named(row)) for row in found])

    def _named(self, row: Finding) -> str:
        parts = [said(game_words.finding(row.code).title), row.stream.partition("/")[2]]
        if row.subject:
            parts.append(said(game_words.subject(row.subject)))
        if row.amount_minor:
            # The finding's own: it may be of another round than the case's, at a table in another currency.
            currency = row.currency
            parts.append(format_minor(row.amount_minor, currency, get_language() or "vi"))
        return " · ".join(parts)

    def values(self) -> dict[str, Any]:
        row = Finding.objects.get(pk=self.cleaned_data["finding"])
        return {"finding": {"stream": row.stream, "identity": row.identity}}


@OWN.register("merge")
class MergeForm(CaseForm):
    """Into another case that can take it over, first those about the same round or player."""

    places: ClassVar[Mapping[str, str]] = {"case": "into"}
    into = forms.ChoiceField(label=gettext_lazy("The case that goes on"), widget=RowCards())

    def offer(self) -> None:
        bench = self.bench
        others = candidates(bench.row.pk, bench.case, bench.actor, bench.context.pit_of)
        found = glimpses(others, bench.now)
        self.choose("into", [(row.number, self._named(row, found[row.pk])) for row in others])

    def _named(self, row: CaseRow, glimpse: Glimpse) -> str:
        opened = row.opened_at.astimezone(self.bench.zone)
        where = row.table or _("no table")
        stage = said(STAGE_NAMES[Stage(row.stage)])
        money = ""
        if row.amount_minor is not None:
            money = " · " + format_minor(row.amount_minor, row.currency, get_language() or "vi")
        player = f" · {glimpse.player}" if glimpse.player else ""
        same = {ref.stream for ref in self.bench.case.rounds}.intersection(row.rounds)
        about = f" · {_('the same round')}" if same else ""
        return f"{row.number}{player}{about} · {where} · {opened:%d/%m/%Y %H:%M} · {stage}{money}"
