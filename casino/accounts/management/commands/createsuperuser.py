"""Django's own ``createsuperuser`` is shut: it would write past the record.

This app comes before Django's own, so its command counts.
"""

from __future__ import annotations

from casino.accounts.shut import ShutCommand


class Command(ShutCommand):
    """Refuses in a sentence."""
