"""``manage.py setting list|begin|ask|confirm|refuse|withdraw``: what a property sets for itself. See docs/settings.md.

Whoever asks, confirms, refuses or withdraws gives the password of the account (``casino.accounts.given_by``). Proved
by ``tests/house/test_service.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.accounts.given_by import add_by, given
from casino.clock import now as clock
from casino.commands.execution import Done
from casino.core import commands
from casino.core import house_settings as declared
from casino.core.currencies import PLACES
from casino.core.errors import Problem
from casino.core.house_settings import Value
from casino.core.posts import POST_NAMES
from casino.house import service
from casino.house.commands import AskSetting, ConfirmSetting, RefuseSetting, WithdrawSetting
from casino.house.state import HouseSettings
from casino.site import environment


class Command(BaseCommand):
    help = "Show and set what a property sets for itself: limits, terms, its name, zone, gaming day and currency."

    requires_system_checks: list[str] = []
    stealth_options = ("now",)

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        show = actions.add_parser("list", help="Show what is in force, what begins later, and what waits.")
        show.add_argument("--at", help="moment with its zone, as 2026-12-01T06:00+07:00 (default: now)")
        begin = actions.add_parser("begin", help="Record the first values as environment and property have them.")
        ask = actions.add_parser("ask", help="Set it, or ask for it where a second person must confirm.")
        ask.add_argument("name", choices=sorted(declared.SETTINGS))
        ask.add_argument("value", help="amounts as 'VND 5000000, USD 200'")
        ask.add_argument("--from", dest="effective_from", help="moment with its zone (default: at once)")
        ask.add_argument("--reason", required=True, help="a sentence")
        confirm = actions.add_parser("confirm", help="Confirm what another person asked for.")
        refuse = actions.add_parser("refuse", help="Do not confirm it.")
        withdraw = actions.add_parser("withdraw", help="Take back what you asked for.")
        for action in (confirm, refuse, withdraw):
            action.add_argument("ask", type=UUID, help="its number, as list shows it")
        actions.add_parser("page", help="Print docs/settings.md.")
        for action in (show, begin, ask, confirm, refuse, withdraw):
            action.add_argument("--property", required=True, help="code of the property")
        for action in (ask, confirm, refuse, withdraw):
            add_by(action, who="whoever does this")

    def handle(self, *args: Any, **options: Any) -> None:
        now = options.pop("now", None) or clock()
        try:
            getattr(self, "_" + options["action"])(options, now)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem

    def _list(self, options: dict[str, Any], now: datetime) -> None:
        at = moment(options["at"]) if options["at"] else now
        house = service.settings_of(options["property"])
        for name in declared.SETTINGS:
            self.stdout.write(f"{name}\t{written(house.at(name, at))}\t{since(house, name, at)}")
            for later in house.coming(name, at):
                self.stdout.write(f"{name}\t{written(later.value)}\t{later.effective_from.isoformat()}")
        for ask_id, asked in house.waiting.items():
            starts = asked.effective_from.isoformat() if asked.effective_from else "-"
            self.stdout.write(
                "\t".join(("?", str(ask_id), asked.setting, written(asked.value), starts, asked.asked_by.staff))
            )

    def _page(self, _options: dict[str, Any], _now: datetime) -> None:
        self.stdout.write(page(), ending="")

    def _begin(self, options: dict[str, Any], now: datetime) -> None:
        done = service.begin(options["property"], command_id=uuid4(), now=now)
        self.stdout.write(_("Recorded.") if done else _("It stands in the record already."))

    def _ask(self, options: dict[str, Any], now: datetime) -> None:
        command = AskSetting(
            setting=options["name"],
            value=read(options["name"], options["value"]),
            way="command_line",
            reason=options["reason"],
            effective_from=moment(options["effective_from"]) if options["effective_from"] else None,
        )
        command_id = uuid4()
        done = self._execute(command, options, now, command_id)
        if done.status != "asked":
            self.stdout.write(_("Recorded."))
            return
        self.stderr.write(_("A second person must confirm it. Its number:"))
        self.stdout.write(str(command_id))

    def _confirm(self, options: dict[str, Any], now: datetime) -> None:
        self._answer(ConfirmSetting, options, now)

    def _refuse(self, options: dict[str, Any], now: datetime) -> None:
        self._answer(RefuseSetting, options, now)

    def _withdraw(self, options: dict[str, Any], now: datetime) -> None:
        self._answer(WithdrawSetting, options, now)

    def _answer(
        self, struct: type[ConfirmSetting | RefuseSetting | WithdrawSetting], options: dict[str, Any], now: datetime
    ) -> None:
        self._execute(struct(ask=options["ask"]), options, now, uuid4())
        self.stdout.write(_("Recorded."))

    @staticmethod
    def _execute(command: commands.Command, options: dict[str, Any], now: datetime, command_id: UUID) -> Done:
        by = given(options, lambda user: service.decider(user, options["property"], now), now=now)
        return service.execute(options["property"], command, by=by, command_id=command_id, now=now)


HEAD = """# What a property sets

Made by `manage.py setting page > docs/settings.md` from `casino/core/house_settings.py`; do not edit.

Limits, terms, and the property's own name, zone, gaming day and currency are dated settings: events of the stream
`settings/house` of each property, with who asked, who confirmed, why, and from when; what is done is held against what
is in force at that moment. The environment variables give first values only: `setting begin`, the first command, or the
first round records them (by beat, within a minute), and from then on they are not heard. Nothing comes into force in
the past.

    manage.py setting list --property HOI
    manage.py setting ask dispute_table_limit 'VND 3000000' --property HOI --reason 'Said by the board.' --by DIR-2
    manage.py setting confirm 018f0000-0000-7000-8000-000000000001 --property HOI --by DIR-001

Whoever asks, confirms, refuses or withdraws gives the password of their account, and a code where it has a second
factor, at the terminal or as the first lines of the standard input, and acts in the post that is in force there.
Amounts are by currency; one that is not named has the amount 0. `--from 2026-12-01T06:00+07:00` names the moment from
which it is in force; without it, at once.

| setting | what it is | unit | default | set by (or above) | second person | first value from |
|---|---|---|---|---|---|---|
"""


def page() -> str:
    """The page of all settings."""
    return HEAD + "".join(_row(each) for each in declared.SETTINGS.values())


def _row(said: declared.Setting) -> str:
    cells = (
        f"`{said.name}`",
        f"**{said.title.en}** / {said.title.vi}: {said.about.en} / {said.about.vi}",
        _unit(said),
        f"`{written(said.default)}`" if said.default != "" else "",
        POST_NAMES[said.lowest].en,
        "yes" if said.second else "no",
        f"`{said.variable}`" if said.variable else "the property",
    )
    return f"| {' | '.join(cells)} |\n"


def _unit(said: declared.Setting) -> str:
    return ", ".join(said.choices) or said.unit.en


def moment(text: str) -> datetime:
    """A moment as it is typed. CommandError without a zone."""
    try:
        found: datetime | None = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise CommandError(_("A moment is written with its zone, as 2026-12-01T06:00+07:00."))
    return found.astimezone(UTC)


def read(name: str, text: str) -> Value:
    """A value as it is typed. Problem ``setting_value`` where it does not read as the setting's type."""
    kind = declared.setting(name).kind
    if kind == "amounts":
        try:
            return dict(environment.read_amounts(text, name))
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
    if kind == "number":
        return int(text) if text.isascii() and text.isdigit() else -1
    return text.strip()


def written(value: Value) -> str:
    """A value as it is typed."""
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{code} {_major(minor, PLACES[code])}" for code, minor in sorted(value.items())) or "-"


def _major(minor: int, places: int) -> str:
    whole, rest = divmod(minor, 10**places)
    return f"{whole}.{rest:0{places}d}" if places else str(whole)


def since(house: HouseSettings, name: str, at: datetime) -> str:
    """Since when it is in force; - for a first value."""
    begun = [each.effective_from for each in house.dated if each.setting == name and each.effective_from <= at]
    return max(begun).isoformat() if begun else "-"
