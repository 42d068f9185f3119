"""The app of the accounts: it holds commands only, and stands before Django's, two of whose commands it shuts."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "casino.accounts"
    label = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Know the events of accounts wherever the ledger is read; remember who signs in by a one-time password; hear
        of the second factor, and say before which acts it is asked for again."""
        from django.contrib.auth.signals import user_logged_in, user_login_failed

        from casino.accounts import (  # noqa: F401
            commanded,
            drafts,
            factor_events,
            facts,
            first_password,
            life,
            refusals,
            roles,
            row_kinds,
            sign_in,
            signatures,
            signed_acts,
        )
        from casino.accounts.signature_check import SignatureWatch
        from casino.factors import changes, commands, middleware, weighty
        from casino.ledger.verify import offer_watch

        user_logged_in.connect(life.begin, dispatch_uid="casino.accounts.life")
        user_logged_in.connect(drafts.begin, dispatch_uid="casino.accounts.drafts")
        user_logged_in.connect(sign_in.remember, dispatch_uid="casino.accounts.sign_in")
        user_login_failed.connect(refusals.sign_in_failed, dispatch_uid="casino.accounts.refusals")
        user_logged_in.connect(first_password.remember, dispatch_uid="casino.accounts.first_password")
        changes.listen(factor_events.record)
        commands.demanded_by(signatures.mode_of)
        offer_watch(SignatureWatch)
        # Accounts, posts, postings, confirmations, and sign-ins that were held up.
        signed_acts.declare_all()
        # As one's own devices: whoever lost a device comes in by a recovery code, with a one-time password too.
        weighty.declare("own_password", recovery=True)
        middleware.goes_first("own_password", first_password.waits)
