"""The app of the games: taking facts in, replaying and judging them, and what people see of it."""

from __future__ import annotations

from typing import Final

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

WEIGHTY: Final = (
    *(
        f"admin:games_{page}"
        for page in (
            *("finding_dismiss", "finding_correct", "round_correct", "round_rule", "waiting_change"),
            *("reason", "rules"),
        )
    ),
    *(f"api:{page}" for page in ("corrections", "rulings", "dismissals", "finding-corrections", "waiting-answers")),
    # Pages of devices that change something, when they come.
    "admin:games_device_*",
)
"""Before these the person is asked again (``casino.factors.weighty``): each records something that decides."""


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Register every event type, so that whoever reads the ledger knows them all; give the worker its rounds."""
        from casino import health
        from casino.accounts import desk
        from casino.celery import app
        from casino.factors import weighty
        from casino.ledger.verify import offer_check, offer_watch
        from games import (
            account_words,  # noqa: F401
            asking,  # noqa: F401
            audit,
            catalogue,  # noqa: F401
            findings,  # noqa: F401
            origin_check,
            read_models,
            readmodel,
            roles,  # noqa: F401
            rulebooks,
            tasks,
            waiting,  # noqa: F401
        )
        from games.ingest.followers import tell_followers

        app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT}
        offer_check(
            "read-models", "rows of the read models against what replay makes of the record", read_models.faults
        )
        offer_check("rules", "documents in force against their digests and moments", rulebooks.faults)
        offer_watch(origin_check.OriginWatch)
        for follower in (readmodel.NAME, audit.DEVICES):
            health.expect_follower(follower)
        for name in WEIGHTY:
            weighty.declare(name)
        desk.when_recorded(tell_followers)
