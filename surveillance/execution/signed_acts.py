"""Before which acts of Surveillance a person is asked again, and what is signed of them: as each command declares it,
and whatever lets film leave the house.

What is signed names the stream that it is about; words stand in it by the hash under which they are sealed. What a
worker does later (an export, a copy) is signed as it is asked for (``recording.leave_asked``). Proved by
``tests/surveillance/test_tasks.py``, ``tests/factors/test_weighty.py`` and ``tests/surveillance/api/test_signing.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest

from casino.core.messages import Catalogue
from casino.factors.step_up import About, Act, Named, part_of
from casino.ledger.models import Property
from surveillance.record.commands import COMMANDS

_WORDS: Final = Catalogue(__file__)

LEAVING: Final = _WORDS.table("leaving")
"""What lets film leave the house: the page of it -> its title."""
ADDRESSES: Final = {"exports": "export", "given": "give", "download": "download"}
"""The same over the API."""
DISMISS: Final = _WORDS.text("dismiss")
"""In the review queue: the same act as on the page of the finding, signed where that one is."""
PLACES: Final = ("from_ms", "to_ms")
"""Of a stretch: on the page they are typed, and what was read of them is signed as well."""
TYPES: Final = (
    *("hold.released", "incident.erasure_asked", "incident.person_erased", "recorder.registered", "recorder.changed"),
    *("recording.leave_asked", "recording.downloaded", "handover.given", "handover.taken"),
)
"""Events that these acts bring in the name of a person."""


_PAGES: Final = Named(COMMANDS, "command")


def _of_page(request: HttpRequest) -> About | None:
    step = COMMANDS.get(part_of(request, "command"))
    if step is None:
        return None
    return _about(part_of(request, "owner") or request.GET.get("property", ""), step.on, part_of(request, "code"))


def _of_api(kind: str | None) -> Callable[[HttpRequest], About | None]:
    return lambda request: _about(request.GET.get("property", ""), kind, part_of(request, "code"))


def _of_row(request: HttpRequest) -> About | None:
    from surveillance.rows.models import Recording

    match = request.resolver_match
    if match is None or "pk" not in match.kwargs:
        return None
    row = Recording.objects.select_related("property").filter(pk=match.kwargs["pk"]).first()
    return None if row is None else About(row.property.code, {"stream": row.stream, **_places(request)})


def _of_finding(request: HttpRequest) -> About | None:
    """As the page of the finding has it."""
    from games.rows.models import Finding

    match = request.resolver_match
    row = None if match is None else Finding.objects.select_related("property").filter(pk=match.kwargs["key"]).first()
    return None if row is None else About(row.property.code, {"finding": row.identity, "stream": row.stream})


def _places(request: HttpRequest) -> dict[str, str]:
    """What was read of the places of a stretch as they were typed."""
    from surveillance.files.forms import read_place

    read = {}
    for name in PLACES:
        try:
            read[name] = str(read_place(request.POST.get(name, "")))
        except ValueError:
            continue  # the form says so
    return read


def _about(property_code: str, kind: str | None, code: str) -> About | None:
    rows = Property.objects.order_by("pk")
    found = (rows.filter(code=property_code) if property_code else rows).values_list("code", flat=True).first()
    if found is None:
        return None
    return About(found, {} if kind is None or not code else {"stream": f"{kind}/{code}"})


def acts() -> dict[str, Act]:
    """What is asked for again of this room."""
    return {
        "admin:surveillance_do*": Act(when=_PAGES.is_weighty, about=_of_page, title=_PAGES.title, reads=True),
        **{
            f"footage:{code}": Act(about=_of_api(step.on), title=step.title, reads=True)
            for code, step in COMMANDS.items()
            if step.weighty
        },
        **{
            f"admin:surveillance_recording_{leaving}": Act(about=_of_row, title=title)
            for leaving, title in LEAVING.items()
        },
        **{
            f"files:{address}": Act(about=_of_api("recording"), title=LEAVING[leaving])
            for address, leaving in ADDRESSES.items()
        },
        "footage_queue_dismiss": Act(about=_of_finding, title=DISMISS, reads=True),
    }


PLAIN: Final = ("case", "from_ms", "to_ms", "areas", "how")
WORDS: Final = ("reason", "ground", "given_to")
