"""What a film file is: its frames, its boxes, its seals, and copies of it. Pure: no Django, no database, no wall clock.

Whatever decodes a file does so in a child process with limits (:mod:`surveillance.film.limited`); the half that runs
there is :mod:`surveillance.film.inside`, and nothing else imports PyAV or Pillow. See docs/film.md.
"""

from typing import Literal

SealState = Literal["intact", "broken", "unreadable"]
