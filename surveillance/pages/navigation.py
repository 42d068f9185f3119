"""The player's line of the side bar. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.console.navigation import Entry, register
from surveillance.pages.acting import QUEUE

register(
    "footage",
    Entry(order=5, title=_("Review queue"), icon="playlist_play", address="footage_queue", permission=QUEUE),
)
