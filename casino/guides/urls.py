"""Addresses of the guides, behind the sign-in as every page. Proved by ``tests/admin/test_guides.py``."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import admin
from django.http import HttpResponse
from django.urls import path

from casino.guides import pages


def _signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    return admin.site.admin_view(view, cacheable=True)


urlpatterns = [
    path("", _signed_in(pages.list_view), name="guides"),
    path("to/<path:page>/", _signed_in(pages.to_view), name="guide_to"),
    path("<slug:code>/", _signed_in(pages.guide_view), name="guide"),
    path("<slug:code>/<slug:language>.pdf", _signed_in(pages.paper_view), name="guide_paper"),
]
