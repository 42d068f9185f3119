"""Addresses of the API, under ``/api/v1/``."""

from __future__ import annotations

from csp.decorators import csp_update
from django.urls import URLPattern, URLResolver, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from games.api.command_views import command_paths
from games.api.commands import (
    CorrectionsView,
    DismissalBatchesView,
    DismissalsView,
    FindingCorrectionsView,
    RulingsView,
    WhatIfView,
)
from games.api.description import DescriptionView
from games.api.error_types import ErrorTypesView, ErrorTypeView
from games.api.event_types import EventTypesView, EventTypeView
from games.api.fairness import AnnexView, WatchesView, WatchView
from games.api.ingest import EventsView
from games.api.read import FindingsView, RoundsView, RoundView
from games.api.rule_documents import RuleDocumentsView
from games.api.waiting import AnswersView, WaitingView

app_name = "api"

# The description is open: it is the same at every casino, and holds nothing of this one.
_OPEN = {"authentication_classes": (), "permission_classes": ()}

# Its template carries a small style of its own; scripts stay those of this server.
_with_own_style = csp_update({"style-src": ["'unsafe-inline'"]})

urlpatterns: list[URLPattern | URLResolver] = [
    # Taking events in
    path("properties/<str:property_code>/events/", EventsView.as_view(), name="events"),
    path("event-types/", EventTypesView.as_view(), name="event-types"),
    path("event-types/<str:type_name>/", EventTypeView.as_view(), name="event-type"),
    path("errors/", ErrorTypesView.as_view(), name="errors"),
    path("errors/<str:code>/", ErrorTypeView.as_view(), name="error"),
    path("schema/", DescriptionView.as_view(**_OPEN), name="schema"),
    path("docs/", _with_own_style(SpectacularSwaggerSplitView.as_view(url_name="api:schema", **_OPEN)), name="docs"),
    # Reading (staff)
    path("rounds/", RoundsView.as_view(), name="rounds"),
    path("rounds/<str:table>/<str:round>/", RoundView.as_view(), name="round"),
    path("findings/", FindingsView.as_view(), name="findings"),
    path("fairness/watches/", WatchesView.as_view(), name="watches"),
    path("fairness/watch/", WatchView.as_view(), name="watch"),
    path("fairness/annex/", AnnexView.as_view(), name="annex"),
    # Deciding (staff)
    path("rounds/<str:table>/<str:round>/what-if/", WhatIfView.as_view(), name="what-if"),
    path("rounds/<str:table>/<str:round>/corrections/", CorrectionsView.as_view(), name="corrections"),
    path("rounds/<str:table>/<str:round>/rulings/", RulingsView.as_view(), name="rulings"),
    path("findings/dismissals/", DismissalBatchesView.as_view(), name="dismissal-batches"),
    path("findings/<int:finding>/dismissals/", DismissalsView.as_view(), name="dismissals"),
    path("findings/<int:finding>/corrections/", FindingCorrectionsView.as_view(), name="finding-corrections"),
    path("rule-documents/", RuleDocumentsView.as_view(), name="rule-documents"),
    *command_paths(),
    path("waiting/", WaitingView.as_view(), name="waiting"),
    path("waiting/<uuid:waiting>/answers/", AnswersView.as_view(), name="waiting-answers"),
]
