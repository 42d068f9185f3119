"""The casino of the screens with cameras over its table: two recorders whose clocks are off by known amounts, a
recording of each, and one camera of which only the recorder has film."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import pytest
from django.http import HttpRequest

from casino.core.events import NewEvent
from casino.ledger.application import get_ledger
from games.engine.facts import Person
from games.rows.models import Round
from surveillance.pages import sources
from surveillance.record import facts as f
from surveillance.record.parts import Shows
from surveillance.rows import readmodel
from surveillance.rows.models import Recording
from tests.admin.house import House
from tests.replay.story import CODE

OFFICER: Final = Person(post="surveillance", staff="surveillance")
_IDS: Final = UUID(int=15)
AHEAD: Final = {"NVR-1": timedelta(seconds=4, milliseconds=250), "NVR-2": timedelta(seconds=-2, milliseconds=-700)}
"""By how much each recorder's clock is ahead of the server's."""
DOUBT_MS: Final = {"NVR-1": 80, "NVR-2": 1500}
DURATION_MS: Final = 60_000


class Watched:
    """The house, filmed. ``story`` writes into the same ledger."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.count = 0
        row = self.round("short")
        self.begins = row.opened_at or row.moment
        """The server's moment of the round's opening."""
        self._equipment()
        for camera, recorder in (("CAM-1", "NVR-1"), ("CAM-2", "NVR-2")):
            self.recording(f"R-{camera}", camera, self.film_begins + AHEAD[recorder])
        self.follow()

    @property
    def film_begins(self) -> datetime:
        """The server's moment of the first frame of both recordings."""
        return self.begins - timedelta(seconds=8)

    def round(self, code: str) -> Round:
        return Round.objects.select_related("property").get(property__code=CODE, code=code)

    def say(self, stream: str, fact: Any) -> UUID:
        """One fact, as from the service."""
        self.count += 1
        identity = uuid5(_IDS, f"{self.count}")
        event = NewEvent(
            id=identity,
            stream=stream,
            type=f.NAMES[type(fact)],
            data=fact,
            actor="person:surveillance",
            occurred_at=self.house.story.now,
        )
        get_ledger(CODE).append([event])
        return identity

    def follow(self) -> None:
        readmodel.follow_to_head(CODE)

    def _equipment(self) -> None:
        start = self.begins - timedelta(days=30)
        for code, kind in (("NVR-1", "onvif"), ("NVR-2", "onvif"), ("NVR-3", "link")):
            link = "vms://open?channel={camera}&from={start}&to={end}" if kind == "link" else None
            fact = f.RecorderRegistered(name=f"Recorder {code}", kind=kind, registered_by=OFFICER, link=link)  # type: ignore[arg-type]
            self.say(f"recorder/{code}", fact)
        for code, ahead in AHEAD.items():
            for hour in (-1, 1):
                at = self.begins + timedelta(hours=hour)
                self.say(
                    f"recorder/{code}",
                    f.ClockRead(
                        reading=f"K-{code}-{hour + 1}",
                        how="compared",
                        server_at=at,
                        shown_at=at + ahead,
                        uncertainty_ms=DOUBT_MS[code],
                        read_by=OFFICER,
                    ),
                )
        seen: tuple[tuple[int, tuple[Shows, ...]], ...] = ((1, ("layout",)), (2, ("wheel",)), (3, ("table",)))
        for number, shows in seen:
            stream = f"camera/CAM-{number}"
            name = {1: "Overhead", 2: "Wheel", 3: "Aisle"}[number]
            recorder, channel = f"NVR-{number}", f"ch{number}"
            self.say(stream, f.CameraInstalled(name=name, installed_by=OFFICER, recorder=recorder, channel=channel))
            covers = f.CoverageBegan(coverage="C1", shows=shows, begins_at=start, set_by=OFFICER, table="RL01")
            self.say(stream, covers)

    def recording(self, code: str, camera: str | None, shown_from: datetime | None, **other: Any) -> None:
        media = f.Media(
            container="mp4",
            codec="h264",
            width=640,
            height=360,
            duration_ms=other.pop("duration_ms", DURATION_MS),
            frames=1350,
            key_frames=90,
            audio=False,
            signing_packets=0,
        )
        fact = f.RecordingArrived(
            how="simulated",
            name=f"{code}.mp4",
            size_bytes=1000,
            sha256=other.pop("sha256", "ab" * 32),
            media=media,
            keep_until=self.begins + timedelta(days=180),
            camera=camera,
            shown_from=shown_from,
            known_by="recorder" if shown_from else None,
            arrived_by=OFFICER,
        )
        self.say(f"recording/{code}", fact)


@contextmanager
def played(found: dict[str, sources.Source]) -> Iterator[None]:
    """While it lasts, these recordings are played from these addresses."""

    def finder(_request: HttpRequest, rows: list[Recording], _why: str, _about: str) -> dict[str, sources.Source]:
        return {row.code: found[row.code] for row in rows if row.code in found}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "kept", finder)
        yield


def clip(name: str, *, index: bool = True) -> sources.Source:
    """A clip that the test's own server hands out."""
    camera = {"even": "R-CAM-1", "uneven": "R-CAM-2"}[name]
    return sources.Source(
        address=f"/clips/{name}.mp4",
        index=f"/clips/{name}.json" if index else "",
        viewed=f"/api/v1/footage/recordings/{camera}/views/?property={CODE}",
        said=None,
    )
