"""The app of the demonstration: its commands, and films that are made once the pages are up."""

from __future__ import annotations

from django.apps import AppConfig


class DemonstrationConfig(AppConfig):
    name = "surveillance.demonstration"
    label = "demonstration"

    def ready(self) -> None:
        """Fill the seams of other rooms."""
        from surveillance.demonstration import seams  # noqa: F401
