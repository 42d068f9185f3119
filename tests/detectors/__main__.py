"""``python -m tests.detectors > docs/tampering.md``: the tables of tampering as a page, which a test keeps current."""

from __future__ import annotations

from typing import Final

from tests.detectors.changes import GROUPS, NOTHING

HEAD: Final = """# Tampering and who finds it

Made by `python -m tests.detectors > docs/tampering.md` from the tables of the tests; do not edit. Every line is done,
each time the tests run, by somebody who owns the database and can do what they like in it, with all triggers off.

The detector is the first that finds it, in the order in which `verify_log --everything` asks: the record with its tree
(`verify_log`), rows against their events (`--rows`), rows against what was noted (`--noted`), the vault (`--vault`),
the read models (`--read-models`). What nothing finds has its reason beside it; the whole list of what is compared with
nothing is in [rows.md](rows.md).

Whoever also holds the keys of the house can make record, tree and signatures agree again. Then only what lies outside
finds it: `verify_log --checkpoint KEPT` from a checkpoint kept outside, a witness, a bundle's reader.
"""

TAIL: Final = """
## Outside the house, and health

- A bundle: every field of every part, every member, every byte of the container; claims that are narrower, empty or
  other (`tests/surveillance/bundle/test_tampering.py`, `test_claims.py`). By `tableproof-verify`; and by a second
  verifier in Go what a crooked house leaves out, claims or dates (`tests/interop/houses.py`).
- A package of film: each part changed, taken out, put in besides, exchanged, of another package, and the container
  packed anew (`tests/surveillance/files/test_packages.py`). By `tableproof-verify`, which names the part.
- The log set back or told otherwise, signed anew by the house (`tests/checkpoints/test_witnesses.py`,
  `tests/transparency`): by the witness, which signs none of it and keeps the evidence.
- The log's files changed or away, its database set back behind a signed checkpoint
  (`tests/checkpoints/test_building.py`): it stops, and `/readyz` says `transparency`. A follower that stands still:
  `/readyz` says `followers` (`tests/test_health.py`).
- A database restored from a backup that lacks its newest events (`tests/detectors/test_restored.py`): by
  `verify_log --checkpoint KEPT`, which names the positions that are missing. `ledger_verify` finds nothing there.
- The bytes of a film's copy exchanged on the disk, its row left alone: **nothing**. Originals are hashed again
  (`FOOTAGE_CHECK_DAYS`), and what leaves the house is hashed and signed; of a copy to watch the record has the hash, by
  which whoever doubts it can hold it.
"""


def page() -> str:
    """The page, ending with a line feed."""
    # Only here: the tables of other tests need the settings.
    from tests.checkpoints.test_tampering import BESIDE, RECORD

    lines = [HEAD]
    for title, changes in GROUPS.items():
        lines += [f"## {title}", "", "| what is done | found by |", "|---|---|"]
        for name, change in changes.items():
            detector = f"**nothing**: {change.why}" if change.found_by == NOTHING else f"`{change.found_by}`"
            lines.append(f"| {name} | {detector} |")
        lines.append("")
    alone = "By `verify_log` alone (`tests/checkpoints/test_tampering.py`):"
    lines += ["## The log's own rows and files, not covered up", "", alone, ""]
    lines += [f"- {name}" for name in BESIDE]
    outside = "By `verify_log --checkpoint`, from one that was kept outside; a copy of the tiles names the position:"
    lines += ["", "## Events, covered up with new hashes, tiles and the house's signatures", "", outside, ""]
    lines += [f"- {name}" for name in RECORD]
    return "\n".join(lines) + TAIL


if __name__ == "__main__":
    import os
    import sys

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    sys.stdout.write(page())
