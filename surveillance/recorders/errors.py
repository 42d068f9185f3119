"""What goes wrong at a recorder, in the one table. Each sentence says what to do; which test raises which code stands
in ``tests/surveillance/recorders``."""

from __future__ import annotations

from typing import Final

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "recorder_source": 422,
        "recorder_interval": 422,
        "recorder_away": 502,
        "recorder_slow": 504,
        "recorder_untrusted": 502,
        "recorder_password": 502,
        "recorder_bare_password": 502,
        "recorder_challenge": 502,
        "recorder_camera_unknown": 404,
        "recorder_not_replay": 502,
        "recorder_format": 502,
        "recorder_nothing": 404,
        "recorder_fewer": 502,
        "recorder_lost": 502,
        "recorder_cut_off": 502,
        "recorder_busy": 502,
        "recorder_refused": 502,
        "recorder_unreadable": 502,
        "recorder_too_much": 502,
        "recorder_file": 422,
        "recorder_muxed_otherwise": 500,
        "recorder_link": 422,
    }
)

# What trying again by itself can mend; a wrong password or address it cannot.
PASSING: Final = frozenset({"recorder_away", "recorder_slow", "recorder_cut_off", "recorder_busy", "recorder_lost"})
