"""``manage.py compared_rows``: which rows are held against the record, how, and which are not, as the page
``docs/rows.md``, which a test keeps current."""

from __future__ import annotations

from typing import Any, Final

from django.apps import apps
from django.core.management.base import BaseCommand

from casino.ledger import noting, row_kinds
from games.rows.all_readmodels import read_models

HEAD: Final = """# Rows and the record

Made by `manage.py compared_rows > docs/rows.md` from what each room declares (`casino/ledger/row_kinds.py`); do not
edit.

Beside the events stand rows. `verify_log --everything` holds them against the record, in the ways below, and says at
its end what it compares with nothing. A new table, or a new column of one that is compared, fails
`tests/checkpoints/test_row_kinds.py` until it stands here. What was tried, and what found it:
[tampering.md](tampering.md).

A row from before its event was recorded is entered by `prepare_database` with the next upgrade (`record_accounts`,
`record_rows`): accounts with the hash of their password, and postings, as found; tokens of devices; copies of films.
Keys of devices are entered by a person (`device key`), the first values of settings once a round is recorded. What an
event of earlier days does not say of an app's secret, of recovery codes or of a regulator's token is not compared until
it is given anew.

What is **noted** is bound within three quarters of an hour after it was added (an hour of a device's clock within two
hours): until then a row can be taken away unseen.
"""


def page() -> str:
    """The page, ending with a line feed."""
    tables = {model._meta.db_table: model._meta.label for model in apps.get_models()}
    lines = [HEAD, "## Made again from events (`--rows`)", "", "| rows | columns | by |", "|---|---|---|"]
    for kind in row_kinds.kinds():
        columns = ", ".join(name.replace("__", ".") for name in (*kind.key, *kind.columns))
        lines.append(f"| {kind.model} | {columns} | {kind.about} |")
    lines += ["", "## Written again by their follower (`--read-models`)", ""]
    for model in sorted(read_models(), key=lambda model: model.name):
        lines.append(f"- `{model.name}`: {', '.join(tables[table] for table, _called in model.tables)}")
    lines += ["", "## Noted by digest, stretch by stretch (`--noted`)", "", "| rows | columns | |", "|---|---|---|"]
    for each in sorted(noting.noted(), key=lambda each: str(each.model)):
        columns = ", ".join(name.replace("__", ".") for name in each.columns)
        lines.append(f"| {each.model} | {columns} | {each.about} |")
    lines += ["", "## Compared otherwise", ""]
    lines += [f"- {model}: {how}" for model, how in row_kinds.ELSEWHERE.items()]
    lines += ["", "## Compared with nothing", ""]
    lines += [f"- {what}: {why}" for what, why in sorted(noting.not_compared())]
    return "\n".join(lines) + "\n"


class Command(BaseCommand):
    help = "Print which rows are held against the record, and which are not, as Markdown."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(page(), ending="")
