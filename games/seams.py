"""What the games put into the seams of others (``casino.core.seams``). The app imports it as it starts.

Proved by ``tests/architecture/test_seams.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.access import inspectors
from casino.access.postings import PLACES, Place
from casino.access.roles import ONLOOKERS, PERMITS, Permit, roles_from
from casino.accounts import service
from casino.celery import plan
from casino.console.navigation import ENTRIES, Entry
from casino.console.panels import PANELS
from casino.core.messages import Catalogue
from casino.factors import step_up
from casino.ledger import noting, row_kinds, signing, verify
from casino.operations.watching import WATCHES
from casino.site import deployment, health
from games import tasks, words
from games.admin import clauses, dashboard, desk, panels, rule_documents, studies
from games.admin import waiting as waiting_page
from games.commands import (  # noqa: F401 - commands declare themselves
    answering,
    equipment,
    erasing_reasons,
    finding_batches,
    rulings,
    signed_acts,
)
from games.ingest import devices, followers, gaps
from games.ingest import row_kinds as ingest_rows
from games.judgement import program
from games.pages import house_words
from games.rows import (
    all_readmodels,
    audit,
    beside,
    origin_check,
    origins,
    readmodel,
    rulebooks,
    server_clock,
    sums,
    sums_found,
    visibility,
    waiting,
)
from games.rows.models import STANDING, Finding, Table
from games.watch import follower as watch

_WORDS: Final = Catalogue(__file__)

# --- Who may see what -------------------------------------------------------------------------------------------------

PERMITS.register_all(
    {
        "games.tables": Permit(
            ("games.view_table", "games.view_round", "games.view_finding", "games.view_waiting"),
            (*roles_from("dealer"), *ONLOOKERS),
        ),
        "games.machines": Permit(
            ("games.view_device", "games.view_devicegap", "games.view_deviceprogress", "games.view_projection"),
            (*roles_from("pit_supervisor"), *ONLOOKERS, "administrator"),
        ),
        "games.refused": Permit(("games.view_quarantine",), (*roles_from("pit_manager"), *ONLOOKERS, "administrator")),
        # What other rules would cost is the house's own planning: those who may ask that a document be put in force
        # weigh it.
        "games.studies": Permit(
            ("games.view_rulestudy",), ("director_of_table_games", "senior_management", "head_of_operations")
        ),
    }
)
inspectors.NARROWS.register("games", visibility.narrow)


def open_money(request: HttpRequest) -> QuerySet[Finding]:
    """The findings about money that stand open."""
    return Finding.objects.filter(inspectors.rows(request.user, "finding"), status__in=STANDING, severity="money")


for entry in (
    Entry(
        *("play", 5, _("My desk"), "checklist", "admin:games_finding_desk_page", "games.view_finding"), roles=desk.WHO
    ),
    Entry("play", 10, _("Rounds"), "casino", "admin:games_round_changelist", "games.view_round"),
    Entry("play", 20, _("Findings"), "fact_check", "admin:games_finding_changelist", "games.view_finding", open_money),
    Entry(
        *("play", 25, _("For a second person"), "how_to_reg", "admin:games_waiting_changelist", "games.view_waiting"),
        badge=waiting_page.mine,
    ),
    Entry("play", 30, _("Tables"), "table_bar", "admin:games_table_changelist", "games.view_table"),
    Entry("play", 40, _("Statistics"), "bar_chart", "admin:games_statistics", "games.view_round"),
    Entry("play", 45, _("Fairness"), "balance", "admin:games_fairness", "games.view_round"),
    Entry("play", 50, _("Clauses"), "gavel", "admin:games_clauses", clauses.PERMISSION),
    Entry("play", 55, _("Rule documents"), "policy", "admin:games_rules", rule_documents.PERMISSION),
    Entry("play", 56, _("Rule-change studies"), "experiment", "admin:games_studies", studies.VIEW),
    Entry("equipment", 10, _("Devices"), "sensors", "admin:games_device_changelist", "games.view_device"),
    Entry("equipment", 20, _("Quarantine"), "report", "admin:games_quarantine_changelist", "games.view_quarantine"),
    Entry(
        *("equipment", 30, _("State of the log"), "monitor_heart", "admin:games_projection_changelist"),
        "games.view_projection",
    ),
):
    ENTRIES.register(entry.address, entry)
for panel in (*panels.PANELS, *dashboard.PANELS, *waiting_page.PANELS):
    PANELS.register((panel.page, panel.code), panel)


def tables(property_code: str) -> Iterator[Place]:
    """Every table on record."""
    for row in Table.objects.filter(property__code=property_code):
        yield Place(row.code, row.name, row.pit)


PLACES.register("tables", tables)

# --- Weighty acts -----------------------------------------------------------------------------------------------------

step_up.ACTS.register_all(signed_acts.acts())
step_up.WORDS.register("games", signed_acts.WORDS)
signing.WEIGHTY.register("games", signed_acts.TYPES)

# --- The record, held against its rows --------------------------------------------------------------------------------

for kind in ingest_rows.KINDS:
    row_kinds.KINDS.register(kind.model, kind)
for noted in ingest_rows.NOTED:
    noting.NOTED.register(noted.name, noted)
row_kinds.ELSEWHERE.register("games.DeviceGap", "with what was counted of its device (games.DeviceProgress)")
row_kinds.LEFT_OUT.register_all(
    {
        **dict.fromkeys(
            ("games.WatchDue", "games.JudgingAnew"), "what a follower has still to do; it goes as that is done"
        ),
        "games.Projection": "when each follower ran last, and what stopped it",
        "games.RuleStudy": "studies of other rules: they decide nothing, and expire",
        "games.Quarantine: of strangers": "what strangers sent: they make room for one another by themselves",
        "games.DeviceEstimate": "how late the events of a device that never tells its clock came in the last two "
        "hours: what was made of it is stored with each event",
    }
)
row_kinds.BRING_UP.register_all({"devices": devices.record_tokens, "gaps": gaps.bring_up})
for check in (
    verify.Check(
        "read-models", "rows of the read models against what replay makes of the record", all_readmodels.faults
    ),
    verify.Check("rules", "documents in force against their digests and moments", rulebooks.faults),
):
    verify.CHECKS.register(check.option, check)
verify.WATCHES.register("origins", origin_check.OriginWatch)
for model in (readmodel.MODEL, waiting.MODEL, sums.MODEL, watch.MODEL):
    all_readmodels.MODELS.register(model.name, model)

# --- What goes on by itself -------------------------------------------------------------------------------------------

plan(tasks.BEAT, tasks.ROUTES)
for each in tasks.WATCHES:
    WATCHES.register(each.name, each)
followers.FOLLOWING.register("games", followers.Follower(tasks.asking, tasks.follow_soon))
service.TOLD.register("games", followers.tell_followers)
deployment.PREPARED.register("judging program", program.this_program)
health.FOLLOWERS.register_all(
    {
        readmodel.NAME: _WORDS.text("tables-rounds-and-findings"),
        audit.DEVICES: _WORDS.text("devices-at-the-tables"),
    }
)
health.ASIDE.register_all(
    {
        tasks.AUDIT: _WORDS.text("audit-of-rounds"),
        server_clock.NAME: _WORDS.text("the-servers-clock"),
        origins.NAME: _WORDS.text("signatures-of-devices-and-people"),
        waiting.NAME: _WORDS.text("what-waits-for-a-second"),
        sums.NAME: _WORDS.text("what-one-person-did-alone"),
        sums_found.NAME: _WORDS.text("findings-of-what-was-done"),
        watch.NAME: _WORDS.text("watch-over-fairness"),
    }
)
health.REPORTS.register("beside", beside.report)

# --- Words of events of lower rooms -----------------------------------------------------------------------------------

words.LABELS.register_all(house_words.LABELS)
words.SENTENCES.register_all(house_words.SENTENCES)
