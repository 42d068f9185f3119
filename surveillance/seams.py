"""What Surveillance puts into the seams of others (``casino.core.seams``). The app imports it as it starts.

Proved by ``tests/architecture/test_seams.py``.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from casino.access import inspectors
from casino.access.roles import ONLOOKERS, PERMITS, Permit, roles_from
from casino.celery import plan
from casino.console.navigation import ENTRIES, Entry
from casino.console.panels import PANELS
from casino.core.messages import Catalogue
from casino.factors import step_up
from casino.ledger import row_kinds, signing
from casino.operations import vitals
from casino.operations.watching import WATCHES
from casino.papers import known
from casino.site import health
from casino.site.queues import PROMPT
from casino.vault import erasures
from disputes.notices.models import NoticeKind
from disputes.notices.sources import SOURCES
from games import words
from games.rows.all_readmodels import MODELS
from surveillance import row_kinds as film_rows
from surveillance import tasks
from surveillance.admin import panels as admin_panels
from surveillance.admin import recordings
from surveillance.admin.work import LIST
from surveillance.execution import service
from surveillance.execution import signed_acts as acts
from surveillance.files import checking, copy_facts, given_up, starting
from surveillance.files import tasks as file_tasks
from surveillance.keeping import guarding, notices
from surveillance.pages import event_words
from surveillance.pages import panels as film_panels
from surveillance.pages.on_duty import QUEUE
from surveillance.record import facts as f
from surveillance.reports import event_words as told_of_reports
from surveillance.reports import facts as r
from surveillance.reports import inspectors as lookers
from surveillance.reports import making
from surveillance.reports import notices as report_notices
from surveillance.reports import panels as report_panels
from surveillance.reports import readmodel as reports
from surveillance.reports import tasks as report_tasks
from surveillance.reports.paper import making as paper
from surveillance.reports.scope import ASKING, EVERYWHERE, MANAGING
from surveillance.rows import deletion, keeping, readmodel, visibility
from surveillance.rows.visibility import waiting_rows

_WORDS: Final = Catalogue(__file__)

# --- Who may see what -------------------------------------------------------------------------------------------------

# Permissions open lists and pages; which footage of them somebody sees follows from the cases they may see
# (``surveillance.rows.visibility``), which reports from ``surveillance.reports.scope``. What is *done* is asked of the
# person's post where it is recorded.
PERMITS.register_all(
    {
        "footage": Permit(
            ("surveillance.view_recording", "surveillance.view_link"),
            (*roles_from("acting_pit_supervisor"), *ONLOOKERS),
            sensitive=True,
        ),
        # What is filmed, kept and missing: for whoever answers for cases.
        "footage.kept": Permit(
            tuple(
                f"surveillance.view_{name}"
                for name in (
                    *("request", "hold", "heldchange", "gap", "camera", "coverage", "recorder", "clockreading"),
                    "frame",
                )
            ),
            (*roles_from("pit_manager"), *ONLOOKERS),
        ),
        # The log of Surveillance and what it checks by itself.
        "footage.log": Permit(
            tuple(f"surveillance.view_{name}" for name in ("incident", "review", "spotcheck", "shiftreport")),
            ("surveillance", "senior_management", *ONLOOKERS),
            sensitive=True,
        ),
        "footage.taking_in": Permit(
            (
                "surveillance.add_footageupload",
                "surveillance.view_footageupload",
                "surveillance.view_footagejob",
            ),
            ("surveillance", "senior_management"),
            sensitive=True,
        ),
        "reports": Permit(
            ("surveillance.view_report", "surveillance.add_report", "surveillance.view_reportplan"),
            ASKING,
            sensitive=True,
        ),
        "reports.deleting": Permit(
            ("surveillance.delete_report",), tuple(role for role in EVERYWHERE if role in MANAGING), sensitive=True
        ),
        "reports.lookers": Permit(("surveillance.view_looker", "surveillance.change_looker"), MANAGING, sensitive=True),
    }
)
inspectors.NARROWS.register("reports", lookers.narrow)
inspectors.OPENS.register("reports", lookers.opens)
inspectors.TOKENS.register("reports", lookers.opened)
inspectors.WHOLE.register("reports", lookers.sees_whole)
visibility.NAMED.register("reports", lookers.films)
for entry in (
    Entry("footage", 5, _("Review queue"), "playlist_play", "footage_queue", QUEUE),
    Entry(
        *("footage", 20, _("Recordings"), "movie", "admin:surveillance_recording_changelist"),
        *("surveillance.view_recording", recordings.altered),
    ),
    Entry("footage", 96, _("Clocks"), "schedule", "footage_clocks", "surveillance.view_clockreading"),
    Entry("footage", 98, _("Work on footage"), "pending", LIST, "surveillance.view_footagejob"),
    *(
        Entry(
            *("footage", order, title, icon, f"admin:surveillance_{model}_changelist"),
            *(f"surveillance.view_{model}", waiting_rows if model == "request" else None),
        )
        for order, title, icon, model in (
            (10, _("Requests for footage"), "inbox", "request"),
            (30, _("Links"), "link", "link"),
            (40, _("Holds"), "lock_clock", "hold"),
            (50, _("Gaps in coverage"), "videocam_off", "gap"),
            (60, _("Surveillance log"), "menu_book", "incident"),
            (70, _("Reviews of findings"), "rate_review", "review"),
            (80, _("Spot checks"), "casino", "spotcheck"),
            (90, _("Cameras"), "videocam", "camera"),
            (95, _("Recorders"), "dns", "recorder"),
            (97, _("Clock readings"), "more_time", "clockreading"),
        )
    ),
    *(
        Entry("reports", order, title, icon, f"admin:surveillance_{page}", f"surveillance.{permission}")
        for order, title, icon, page, permission in (
            (10, _("Reports"), "verified", "report_changelist", "view_report"),
            (20, _("Recurring reports"), "event_repeat", "report_plans", "add_report"),
            (30, _("Key sheet"), "key", "report_keys", "view_report"),
            (40, _("Who looks on"), "visibility", "looker_changelist", "view_looker"),
        )
    ),
):
    ENTRIES.register(entry.address, entry)
for panel in (*admin_panels.PANELS, *film_panels.PANELS, *report_panels.PANELS):
    PANELS.register((panel.page, panel.code), panel)
for kind, source in ((NoticeKind.FOOTAGE, notices.SOURCE), (NoticeKind.REPORT, report_notices.SOURCE)):
    SOURCES.register(kind, source)


# --- Weighty acts -----------------------------------------------------------------------------------------------------

step_up.ACTS.register_all(acts.acts())
# They let the record leave the house.
step_up.ACTS.register("admin:surveillance_report_download", step_up.Act())
step_up.ACTS.register_all(
    dict.fromkeys(
        (
            "reports:deletion",
            "admin:surveillance_report_delete_files",
            *(f"admin:surveillance_looker_{name}" for name in ("scope", "token")),
        ),
        step_up.Act(reads=True),
    )
)
step_up.PLAIN.register("surveillance", acts.PLAIN)
step_up.WORDS.register("surveillance", acts.WORDS)
signing.WEIGHTY.register("surveillance", tuple(f"{name}.%" for name in acts.TYPES))

# --- The record, held against its rows --------------------------------------------------------------------------------

for each in film_rows.KINDS:
    row_kinds.KINDS.register(each.model, each)
row_kinds.LEFT_OUT.register_all(
    {
        "surveillance.FootageUpload": "a file on its way in: what came of it is a recording, which is compared",
        "surveillance.FootageJob": "work to be done, done again where its row is lost",
        "surveillance.FootageHandOut": "bytes that are being handed out, until they are recorded",
        "surveillance.FootageView": "a stretch that is being looked at, until it is recorded",
        "surveillance.LastVisit": "since when a regulator's start page calls something new",
    }
)
row_kinds.BRING_UP.register("recordings", film_rows.record_copies)
for model in (readmodel.MODEL, reports.MODEL):
    MODELS.register(model.name, model)
erasures.ERASES.register("incident.person_erased.v1", lambda fact: (fact.person,))
known.FINDERS.register("reports", paper.find)
for language in ("vi", "en"):
    making.PAPERS.register(language, partial(paper.write, language))

# --- Film that is held, and bytes that go -----------------------------------------------------------------------------

service.GUARDS.register(service.HELD, guarding.Guard)
deletion.REMOVERS.register("files", checking.remove_row)
keeping.WHEN_HELD.register("files", file_tasks.tell_held)

# --- What goes on by itself -------------------------------------------------------------------------------------------

plan(tasks.BEAT, {"surveillance.tasks.*": {"queue": PROMPT}})
plan(file_tasks.BEAT, file_tasks.ROUTES)
plan(report_tasks.BEAT, report_tasks.ROUTES)
for watch in (*tasks.WATCHES, *file_tasks.WATCHES, *report_tasks.WATCHES):
    WATCHES.register(watch.name, watch)
health.FOLLOWERS.register_all({**tasks.TITLES, reports.NAME: _WORDS.text("reports")})
health.REPORTS.register_all({"given_up": given_up.report, "queue": given_up.queue})
if settings.FOOTAGE_INCOMING_DIR:
    vitals.STORES.register("film", starting.away)

# --- What its events are called ---------------------------------------------------------------------------------------

for labels in (f.LABELS, r.LABELS, copy_facts.LABELS):
    words.LABELS.register_all(labels)
words.SENTENCES.register_all(event_words.tellers() | told_of_reports.tellers())
