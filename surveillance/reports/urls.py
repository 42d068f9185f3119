"""Addresses of reports, under ``/api/v1/reports/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from surveillance.reports import api

app_name = "reports"

urlpatterns: list[URLPattern] = [
    path("", api.ReportsListView.as_view(), name="reports"),
    path("size/", api.ReportSizeView.as_view(), name="size"),
    path("keys/", api.ReportKeysView.as_view(), name="keys"),
    path("<str:code>/", api.ReportView.as_view(), name="report"),
    path("<str:code>/cancel/", api.ReportCancelView.as_view(), name="cancel"),
    path("<str:code>/deletion/", api.ReportDeletionView.as_view(), name="deletion"),
    path("<str:code>/files/<str:what>/", api.ReportFileView.as_view(), name="file"),
]
