#!/usr/bin/env python
"""Entry point of every management command.

Commands that change the schema or hand out rights run as the owner of the database; everything else, the web server and
the workers included, runs as the application's role, which has no DDL. Which command is which is this one table.
"""

from __future__ import annotations

import os
import sys
from typing import Final

OWNER_COMMANDS: Final = frozenset(
    {"makemigrations", "migrate", "prepare_database", "grant_app_role", "ledger_partitions", "sqlmigrate"}
)


def speak_as_the_terminal() -> None:
    """What commands say is in the terminal's language; pages and papers have their own."""
    import django
    from django.utils import translation

    from casino.embedded.trouble import of_terminal

    django.setup()
    translation.activate(of_terminal())


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    if len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS:
        os.environ["TABLEPROOF_DATABASE_ROLE"] = "owner"

    from casino.embedded.demo import load_unless_configured

    load_unless_configured()
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        speak_as_the_terminal()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error} Or start the demonstration first: make run")


if __name__ == "__main__":
    main()
