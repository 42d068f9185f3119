"""The errors of films, in the one table. Each sentence says what to do. Held by ``tests/surveillance/film``."""

from __future__ import annotations

from casino.core.errors import ERRORS, Problem
from casino.core.text import Text


class FilmError(Problem):
    """A film that cannot be used as it was asked. ``code`` is stable and begins with ``film_``; ``values`` are
    kept, so that it can leave the child in which it was raised."""

    def __init__(self, code: str, field: str | None = None, **values: str | int | Text) -> None:
        super().__init__(code, field, **values)
        self.values = values


ERRORS.register_all(
    {
        "film_missing": 404,
        "film_container": 422,
        "film_unreadable": 422,
        "film_codec": 422,
        "film_no_picture": 422,
        "film_picture_size": 422,
        "film_too_long": 422,
        "film_times": 422,
        "film_parts": 422,
        "film_limit_time": 422,
        "film_limit_memory": 422,
        "film_crashed": 422,
        "film_no_space": 507,
        "film_program": 503,
        "film_moment": 422,
        "film_interval": 422,
        "film_cut_codec": 422,
        "film_areas": 422,
        "film_mark": 422,
        "film_boxes": 422,
        "film_seal_place": 409,
        "film_seal_sealed": 409,
        "film_seal_unsealed": 409,
        "film_seal_key": 422,
        "film_seal_said": 422,
        "film_clip": 422,
        "film_output": 409,
    }
)
