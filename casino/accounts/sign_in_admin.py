"""Sign-ins in the admin: those that are held up, those that succeeded, and refusals. Looked at; an administrator may
take away what holds somebody up, nothing else.

Proved by ``tests/admin/test_list_addresses.py``.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from axes.admin import AccessAttemptAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.access.models import Refusal
from casino.access.zone import house_zone
from casino.console.navigation import title_of
from casino.console.theme import RecordAdmin
from casino.core.messages import Catalogue
from casino.templatetags.tableproof import moment

_WORDS: Final = Catalogue(__file__)

CODES = _WORDS.table("codes")

admin.site.unregister(AccessAttempt)
admin.site.unregister(AccessLog)
admin.site.unregister(AccessFailureLog)  # refusals are kept in its place


@admin.register(AccessAttempt)
class AttemptAdmin(RecordAdmin, AccessAttemptAdmin):
    """Wrong passwords that count at present."""

    list_filter = ()
    date_hierarchy = None
    actions: ClassVar[Any] = None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("axes.delete_accessattempt"))


@admin.register(AccessLog)
class LogAdmin(RecordAdmin, AccessLogAdmin):
    """Sign-ins."""

    list_filter = ()
    date_hierarchy = None


@admin.register(Refusal)
class RefusalAdmin(RecordAdmin):
    """Who was refused what."""

    list_display = ("shown_last", "person", "reason", "shown_place", "method", "address", "times")
    fields = readonly_fields = list_display
    list_select_related = ("user",)
    search_fields = ("user__username", "address", "place")
    ordering = ("-last_at", "-id")

    @admin.display(description=_("last"), ordering="last_at")
    def shown_last(self, row: Refusal) -> SafeString:
        return moment(row.last_at, house_zone())

    @admin.display(description=_("person"), ordering="user__username")
    def person(self, row: Refusal) -> str:
        return row.user.get_username() if row.user is not None else "–"

    @admin.display(description=_("place"), ordering="place")
    def shown_place(self, row: Refusal) -> SafeString:
        """The page by its title in the side bar, where it has one; else by the name of its address."""
        title = title_of(row.place)
        return format_html("{}", title) if title else format_html('<code class="tp-code">{}</code>', row.place)

    @admin.display(description=_("reason"), ordering="code")
    def reason(self, row: Refusal) -> str:
        return CODES[row.code].in_language(get_language() or "vi") if row.code in CODES else row.code
