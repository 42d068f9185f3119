"""The codes that stand in the rows of Surveillance, with their words.

Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class RecorderKindChoice(models.TextChoices):
    ONVIF = "onvif", _("replay over RTSP (ONVIF)")
    LINK = "link", _("opens the maker's client")
    FILES = "files", _("film comes by hand")


class ClockHowChoice(models.TextChoices):
    COMPARED = "compared", _("compared by a person")
    MARKED = "marked", _("frame shows an event")
    READ = "read", _("read from the picture")
    SET = "set", _("the clock was set")


class ArrivedHowChoice(models.TextChoices):
    UPLOAD = "upload", _("uploaded")
    FOLDER = "folder", _("from the watched folder")
    FETCHED = "fetched", _("fetched from the recorder")
    SIMULATED = "simulated", _("simulated")


class KnownByChoice(models.TextChoices):
    SEAL = "seal", _("its seal")
    CONTAINER = "container", _("its container")
    RECORDER = "recorder", _("the recorder")
    PERSON = "person", _("a person")


class SubjectKindChoice(models.TextChoices):
    ROUND = "round", _("round")
    EVENT = "event", _("event")
    CASE = "case", _("case")
    FINDING = "finding", _("finding")
    REQUEST = "request", _("request")
    INCIDENT = "incident", _("incident")


class RequestStatus(models.TextChoices):
    OPEN = "open", _("open")
    ACKNOWLEDGED = "acknowledged", _("acknowledged")
    ANSWERED = "answered", _("answered with footage")
    NO_FOOTAGE = "no_footage", _("no footage")
    LAPSED = "lapsed", _("case closed without an answer")


REQUEST_WAITS = (RequestStatus.OPEN, RequestStatus.ACKNOWLEDGED)
"""Requests that Surveillance still has to answer."""


class CauseChoice(models.TextChoices):
    CASE = "case", _("case")
    FINDING = "finding", _("finding")
    PERSON = "person", _("a person")
    INCIDENT = "incident", _("incident")


class ReleaseRule(models.TextChoices):
    CASE_TERM_ENDED = "case_term_ended", _("the case's term ended")
    ROUND_LEFT_CASE = "round_left_case", _("the round left the case")
    PERSON = "person", _("a person")
    INCIDENT_TERM_ENDED = "incident_term_ended", _("the incident's term ended")


class GapKindChoice(models.TextChoices):
    NO_CAMERA = "no_camera", _("no camera covered the table")
    NO_RECORDING = "no_recording", _("a recording is missing")


class GapEnding(models.TextChoices):
    COVERED = "covered", _("covered")
    RECORDING_CAME = "recording_came", _("the recording came")
    EXPLAINED = "explained", _("explained")


class IncidentKindChoice(models.TextChoices):
    CHEATING = "cheating", _("cheating")
    THEFT = "theft", _("theft")
    DISPUTE = "dispute", _("dispute")
    PROCEDURE = "procedure", _("procedure")
    MEDICAL = "medical", _("medical")
    DISTURBANCE = "disturbance", _("disturbance")
    BANNED_PERSON = "banned_person", _("banned person")
    OTHER = "other", _("other")


class DispositionChoice(models.TextChoices):
    OPEN = "open", _("open")
    OBSERVED = "observed", _("observed")
    REPORTED = "reported", _("reported")
    POLICE = "police", _("handed to the police")
    UNFOUNDED = "unfounded", _("unfounded")
    CLOSED = "closed", _("closed")


class VerdictChoice(models.TextChoices):
    AS_RECORDED = "as_recorded", _("as recorded")
    OTHERWISE = "otherwise", _("otherwise")
    NOT_VISIBLE = "not_visible", _("cannot be seen")
