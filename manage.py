#!/usr/bin/env python
"""Entry point of every management command.

Commands that change the schema or hand out rights run as the owner of the database; everything else, the web server and
the workers included, runs as the application's role, which has no DDL. Which command is which is this one table.
"""

from __future__ import annotations

import os
import sys
from typing import Final

OWNER_COMMANDS: Final = frozenset({"migrate", "grant_app_role", "ledger_partitions", "sqlmigrate", "dbshell"})


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ["TABLEPROOF_DATABASE_ROLE"] = "owner"
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
