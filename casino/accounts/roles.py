"""Which roles keep accounts, which confirm their changes, and which only see them. Imported by the app."""

from __future__ import annotations

from typing import Final

from casino.access.roles import ONLOOKERS, permit, roles_from

ACCOUNTS: Final = (
    *(f"auth.{verb}_user" for verb in ("view", "add", "change")),
    "auth.view_group",
    *(f"axes.{verb}_accessattempt" for verb in ("view", "delete")),
    "axes.view_accesslog",
    "casino.view_refusal",
    "ledger.view_property",
    *(f"casino.{verb}_posting" for verb in ("view", "add", "end")),
    *(f"casino.{verb}_staffcode" for verb in ("view", "add")),
    *(f"casino.{verb}_accountchange" for verb in ("view", "confirm")),
)
SEEN: Final = ("auth.view_user", "casino.view_accountchange")
CONFIRM: Final = ("casino.view_accountchange", "casino.confirm_accountchange")
"""Who may confirm which change, ``casino.accounts.rules`` says."""

permit(ACCOUNTS, to=("administrator",), sensitive=True)
permit(CONFIRM, to=(role for role in roles_from("pit_manager") if role != "surveillance"))
permit(SEEN, to=("director_of_table_games", "senior_management", *ONLOOKERS))
