"""The errors of papers, in the error table (``docs/errors.md``)."""

from __future__ import annotations

from casino.core.errors import declare_errors

declare_errors({"paper_key": 503})
