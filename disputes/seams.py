"""What the disputes put into the seams of others (``casino.core.seams``). The app imports it as it starts.

Proved by ``tests/architecture/test_seams.py``.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.access import reads
from casino.access.roles import ONLOOKERS, PERMITS, Permit, roles_from
from casino.accounts import drafts, life
from casino.celery import plan
from casino.console.navigation import ENTRIES, Entry
from casino.console.panels import PANELS
from casino.factors import step_up
from casino.ledger import noting, row_kinds, signing, verify
from casino.operations.watching import WATCHES
from casino.papers import known
from casino.site import health
from casino.site.queues import PROMPT
from casino.vault import erasures
from disputes import row_kinds as case_rows
from disputes import tasks
from disputes.admin import desk, panels
from disputes.admin import signed_acts as acts
from disputes.case import clauses, event_words
from disputes.case import facts as f
from disputes.library import admin as library_admin
from disputes.library import event_words as library_words
from disputes.library import readmodel as library
from disputes.notices import admin as notices
from disputes.notices import beyond, mail, money_out
from disputes.notices.models import NoticeKind
from disputes.notices.sources import SOURCES
from disputes.papers import found
from disputes.reads import log
from disputes.rows import matters, readmodel, record_check, sums
from disputes.rows.visibility import waiting_rows
from games import words
from games.admin import queue
from games.judgement import coverage
from games.rows.all_readmodels import MODELS
from games.rows.matters import OPEN_MATTERS
from games.rows.sums import WEIGHED

# --- Who may see what -------------------------------------------------------------------------------------------------

# Everybody but the dealer, and the administrator, who keeps accounts instead.
PERMITS.register(
    "disputes.cases",
    Permit(
        ("disputes.view_case", "disputes.view_libraryversion"),
        (*roles_from("acting_pit_supervisor"), *ONLOOKERS),
        sensitive=True,
    ),
)
# Who read personal data: for those who answer for it, and those who look on.
PERMITS.register(
    "disputes.reads",
    Permit(("disputes.view_personalread",), ("senior_management", *ONLOOKERS), sensitive=True),
)
VIEW = "disputes.view_case"
for entry in (
    Entry("disputes", 10, _("Cases"), "balance", "admin:disputes_case_changelist", VIEW, waiting_rows),
    Entry("disputes", 40, _("Figures of disputes"), "bar_chart", "admin:disputes_figures", VIEW),
    Entry("disputes", 45, _("End of shift"), "schedule", "admin:disputes_shift", VIEW),
    Entry("disputes", 50, _("Library"), "menu_book", "admin:disputes_libraryversion_changelist", library_admin.VIEW),
    Entry("people", 5, _("Notices"), "notifications", "admin:disputes_notice_changelist", badge=notices.standing),
    Entry(
        *("people", 40, _("Reads of personal data"), "visibility", "admin:disputes_personalread_changelist"),
        "disputes.view_personalread",
    ),
):
    ENTRIES.register(entry.address, entry)
for panel in (*panels.PANELS, notices.PANEL):
    PANELS.register((panel.page, panel.code), panel)
queue.SOURCES.register("cases", desk.cases)
drafts.KEPT.register_all(dict.fromkeys(("disputes_case_do", "disputes_case_open")))
life.QUIET.register_all(dict.fromkeys(("disputes_live", "disputes_case_live")))
reads.KEEPERS.register("disputes", log.reason)
OPEN_MATTERS.register("cases", matters.open_about)
for kind, source in ((NoticeKind.BEYOND, beyond.SOURCE), (NoticeKind.OUT, money_out.SOURCE)):
    SOURCES.register(kind, source)

# --- Weighty acts -----------------------------------------------------------------------------------------------------

step_up.ACTS.register_all(acts.acts())
step_up.WORDS.register("disputes", acts.WORDS)
signing.WEIGHTY.register("disputes", acts.TYPES)
WEIGHED.register_all(sums.WEIGHED)

# --- The record, held against its rows --------------------------------------------------------------------------------

for each in case_rows.KINDS:
    row_kinds.KINDS.register(each.model, each)
for noted in case_rows.NOTED:
    noting.NOTED.register(noted.name, noted)
row_kinds.ELSEWHERE.register(
    "disputes.SealedContent", "by --vault: each is opened and held against the digest in its event"
)
row_kinds.LEFT_OUT.register_all(
    {
        "disputes.NameIndex": "a search aid, made again by person_keys --reindex from what is sealed",
        "disputes.Presence": "who has a case open just now",
    }
)
verify.CHECKS.register(
    "vault", verify.Check("vault", "what is sealed against the digests in the events", record_check.faults)
)
for model in (readmodel.MODEL, library.MODEL):
    MODELS.register(model.name, model)
erasures.ERASES.register(f.NAMES[f.PersonErased], lambda fact: (fact.person,))
erasures.ERASES.register("reason.erased.v1", lambda fact: erasures.sealed_for(fact.ref))
known.FINDERS.register("letters", found.find)

# --- What goes on by itself -------------------------------------------------------------------------------------------

plan(tasks.BEAT, {"disputes.*": {"queue": PROMPT}})
for watch in tasks.WATCHES:
    WATCHES.register(watch.name, watch)
health.FOLLOWERS.register_all(tasks.TITLES)
health.REPORTS.register("mail", mail.report)

# --- What it carries out, and what its events are called --------------------------------------------------------------

coverage.CARRIED_OUT.register("section 8", clauses.functions_of)
for prefix, labels, told in (
    ("case", f.LABELS, event_words.told),
    ("library", library_words.LABELS, library_words.SENTENCES.__getitem__),
):
    for name, label in labels.items():
        words.LABELS.register(f"{prefix}.{name}", label)
        words.SENTENCES.register(f"{prefix}.{name}", told(name))
