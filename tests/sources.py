"""The syntax trees of the house's own files, for tests of its habits: each is read once in a process."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """A file's tree. Trees are many small objects that stay: the collector, which would walk through everything that
    tests have loaded for each few of them, makes reading all of the house take four times as long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text("utf-8"))
    finally:
        if collecting:
            gc.enable()
