"""Starts and stops the recorder of ``gst_server.py``; says whether this machine has what it needs."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

PYTHON = Path("/usr/bin/python3")
SERVER = Path(__file__).with_name("gst_server.py")
BASE = datetime(2026, 11, 20, 21, 14, 0, tzinfo=UTC)
_SINCE_1900_S = 2_208_988_800
_NEEDED = """
import gi
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer
Gst.init(None)
for name in ("appsrc", "qtdemux", "h264parse", "h265parse", "rtph264pay", "rtph265pay", "rtponviftimestamp"):
    assert Gst.ElementFactory.find(name), name
"""


@cache
def installed() -> bool:
    """Whether Debian's gst-rtsp-server and its plugins are here."""
    if not PYTHON.exists():
        return False
    done = subprocess.run([str(PYTHON), "-c", _NEEDED], capture_output=True, check=False, timeout=60)
    return done.returncode == 0


@contextmanager
def recorder(clip: Path, codec: str = "h264", *extra: str) -> Iterator[str]:
    """The address of a recorder that has this clip from ``BASE`` on."""
    base_ns = (int(BASE.timestamp()) + _SINCE_1900_S) * 1_000_000_000
    command = [str(PYTHON), str(SERVER), str(clip), codec, str(base_ns), *extra]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            port = int(process.stdout.readline() or b"0")
            assert port, "the recorder did not start"
            yield f"rtsp://127.0.0.1:{port}/camera1"
        finally:
            process.kill()
