"""How the admin looks: names, colours, style sheets, badge. Settings read it; it imports neither the theme nor a room.

What the theme itself offers (base classes, filters) is reached only through ``casino.console.theme``. Proved by
``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TEAL: Final = {
    "50": "#f0fdfa",
    "100": "#d5f5ef",
    "200": "#a7e8dd",
    "300": "#6fd4c6",
    "400": "#35b8a8",
    "500": "#22a392",
    "600": "#0f766e",
    "700": "#115e59",
    "800": "#134e4a",
    "900": "#0f3d3a",
    "950": "#042f2e",
}
"""The house's colour. 600 carries white letters, 500 is read on dark ground (both at least 4.5 : 1)."""


def stylesheet(_request: HttpRequest) -> str:
    return static("casino/tableproof.css")


def favicon(_request: HttpRequest) -> str:
    return static("casino/favicon.svg")


def environment(_request: HttpRequest) -> list[str] | None:
    """The badge of every page in the demonstration, with a short form for phones: nothing shown there happened at a
    table of the house."""
    return [_("Simulated data"), "warning", _("Simulated")] if settings.DEMONSTRATION else None


LOOKS: Final[dict[str, Any]] = {
    "SITE_TITLE": "Tableproof",
    "SITE_HEADER": "Tableproof",
    "SITE_SUBHEADER": gettext_lazy("Rounds recorded and recomputed"),
    "SITE_URL": None,
    "SITE_ICON": favicon,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": favicon}],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "SHOW_LANGUAGES": False,
    "ACCOUNT": {
        "navigation": [
            {"title": gettext_lazy("Change password"), "link": reverse_lazy("admin:password_change")},
            {"title": gettext_lazy("Second factor"), "link": reverse_lazy("factors:mine")},
            {"title": gettext_lazy("Guides"), "link": reverse_lazy("guides")},
            {"title": gettext_lazy("Where you are signed in"), "link": reverse_lazy("own_sessions")},
        ]
    },
    "ENVIRONMENT": "casino.site.appearance.environment",
    "DASHBOARD_CALLBACK": "casino.console.dashboard.fill",
    "BORDER_RADIUS": "6px",
    "COLORS": {"primary": TEAL},
    "STYLES": [stylesheet],
    "SIDEBAR": {
        "show_search": False,
        "command_search": False,
        "show_all_applications": False,
        "navigation": "casino.console.navigation.sidebar",
    },
}
