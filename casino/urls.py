"""All addresses of the system. Each room adds its own under a line of its own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from casino.accounts.pages import choose_view
from casino.accounts.session_pages import mine
from casino.site.health import healthz, readyz

handler400 = "games.api.base.bad_request"
handler403 = "games.api.base.no_entry"
handler404 = "games.api.base.nothing_here"
handler500 = "games.api.base.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("games.api.urls")),  # first: what table devices send is most of what comes
    path("", RedirectView.as_view(pattern_name="admin:index")),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/account/sessions/", mine, name="own_sessions"),
    path("admin/account/", include("casino.factors.urls")),
    # Before the admin's own address of the same name, which would change a password past the record.
    path("admin/password_change/", admin.site.admin_view(choose_view, cacheable=False), name="own_password"),
    path("admin/guide/", include("casino.guides.urls")),
    path("admin/surveillance/", include("surveillance.pages.urls")),
    path("admin/", admin.site.urls),
    path("log/", include("casino.checkpoints.urls")),
    path("papers/", include("casino.papers.urls")),
    path("api/v1/footage/", include("surveillance.files.urls")),
    path("api/v1/reports/", include("surveillance.reports.urls")),
    path("api/v1/cases/", include("disputes.api.urls")),
    path("api/v1/footage/", include("surveillance.api.urls")),
]
