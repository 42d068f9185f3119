"""The ledger as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    name = "casino.ledger"
    label = "ledger"
    verbose_name = _("Ledger")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what of its own tables is compared with the record, and offer that every room's rows are."""
        from casino.ledger import (
            noting,
            own_row_kinds,  # noqa: F401
            passed_over,
            row_kinds,
            verify,
        )
        from casino.site import health

        verify.offer_check("rows", "every row that decides against the events that made it", row_kinds.faults)
        health.offer_report(passed_over.report)
        verify.offer_check("noted", "rows that were noted by digest", noting.faults)
