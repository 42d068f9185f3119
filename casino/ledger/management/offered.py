"""The checks that rooms offer (``casino.ledger.verify.CHECKS``) as options of a command that verifies the record.

Proved by ``tests/checkpoints/test_tasks.py``; each check by its room's tests (``tests/readmodel/test_read_models.py``).
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import islice
from typing import Any, Final

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

from casino.ledger import noting, passed_over
from casino.ledger.verify import CHECKS, Check

MOST_FAULTS: Final = 100
"""Contradictions printed of one check: who forged a table has forged more than anybody reads."""


def add_options(parser: ArgumentParser) -> None:
    for check in CHECKS.values():
        parser.add_argument(f"--{check.option}", action="store_true", help=f"also: {check.help}")
    parser.add_argument("--everything", action="store_true", help="also: all of these; says what is not compared")


def asked(options: dict[str, Any]) -> list[Check]:
    every = options.get("everything")
    return [check for check in CHECKS.values() if every or options.get(check.option.replace("-", "_"))]


def tell_not_compared(out: OutputWrapper) -> None:
    """What none of all these checks compares with anything, and why."""
    out.write(_("Compared with nothing:"))
    for what, why in noting.not_compared():
        out.write(f"  {what}: {why}")


def tell_passed_over(property_code: str, out: OutputWrapper) -> None:
    """What stands in the record and some follower goes on without."""
    for each in passed_over.named():
        if each.property == property_code:
            out.write(f"{property_code}: {each}")


def failing(property_code: str, wanted: list[Check], out: OutputWrapper) -> int:
    """Make these checks and tell what each found; how many do not agree with the record."""
    return sum(not _holds(property_code, check, out) for check in wanted)


def _holds(property_code: str, check: Check, out: OutputWrapper) -> bool:
    faults = list(islice(check.faults(property_code), MOST_FAULTS + 1))
    for fault in faults[:MOST_FAULTS]:
        out.write(f"{property_code}: {check.option}: {fault}")
    if len(faults) > MOST_FAULTS:
        out.write(_("{code}: {check}: and more").format(code=property_code, check=check.option))
    if not faults:
        out.write(_("{code}: {check}: agrees with the record").format(code=property_code, check=check.option))
    return not faults
