"""The language of a page: the one the person chose, else the house's. Not what the browser happens to prefer.

Addresses of the API are another matter: there the sender's ``Accept-Language`` decides. Proved by
``tests/admin/test_language.py``.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


class ChosenLanguageMiddleware(LocaleMiddleware):
    """Django's, but for people without a choice on record Vietnamese (or what TABLEPROOF_LANGUAGE says)."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and not request.path_info.startswith("/api/"):
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Bytes that never change have no language: a cache on the way keeps one copy of them for everybody."""
        if "immutable" in response.headers.get("Cache-Control", ""):
            return response
        done: HttpResponseBase = super().process_response(request, response)
        return done
