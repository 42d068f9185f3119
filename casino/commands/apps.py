"""The app of what every command goes through."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommandsConfig(AppConfig):
    name = "casino.commands"
    label = "commands"
    verbose_name = _("Commands")
