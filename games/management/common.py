"""What the commands of this room share: choosing the property, and a progress bar."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tqdm import tqdm


def add_property(parser: argparse.ArgumentParser) -> None:
    """The option ``--property``."""
    parser.add_argument("--property", help="Code of the property; not needed where there is only one.")


def progress_bar(total: int | None, *, unit: str, scale: bool = False) -> Any:
    """A progress bar on stderr, only where somebody watches."""
    return tqdm(total=total, unit=unit, unit_scale=scale, file=sys.stderr, disable=not sys.stderr.isatty(), leave=False)
