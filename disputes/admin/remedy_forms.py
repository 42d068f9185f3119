"""The forms that state a remedy: the offer at the table (8.1), the decision (8.4), the decision on the complaint (8.5).

There is one line a disputed bet of a player of the case, filled in with what the replay says is owed; the clauses that
decided the bets are chosen already. A bet whose player nobody knows has an empty line that asks whose it is; those of
strangers have none. Amounts are two fields, to the player and from the player, so that nobody has to think in signs.
Whether an amount needs a reason, a second person or a ruling first is for the domain to say. Proved by
``tests/disputes/admin/doing/test_remedy_forms.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import AmountField, CardsField, CheckCards, WordsField, capital, said, select, unsaid
from disputes.admin.bench import Bench
from disputes.admin.bet_owner import NOBODY
from disputes.admin.choices import evidence_name
from disputes.admin.evidence_forms import library_choices
from disputes.admin.forms import OWN, CaseForm
from disputes.case import words
from disputes.case.bet_owner import Whose
from disputes.pages.round_choices import Pick
from games.engine.document import RuleBook
from games.pages.bets import BetRow
from games.words.clauses import document_words

MOST_LINES: Final = 120
"""How many disputed bets a page offers; those that differ come first."""

OTHER: Final = "other"
"""The measure that is said in words."""

WITHOUT_ROUND: Final = "-"
"""The key of the line of a case without an identifiable round."""


class RemedyLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line as its template lays it out: the bet with its round, the code of its player, the question whose it is
    (None: known), and the three fields (None: not decided yet)."""

    pick: Pick | None
    bet: BetRow | None
    party: str | None = None
    whose: Any = None
    on: Any = None
    pay: Any = None
    take: Any = None


class ClauseGroup(msgspec.Struct, frozen=True):
    """Clauses that belong together: those that decided the bets (``first``), or the others of a document."""

    title: str
    boxes: list[Any]
    first: bool
    opened: bool


class RemedyForm(CaseForm):
    template = "disputes/do/remedy.html"

    kind = CardsField(label=gettext_lazy("Remedy"), words=words.REMEDIES.items())
    clauses = forms.MultipleChoiceField(label=gettext_lazy("Clauses"), required=False, widget=CheckCards())
    other_document = forms.ChoiceField(label=gettext_lazy("Another document"), required=False, widget=select())
    other_clause = forms.RegexField(
        r"^[0-9A-G](\.[0-9a-z]{1,2}){0,5}\Z",
        label=gettext_lazy("Its clause"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"class": "tp-input", "autocomplete": "off"}),
        error_messages={"invalid": gettext_lazy("A clause as the document prints it: 7.4.1")},
    )
    deviation = WordsField(
        label=gettext_lazy("Why the amount is another"),
        rows=3,
        required=False,
        help_text=gettext_lazy(
            "Needed where an amount is not what the replay says, and where no round is known. The player reads it."
        ),
    )

    measures = forms.MultipleChoiceField(
        label=gettext_lazy("What the house does besides"), required=False, widget=CheckCards()
    )
    other_measure = WordsField(
        label=gettext_lazy("Another measure"),
        rows=2,
        required=False,
        help_text=gettext_lazy("In a sentence. The player reads it."),
    )

    def offer(self) -> None:
        self.choose("measures", [(code, capital(name)) for code, name in words.MEASURES.items() if code != OTHER])
        known = list(self._disputed())
        self._whose = {key: self._whose_is(pick, bet) for key, pick, bet in known}
        if len(known) > MOST_LINES:
            known.sort(key=lambda each: each[2] is not None and each[2].difference_minor == 0)
        self._keys: list[tuple[str, Pick | None, BetRow | None]] = known[:MOST_LINES]
        self.left_out = len(known) - len(self._keys)
        for key, _pick, bet in self._keys:
            if bet is None or bet.difference_minor is not None:
                self._add_line(key, bet)
                self._ask_whose(key)
        self._offer_clauses()
        self._offer_kind()
        self.choose("other_document", [("", "–"), *library_choices(self.bench)])

    def _disputed(self) -> Iterable[tuple[str, Pick | None, BetRow | None]]:
        """(key, round, bet) of every disputed bet; one key without both where no round is known."""
        if not self.bench.case.rounds:
            yield WITHOUT_ROUND, None, None
        disputed = self.bench.disputed_bets()
        for pick in self.bench.picks:
            known = {bet.bet: bet for bet in pick.bets}
            for code in disputed.get(pick.key, ()):
                if code in known:
                    yield f"{pick.key}/{code}", pick, known[code]

    def _whose_is(self, pick: Pick | None, bet: BetRow | None) -> Whose:
        """Whose a line is. Without a round: of the only player. A case without players has nobody to ask about."""
        codes = self.bench.owners.codes
        if pick is None or bet is None:
            return Whose(len(codes) < 2, codes[0] if len(codes) == 1 else None)
        return pick.whose(bet.bet, self.bench.owners) if codes else Whose(True)

    def _own(self) -> list[tuple[Pick, BetRow]]:
        """The bets of which it is known whose they are: what is owed on the others says nothing yet."""
        return [
            (pick, bet)
            for key, pick, bet in self._keys
            if pick is not None and bet is not None and self._whose[key].known
        ]

    def _ask_whose(self, key: str) -> None:
        if not self._whose[key].known:
            nobody = [] if key == WITHOUT_ROUND else [(NOBODY, _("Nobody of this case"))]
            choices = [("", "–"), *self.bench.parties("player"), *nobody]
            self.fields[f"whose:{key}"] = forms.ChoiceField(
                label=_("Whose bet") if key != WITHOUT_ROUND else _("For whom"),
                choices=choices,
                required=False,
                widget=select(),
            )
            unsaid(self.fields[f"whose:{key}"])

    def _add_line(self, key: str, bet: BetRow | None) -> None:
        owed = self._owed(bet) if bet is not None and self._whose[key].known else 0
        self.fields[f"on:{key}"] = forms.BooleanField(label=_("Part of the remedy"), required=False)
        self.fields[f"pay:{key}"] = AmountField(label=_("To the player"), required=False)
        self.fields[f"take:{key}"] = AmountField(
            low=0,
            label=_("From the player"),
            required=False,
            help_text=_("0: the player may keep what was paid too much."),
        )
        unsaid(self.fields[f"pay:{key}"])
        unsaid(self.fields[f"take:{key}"])
        self.initial.setdefault(f"on:{key}", bool(owed))
        self.initial.setdefault(f"pay:{key}", owed if owed > 0 else None)
        self.initial.setdefault(f"take:{key}", -owed if owed < 0 else None)

    def _owed(self, bet: BetRow) -> int:
        """What the form begins with, from the player's side."""
        return -(bet.difference_minor or 0)

    def _offer_kind(self) -> None:
        owed = [self._owed(bet) for _pick, bet in self._own()]
        if any(amount > 0 for amount in owed):
            self.initial.setdefault("kind", "pay_difference")
        elif any(owed):
            self.initial.setdefault("kind", "take_back")
        elif owed:
            self.initial.setdefault("kind", "none")

    def _offer_clauses(self) -> None:
        """The clauses that decided the disputed bets first, then every other of their documents."""
        chosen: dict[str, str] = {}
        for pick, bet in self._own():
            if pick.document:
                for view in (*bet.clauses, *bet.decided_by):
                    chosen.setdefault(f"{pick.document}#{view.number}", f"{view.number} – {said(view.text)}")
        self._groups: list[tuple[str, dict[str, str], bool]] = [(_("What decided the bets"), chosen, True)]
        for book in self.bench.books:
            rest = {value: name for value, name in _book_clauses(book) if value not in chosen}
            self._groups.append((said(document_words(book)), rest, False))
        self.choose("clauses", [pair for _name, group, _first in self._groups for pair in group.items()])
        self.initial.setdefault("clauses", list(chosen))

    # For the template

    @property
    def lines(self) -> list[RemedyLine]:
        return [
            RemedyLine(
                pick=pick,
                bet=bet,
                party=self._whose[key].party,
                **{n: self[f"{n}:{key}"] for n in ("on", "pay", "take", "whose") if f"{n}:{key}" in self.fields},
            )
            for key, pick, bet in self._keys
        ]

    @property
    def clause_groups(self) -> list[ClauseGroup]:
        boxes = {box.data["value"]: box for box in self["clauses"].subwidgets}
        found = []
        for name, group, first in self._groups:
            own = [boxes[value] for value in group]
            if own:
                found.append(ClauseGroup(name, own, first, any(box.data["selected"] for box in own)))
        return found

    @property
    def line_names(self) -> list[str]:
        """Fields that stand in a line of the remedy, not by themselves."""
        return [name for name in self.fields if ":" in name]

    # Read back

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for key in self._chosen(data):
            pay, take = data.get(f"pay:{key}"), data.get(f"take:{key}")
            wrong = {f"pay:{key}", f"take:{key}"} & set(self.errors)
            if not wrong and pay is not None and take is not None:
                self.add_error(f"take:{key}", _("Either to the player or from the player."))
            elif not wrong and pay is None and take is None:
                self.add_error(f"pay:{key}", _("An amount is missing; or leave the line out."))
            if f"whose:{key}" in self.fields and data.get(f"whose:{key}") in ("", NOBODY, None):
                self.add_error(f"whose:{key}", _("Say whose it is; only a player of the case can be paid here."))
        if bool(data.get("other_document")) != bool(data.get("other_clause")) and "other_clause" not in self.errors:
            missing = "other_clause" if data.get("other_document") else "other_document"
            self.add_error(missing, _("Document and clause go together."))
        return data

    def _chosen(self, data: dict[str, Any]) -> list[str]:
        """The lines that count: those ticked, and none where the result stands (then the page hides them)."""
        if data.get("kind") == "none":
            return []
        return [key for key, _pick, _bet in self._keys if data.get(f"on:{key}")]

    def citations(self) -> list[dict[str, str]]:
        data = self.cleaned_data
        found = [dict(zip(("document", "clause"), value.split("#", 1), strict=True)) for value in data["clauses"]]
        if data["other_document"]:
            found.append({"document": data["other_document"].split("@", 1)[0], "clause": data["other_clause"]})
        return found

    def remedy(self) -> dict[str, Any]:
        """The remedy as the command asks for it; its lines in the order of the page."""
        data = self.cleaned_data
        lines = []
        for key in self._chosen(data):
            amount = data[f"pay:{key}"] if data[f"pay:{key}"] is not None else -data[f"take:{key}"]
            asked: dict[str, Any] = {"to_player_minor": amount}
            if key != WITHOUT_ROUND:
                asked |= dict(zip(("table", "round", "bet"), key.split("/", 2), strict=True))
            if data.get(f"whose:{key}"):
                asked["party"] = data[f"whose:{key}"]
            lines.append(asked)
        found: dict[str, Any] = {"kind": data["kind"], "citations": self.citations(), "lines": lines}
        if data["deviation"]:
            found["deviation"] = data["deviation"]
        measures = [{"kind": code} for code in data["measures"]]
        if data["other_measure"]:
            measures.append({"kind": OTHER, "what": data["other_measure"]})
        return {**found, "measures": measures} if measures else found

    def values(self) -> dict[str, Any]:
        return {**super().values(), "remedy": self.remedy()}

    def place(self, path: str | None) -> str | None:
        parts = (path or "").split(".")
        if parts[:2] == ["remedy", "lines"] and len(parts) > 2:
            key = self._chosen(self.cleaned_data)[int(parts[2])]
            if parts[-1] == "party" and f"whose:{key}" in self.fields:
                return f"whose:{key}"
            side = "take" if self.cleaned_data.get(f"take:{key}") is not None else "pay"
            return f"{side}:{key}"
        if parts[:2] == ["remedy", "measures"]:
            return "other_measure" if parts[-1] == "what" else "measures"
        return self.REMEDY_PLACES.get(path or "") or super().place(path)

    REMEDY_PLACES: ClassVar[dict[str, str]] = {
        "remedy.citations": "clauses",
        "remedy.kind": "kind",
        "remedy.lines": "kind",
        "remedy.deviation": "deviation",
    }


def _book_clauses(book: RuleBook) -> Iterable[tuple[str, str]]:
    for number, clause in book.clauses.items():
        if clause.kind != "heading":
            yield f"{book.id}#{number}", f"{number} – {said(clause.text)}"


@OWN.register("propose_remedy")
class ProposeForm(RemedyForm):
    field_order = ("kind", "clauses", "other_document", "other_clause", "deviation", "note")


def grounds(bench: Bench) -> list[tuple[str, str]]:
    """What a decision can rest on: evidence, statements, footage that was found."""
    case = bench.case
    found = [(fact.evidence, evidence_name(bench, fact)) for fact in case.standing_evidence()]
    for kept in case.statements:
        party = case.parties.get(kept.fact.party)
        who = bench.name_of(party) if party is not None else kept.fact.party
        found.append((kept.fact.statement, f"{kept.fact.statement} · {who} · {bench.glimpse(kept.fact.said)}"))
    film = _("footage")
    for request, footage in case.footage.items():
        if footage.answer is not None and footage.answer.found:
            found.append((request, f"{request} · {film} · {bench.glimpse(footage.answer.answer)}"))
    return found


@OWN.register("decide")
class DecideForm(RemedyForm):
    evidence = forms.MultipleChoiceField(
        label=gettext_lazy("What the decision rests on"),
        required=False,
        widget=CheckCards(),
        help_text=gettext_lazy("The player reads what is ticked by its kind and code, not its words."),
    )

    def offer(self) -> None:
        super().offer()
        unsaid(self.fields["evidence"])
        self.choose("evidence", grounds(self.bench))
        for name in ("reasons", "reasons_en"):
            self.fields[name].required = False
            unsaid(self.fields[name])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("reasons") and not data.get("reasons_en") and not {"reasons", "reasons_en"} & set(self.errors):
            self.add_error("reasons", self.fields["reasons"].error_messages["required"])
        return data

    def values(self) -> dict[str, Any]:
        """Reasons in one language alone are the reasons, in that language."""
        found = super().values()
        if "reasons" not in found and "reasons_en" in found:
            found |= {"reasons": found.pop("reasons_en"), "reasons_language": "en"}
        return found

    def place(self, path: str | None) -> str | None:
        alone = path == "reasons" and not self.cleaned_data.get("reasons") and self.cleaned_data.get("reasons_en")
        return super().place("reasons_en" if alone else path)


@OWN.register("decide_complaint")
class DecideComplaintForm(DecideForm):
    template = "disputes/do/remedy.html"
    field_order = ("result", "kind", "clauses", "other_document", "other_clause", "deviation", "evidence", "reasons")

    def _owed(self, bet: BetRow) -> int:
        """Nothing is taken from whoever complains unless somebody says so."""
        return max(super()._owed(bet), 0)
