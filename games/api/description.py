"""The description of the API: the same for everybody, made once by a process and then handed out as it is.

Making it takes a second of processor time, and the generator is not made for two threads at once. Whoever has it is
told so (ETag). Proved by ``tests/api/test_openapi.py``.
"""

from __future__ import annotations

import threading
from hashlib import sha256
from typing import Any, Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.base import language

FRESH_SECONDS: Final = 300
_making: Final = threading.Lock()
_made: Final[dict[tuple[str, str], tuple[bytes, str]]] = {}
"""Language and form -> the bytes and their tag."""


class DescriptionView(SpectacularAPIView):
    """The description as JSON or YAML, by the Accept header or ``?format=``."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        renderer, media_type = self.perform_content_negotiation(request, force=True)
        content, tag = self._description(renderer, media_type)
        headers = {
            "ETag": tag,
            "Cache-Control": f"public, max-age={FRESH_SECONDS}",
            "Content-Disposition": f'inline; filename="tableproof.{renderer.format}"',
        }
        done = HttpResponse(content, content_type=media_type, headers=headers)
        return get_conditional_response(request._request, etag=tag, response=done) or done

    def _description(self, renderer: BaseRenderer, media_type: str) -> tuple[bytes, str]:
        key = (language(), renderer.media_type)
        with _making:
            if key not in _made:
                generator: Any = self.generator_class()
                said: Any = renderer.render(generator.get_schema(request=None, public=True), media_type, {})
                content: bytes = said
                _made[key] = (content, f'"{sha256(content).hexdigest()[:32]}"')
            return _made[key]
