"""Commands of Django that would write accounts past the record: each refuses in a sentence.

Proved by ``tests/accounts/test_commands.py``.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.core.errors import Problem


class ShutCommand(BaseCommand):
    help = "Shut: accounts change on the page Accounts, on the record. The first two: first_administrators."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Whatever it is called with, it says the same."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = lambda args=None, namespace=None: parser.parse_known_args(args, namespace)[0]  # type: ignore[method-assign,assignment]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        text = Problem("account_shut", command="manage.py first_administrators").text
        raise CommandError(f"{text.vi}\n{text.en}")
