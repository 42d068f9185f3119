"""Addresses of the log, as tlog-tiles lays them down under a prefix for each property."""

from __future__ import annotations

from django.urls import path

from casino.checkpoints import views

app_name = "checkpoints"

urlpatterns = [
    path("<slug:property_code>/checkpoint", views.checkpoint_view, name="checkpoint"),
    path("<slug:property_code>/tile/<path:path>", views.tile_view, name="tile"),
]
