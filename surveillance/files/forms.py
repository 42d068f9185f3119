"""Forms of what leaves the house. Places in a film are typed as m:ss or h:mm:ss with parts of a second, or seconds.

Proved by ``tests/surveillance/files/test_pages.py``.
"""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import uuid4

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import MomentField
from casino.ledger.models import Property
from surveillance.film.copies import Area
from surveillance.rows.models import Camera

_PLACE: Final = re.compile(r"(?:(?:([0-9]{1,3}):)?([0-9]{1,2}):)?([0-9]{1,6})(?:[.,]([0-9]{1,3}))?")
_AREA: Final = re.compile(
    r"\s*(\S+)\s*[-–]\s*(\S+)\s+([0-9]+)\s+([0-9]+)\s+([0-9]+)\s*[x×]\s*([0-9]+)(?:\s+(black|coarse))?"
    r"(?:\s*->\s*([0-9]+)\s+([0-9]+))?\s*"
)


def read_place(said: str) -> int:
    """Milliseconds of a place; ValueError."""
    found = _PLACE.fullmatch(said.strip())
    if found is None:
        raise ValueError(said)
    hours, minutes, seconds, parts = found.groups()
    whole = (int(hours or 0) * 60 + int(minutes or 0)) * 60 + int(seconds)
    return whole * 1000 + int((parts or "0").ljust(3, "0"))


def _line(**attributes: str) -> forms.TextInput:
    return forms.TextInput({"class": "tp-input", **attributes})


def _words(rows: int) -> forms.Textarea:
    return forms.Textarea({"class": "tp-input", "rows": rows})


class PlaceField(forms.CharField):
    """A place in a film."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=20,
            widget=_line(inputmode="decimal", placeholder="0:00.0"),
            **options,
        )

    def clean(self, value: Any) -> Any:
        said = super().clean(value)
        if not said:
            return None
        try:
            return read_place(said)
        except ValueError:
            raise forms.ValidationError(_("Type a place in the film as 1:02.5.")) from None


class AreasField(forms.CharField):
    """Areas to hide, one a line: ``0:01-0:04 120 80 200x150 black``; ``-> 300 80`` behind it for one that moves."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=5000, widget=_words(4), **options)

    def clean(self, value: Any) -> Any:
        return tuple(self._area(line) for line in super().clean(value).splitlines() if line.strip())

    def _area(self, line: str) -> Area:
        found = _AREA.fullmatch(line)
        try:
            if found is None:
                raise ValueError(line)
            begins, ends, x, y, width, height, how, to_x, to_y = found.groups()
            said = {"from_ms": read_place(begins), "to_ms": read_place(ends), "how": how or "black"}
            numbers = {"x": int(x), "y": int(y), "width": int(width), "height": int(height)}
            if to_x is not None:
                numbers |= {"to_x": int(to_x), "to_y": int(to_y)}
            return msgspec.convert({**said, **numbers}, Area)
        except ValueError:
            raise forms.ValidationError(
                _("This line is no area: %(line)s. As 0:01-0:04 120 80 200x150 black.") % {"line": line[:80]}
            ) from None


class ActForm(forms.Form):
    """What every act says: an id, so that a second click is known, and a reason."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, widget=_words(2))


class StretchForm(ActForm):
    """A stretch of a recording."""

    from_ms = PlaceField(label=gettext_lazy("From"))
    to_ms = PlaceField(label=gettext_lazy("To"))
    case = forms.CharField(label=gettext_lazy("Case"), required=False, max_length=20, widget=_line())
    field_order = ["from_ms", "to_ms", "reason", "case"]


class GiveForm(StretchForm):
    """A masked copy for somebody."""

    reason = None  # type: ignore[assignment]
    given_to = forms.CharField(label=gettext_lazy("For whom"), max_length=200, widget=_line())
    areas = AreasField(
        label=gettext_lazy("Areas to hide"),
        help_text=gettext_lazy(
            "One a line: from-to, left, top, size in points, black or coarse; -> and a place where it moves to."
        ),
    )
    field_order = ["from_ms", "to_ms", "given_to", "areas", "case"]


class FetchForm(forms.Form):
    """A stretch of a camera, by the server's clock, that its recorder is to send."""

    camera = forms.ChoiceField(label=gettext_lazy("Camera"))
    begins_at = MomentField(label=gettext_lazy("From"), seconds=True)
    ends_at = MomentField(
        label=gettext_lazy("To"),
        seconds=True,
        help_text=gettext_lazy("By the server's clock: the recorder's own is allowed for. A day at most."),
    )

    def __init__(self, owner: Property, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        rows = Camera.objects.filter(property=owner, retired=False, recorder__kind="onvif").order_by("code")
        self.fields["camera"].choices = [  # type: ignore[attr-defined]
            (row.code, f"{row.code} · {row.name}") for row in rows.exclude(recorder__address="")
        ]
        self.fields["camera"].widget.attrs["class"] = "tp-input"
        for name in ("begins_at", "ends_at"):
            self.fields[name].zone = owner.zone  # type: ignore[attr-defined]


class CheckForm(forms.Form):
    """Nothing but the id."""

    command_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
