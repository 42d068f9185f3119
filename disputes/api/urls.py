"""Addresses of cases, under ``/api/v1/cases/``. One address a command, named by its code."""

from __future__ import annotations

from django.urls import URLPattern, path

from disputes.api.views import CasesView, CaseView, ContentView, SearchView, command_view
from disputes.case.procedure import PROCEDURE

app_name = "cases"


def command_path(code: str) -> URLPattern:
    """The address of a command."""
    return path(f"<str:number>/{code.replace('_', '-')}/", command_view(code).as_view(), name=code)


urlpatterns: list[URLPattern] = [
    path("", CasesView.as_view(), name="cases"),
    path("search/", SearchView.as_view(), name="search"),
    path("<str:number>/", CaseView.as_view(), name="case"),
    path("<str:number>/contents/<uuid:ref>/", ContentView.as_view(), name="content"),
    *(command_path(code) for code in PROCEDURE if code != "open_case"),
]
