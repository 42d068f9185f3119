"""``manage.py device add|list|bind|unbind|revoke|key|demand|rebuild``: the equipment that may send. See docs/devices.md
and, for keys and demands, docs/origin.md."""

from __future__ import annotations

from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.accounts.given_by import add_by, given, holding
from casino.clock import now as clock
from casino.core.errors import Problem
from games.engine.device import DeviceKind
from games.ingest import devices
from games.ingest.gaps import rebuild_progress
from games.ingest.models import Device
from games.management.common import add_property
from games.rows.chosen_house import property_code_of


class Command(BaseCommand):
    help = "Register the equipment that may send events, give it a credential, bind it to tables, revoke it."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="Register a device. Its token is shown once.")
        add.add_argument("code")
        add.add_argument("--name", default="")
        add.add_argument("--kind", choices=get_args(DeviceKind), default="other")
        add.add_argument("--public-key", help="Raw Ed25519 key in base64; without it a token is made.")
        add.add_argument("--table", action="append", default=[], help="Bind it to this table; may be repeated.")
        bind = actions.add_parser("bind", help="Let a device send for a table.")
        unbind = actions.add_parser("unbind", help="End that.")
        for parser_of_binding in (bind, unbind):
            parser_of_binding.add_argument("code")
            parser_of_binding.add_argument("table")
        revoke = actions.add_parser("revoke", help="Take the credential of a device no longer.")
        revoke.add_argument("code")
        revoke.add_argument("--reason")
        key = actions.add_parser("key", help="Say in the record which key signs, where it does not stand there yet.")
        key.add_argument("code")
        demand = actions.add_parser("demand", help="From now on what is sent in a device's name must be signed by it.")
        demand.add_argument("--table", help="only for this table (default: for all)")
        demand.add_argument("--off", action="store_true", help="no longer")
        show = actions.add_parser("list", help="Show the devices.")
        rebuild = actions.add_parser("rebuild", help="Make what is derived of their sending anew.")
        for action in (add, bind, unbind, revoke, key, demand, show, rebuild):
            add_property(action)
        for action in (add, bind, unbind, revoke, key, demand):
            add_by(action, who="the administrator who decides this")

    def handle(self, *args: Any, **options: Any) -> None:
        action = getattr(self, "_" + options["action"])
        try:
            if "by" in options:
                options["actor"] = f"person:{given(options, holding('administrator'), now=clock())}"
            options["property"] = property_code_of(options["property"])
            action(options)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem

    def _add(self, options: dict[str, Any]) -> None:
        device, token = devices.add_device(
            property_code=options["property"],
            code=options["code"],
            name=options["name"],
            kind=options["kind"],
            public_key=options["public_key"],
            actor=options["actor"],
            tables=options["table"],
        )
        if token is None:
            self.stdout.write(_("Device %(code)s signs with its key.") % {"code": device.code})
            return
        self.stderr.write(_("The token of %(code)s, shown this once:") % {"code": device.code})
        self.stdout.write(token)

    def _bind(self, options: dict[str, Any]) -> None:
        done = devices.bind_device(
            property_code=options["property"], table=options["table"], device=options["code"], actor=options["actor"]
        )
        self.stdout.write(_("Bound.") if done else _("It was bound already."))

    def _unbind(self, options: dict[str, Any]) -> None:
        done = devices.unbind_device(
            property_code=options["property"], table=options["table"], device=options["code"], actor=options["actor"]
        )
        self.stdout.write(_("No longer bound.") if done else _("It was not bound."))

    def _revoke(self, options: dict[str, Any]) -> None:
        devices.revoke_device(
            property_code=options["property"],
            code=options["code"],
            actor=options["actor"],
            reason=options["reason"],
        )
        self.stdout.write(_("Device %(code)s may no longer send.") % {"code": options["code"]})

    def _key(self, options: dict[str, Any]) -> None:
        done = devices.record_key(property_code=options["property"], code=options["code"], actor=options["actor"])
        self.stdout.write(_("Recorded.") if done else _("It stands in the record already."))

    def _demand(self, options: dict[str, Any]) -> None:
        done = devices.demand_signatures(
            property_code=options["property"],
            table=options["table"],
            demanded=not options["off"],
            actor=options["actor"],
        )
        self.stdout.write(_("Recorded.") if done else _("It stands in the record already."))

    def _list(self, options: dict[str, Any]) -> None:
        found = Device.objects.filter(property__code=options["property"]).select_related("progress")
        for device in found:
            progress = getattr(device, "progress", None)
            self.stdout.write(
                "\t".join(
                    (
                        device.code,
                        device.kind,
                        "key" if device.public_key else "token",
                        "active" if device.is_active else "revoked",
                        str(progress.highest_sequence if progress else 0),
                        ",".join(str(gap) for gap in device.gaps.all()) or "-",
                    )
                )
            )

    def _rebuild(self, options: dict[str, Any]) -> None:
        rebuild_progress(options["property"])
        self.stdout.write(_("Made anew."))
