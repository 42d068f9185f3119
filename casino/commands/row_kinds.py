"""Receipts are noted in the record; those that a room's own table held, by the numbers that they had there."""

from __future__ import annotations

from casino.ledger.noting import Noted, note_rows

RECEIPT = "commands.Receipt"
_SAID = ("command_id", "command", "stream", "version")

note_rows(
    Noted(
        "receipt",
        RECEIPT,
        (*_SAID, "persons", "digest", "recorded_at"),
        "recorded_at",
        "the receipts of commands",
        where={"kept_from": ""},
    ),
    *(
        Noted(
            name,
            RECEIPT,
            (*_SAID, "persons", "digest", "recorded_at"),
            "recorded_at",
            about,
            where={"kept_from": room},
            number="kept_number",
        )
        for name, room, about in (
            ("case_receipt", "disputes", "those of commands on cases that a table of their own held"),
            ("surveillance_receipt", "surveillance", "those of commands on footage that a table of their own held"),
        )
    ),
)
