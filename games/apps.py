"""The app of the games: taking facts in, replaying and judging them, and what people see of it."""

from __future__ import annotations

from typing import Final

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from casino.core.messages import Catalogue

_WORDS: Final = Catalogue(__file__)


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Register every event type, so that whoever reads the ledger knows them all; give the worker its rounds."""
        from casino.accounts import service
        from casino.celery import app
        from casino.ledger.verify import offer_check, offer_watch
        from casino.site import deployment, health
        from games import (
            catalogue,  # noqa: F401
            roles,  # noqa: F401
            row_kinds,  # noqa: F401
            tasks,
        )
        from games.commands import (
            answering,  # noqa: F401 - commands declare themselves
            commanded,  # noqa: F401
            equipment,  # noqa: F401
            erasing_reasons,  # noqa: F401
            finding_batches,  # noqa: F401
            rulings,  # noqa: F401
            signed_acts,
        )
        from games.facts import asking, findings  # noqa: F401
        from games.ingest import put_right  # noqa: F401
        from games.ingest import row_kinds as ingest_row_kinds  # noqa: F401
        from games.ingest.followers import tell_followers
        from games.judgement import program
        from games.pages import house_words, paper_words  # noqa: F401
        from games.rows import (
            audit,
            beside,
            origin_check,
            origins,
            read_models,
            readmodel,
            rulebooks,
            server_clock,
            sums,
            sums_found,
            visibility,  # noqa: F401
            waiting,
        )
        from games.watch import follower as watch

        app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT}
        app.conf.task_routes = {**(app.conf.task_routes or {}), **tasks.ROUTES}
        offer_check(
            "read-models", "rows of the read models against what replay makes of the record", read_models.faults
        )
        offer_check("rules", "documents in force against their digests and moments", rulebooks.faults)
        offer_watch(origin_check.OriginWatch)
        health.expect_follower(readmodel.NAME, _WORDS.text("tables-rounds-and-findings"))
        health.expect_follower(audit.DEVICES, _WORDS.text("devices-at-the-tables"))
        for name, title in (
            (tasks.AUDIT, _WORDS.text("audit-of-rounds")),
            (server_clock.NAME, _WORDS.text("the-servers-clock")),
            (origins.NAME, _WORDS.text("signatures-of-devices-and-people")),
            (waiting.NAME, _WORDS.text("what-waits-for-a-second")),
            (sums.NAME, _WORDS.text("what-one-person-did-alone")),
            (sums_found.NAME, _WORDS.text("findings-of-what-was-done")),
            (watch.NAME, _WORDS.text("watch-over-fairness")),
        ):
            health.name_follower(name, title)
        health.offer_report(beside.report)
        deployment.at_start(program.this_program)
        signed_acts.declare_all()
        service.when_recorded(tell_followers)
