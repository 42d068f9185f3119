"""The errors of papers, in the error table (``docs/errors.md``)."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all({"paper_key": 503})
