"""Frames as pictures and back: the seam between the two libraries, whose types do not know each other."""

from __future__ import annotations

from typing import Final, cast

from av.video.frame import VideoFrame
from PIL import Image

_TURNS: Final = {90: Image.Transpose.ROTATE_90, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_270}


def image_of(frame: VideoFrame) -> Image.Image:
    """The frame in red, green and blue, at its own size."""
    return cast(Image.Image, frame.to_image())  # type: ignore[no-untyped-call]


def frame_of(image: Image.Image) -> VideoFrame:
    """The picture as a frame in the form that every encoder takes (4:2:0); it has no moment yet."""
    frame = cast(VideoFrame, VideoFrame.from_image(image))  # type: ignore[no-untyped-call]
    return frame.reformat(format="yuv420p")


def turned(frame: VideoFrame) -> VideoFrame:
    """The frame as it is shown, where its film says that it is turned by right angles (its matrix)."""
    turn = _TURNS.get(round(frame.rotation) % 360)
    return frame if turn is None else frame_of(image_of(frame).transpose(turn))
