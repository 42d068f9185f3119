"""Rule-change studies: the list, the form, and what one came to. For a director of table games or above; nobody else
of the house, and no onlooker, sees what is only weighed.

Proved by ``tests/admin/test_studies.py``.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.money import format_minor
from casino.core.text import Text
from casino.ledger.models import Property
from casino.operations import worker_messages
from casino.templatetags.tableproof import moment
from games import tasks, words
from games.admin.on_duty import acting_person
from games.catalogue import texts
from games.engine import rules
from games.engine.facts import Person
from games.judgement.study_fields import Field, fields_of
from games.rows import rulebooks
from games.rows.models import Table
from games.studies import files, work
from games.studies.models import RuleStudy, StudyState
from games.words import study_words
from games.words.clauses import document_words

VIEW: Final = "games.view_rulestudy"
SHOWN: Final = 50
"""Groups of a kind on the page, those that change most; the files have all."""
PARTS: Final = {
    "odds": gettext_lazy("Odds"),
    "tables": gettext_lazy("Figures: commission, multiples, insurance and others"),
    "choices": gettext_lazy("Choices where the document is silent"),
    "limits": gettext_lazy("Limits at the tables, in the smallest unit of the currency"),
}
INPUT: Final = {"class": "tp-input", "autocomplete": "off"}


class StudyForm(forms.Form):
    """Values supposed otherwise than in ``text``: a field left empty stays as it is."""

    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False, widget=forms.Select(attrs=INPUT))
    since = forms.DateField(
        label=gettext_lazy("From gaming day"),
        required=False,
        widget=forms.DateInput(attrs={**INPUT, "type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=gettext_lazy("To gaming day"),
        required=False,
        widget=forms.DateInput(attrs={**INPUT, "type": "date"}, format="%Y-%m-%d"),
    )
    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, owner: Property, game: str, text: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        language = get_language() or "vi"
        tables = list(Table.objects.filter(property=owner, game=game).values_list("code", "limits"))
        chosen = self.fields["table"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [("", _("all tables")), *((code, code) for code, _limits in tables)]
        self.readings = rules.read(text).other_readings
        self.values = {field.place: field for field in fields_of(text)}
        for place, field in self.values.items():
            self.fields[place] = _form_field(game, field, language)
        self.kinds = sorted({kind for _code, limits in tables for kind in limits})
        for kind in self.kinds:
            posted = "; ".join(f"{code} {_limit(limits[kind])}" for code, limits in tables if kind in limits)
            name = _("every other kind") if kind == "*" else words.bet_kind(game, kind).in_language(language)
            for end, label in (("least", _("%(kind)s: least")), ("most", _("%(kind)s: most"))):
                self.fields[f"limits.{kind}.{end}"] = forms.IntegerField(
                    label=label % {"kind": name},
                    required=False,
                    min_value=0,
                    help_text=posted,
                    widget=forms.NumberInput(attrs=INPUT),
                )

    def clean(self) -> dict[str, Any]:
        """With ``changes`` by place and ``limits`` by kind."""
        cleaned = super().clean() or {}
        changes, limits = {}, {}
        for place, field in self.values.items():
            if not cleaned.get(place):
                continue
            try:
                value = field.read(cleaned[place])
            except Problem as problem:
                self.add_error(place, problem.in_language(get_language() or "vi"))
            else:
                if value != field.present:
                    changes[place] = value
        for kind in self.kinds:
            least, most = (cleaned.get(f"limits.{kind}.{end}") for end in ("least", "most"))
            if least is None and most is None:
                continue
            if least is None or most is None or least > most:
                self.add_error(f"limits.{kind}.most", _("Give both, the least no greater than the most."))
            else:
                limits[kind] = (least, most)
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        if not changes and not limits and not self.readings and not self.errors:
            raise forms.ValidationError(_("Nothing differs from the document: give at least one other value."))
        return {**cleaned, "changes": changes, "limits": limits}

    def parts(self) -> list[tuple[str, list[Any]]]:
        """The fields part by part, with their names."""
        found: dict[str, list[Any]] = {}
        for name in self.fields:
            part = name.partition(".")[0]
            if part in PARTS:
                found.setdefault(part, []).append(self[name])
        return [(str(name), found[part]) for part, name in PARTS.items() if part in found]


def _form_field(game: str, field: Field, language: str) -> forms.Field:
    label = capfirst(study_words.label(game, field).in_language(language))
    now = _("now %(value)s") % {"value": study_words.reading(game, field.present).in_language(language)}
    about = "" if field.about is None else field.about.in_language(language)
    if not field.options:
        widget = forms.TextInput(attrs={**INPUT, "placeholder": field.shown})
        text = " · ".join(filter(None, (now, about)))
        return forms.CharField(label=label, required=False, help_text=text, widget=widget)
    others = (value for value in field.options if value != field.shown)
    choices = [("", now), *((value, study_words.reading(game, value).in_language(language)) for value in others)]
    return forms.ChoiceField(
        label=label, required=False, choices=choices, help_text=about, widget=forms.Select(attrs=INPUT)
    )


def _limit(limit: list[int]) -> str:
    return "–".join(map(str, limit))


def bases(owner: Property) -> dict[str, tuple[Text, str]]:
    """What may be changed: documents in force by the record, by their digests, and those that the program brings."""
    found = {name: (document_words(rules.read(text)), text) for name, text in texts().items()}
    for event in reversed(rulebooks.recorded(owner.code)):
        if event.data.text not in texts().values():
            found[event.data.sha256] = (document_words(rules.read(event.data.text)), event.data.text)
    return found


def _owner(request: HttpRequest) -> tuple[Property, Person]:
    """The property at which the person acts, or the one that is asked for, and in which post."""
    if not request.user.has_perm(VIEW):
        raise PermissionDenied
    asked = request.GET.get("property", "")
    for owner in Property.objects.filter(**({"code": asked} if asked else {})).order_by("id"):
        person = acting_person(request, owner.code, None)
        if person is not None:
            return owner, person
    raise PermissionDenied


def _study(request: HttpRequest, pk: int) -> RuleStudy:
    """A study of a property at which the person acts; to others there is none."""
    if not request.user.has_perm(VIEW):
        raise PermissionDenied
    row = get_object_or_404(RuleStudy.objects.select_related("property"), pk=pk, expires_at__gt=clock())
    if acting_person(request, row.property.code, None) is None:
        raise Http404
    return row


def list_view(request: HttpRequest) -> HttpResponse:
    """The studies of the property, the newest first, and the documents that one can begin with."""
    owner, _person = _owner(request)
    language = get_language() or "vi"
    kept = RuleStudy.objects.filter(property=owner, expires_at__gt=clock()).defer("result")
    context = {
        **admin.site.each_context(request),
        "title": _("Rule-change studies"),
        "owner": owner,
        "properties": list(Property.objects.order_by("code").values_list("code", flat=True)),
        "rows": [(row, moment(row.asked_at, owner.zone), _changed(row, language)) for row in kept],
        "bases": [(key, text.in_language(language)) for key, (text, _source) in bases(owner).items()],
        "refreshes": any(row.under_way for row in kept),
    }
    return TemplateResponse(request, "games/study/list.html", context)


def ask_view(request: HttpRequest) -> HttpResponse:
    """The form over one base, and a study begun."""
    owner, person = _owner(request)
    known = bases(owner)
    base = request.GET.get("base", "")
    if base not in known:
        raise Http404
    title, text = known[base]
    book = rules.read(text)
    form = StudyForm(owner, book.game, text, request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        asked = work.Asked(document=book.id, text=text, **{name: said[name] for name in work.FROM_FORM})
        try:
            row = work.ask(owner, asked, by=person, command_id=said["command_id"], now=clock())
        except Problem as problem:
            form.add_error(None, problem.in_language(get_language() or "vi"))
        else:
            worker_messages.tell_after_commit(tasks.study, row.pk)
            return HttpResponseRedirect(reverse("admin:games_study", args=[row.pk]))
    context = {
        **admin.site.each_context(request),
        "title": _("Rule-change studies"),
        "document": title.in_language(get_language() or "vi"),
        "form": form,
        "which": [form[name] for name in ("table", "since", "until")],
        "query": request.GET.urlencode(),
    }
    return TemplateResponse(request, "games/study/ask.html", context, status=422 if form.errors else 200)


def one_view(request: HttpRequest, pk: int) -> HttpResponse:
    """How far a study is, or what it came to."""
    row = _study(request, pk)
    language = get_language() or "vi"
    context = {
        **admin.site.each_context(request),
        "title": _("Rule-change studies"),
        "row": row,
        "asked": moment(row.asked_at, row.property.zone),
        "expires": moment(row.expires_at, row.property.zone),
        "changed": _changed(row, language),
        "said": Text(row.said_vi, row.said_en).in_language(language),
        "parts": [] if row.result is None else _parts(row, language),
        "refreshes": row.under_way,
    }
    return TemplateResponse(request, "games/study/one.html", context)


@require_POST
def cancel_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a study that is under way."""
    row = _study(request, pk)
    work.cancel(row, clock())
    messages.success(request, _("The study is stopped."))
    return HttpResponseRedirect(reverse("admin:games_study", args=[row.pk]))


def file_view(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """Everything it came to, as ``csv`` or ``xlsx``."""
    row = _study(request, pk)
    makers = {
        "csv": (files.as_csv, "text/csv; charset=utf-8"),
        "xlsx": (files.as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    }
    if row.result is None or row.state != StudyState.DONE or form not in makers:
        raise Http404
    make, media_type = makers[form]
    response = HttpResponse(make(row.game, row.result, get_language() or "vi"), content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="study-{row.pk}.{form}"'
    return response


def _changed(row: RuleStudy, language: str) -> list[tuple[str, str]]:
    """What was supposed: names with values."""
    found = []
    fields = {field.place: field for field in fields_of(row.text)}
    for place, value in row.changes.items():
        name = study_words.label(
            row.game, fields.get(place) or Field(place, place.partition(".")[0], value)
        ).in_language(language)
        found.append((capfirst(name), study_words.reading(row.game, value).in_language(language)))
    for kind, limit in row.limits.items():
        name = _("every other kind") if kind == "*" else words.bet_kind(row.game, kind).in_language(language)
        found.append((_("limits of %(kind)s") % {"kind": name}, _limit(limit)))
    return found


def _parts(row: RuleStudy, language: str) -> list[dict[str, Any]]:
    """The groups of each kind, those that change most first."""
    assert row.result is not None
    found = []
    for by, name in files.BY.items():
        groups = [each for each in row.result["groups"] if each["by"] == by]
        groups.sort(key=lambda each: (-abs(each["change_minor"]), each["group"]))
        rows = [_group(row.game, each, language) for each in groups[:SHOWN]]
        found.append({"by": by, "name": name.in_language(language), "rows": rows, "left": len(groups) - len(rows)})
    return found


def _group(game: str, each: dict[str, Any], language: str) -> dict[str, Any]:
    def money(name: str) -> str:
        sign = "+" if each[name] > 0 and name != "before_minor" else ""
        return sign + format_minor(each[name], each["currency"], language)

    return {
        **each,
        "name": files.group_words(game, each, language) or ("" if each["by"] == "all" else "–"),
        "before": money("before_minor"),
        "change": money("change_minor"),
        "after": format_minor(each["before_minor"] + each["change_minor"], each["currency"], language),
        "interval": f"{money('low_minor')} … {money('high_minor')}",
    }
