"""The background worker's application: ``celery -A casino worker``. Tasks live in each room's ``tasks.py``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, beat_init, task_prerun, worker_init, worker_process_init
from django.conf import settings
from django.db import close_old_connections

from casino.embedded.processes import die_with_runner

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
if not settings.configured:
    # Worker and beat: in all other processes the settings are there before this. A row that somebody holds at one
    # property must not take the time of the others.
    os.environ.setdefault("DATABASE_LOCK_SECONDS", "10")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.include = [
    *app.conf.include,
    "casino.operations.watching",
    "casino.house.tasks",
    "casino.operations.vitals",
]  # watching begins to look with beat


def plan(beat: Mapping[str, Any], routes: Mapping[str, Any]) -> None:
    """Put tasks of a room into beat's schedule and their queues: the settings, below the rooms, cannot name them."""
    app.conf.beat_schedule = {**app.conf.beat_schedule, **beat}
    app.conf.task_routes = {**(app.conf.task_routes or {}), **routes}


@worker_init.connect(weak=False)
def _look_before_work(**_: object) -> None:
    from casino.site.deployment import look, prepare

    look("worker")
    prepare()


@beat_init.connect(weak=False)
def _look_before_beat(**_: object) -> None:
    from casino.site.deployment import look

    look("beat")


@worker_process_init.connect(weak=False)
@beat_embedded_init.connect(weak=False)
def _die_with_the_worker(**_: object) -> None:
    """Forked children would outlive a killed worker."""
    die_with_runner()


@task_prerun.connect(weak=False)
def _look_at_connections(task: Any = None, **_: object) -> None:
    """As before a request: Celery by itself closes every connection after every task, and at rest most of what the
    database did was opening them again. A task carried out where it was asked for uses what is there."""
    if not task.request.is_eager:
        close_old_connections()
