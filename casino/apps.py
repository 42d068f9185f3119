"""The app that carries commands of general kind, and the roles and postings of the people who use the system."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CasinoConfig(AppConfig):
    name = "casino"
    label = "casino"
    verbose_name = _("People")

    def ready(self) -> None:
        # Makes the background worker's application the one through which tasks of every room are sent.
        from casino import celery, seams  # noqa: F401
        from casino.access.roles import after_migrate
        from casino.site import deployment  # noqa: F401

        # Permissions exist only after each app's migration: the groups are given theirs then.
        post_migrate.connect(after_migrate, dispatch_uid="casino.access.roles")
