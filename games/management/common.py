"""What the commands of this room share: choosing the property, and a progress bar."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tqdm import tqdm

from casino.core.errors import Problem, declare_errors
from casino.ledger.models import Property

declare_errors(
    {
        "property_needed": 400,
        "no_property": 404,
    }
)


def add_property(parser: argparse.ArgumentParser) -> None:
    """The option ``--property``."""
    parser.add_argument("--property", help="Code of the property; not needed where there is only one.")


def property_code_of(given: str | None) -> str:
    """The property asked for, or the only one there is."""
    if given is not None:
        return given
    codes = list(Property.objects.order_by("code").values_list("code", flat=True)[:10])
    if not codes:
        raise Problem("no_property", "property")
    if len(codes) > 1:
        raise Problem("property_needed", "property", codes=", ".join(codes))
    return codes[0]


def progress_bar(total: int | None, *, unit: str, scale: bool = False) -> Any:
    """A progress bar on stderr, only where somebody watches."""
    return tqdm(total=total, unit=unit, unit_scale=scale, file=sys.stderr, disable=not sys.stderr.isatty(), leave=False)
