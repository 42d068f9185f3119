"""The app of the games: taking facts in, replaying and judging them, and what people see of it."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from casino.core.text import Text


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
        health.expect_follower(readmodel.NAME, Text("Danh sách bàn, ván và phát hiện", "Tables, rounds and findings"))
        health.expect_follower(audit.DEVICES, Text("Thiết bị tại bàn", "Devices at the tables"))
        for name, title in (
            (tasks.AUDIT, Text("Kiểm tra các ván", "Audit of rounds")),
            (server_clock.NAME, Text("Đồng hồ của máy chủ", "The server's clock")),
            (origins.NAME, Text("Chữ ký của thiết bị và người", "Signatures of devices and people")),
            (waiting.NAME, Text("Việc chờ người thứ hai", "What waits for a second person")),
            (sums.NAME, Text("Việc một người tự làm", "What one person did alone")),
            (sums_found.NAME, Text("Phát hiện về việc tự làm", "Findings of what was done alone")),
            (watch.NAME, Text("Theo dõi tính công bằng", "Watch over fairness")),
        ):
            health.name_follower(name, title)
        health.offer_report(beside.report)
        deployment.at_start(program.this_program)
        signed_acts.declare_all()
        service.when_recorded(tell_followers)
