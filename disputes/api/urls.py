"""Addresses of cases, under ``/api/v1/cases/``. One address a command, named by its code."""

from __future__ import annotations

from django.urls import URLPattern, path

from disputes.api.views import CasesView, CaseView, ContentView, command_view
from disputes.case.commands import COMMANDS

app_name = "cases"

urlpatterns: list[URLPattern] = [
    path("", CasesView.as_view(), name="cases"),
    path("<str:number>/", CaseView.as_view(), name="case"),
    path("<str:number>/contents/<uuid:ref>/", ContentView.as_view(), name="content"),
    *(
        path(f"<str:number>/{code.replace('_', '-')}/", command_view(code).as_view(), name=code)
        for code in COMMANDS
        if code != "open_case"
    ),
]
