"""The errors of the steps before a case closes, in the one table."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all({"case_step_unknown": 422})
