"""An invented command of Surveillance, whole: somebody cleaned the lens of a camera.

One declaration, an event with its name, and the function that makes it.
``tests/surveillance/admin/test_a_new_command.py`` brings it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

from casino.core.commands import NOW, Command, asked
from casino.core.events import Fact
from casino.core.messages import Catalogue
from games.engine.facts import Person
from surveillance.record.context import Context, Written
from surveillance.record.fields import Moment, must_be_past
from surveillance.record.recorded import recorded
from surveillance.record.state import Camera
from surveillance.record.step import EQUIPMENT, WATCH, decides, step

_WORDS: Final = Catalogue(__file__)

With = Literal["cloth", "air"]
WITH = _WORDS.table("with")


@step(
    on="camera",
    posts=WATCH,
    interest=EQUIPMENT,
    weighty=True,
)
class CleanLens(Command, frozen=True):
    """The lens was cleaned."""

    cleaned_at: Annotated[Moment, asked(_WORDS, "clean_lens-cleaned_at", begins=NOW)]
    means: Annotated[With, asked(_WORDS, "clean_lens-means", words=WITH)]


@recorded("camera.lens_cleaned")
class LensCleaned(Fact, frozen=True):
    """When and by what."""

    cleaned_at: datetime
    means: With
    cleaned_by: Person


@decides(CleanLens)
def clean_lens(camera: Camera, command: CleanLens, ctx: Context) -> list[Written]:
    """Nothing is cleaned in the future."""
    must_be_past(command.cleaned_at, ctx.now, "cleaned_at")
    return [Written(camera.stream, LensCleaned(command.cleaned_at, command.means, ctx.person))]
