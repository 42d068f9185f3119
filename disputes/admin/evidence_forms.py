"""The forms of 8.3 and 8.4: evidence of four kinds, bases that give nothing, footage, and the promised time.

Proved by ``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.conf import settings
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import (
    Cards,
    CheckCards,
    MomentField,
    WordsField,
    capital,
    line,
    said,
    select,
    unsaid,
)
from casino.console.theme import FileInput
from casino.core.moments import countable
from casino.vault.attachments import KINDS
from disputes.admin.bench import Bench
from disputes.admin.forms import OWN, CaseForm
from disputes.admin.picking import only_looks
from disputes.case import words
from disputes.case.bases import FILLED_BY, GIVEN_BY, NEVER_NONE, SATISFIES, filled
from disputes.case.commands import Command
from disputes.case.facts import Item
from disputes.case.procedure import ITEMS, clause_of
from disputes.library import reading

MARGIN: Final = timedelta(minutes=1)
"""How much before and after a round is asked for besides."""


def named_items(bench: Bench, items: Iterable[str]) -> list[tuple[str, str]]:
    """(item, clause and name) in the order of 8.4."""
    wanted = set(items)
    return [
        (item, f"{clause_of(item, bench.case.game)} {said(name)}")
        for item, (_clause, name) in ITEMS.items()
        if item in wanted
    ]


@OWN.register("add_evidence")
class EvidenceForm(CaseForm):
    """One of the kinds that the basis can be filled with; only the fields of the kind chosen count. Another basis is
    looked at by a button that records nothing: what is offered, the library above all, is what suits it."""

    template = "disputes/do/evidence.html"
    KINDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "text": ("text",),
        "file": ("file",),
        "document": ("held",),
        "link": ("link",),
    }
    FIELDS: ClassVar[Mapping[str, str]] = {"text": "text", "attachment": "file", "document": "document", "link": "link"}
    """Kind of evidence -> the choice that stands for it."""
    places: ClassVar[Mapping[str, str]] = {"document": "held", "version": "held", "name": "file"}

    item = forms.ChoiceField(label=gettext_lazy("Basis"), widget=select())
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        widget=Cards(),
        error_messages={"invalid_choice": gettext_lazy("This basis is not filled with that: choose one of these.")},
    )
    text = WordsField(label=gettext_lazy("Text"), rows=6, required=False)
    file = forms.FileField(label=gettext_lazy("File"), required=False, widget=FileInput(attrs={"class": "tp-input"}))
    held = forms.ChoiceField(label=gettext_lazy("Document of the library"), required=False, widget=select())
    link = forms.CharField(
        label=gettext_lazy("Link"),
        required=False,
        max_length=2000,
        widget=line(inputmode="url", autocomplete="off", placeholder="https://"),
    )

    def offer(self) -> None:
        open_ones = [each.item for each in self.bench.open_items()]
        role = self.bench.actor.role
        mine = [item for item in ITEMS if role in GIVEN_BY.get(item, (role,))]
        self.choose("item", named_items(self.bench, mine))
        self.initial.setdefault("item", next((item for item in open_ones if item in mine), "other"))
        asked = self.data.get("item") if self.is_bound else self.initial["item"]
        item: Item = next((each for each in mine if each == asked), "other")
        self._offer_kinds(item)
        self.choose("held", [("", "–"), *library_choices(self.bench, item)])
        taken = settings.ATTACHMENT_TYPES or list(KINDS)
        self.fields["file"].help_text = _("At most %(size)s: %(extensions)s.") % {
            "size": said(words.size(settings.ATTACHMENT_MAX_BYTES)),
            "extensions": ", ".join(KINDS[each][0] for each in KINDS if each in taken),
        }
        for name in ("text", "file", "held", "link"):
            unsaid(self.fields[name])

    def _offer_kinds(self, item: Item) -> None:
        """The kinds that fill a basis. A copy of a document comes with a sentence on what it is."""
        names = {"text": _("Text"), "attachment": _("File"), "document": _("Library"), "link": _("Link")}
        kinds = [(self.FIELDS[kind], name) for kind, name in names.items() if kind in FILLED_BY[item]]
        self.choose("kind", kinds)
        if self.initial.get("kind") not in dict(kinds):
            self.initial["kind"] = "document" if "document" in FILLED_BY[item] else kinds[0][0]
        if "document" in FILLED_BY[item]:
            self.fields["note"].help_text = _("A copy or a link needs a sentence: what it is and what of it applies.")

    @property
    def kind_fields(self) -> list[tuple[str, Any]]:
        """The fields of the kinds that are offered: (kind, field)."""
        offered = dict(self.fields["kind"].choices)  # type: ignore[attr-defined]
        names = {"text": "text", "file": "file", "document": "held", "link": "link"}
        return [(kind, self[name]) for kind, name in names.items() if kind in offered]

    def full_clean(self) -> None:
        """Whoever only looks at another basis has not filled anything in wrongly."""
        if self.is_bound and only_looks(self.data):
            self._errors = ErrorDict()
            self.cleaned_data: dict[str, Any] = {}
        else:
            super().full_clean()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        [field] = self.KINDS.get(data.get("kind") or "", (None,))
        if field is not None and not data.get(field) and field not in self.errors:
            self.add_error(field, _("This is what the evidence consists of: fill it in."))
        file = data.get("file")
        if file is not None and file.size > settings.ATTACHMENT_MAX_BYTES:
            self.add_error("file", _("The file is larger than what is taken."))
        return data

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        found: dict[str, Any] = {"item": data["item"]}
        if data["note"]:
            found["note"] = data["note"]
        if data["kind"] == "file":
            found["file"] = {"name": data["file"].name, "data": data["file"].read()}
        elif data["kind"] == "document":
            found["document"], found["version"] = data["held"].split("@", 1)
        else:
            found[data["kind"]] = data[data["kind"]]
        return found

    def place(self, path: str | None) -> str | None:
        return super().place((path or "").partition(".")[0])


def in_force_then(bench: Bench, item: Item) -> list[tuple[str, str]]:
    """The documents of the library for a basis of 8.4, of the case's game or of none, in force at the matter's time."""
    day = matter_of(bench).astimezone(bench.zone).date()
    known = (held for held in reading.entered(bench.owner.code) if SATISFIES[held.kind] == item)
    return [_held(held) for held in reading.in_force_on(list(known), day, bench.case.game or None)]


def library_choices(bench: Bench, item: Item | None = None) -> list[tuple[str, list[tuple[str, str]]]]:
    """Documents and rule books of the library, for a basis of 8.4 those that are of its kind: first what was in force
    at the time of the matter, then the rest."""
    at = matter_of(bench)
    day = at.astimezone(bench.zone).date()
    known = [*reading.entered(bench.owner.code), *reading.books()]
    of_kind = [held for held in known if item is None or SATISFIES[held.kind] == item]
    of_game = [held for held in of_kind if held.applies and held.game in ("", bench.case.game or held.game)]
    then = [held for held in of_game if held.holds(day)]
    rest = [held for held in of_game if held not in then]
    groups = [(_("In force on %(day)s") % {"day": f"{day:%d/%m/%Y}"}, then), (_("At other times"), rest)]
    return [(name, [_held(held) for held in group]) for name, group in groups if group]


def _held(held: reading.Held) -> tuple[str, str]:
    number = f" {held.number}" if held.number else ""
    return f"{held.document}@{held.version}", f"{said(held.title)}{number} · {held.version}"


def matter_of(bench: Bench) -> datetime:
    """When what is disputed happened: its first round, what the player says, or when the case was opened."""
    moments = [pick.at for pick in bench.picks if pick.at is not None]
    opened = bench.case.opened
    said_so = opened.happened_at if opened is not None else None
    return min(moments, default=None) or said_so or bench.case.opened_at or bench.now


@OWN.register("mark_none")
class MarkNoneForm(CaseForm):
    """Several bases may give nothing for the same cause and reason; each is an event of its own."""

    template = "disputes/do/none.html"
    places: ClassVar[Mapping[str, str]] = {"item": "items"}
    items = forms.MultipleChoiceField(label=gettext_lazy("What gives nothing here"), widget=CheckCards())
    asked_of = forms.CharField(
        label=gettext_lazy("Asked of whom"), required=False, max_length=500, widget=line(autocomplete="off")
    )
    asked_at = MomentField(label=gettext_lazy("Asked when"), required=False)

    def offer(self) -> None:
        case, ctx = self.bench.case, self.bench.context
        open_ones = (item for item in ITEMS if item not in NEVER_NONE and not filled(case, item, ctx))
        self.choose("items", named_items(self.bench, open_ones))
        unsaid(self.fields["asked_of"])
        unsaid(self.fields["asked_at"])
        if "item" in self.initial:
            self.initial.setdefault("items", [self.initial["item"]])

    @property
    def item_begun(self) -> str:
        """The basis that the form begins with."""
        return str(self.fields["items"].choices[0][0])  # type: ignore[attr-defined]

    def commands(self) -> list[Command]:
        said_so = self.values()
        if said_so["cause"] != "not_obtained":  # what the page hides then does not count
            said_so = {name: value for name, value in said_so.items() if not name.startswith("asked_")}
        return [self.as_command({"item": item, **said_so}) for item in self.cleaned_data["items"]]


# --- Footage ----------------------------------------------------------------------------------------------------------


@OWN.register("ask_footage")
class AskFootageForm(CaseForm):
    """Filled in with the rounds of the case, a minute around them."""

    table = forms.ChoiceField(label=gettext_lazy("Table"), widget=select())
    round = forms.ChoiceField(label=gettext_lazy("Round"), widget=select(), required=False)
    begins_at = MomentField(label=gettext_lazy("From"), seconds=True)
    ends_at = MomentField(label=gettext_lazy("Until"), seconds=True)

    def offer(self) -> None:
        bench = self.bench
        tables = dict.fromkeys([*(ref.table for ref in bench.case.rounds), *([bench.case.table or ""])])
        self.choose("table", [(table, table) for table in tables if table])
        several = [(pick.row.code, pick.key) for pick in bench.picks]
        self.choose("round", [("", _("no certain one")), *several])
        about = [pick for pick in bench.picks if self.initial.get("round") in (None, pick.row.code)]
        if about:
            if len(about) == 1:
                self.initial.setdefault("round", about[0].row.code)
                self.initial.setdefault("table", about[0].row.table)
            begins, ends = span_of(bench, about)
        else:
            begins = matter_of(bench) - MARGIN
            ends = begins + 2 * MARGIN
        self.initial.setdefault("begins_at", begins)
        self.initial.setdefault("ends_at", min(ends, bench.now))


def span_of(bench: Bench, picks: list[Any]) -> tuple[datetime, datetime]:
    """From a minute before the first of these rounds opened to a minute after the last fact of them."""
    begins = min(pick.at or pick.row.moment for pick in picks)
    ends = max(last_fact(bench, pick.row.stream) or begins for pick in picks)
    return begins - MARGIN, ends + MARGIN


def last_fact(bench: Bench, stream: str) -> datetime | None:
    """When the last thing happened in a round, by its own account; remedies and corrections come later and are none."""
    moments = [
        event.occurred_at or event.recorded_at
        for event in bench.rounds.replays[stream].events()
        if not event.type.endswith((".remedy_made.v1", ".remedy_followed.v1", ".fact_corrected.v1", ".ruling_made.v1"))
    ]
    return max(moments, default=None)


# --- The time ---------------------------------------------------------------------------------------------------------


@OWN.register("promise_time")
class PromiseForm(CaseForm):
    """Four quick choices, or any time. The choices are moments, so that a second click says the same."""

    template = "disputes/do/promise.html"
    QUICK: ClassVar[Mapping[str, timedelta]] = {
        "30": timedelta(minutes=30),
        "60": timedelta(hours=1),
        "120": timedelta(hours=2),
        "1440": timedelta(days=1),
    }
    quick = forms.ChoiceField(label=gettext_lazy("The player will have an answer by"), widget=Cards())
    until = MomentField(label=gettext_lazy("Another time"), required=False)
    field_order = ("quick", "until", "language", "manner")

    def offer(self) -> None:
        unsaid(self.fields["until"])
        moments = [(self.bench.now + span).replace(second=0, microsecond=0) for span in self.QUICK.values()]
        offered = [moment.isoformat() for moment in moments]
        asked = self.data.get("quick") if self.is_bound else None
        if asked and asked not in offered and _moment(asked) is not None:
            offered.append(asked)
        shown = [(text, self._named(text)) for text in sorted(offered)]
        self.choose("quick", [*shown, ("other", _("Another time"))])

    def _named(self, text: str) -> str:
        moment = _moment(text)
        assert moment is not None
        local = moment.astimezone(self.bench.zone)
        left = capital(words.span(moment - self.bench.now + timedelta(seconds=59)))
        today = local.date() == self.bench.now.astimezone(self.bench.zone).date()
        return f"{local:%H:%M} · {left}" if today else f"{local:%H:%M %d/%m} · {left}"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("quick") == "other":
            if not data.get("until") and "until" not in self.errors:
                self.add_error("until", _("Say by when."))
        elif data.get("quick"):
            data["until"] = _moment(data["quick"])
        return data


def _moment(text: str) -> datetime | None:
    """A moment that the page offered, or None for anything else."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is UTC and countable(found) is found else None
