"""Tampering × detector: what somebody who owns the database does to rows beside the record, and who finds it.

Each is done as the database's owner with triggers off to a house that did something of everything (``seeded``). The
detector is the first that finds it, in the order in which ``verify_log --everything`` asks: the record itself, rows
against their events, rows against what was noted, the vault, the read models. ``NOTHING`` finds none of it: then the
reason stands beside. What is done to events, and to files of the log, is in ``tests/checkpoints/test_tampering.py``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

LOG, ROWS, NOTED, VAULT, READ_MODELS, NOTHING = "verify_log", "--rows", "--noted", "--vault", "--read-models", "nothing"
ORDER: Final = (LOG, ROWS, NOTED, VAULT, READ_MODELS)


class Change(NamedTuple):
    """Statements, the detector, and why nobody finds it where nobody does."""

    sql: tuple[str, ...]
    found_by: str
    why: str = ""


def by(found_by: str, *sql: str, why: str = "") -> Change:
    return Change(sql, found_by, why)


def rows(*sql: str) -> Change:
    return by(ROWS, *sql)


def noted(*sql: str) -> Change:
    return by(NOTED, *sql)


def rebuilt(*sql: str) -> Change:
    return by(READ_MODELS, *sql)


def nothing(why: str, *sql: str) -> Change:
    return by(NOTHING, *sql, why=why)


def user(name: str) -> str:
    return f"(SELECT id FROM auth_user WHERE username = '{name}')"


def group(name: str) -> str:
    return f"(SELECT id FROM auth_group WHERE name = '{name}')"


def perm(name: str) -> str:
    return f"(SELECT id FROM auth_permission WHERE codename = '{name}' LIMIT 1)"


def put(table: str, **columns: str) -> str:
    """A row put in, as a copy of the last one with other values (SQL) in some columns."""
    said = ", ".join(f"{name} = {value}" for name, value in columns.items())
    return (
        f"CREATE TEMP TABLE other ON COMMIT DROP AS SELECT * FROM {table} ORDER BY 1 DESC LIMIT 1; "
        f"UPDATE other SET {said}; INSERT INTO {table} SELECT * FROM other"
    )


ACCOUNTS: Final = {
    "an account put in": rows(put("auth_user", id="9001", username="'ghost'")),
    "an account removed": rows("DELETE FROM auth_user WHERE username = 'left'"),
    "every right given": rows("UPDATE auth_user SET is_superuser = true WHERE username = 'sup'"),
    "a closed account let in": rows("UPDATE auth_user SET is_active = true WHERE username = 'left'"),
    "an account closed": rows("UPDATE auth_user SET is_active = false WHERE username = 'gm'"),
    "a post given": rows(
        f"INSERT INTO auth_user_groups (user_id, group_id) VALUES ({user('sup')}, {group('senior_management')})"
    ),
    "a post taken": rows(f"DELETE FROM auth_user_groups WHERE user_id = {user('gm')}"),
    "a right given to a person": rows(
        "INSERT INTO auth_user_user_permissions (user_id, permission_id) "
        f"VALUES ({user('sup')}, {perm('change_round')})"
    ),
    "a right given to a post": rows(
        f"INSERT INTO auth_group_permissions (group_id, permission_id) VALUES ({group('dealer')}, {perm('view_case')})"
    ),
    "a right taken from a post": rows(f"DELETE FROM auth_group_permissions WHERE group_id = {group('auditor')}"),
    "a group put in": rows("INSERT INTO auth_group (name) VALUES ('friends')"),
    "a password exchanged": rows("UPDATE auth_user SET password = 'pbkdf2$forged' WHERE username = 'newcomer'"),
    "a staff code exchanged": rows("UPDATE casino_staffcode SET code = 'D-78'"),
    "a staff code removed": rows("DELETE FROM casino_staffcode"),
    "a user name that is the staff code": rows("UPDATE auth_user SET username = 'gm2' WHERE username = 'gm'"),
    "a user name beside a staff code": nothing(
        "names stand in no event, for they could be tried out in a digest; the record names the person by staff code",
        "UPDATE auth_user SET username = 'someone' WHERE username = 'newcomer'",
    ),
    "a person's name": nothing(
        "names stand in no event, for they could be tried out in a digest",
        "UPDATE auth_user SET first_name = 'Another' WHERE username = 'gm'",
    ),
    "an address for notices": nothing(
        "addresses stand in no event; notices stand on the pages besides",
        "UPDATE auth_user SET email = 'x@example.com' WHERE username = 'gm'",
    ),
    "a one-time password that lasts longer": rows(
        f"UPDATE casino_account SET one_time_until = now() + interval '1 year' WHERE user_id = {user('officer')}"
    ),
    "a password called one of two persons": rows(
        f"INSERT INTO casino_account (user_id, one_time, two_parts, by_two) VALUES ({user('sup')}, false, false, true)"
    ),
    "a waiting change called confirmed": rows(
        f"UPDATE casino_accountchange SET state = 'confirmed', decided_by_id = {user('sup')}, decided_at = now() "
        "WHERE state = 'waiting'"
    ),
    "a waiting change removed": rows("DELETE FROM casino_accountchange WHERE state = 'waiting'"),
    "who asked exchanged": rows(f"UPDATE casino_accountchange SET asked_by_id = {user('adm2')}"),
    "the note of a change": nothing(
        "what people wrote stands in no event", "UPDATE casino_accountchange SET note = 'Other words.'"
    ),
    "a posting at another table": rows(f"UPDATE casino_posting SET tables = '{{RL09}}' WHERE user_id = {user('sup')}"),
    "a posting of somebody else": rows(f"UPDATE casino_posting SET user_id = {user('left')} WHERE ended_at IS NULL"),
    "a posting that began earlier": rows("UPDATE casino_posting SET begins_at = begins_at - interval '1 day'"),
    "an ended posting going on": rows("UPDATE casino_posting SET ended_at = NULL, ended_by = '', ends_at = NULL"),
    "a posting that somebody else confirmed": rows("UPDATE casino_posting SET confirmed_by = 'adm2'"),
    "a posting put in": rows(put("casino_posting", id="9001", given_at="'2020-01-01'::timestamptz")),
    "a posting removed": rows("DELETE FROM casino_posting WHERE ended_at IS NOT NULL"),
    "somebody signed in": nothing(
        "who is signed in just now stands in no event; acts signed by passkeys lack the signature then",
        "INSERT INTO django_session VALUES ('forged', 'x', now() + interval '1 hour')",
    ),
}

FACTORS: Final = {
    "a passkey exchanged": rows("UPDATE factors_passkey SET public_key = '\\x00'"),
    "a passkey of somebody else": rows(f"UPDATE factors_passkey SET user_id = {user('gm')}"),
    "a passkey put in": rows(put("factors_passkey", id="9001", credential_id="'\\x01'")),
    "a passkey taken out of use": rows("UPDATE factors_passkey SET removed_at = now()"),
    "an app in use again": rows("UPDATE factors_codeapp SET removed_at = NULL WHERE removed_at IS NOT NULL"),
    "an app's secret exchanged": rows("UPDATE factors_codeapp SET secret = 'forged' WHERE removed_at IS NULL"),
    "an app removed": rows("DELETE FROM factors_codeapp WHERE removed_at IS NULL"),
    "a recovery code exchanged": rows("UPDATE factors_recoverycode SET digest = '\\x00' WHERE spent_at IS NOT NULL"),
    "a used recovery code again": rows("UPDATE factors_recoverycode SET spent_at = NULL"),
    "the count of wrong codes": nothing(
        "counts for minutes, and is the lock", "UPDATE factors_guard SET throttling_failure_count = 0, generation = 9"
    ),
}

DEVICES: Final = {
    "a device's key exchanged": rows("UPDATE games_device SET public_key = repeat('A', 43) || '=' WHERE code = 'K-1'"),
    "a device's token exchanged": rows("UPDATE games_device SET token_sha256 = repeat('0', 64) WHERE code = 'S-1'"),
    "a token in the place of a key": rows(
        "UPDATE games_device SET token_sha256 = repeat('0', 64), public_key = '' WHERE code = 'K-1'"
    ),
    "since when a key counts": rows("UPDATE games_device SET key_position = 1 WHERE code = 'K-1'"),
    "a revoked device let in": rows(
        "UPDATE games_device SET is_active = true, revoked_at = NULL WHERE code = 'OLD'",
        "UPDATE games_device_progress SET ended = false",
    ),
    "a device put in": rows(put("games_device", id="9001", code="'GHOST'")),
    "a device removed": rows("DELETE FROM games_device WHERE code = 'K-1'"),
    "from which number a device counts": rows("UPDATE games_device SET first_sequence = 5 WHERE code = 'S-1'"),
    "numbers counted that never came": rows("UPDATE games_device_progress SET highest_sequence = 99"),
    "a gap removed": rows("DELETE FROM games_device_gap"),
    "a gap called told": rows("UPDATE games_device_gap SET found_at = now()"),
    "a clock called right": rows("UPDATE games_device_progress SET clock_flagged_at = now()"),
    "what a device's clock shows now": nothing(
        "written with every request; each event keeps how the clock stood then",
        "UPDATE games_device_progress SET clock_skew_ms = 5",
    ),
    "an hour of a device's clock": noted("UPDATE games_device_clock SET skew_ms = 600000"),
    "an hour of a device's clock removed": noted("DELETE FROM games_device_clock"),
    "the bytes of a refused message": noted("UPDATE games_quarantine SET body = '\\x7b7d'"),
    "a refused message removed": rows(
        "DELETE FROM games_quarantine WHERE id NOT IN (SELECT quarantine_id FROM games_quarantine_state)"
    ),
    "why a message was refused": noted("UPDATE games_quarantine SET code = 'too_large'"),
    "how often a message came": nothing(
        "counts the same bytes again; the first of them is noted", "UPDATE games_quarantine SET times = 1, line = line"
    ),
    "a refused message called open": rows("UPDATE games_quarantine_state SET state = 'open'"),
}

HOUSE: Final = {
    "the property's name": rows("UPDATE ledger_property SET name_en = 'Other'"),
    "its time zone": rows("UPDATE ledger_property SET time_zone = 'UTC'"),
    "its gaming day": rows("UPDATE ledger_property SET gaming_day_starts = 12"),
    "when its days began": rows("UPDATE ledger_property SET dated_hours = '[[null, \"UTC\", 3]]'"),
    "its currency": rows("UPDATE ledger_property SET currency = 'USD'"),
    "a verification called good": noted("UPDATE ledger_verification SET reached = 10"),
    "a verification removed": noted("DELETE FROM ledger_verification"),
    "a follower ahead of the record": rows("UPDATE ledger_follower SET position = 100000"),
    "a follower of rows set back": rebuilt("UPDATE ledger_follower SET position = 0 WHERE name = 'games'"),
    "who verified last": nothing(
        "when followers ran is not the record", "UPDATE games_projection SET ran_at = now() - interval '1 day'"
    ),
    "the head set back": by(LOG, "UPDATE ledger_head SET position = position - 1"),
    "an event's body": by(LOG, "UPDATE ledger_event SET body = body || ' ' WHERE position = 5"),
    "an event removed": by(LOG, "DELETE FROM ledger_event WHERE position = 5"),
}

VAULT_AND_CASES: Final = {
    "a person called erased": rows("UPDATE disputes_person SET erased_at = now() WHERE erased_at IS NULL"),
    "an erased person called there": rows("UPDATE disputes_person SET erased_at = NULL WHERE erased_at IS NOT NULL"),
    "erased at another moment": rows("UPDATE disputes_person SET erased_at = '2020-01-01' WHERE erased_at IS NOT NULL"),
    "a person removed": rows("DELETE FROM disputes_person WHERE erased_at IS NULL"),
    "sealed words exchanged": by(VAULT, "UPDATE disputes_sealed SET ciphertext = '\\x00'"),
    "the digest of sealed words": by(VAULT, "UPDATE disputes_sealed SET digest = repeat('0', 64)"),
    "sealed words of somebody else": by(VAULT, "UPDATE disputes_sealed SET persons = persons || persons"),
    "sealed words removed": by(VAULT, "DELETE FROM disputes_sealed"),
    "sealed words put in": by(VAULT, put("disputes_sealed", ref="gen_random_uuid()")),
    "a name in the search": nothing(
        "a search aid under each person's own key, made again by person_keys --reindex",
        "INSERT INTO disputes_name_index (person_id, tokens) SELECT ref, '{}' FROM disputes_person LIMIT 1",
    ),
    "a file of the library exchanged": rows("UPDATE disputes_library_file SET content = '\\x00'"),
    "a file of the library removed": rows("DELETE FROM disputes_library_file"),
    "the number of the last case": rows("UPDATE disputes_caseseries SET last = 9"),
    "a receipt removed": noted("DELETE FROM commands_receipt"),
    "what a receipt answers": noted("UPDATE commands_receipt SET version = 99"),
    "a read of personal data removed": noted("DELETE FROM disputes_personal_read"),
    "who read personal data": noted("UPDATE disputes_personal_read SET staff = 'gm'"),
    "a notice removed": noted("DELETE FROM disputes_notice"),
    "whom a notice told": noted(f"UPDATE disputes_notice SET user_id = {user('gm')}"),
    "a notice called read": nothing(
        "written when it is read; what is due stands in the inbox", "UPDATE disputes_notice SET read_at = now()"
    ),
}

SURVEILLANCE: Final = {
    "a copy of a film exchanged": rows("UPDATE surveillance_copy SET sha256 = repeat('0', 64)"),
    "a copy of a film removed": rows("DELETE FROM surveillance_copy"),
    "a copy of a film put in": rows(put("surveillance_copy", id="9001", what="'web2'")),
    "a token exchanged": rows("UPDATE surveillance_lookertoken SET digest = 'x' WHERE ended_at IS NULL"),
    "an ended token good again": rows("UPDATE surveillance_lookertoken SET ended_at = NULL"),
    "a token that reads more": rows("UPDATE surveillance_lookertoken SET kinds = '{rounds,cases}'"),
    "a token put in": rows(put("surveillance_lookertoken", id="9001", token="'more'", digest="'y'")),
    "the bundle of a report exchanged": rows("UPDATE surveillance_reportfile SET sha256 = repeat('0', 64)"),
    "the number of the last incident": rows(
        "INSERT INTO surveillance_series (property_id, year, last) SELECT id, 2026, 4 FROM ledger_property"
    ),
    "a stretch being looked at": nothing(
        "lives until it is recorded",
        "INSERT INTO surveillance_lastvisit (staff, last_at, before_at) VALUES ('x', now(), now())",
    ),
}

LISTS: Final = {
    "what a round came to": rebuilt("UPDATE games_round SET difference_minor = 0 WHERE code = 'short'"),
    "a round removed": rebuilt("DELETE FROM games_round WHERE code = 'short'"),
    "a finding let rest": rebuilt("UPDATE games_finding SET status = 'dismissed' WHERE status <> 'dismissed'"),
    "a finding removed": rebuilt("DELETE FROM games_finding"),
    "the limits of a table": rebuilt("UPDATE games_table SET limits = '{}'"),
    "what a round left to the next": rebuilt("UPDATE games_tablesession SET stream = 'round/RL01/other'"),
    "what was drawn": rebuilt("DELETE FROM games_drawn"),
    "a watch over fairness": rebuilt("UPDATE games_watch SET taken = taken + 1"),
    "the stage of a case": rebuilt("UPDATE disputes_case SET stage = 'at_table'"),
    "a version of a document": rebuilt("UPDATE disputes_library_version SET valid_from = '2020-01-01'"),
    "the term of a film": rebuilt("UPDATE surveillance_recording SET keep_until = now()"),
    "a reading of a recorder's clock": rebuilt("UPDATE surveillance_clockreading SET withdrawn = true"),
    "what a camera covers": rebuilt("UPDATE surveillance_coverage SET shows = '{wheel}'"),
    "what a regulator sees": rebuilt("UPDATE surveillance_looker SET shut = true"),
    "who asked for a report": rebuilt("UPDATE surveillance_report SET requested_by = 'gm'"),
    "rounds called being judged anew": rebuilt(
        'INSERT INTO games_judginganew (property_id, position, "table", since, moment, first_position, done, total) '
        "SELECT id, 5, 'RL01', now(), now(), 0, 0, 9 FROM ledger_property"
    ),
}

GROUPS: Final = {
    "Accounts, posts, postings": ACCOUNTS,
    "The second factor": FACTORS,
    "Devices and what they sent": DEVICES,
    "The property, verifications, followers, the record": HOUSE,
    "People, cases, the library, reads and notices": VAULT_AND_CASES,
    "Films, reports, regulators": SURVEILLANCE,
    "Lists and what they judge": LISTS,
}
CHANGES: Final = {name: change for group_of in GROUPS.values() for name, change in group_of.items()}
