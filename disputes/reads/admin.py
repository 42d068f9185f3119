"""The list of reads of personal data, for those who answer for it. Proved by ``tests/disputes/test_reads.py``."""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.console.theme import DropdownFilter, RecordAdmin
from casino.core.posts import role_words
from casino.templatetags.tableproof import moment
from disputes.reads.models import PersonalRead, ReadKind


class KindFilter(DropdownFilter):
    """Reads of one kind."""

    title = gettext_lazy("what")
    parameter_name = "kind"

    def lookups(self, request: object, model_admin: object) -> list[tuple[str, object]]:
        return list(ReadKind.choices)

    def queryset(self, request: object, queryset: object) -> object:
        return queryset.filter(kind=self.value()) if self.value() in ReadKind.values else queryset  # type: ignore[attr-defined]


@admin.register(PersonalRead)
class PersonalReadAdmin(RecordAdmin):
    list_display = ("when", "who", "what", "shown_about", "from_where")
    list_display_links = None
    list_filter = (KindFilter,)
    search_fields = ("staff", "about", "address")
    search_help_text = gettext_lazy("Staff code, case, address")
    ordering = ("-at", "-pk")

    @admin.display(description=gettext_lazy("When"), ordering="at")
    def when(self, row: PersonalRead) -> SafeString:
        return moment(row.at, row.property.zone)

    @admin.display(description=gettext_lazy("Person"), ordering="staff")
    def who(self, row: PersonalRead) -> SafeString:
        post = role_words(row.role).in_language(get_language() or "vi")
        return format_html('{} <span class="tp-dim">{}</span>', row.staff, post)

    @admin.display(description=gettext_lazy("What"), ordering="kind")
    def what(self, row: PersonalRead) -> str:
        return str(ReadKind(row.kind).label)

    @admin.display(description=gettext_lazy("About"), ordering="about")
    def shown_about(self, row: PersonalRead) -> SafeString:
        if row.kind == ReadKind.SEARCH:
            return format_html("{}", ", ".join(row.persons) or _("nobody found"))
        return format_html('<span class="tp-code">{}</span>', row.about)

    @admin.display(description=gettext_lazy("From where"), ordering="address")
    def from_where(self, row: PersonalRead) -> str:
        return row.address or "–"
