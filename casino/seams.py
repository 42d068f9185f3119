"""What the rooms of ``casino`` put into the seams of others (``casino.core.seams``). The app imports it as it starts.

Proved by ``tests/architecture/test_seams.py``.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.access.roles import ONLOOKERS, PERMITS, Permit, roles_from
from casino.accounts import change_pages, factor_events, first_password, signatures, signed_acts
from casino.accounts import row_kinds as account_rows
from casino.accounts.signature_check import SignatureWatch
from casino.celery import plan
from casino.checkpoints import log_health
from casino.checkpoints import tasks as checkpoint_tasks
from casino.commands import row_kinds as command_rows
from casino.console.navigation import ENTRIES, Entry
from casino.console.panels import PANELS
from casino.factors import changes, middleware, signed_commands, step_up
from casino.house import row_kinds as house_rows
from casino.house import tasks as house_tasks
from casino.ledger import noting, own_row_kinds, passed_over, row_kinds, signing, verify
from casino.ledger import tasks as ledger_tasks
from casino.operations import failed_tasks, vitals
from casino.operations.watching import WATCHES
from casino.site import health
from casino.site.queues import PROMPT
from casino.vault import tasks as vault_tasks

# --- Who may see what -------------------------------------------------------------------------------------------------

PERMITS.register(
    "accounts",
    Permit(
        (
            *(f"auth.{verb}_user" for verb in ("view", "add", "change")),
            "auth.view_group",
            *(f"axes.{verb}_accessattempt" for verb in ("view", "delete")),
            "axes.view_accesslog",
            "casino.view_refusal",
            "ledger.view_property",
            *(f"casino.{verb}_posting" for verb in ("view", "add", "end")),
            *(f"casino.{verb}_staffcode" for verb in ("view", "add")),
            *(f"casino.{verb}_accountchange" for verb in ("view", "confirm")),
        ),
        ("administrator",),
        sensitive=True,
    ),
)
# Who may confirm which change, ``casino.accounts.rules`` says.
PERMITS.register(
    "accounts.confirm",
    Permit(
        ("casino.view_accountchange", "casino.confirm_accountchange"),
        tuple(role for role in roles_from("pit_manager") if role != "surveillance"),
    ),
)
PERMITS.register(
    "accounts.seen",
    Permit(
        ("auth.view_user", "casino.view_accountchange"),
        ("director_of_table_games", "senior_management", *ONLOOKERS),
    ),
)
# Entries of the log name actors and streams. Checkpoint and tiles are open to everybody.
PERMITS.register("entries", Permit(("checkpoints.view_entries",), ("surveillance", *ONLOOKERS)))

for entry in (
    Entry("people", 10, _("Accounts"), "group", "admin:auth_user_changelist", "auth.view_user"),
    Entry(
        "people",
        15,
        _("To confirm"),
        "how_to_reg",
        "admin:casino_accountchange_changelist",
        "casino.view_accountchange",
    ),
    Entry("people", 20, _("Postings"), "assignment_ind", "admin:casino_posting_changelist", "casino.view_posting"),
    Entry("people", 90, _("Refusals"), "block", "admin:casino_refusal_changelist", "casino.view_refusal"),
):
    ENTRIES.register(entry.address, entry)
PANELS.register((change_pages.PANEL.page, change_pages.PANEL.code), change_pages.PANEL)

# --- Weighty acts, and who signs --------------------------------------------------------------------------------------

# Whoever lost a device comes in with a recovery code, and must be able to remove it.
step_up.ACTS.register("factors:*", step_up.Act(recovery=True, when=step_up.manages_factors))
step_up.ACTS.register_all(signed_acts.ACTS)
step_up.PLAIN.register("accounts", signed_acts.PLAIN)
step_up.WORDS.register("accounts", signed_acts.WORDS)
signing.WEIGHTY.register("accounts", signed_acts.TYPES)
signed_commands.DEMANDS.register("accounts", signatures.mode_of)
middleware.FIRST.register("own_password", first_password.waits)
changes.LISTENERS.register("accounts", factor_events.record)

# --- The record, held against its rows --------------------------------------------------------------------------------

for kind in (*account_rows.KINDS, house_rows.KIND, own_row_kinds.KIND):
    row_kinds.KINDS.register(kind.model, kind)
for noted in (own_row_kinds.NOTED, *command_rows.NOTED):
    noting.NOTED.register(noted.name, noted)
row_kinds.ELSEWHERE.register_all(
    {
        "casino.StaffCode": "by the staff code of its account (auth.User)",
        "ledger.Head": "with the record itself, in every run",
        **dict.fromkeys(
            ("checkpoints.Log", "checkpoints.Checkpoint", "checkpoints.Stamp"),
            "with the tree made again, in every run",
        ),
    }
)
row_kinds.LEFT_OUT.register_all(
    {
        "factors.Guard": "the lock under which factors are tried, and the count of wrong codes",
        **dict.fromkeys(
            ("auth.Permission", "contenttypes.ContentType"),
            "names of what may be done, made by the program's migrations",
        ),
        "sessions.Session": "who is signed in just now. Whoever writes a session acts in somebody's name until it "
        "ends: what people sign with their passkeys is then missing from it, and every act is on record",
        **dict.fromkeys(
            tuple(f"axes.Access{name}" for name in ("Attempt", "AttemptExpiration", "FailureLog", "Log")),
            "wrong passwords, counted for minutes",
        ),
        "admin.LogEntry": "Django's own history of its pages; what is done, events tell",
        "casino.Refusal": "told when it was refused; what was refused did not happen",
        **dict.fromkeys(
            ("casino.FailedTask", "casino.Vital"),
            "background tasks that failed, and signs of life: of the machines, not of the house",
        ),
        "casino.SavedView": "filters that people keep for themselves",
        **dict.fromkeys(
            ("checkpoints.Witness", "checkpoints.Authority"),
            "when each witness and authority was asked and answered last; what they signed is in the checkpoints",
        ),
    }
)
for check in (
    verify.Check("rows", "every row that decides against the events that made it", row_kinds.faults),
    verify.Check("noted", "rows that were noted by digest", noting.faults),
):
    verify.CHECKS.register(check.option, check)
verify.WATCHES.register("signatures", SignatureWatch)

# --- What goes on by itself -------------------------------------------------------------------------------------------

plan(
    {**checkpoint_tasks.BEAT, **house_tasks.BEAT, **ledger_tasks.BEAT, **vault_tasks.BEAT},
    {"casino.heard_promptly": {"queue": PROMPT}, "casino.vault.*": {"queue": PROMPT}},
)
for watch in (*vitals.WATCHES, *checkpoint_tasks.WATCHES):
    WATCHES.register(watch.name, watch)
health.REPORTS.register_all(
    {
        "vitals": vitals.report,
        "failed_tasks": failed_tasks.report,
        "passed_over": passed_over.report,
        "checkpoints": log_health.reports,
    }
)
