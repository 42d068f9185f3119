"""The app of the second factor."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class FactorsConfig(AppConfig):
    name = "casino.factors"
    label = "factors"
    verbose_name = _("Second factor")

    def ready(self) -> None:
        """Remember when the password was given; look at the key at start."""
        from casino.factors import checks, errors, proofs  # noqa: F401

        user_logged_in.connect(proofs.after_login, dispatch_uid="casino.factors")
