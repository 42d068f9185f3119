"""The app of the accounts: it holds commands only, and stands before Django's, two of whose commands it shuts."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "casino.accounts"
    label = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Know the events of accounts wherever the ledger is read; remember who signs in by a one-time password."""
        from django.contrib.auth.signals import user_logged_in, user_login_failed

        from casino.accounts import (  # noqa: F401
            drafts,
            facts,
            first_password,
            life,
            refusals,
            sign_in,
            signature_rules,
        )

        user_logged_in.connect(life.begin, dispatch_uid="casino.accounts.life")
        user_logged_in.connect(drafts.begin, dispatch_uid="casino.accounts.drafts")
        user_logged_in.connect(sign_in.remember, dispatch_uid="casino.accounts.sign_in")
        user_login_failed.connect(refusals.sign_in_failed, dispatch_uid="casino.accounts.refusals")
        user_logged_in.connect(first_password.remember, dispatch_uid="casino.accounts.first_password")
