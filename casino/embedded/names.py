"""Names of the roles and databases of the embedded server. ``deploy/roles.sql`` uses the same."""

from __future__ import annotations

from typing import Final

SUPERUSER: Final = "postgres"
OWNER: Final = "tableproof_owner"
APPLICATION: Final = "tableproof_app"
QUEUE: Final = "tableproof_queue"
MAIN_DATABASE: Final = "tableproof"
QUEUE_DATABASE: Final = "tableproof_queue"

ROLES: Final = {OWNER: "LOGIN CREATEDB", APPLICATION: "LOGIN", QUEUE: "LOGIN"}
DATABASES: Final = {MAIN_DATABASE: OWNER, QUEUE_DATABASE: QUEUE}
