"""Receipts are noted in the record; those that a room's own table held, by the numbers that they had there."""

from __future__ import annotations

from typing import Final

from casino.ledger.noting import Noted

RECEIPT: Final = "commands.Receipt"
COLUMNS: Final = ("command_id", "command", "stream", "version", "persons", "digest", "recorded_at")
BESIDE: Final = dict.fromkeys(("kept_from", "kept_number"), "by these it is found among what was noted of it")


def _noted(name: str, about: str, kept_from: str = "", number: str = "pk") -> Noted:
    where = {"kept_from": kept_from}
    return Noted(name, RECEIPT, COLUMNS, "recorded_at", about, beside=BESIDE, where=where, number=number)


NOTED: Final = (
    _noted("receipt", "the receipts of commands"),
    _noted("case_receipt", "those of commands on cases that a table of their own held", "disputes", "kept_number"),
    _noted(
        "surveillance_receipt",
        "those of commands on footage that a table of their own held",
        "surveillance",
        "kept_number",
    ),
)
