"""What the vault refuses or cannot do, each with a code and a sentence.

Three families: the caller's (an attachment, an erased person), the installation's (folder, master key), and alarms: the
record and what was sealed for it contradict each other. Alarms are logged as critical and never passed by.
"""

from __future__ import annotations

import logging
from typing import Final

from casino.core.errors import ERRORS, Problem

logger = logging.getLogger(__name__)

ALTERED: Final = "sealed_altered"
SEALED_MISSING: Final = "sealed_missing"
KEY_MISSING: Final = "person_key_missing"
KEY_DAMAGED: Final = "person_key_damaged"

# --- Persons and sealed content --------------------------------------------------------------------------------------
ERRORS.register_all(
    {
        "person_unknown": 404,
        "person_erased": 410,
        "sealed_for_nobody": 422,
        "text_not_unicode": 422,
        "sealed_erased": 410,
        ALTERED: 500,
        SEALED_MISSING: 500,
        KEY_MISSING: 500,
        KEY_DAMAGED: 500,
    }
)

# --- The folder of keys ----------------------------------------------------------------------------------------------
ERRORS.register_all(
    {
        "person_keys_not_set": 503,
        "person_master_key_unfit": 503,
        "person_keys_wrong_master": 503,
        "person_keys_folder_missing": 503,
        "person_keys_folder_open": 503,
        "person_keys_folder_refused": 503,
    }
)


def alarm(problem: Problem) -> Problem:
    """Say it in the log as critical, and hand it back to be raised."""
    logger.critical("%s: %s", problem.code, problem.text.en)
    return problem
