"""The tables of the games room: devices and quarantine (``games.ingest.models``) and the read models."""

from __future__ import annotations

from games.ingest.models import Device, DeviceGap, DeviceProgress, Quarantine

__all__ = ["Device", "DeviceGap", "DeviceProgress", "Quarantine"]
