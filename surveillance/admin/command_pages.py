"""Acting in the room of Surveillance: one page a command, made of what the command declares.

Who may do what is the domain's to say, and its answer is shown in its words. A form carries an id, so that a second
click is known to be the same command. Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.commands.execution import Done
from casino.commands.fields import said
from casino.commands.forms import Unfit
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.core.posts import Post, role_words
from casino.ledger.models import Property
from disputes.case.context import Actor
from disputes.rows.actor import actor_of
from games.admin.on_duty import named
from surveillance.admin import offering
from surveillance.admin.forms import OF_SUBJECT, FootageForm
from surveillance.execution import service
from surveillance.record import state
from surveillance.record.commands import COMMANDS
from surveillance.record.step import Step
from surveillance.rows import log_models, models, sealed_words

MODELS: Final[dict[str, Any]] = {
    "recorder": models.Recorder,
    "camera": models.Camera,
    "recording": models.Recording,
    "footage": models.Link,
    "request": models.Request,
    "hold": models.Hold,
    "change": models.HeldChange,
    "coverage": models.Gap,
    "incident": log_models.Incident,
    "review": log_models.Review,
    "spotcheck": log_models.SpotCheck,
    "handover": log_models.ShiftReport,
}
"""Kind of stream -> the model whose page shows it."""
CHOSEN: Final = (
    *("table", "pit", "begins_at", "ends_at", "recording", "camera", "coverage", "gap", "reading", "round", "recorder"),
    *("stream", "identity", "links", "dealer", "person", "digest"),
)
"""What an address may choose in a form: codes and moments, never words."""


def address_of(command: str, owner: Property, code: str | None = None, **chosen: Any) -> str:
    """The address of a command's page."""
    if COMMANDS[command].on is None:
        address = reverse("admin:surveillance_do_new", args=[command])
        chosen = {"property": owner.code, **chosen}
    else:
        address = reverse("admin:surveillance_do", args=[command, owner.code, code])
    given = {name: value for name, value in chosen.items() if value not in (None, "")}
    return f"{address}?{urlencode(given)}" if given else address


def may(command: str, actor: Actor | None) -> bool:
    """Whether this person's post may ever give it."""
    return actor is not None and actor.person is not None and Post(actor.person.post) in COMMANDS[command].posts


def do_view(request: HttpRequest, command: str, owner: str | None = None, code: str | None = None) -> HttpResponse:
    """The page of a command, and what comes back from it."""
    step = COMMANDS.get(command)
    if step is None or (step.on is None) != (code is None):
        raise Http404
    house = _house(request, owner)
    now = clock()
    base = {
        **admin.site.each_context(request),
        "title": said(step.title),
        "step": step,
        "owner": house,
        "zone": house.zone,
        "back": _back(request, step, house, code),
    }
    try:
        actor = actor_of(request.user, house.code, now)
        if not may(command, actor):
            names = ", ".join(said(role_words(post)) for post in Post if post in step.posts)
            raise Problem("footage_not_your_post", posts=names)
        subject = _subject(house, step, code)
    except Problem as problem:
        return TemplateResponse(request, "surveillance/do.html", {**base, "trouble": problem}, status=problem.status)
    base |= {"person": named(actor.person) if actor.person else "", "subject": subject, **_listed(house)}
    form = _form(request, step, house, subject, now)
    if "subject_stream" in form.fields:
        base["subject_words"] = sealed_words.about(str(form["subject_stream"].value() or ""))
    if request.method != "POST":
        return TemplateResponse(request, "surveillance/do.html", {**base, "form": form})
    done = _carry_out(form, house, code, actor, now)
    if done is None:
        return TemplateResponse(request, "surveillance/do.html", {**base, "form": form}, status=422)
    if done.status == "asked":
        messages.warning(request, _("This film is held: a second person has to confirm it."))
        return HttpResponseRedirect(base["back"])
    messages.success(request, _("Recorded: %(what)s.") % {"what": said(step.title)})
    return HttpResponseRedirect(base["back"] if request.GET.get("next") else page_of(house, done.stream))


def _form(
    request: HttpRequest, step: Step, house: Property, subject: state.Stream | None, now: datetime
) -> FootageForm:
    first = {"seen_version": subject.version if subject is not None else None, **_chosen(request, subject)}
    form = FootageForm(step, house.zone, now, request.POST or None, initial=first)
    if "person" in form.fields and isinstance(subject, state.Incident):
        form.offer_people(_people(house, subject))
    if step.on == "request" and "stretches" in form.names and subject is not None:
        rows = models.Request.objects.select_related("property")
        asked = rows.get(property=house, stream=subject.stream)
        form.offer_film(offering.stretches(asked), offering.links(asked))
    return form


def _carry_out(form: FootageForm, house: Property, code: str | None, actor: Actor, now: datetime) -> Done | None:
    """Give the command; None where the form says why not."""
    if not form.is_valid():
        return None
    try:
        return service.execute(
            house.code,
            code,
            form.as_command(),
            actor=actor,
            seen_version=form.cleaned_data["seen_version"],
            command_id=form.cleaned_data["command_id"],
            now=now,
        )
    except Unfit as unfit:
        form.blame_unfit(unfit)
    except Problem as problem:
        form.blame(problem)
    return None


def page_of(owner: Property, stream: str) -> str:
    """The page of what a command was about; the overview where there is none yet."""
    model = MODELS[stream.partition("/")[0]]
    row = model.objects.filter(property=owner, stream=stream).order_by("-id").first()
    name = f"admin:surveillance_{model._meta.model_name}"
    try:
        return reverse(f"{name}_changelist") if row is None else reverse(f"{name}_change", args=[row.pk])
    except NoReverseMatch:  # recordings have their pages in a room of their own
        return reverse("admin:surveillance_link_changelist")


def _house(request: HttpRequest, owner: str | None) -> Property:
    asked = owner or request.GET.get("property")
    houses = Property.objects.order_by("pk")
    found = houses.filter(code=asked).first() if asked else houses.first()
    if found is None:
        raise Http404
    return found


def _subject(house: Property, step: Step, code: str | None) -> state.Stream | None:
    """What the command acts on, as it stands. A request of a case stands as soon as its row does."""
    if step.on is None or code is None:
        return None
    stream = f"{step.on}/{code}"
    if not SAFE_NAME.fullmatch(code):
        raise Problem("footage_unknown", what=stream)
    if step.on == "request" and models.Request.objects.filter(property=house, stream=stream, version=0).exists():
        return state.begun(stream)
    found: state.Stream = service.load(house.code, stream)
    return found


def _chosen(request: HttpRequest, subject: state.Stream | None) -> dict[str, Any]:
    """What the form begins with: what the address says, and what stands."""
    given: dict[str, Any] = {name: value for name, value in request.GET.items() if name in CHOSEN}
    given |= {f"subject_{name}": request.GET[name] for name in OF_SUBJECT if name in request.GET}
    for name in ("begins_at", "ends_at"):
        try:
            given[name] = datetime.fromisoformat(given[name])
        except (KeyError, ValueError):
            given.pop(name, None)
    known = getattr(subject, "known", None)
    if known is not None:
        names = ("name", "kind", "address", "link", "keeps_days", "recorder", "channel")
        given = {**{name: getattr(known, name) for name in names if hasattr(known, name)}, **given}
    return given


def _people(house: Property, incident: state.Incident) -> list[tuple[str, str]]:
    """Who can be erased from an entry: each person, and everybody with every word."""
    known = sealed_words.people(house.code, incident).items()
    found = [(ref, f"{said or _('no name')} ({ref})") for ref, said in known if ref not in incident.erased]
    own = [] if incident.own is None else [(incident.own, str(_("Everybody in it, and every word of the entry")))]
    return found + own


def _listed(house: Property) -> dict[str, Any]:
    """Codes that are offered while typing."""
    here = models.Recording.objects.filter(property=house, deleted_at=None)
    return {
        "recordings": list(here.values_list("code", "name")[:200]),
        "cameras": list(models.Camera.objects.filter(property=house, retired=False).values_list("code", "name")),
    }


def _back(request: HttpRequest, step: Step, house: Property, code: str | None) -> str:
    """Where "leave it" leads."""
    asked = request.GET.get("next", "")
    if asked and url_has_allowed_host_and_scheme(asked, allowed_hosts=None) and asked.startswith("/admin/"):
        return asked
    return page_of(house, f"{step.on}/{code}") if step.on else reverse("admin:surveillance_request_changelist")
