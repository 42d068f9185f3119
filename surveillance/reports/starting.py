"""What the app does for reports as it starts. Proved by ``tests/surveillance/reports/test_making.py``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.factors import weighty
from surveillance.reports import facts as f

_WORDS: Final = Catalogue(__file__)

WEIGHTY = (
    *(f"reports:{name}" for name in ("deletion",)),
    *(f"admin:surveillance_report_{name}" for name in ("download", "delete_files")),
    *(f"admin:surveillance_looker_{name}" for name in ("scope", "token")),
)
"""Before these the person is asked again: they let the record leave the house."""


def begin() -> None:
    """Once, when every model is there."""
    from casino.celery import app
    from casino.site import health
    from games.words import register_events
    from surveillance.reports import looking, notices, panels, readmodel, roles, sentences, tasks  # noqa: F401
    from surveillance.rows import visibility

    app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT}
    app.conf.task_routes = {**tasks.ROUTES, **(app.conf.task_routes or {})}
    health.expect_follower(readmodel.NAME, _WORDS.text("reports"))
    register_events(f.LABELS, sentences.tellers())
    notices.register()
    visibility.named_by(looking.films)
    for name in WEIGHTY:
        weighty.declare(name)
