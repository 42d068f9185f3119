"""The forms of reports: one for each way of choosing, with what it needs and by what it may be narrowed.

Tables, games, findings and cases are picked by their names. Proved by ``tests/surveillance/reports/test_pages.py``.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.commands.fields import MomentField, unsaid
from casino.console.theme import Textarea, TextInput
from casino.ledger.models import Property
from casino.site.choices import choices_of
from disputes.rows.visibility import Seeing
from games import words
from games.catalogue import CODES, GAMES
from games.rows.models import Table
from surveillance.bundle.selection import NARROWS, NEEDS, Selection
from surveillance.reports.facts import AFTER, Every
from surveillance.reports.lookers import Reads
from surveillance.reports.scope import WITH_CLIPS

DAY: Final = {"type": "date", "class": "tp-input"}
INPUT: Final = {"class": "tp-input", "autocomplete": "off"}
Choice = tuple[str, str]


def _said(text: Any) -> str:
    return str(text.in_language(get_language() or "vi"))


class AskForm(forms.Form):
    """What a report is of. ``about`` is given by the address; only what it needs stands in the form."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    round = forms.CharField(
        label=gettext_lazy("Round"), help_text=gettext_lazy("Table and round, as RL01/0007."), max_length=150,
        widget=forms.TextInput(attrs=INPUT),
    )  # fmt: skip
    case = forms.ChoiceField(label=gettext_lazy("Case"), widget=forms.Select(attrs=INPUT))
    table = forms.ChoiceField(label=gettext_lazy("Table"), widget=forms.Select(attrs=INPUT))
    shoe = forms.CharField(
        label=gettext_lazy("Shoe"), help_text=gettext_lazy("Its code, as the table recorded it."), max_length=64,
        widget=forms.TextInput(attrs=INPUT),
    )  # fmt: skip
    player = forms.CharField(label=gettext_lazy("Player reference"), max_length=64, widget=forms.TextInput(attrs=INPUT))
    finding = forms.ChoiceField(label=gettext_lazy("Type of finding"), widget=forms.Select(attrs=INPUT))
    clause = forms.CharField(
        label=gettext_lazy("Clause"), help_text=gettext_lazy("Its number, as 7.4.1."), max_length=40,
        widget=forms.TextInput(attrs=INPUT),
    )  # fmt: skip
    begins_at = MomentField(
        label=gettext_lazy("From"), help_text=gettext_lazy("When it was recorded, in the property's time.")
    )
    ends_at = MomentField(label=gettext_lazy("To"))
    from_day = forms.DateField(
        label=gettext_lazy("From gaming day"), widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )
    to_day = forms.DateField(label=gettext_lazy("To gaming day"), widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"))
    month = forms.RegexField(
        r"^[0-9]{4}-(0[1-9]|1[0-2])$", label=gettext_lazy("Month"),
        widget=forms.TextInput(attrs={"type": "month", "class": "tp-input"}),
    )  # fmt: skip
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Only these games"), required=False, widget=forms.CheckboxSelectMultiple
    )
    tables = forms.MultipleChoiceField(
        label=gettext_lazy("Only these tables"), required=False, widget=forms.CheckboxSelectMultiple
    )
    clips = forms.ChoiceField(
        label=gettext_lazy("Sealed clips of film"), required=False, widget=forms.RadioSelect,
        choices=(("", gettext_lazy("none")), ("yes", gettext_lazy("those that were exported"))),
        help_text=gettext_lazy(
            "Stretches that Surveillance has exported of the films named, each with its seal. The bundle is then for"
            " senior management, and for the regulator who asked."
        ),
    )  # fmt: skip
    since = forms.IntegerField(
        label=gettext_lazy("Size of the checkpoint that you keep"), required=False, min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "tp-input"}),
        help_text=gettext_lazy("The second line of it. The bundle then proves that the log continues it."),
    )  # fmt: skip
    papers = forms.ChoiceField(
        label=gettext_lazy("Report for people (PDF)"), required=False, widget=forms.RadioSelect,
        choices=(("", gettext_lazy("in both languages")), ("vi", gettext_lazy("in Vietnamese")),
                 ("en", gettext_lazy("in English")), ("none", gettext_lazy("none, the bundle alone"))),
        help_text=gettext_lazy("To read and to print. The bundle is always made: it alone can be checked offline."),
    )  # fmt: skip

    def __init__(self, about: str, owner: Property, seeing: Seeing, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        self.about, self.owner = about, owner
        actor = seeing.actor(owner.code)
        shown = [*self._names(), *(["clips"] if actor is not None and actor.role in WITH_CLIPS else [])]
        for name in list(self.fields):
            if name != "command_id" and name not in shown:
                del self.fields[name]
        self.order_fields(["command_id", *shown])
        for name, offer in (("case", self._cases), ("table", self._tables), ("tables", self._tables)):
            if name in self.fields:
                choices = offer(seeing)
                self._field(name).choices = choices if name == "tables" else [("", "—"), *choices]
        if "games" in self.fields:
            self._field("games").choices = [(code, _said(game.words.name)) for code, game in GAMES.items()]
            self.fields["games"].required = about == "game"
        if "finding" in self.fields:
            found = sorted((_said(words.finding(code).title), code) for code in CODES)
            self._field("finding").choices = [("", "—"), *((code, title) for title, code in found)]
        for field in self.fields.values():
            if isinstance(field, MomentField):
                field.zone = owner.zone
        unsaid(self.fields["papers"])
        if "clips" in self.fields:
            unsaid(self.fields["clips"])
        if about == "gaming_day":
            self.fields["from_day"].label = _("Gaming day")

    def _names(self) -> list[str]:
        needs = list(NEEDS[self.about])
        if self.about == "month":
            needs = ["month"]
        narrows = [] if self.about in ("round", "case", "table", "shoe") else ["games", "tables"]
        return [*needs, *(name for name in narrows if name not in needs), "since", "papers"]

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def _tables(self, _seeing: Seeing) -> list[Choice]:
        rows = Table.objects.filter(property=self.owner).order_by("code").values_list("code", "name")
        return [(code, code if name in ("", code) else f"{code} · {name}") for code, name in rows]

    def _cases(self, seeing: Seeing) -> list[Choice]:
        from disputes.rows.models import Case

        rows = Case.objects.filter(seeing.visible(), property=self.owner).order_by("-id")[:500]
        return [(row.number, f"{row.number} · {row.table}") for row in rows]

    def selection(self) -> Selection:
        """What was asked for."""
        said = {
            name: value for name, value in self.cleaned_data.items() if name not in ("command_id", "month") and value
        }
        if self.about == "month":
            year, month = (int(part) for part in self.cleaned_data["month"].split("-"))
            last = monthrange(year, month)[1]
            said |= {"from_day": date(year, month, 1), "to_day": date(year, month, last)}
        if "clips" in said:
            said["clips"] = True
        for name in NARROWS[:2]:
            if name in said:
                said[name] = tuple(said[name])
        return Selection(about=self.about, **said)  # type: ignore[arg-type]


class PlanForm(forms.Form):
    """A recurring report."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    every = forms.ChoiceField(
        label=gettext_lazy("How often"),
        choices=choices_of(Every, AFTER),
        widget=forms.Select(attrs=INPUT),
    )
    begins = forms.DateField(
        label=gettext_lazy("From gaming day"), widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Only these games"), required=False, widget=forms.CheckboxSelectMultiple
    )
    tables = forms.MultipleChoiceField(
        label=gettext_lazy("Only these tables"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, owner: Property, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        named: Any = self.fields["games"]
        named.choices = [(code, _said(game.words.name)) for code, game in GAMES.items()]
        listed: Any = self.fields["tables"]
        listed.choices = [(code, code) for code in Table.objects.filter(property=owner).values_list("code", flat=True)]


class ReasonForm(forms.Form):
    """Why something is deleted."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=500, widget=Textarea(attrs={"rows": 2, "class": "tp-input"})
    )


class ScopeForm(forms.Form):
    """What an account of the regulator sees here."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    staff = forms.ChoiceField(label=gettext_lazy("Account"), widget=forms.Select(attrs=INPUT))
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Only these games"), required=False, widget=forms.CheckboxSelectMultiple
    )
    from_day = forms.DateField(
        label=gettext_lazy("From gaming day"), required=False, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )
    to_day = forms.DateField(
        label=gettext_lazy("To gaming day"), required=False, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )

    def __init__(self, accounts: list[Choice], *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        listed: Any = self.fields["staff"]
        listed.choices = accounts
        named: Any = self.fields["games"]
        named.choices = [(code, _said(game.words.name)) for code, game in GAMES.items()]


TOKEN_KINDS: Final[dict[str, Any]] = {
    "reports": gettext_lazy("Reports (ask for them, and take them away)"),
    "rounds": gettext_lazy("Rounds"),
    "findings": gettext_lazy("Findings"),
    "cases": gettext_lazy("Cases, with what people said"),
    "waiting": gettext_lazy("What waits for a second person"),
    "fairness": gettext_lazy("Fairness: the watches and the annex"),
    "entries": gettext_lazy("Entries of the log, all of them"),
}


class TokenForm(forms.Form):
    """A token for programs."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    token = forms.RegexField(
        r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$", label=gettext_lazy("Name of the token"), widget=TextInput(attrs=INPUT)
    )
    days = forms.IntegerField(
        label=gettext_lazy("Good for days"),
        min_value=1,
        max_value=366,
        initial=90,
        widget=forms.NumberInput(attrs=INPUT),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("What it reads"),
        choices=tuple(TOKEN_KINDS.items()),
        initial=["reports"],
        widget=forms.CheckboxSelectMultiple,
    )
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Only these games"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Games and days of its own bound rounds, findings and cases; nothing else can be read with them."
        ),
    )
    from_day = forms.DateField(
        label=gettext_lazy("From gaming day"), required=False, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )
    to_day = forms.DateField(
        label=gettext_lazy("To gaming day"), required=False, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        named: Any = self.fields["games"]
        named.choices = [(code, _said(game.words.name)) for code, game in GAMES.items()]

    def reads(self) -> Reads:
        """What was ticked."""
        said = self.cleaned_data
        return Reads(
            kinds=tuple(said["kinds"]), games=tuple(said["games"]), from_day=said["from_day"], to_day=said["to_day"]
        )
