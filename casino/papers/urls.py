"""The addresses of the page that checks papers: open to everybody."""

from __future__ import annotations

from django.urls import path

from casino.papers import pages

urlpatterns = [
    path("", pages.upload_view, name="paper_upload"),
    path("<path:number>/<slug:check>/", pages.code_view, name="paper_check"),
]
