"""Which codes the columns of Surveillance hold, and what they are called.

Proved by ``tests/architecture/test_codes.py``.
"""

from __future__ import annotations

from typing import Final, Literal, get_type_hints

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.core.messages import Catalogue
from casino.site.choices import choices_of
from surveillance.clocks import How
from surveillance.record import facts as f
from surveillance.record import fields, parts

_WORDS: Final = Catalogue(__file__)

SUBJECTS: Final = _WORDS.table("subjects")
HOWS: Final = _WORDS.table("hows")

RECORDER_KINDS: Final = choices_of(parts.RecorderKind, fields.KINDS)
CLOCK_HOWS: Final = choices_of(Literal[How, "set"], _WORDS.table("clocks"))
ARRIVED_HOWS: Final = choices_of(parts.ArrivedHow, HOWS)
KNOWN_BY: Final = choices_of(parts.KnownBy, _WORDS.table("known"))
SUBJECT_KINDS: Final = choices_of(parts.SubjectKind, SUBJECTS)
CAUSES: Final = choices_of(parts.Cause, _WORDS.table("causes"))
RELEASE_RULES: Final = choices_of(get_type_hints(f.HoldReleased)["rule"], _WORDS.table("released"))
GAP_KINDS: Final = choices_of(parts.GapKind, _WORDS.table("gaps"))
GAP_ENDINGS: Final = choices_of(get_type_hints(f.GapClosed)["because"], _WORDS.table("closed"))
INCIDENT_KINDS: Final = choices_of(parts.IncidentKind, fields.INCIDENTS)
DISPOSITIONS: Final = choices_of(parts.Disposition, fields.DISPOSITIONS)
VERDICTS: Final = choices_of(parts.Verdict, fields.VERDICTS)


class RequestStatus(models.TextChoices):
    OPEN = "open", _("open")
    ACKNOWLEDGED = "acknowledged", _("acknowledged")
    ANSWERED = "answered", _("answered with footage")
    NO_FOOTAGE = "no_footage", _("no footage")
    LAPSED = "lapsed", _("case closed without an answer")


REQUEST_WAITS = (RequestStatus.OPEN, RequestStatus.ACKNOWLEDGED)
"""Requests that Surveillance still has to answer."""
