"""The app that carries commands of general kind."""

from __future__ import annotations

from django.apps import AppConfig


class CasinoConfig(AppConfig):
    name = "casino"
    label = "casino"
