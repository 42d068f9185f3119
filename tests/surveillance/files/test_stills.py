"""The still of a marked frame: the picture of the original at that moment, kept as it was hashed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from casino.core.errors import Problem
from surveillance.files import storage
from surveillance.film import frames
from surveillance.film.errors import FilmError
from surveillance.pages import stills
from surveillance.rows.models import Recording
from tests.surveillance.files.conftest import House


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    return house.recording(film)


def test_the_frame_that_is_shown_is_kept_as_it_was_hashed(house: House, row: Recording, film: Path) -> None:
    """A frame each 40 ms: at 430 ms the one that began at 400 ms is on the screen."""
    kept = stills.keep(row, 430, "F1")
    assert kept.at_ms == 400
    [path] = list(house.folder.rglob("F1.png"))
    content = path.read_bytes()
    assert hashlib.sha256(content).hexdigest() == kept.sha256
    assert content == frames.still(film, 400).png
    assert stills.keep(row, 430, "F1") == kept  # the same again is the same


def test_stills_of_two_frames_lie_beside_each_other(house: House, row: Recording) -> None:
    one, other = stills.keep(row, 0, "F1"), stills.keep(row, 1000, "F2")
    assert one.sha256 != other.sha256
    assert storage.exists(storage.copies(), one.path)
    assert storage.exists(storage.copies(), other.path)


def test_where_the_bytes_are_away_nothing_is_kept(house: House, row: Recording) -> None:
    storage.remove(storage.originals(), storage.original_name(row.property.code, row.sha256))
    with pytest.raises(Problem) as raised:
        stills.keep(row, 400, "F1")
    assert raised.value.code == "film_not_here"
    assert not list(house.folder.rglob("F1.png"))


def test_a_moment_outside_the_film_is_refused(house: House, row: Recording) -> None:
    with pytest.raises(FilmError) as raised:
        stills.keep(row, row.duration_ms + 5_000, "F1")
    assert raised.value.code == "film_moment"
    assert not list(house.folder.rglob("F1.png"))
