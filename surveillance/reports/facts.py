"""What happens to reports, as events: who asked for what, what was made, who took it away, who deleted it and why.

``report/<code>`` is the life of one report. ``reportplan/<code>`` asks for one anew each gaming day or month.
``regulator/<staff>`` says what an account of the regulator (or an auditor) may see of this property, and each time that
it looked: its house's management reads it. No free text of a person stands in an event. Bytes that leave the house are
named by their SHA-256. Proved by ``tests/surveillance/reports`` and the frozen examples.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Final, Literal

import msgspec

from casino.core.events import Fact, register
from casino.core.messages import Catalogue
from casino.core.posts import RoleCode
from casino.core.sealed import Sealed
from casino.core.text import Text
from games.engine.facts import Code
from surveillance.bundle.selection import Selection
from surveillance.record.parts import Digest, Part

_WORDS: Final = Catalogue(__file__)

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
What = Annotated[str, msgspec.Meta(pattern=r"^(bundle|paper-(vi|en)(-([2-9]|1[0-9]|20))?)$(?!\n)")]
"""The files of a report: the bundle, and the report for people in each language, whose further parts are numbered."""
Every = Literal["day", "month"]
EVERY: Final = _WORDS.table("every")
AFTER: Final = _WORDS.table("after")
"""When a recurring report is made: in a sentence, and where it is chosen."""
Route = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9:_.-]+$(?!\n)")]
About = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class By(Part, frozen=True):
    """Who acted: by staff code, and in which role, since regulators and auditors hold no post."""

    role: RoleCode
    staff: Code


class ReportRequested(Fact, frozen=True):
    """This is asked for as the log stood at ``position``. ``identity`` is that of the request
    (:func:`surveillance.bundle.selection.identity`); ``plan`` is the recurring report that asks."""

    selection: Selection
    position: Count
    identity: Digest
    by: By
    plan: Code | None = None


class ReportAskedAgain(Fact, frozen=True):
    """The same was asked for again at the same position: nothing new is made."""

    by: By


class ReportFinished(Fact, frozen=True):
    """The bundle is there: its bytes, what it holds, and the checkpoint (tree size) that it is proved against."""

    sha256: Digest
    size_bytes: Count
    rounds: Count
    events: Count
    checkpoint: Count


class ReportFailed(Fact, frozen=True):
    """It came to nothing; the code of the error."""

    code: Code


class ReportCancelled(Fact, frozen=True):
    """Somebody stopped it before it was finished."""

    by: By


class ReportDownloaded(Fact, frozen=True):
    """A file of it left the house."""

    what: What
    sha256: Digest
    by: By


class ReportDeleted(Fact, frozen=True):
    """Its files are gone; that it was, and what it was, stays. By rule: ``erased``, since a text that it disclosed was
    erased; ``term_ended``, since that of a film was of which it held a clip."""

    rule: Literal["person", "erased", "term_ended"]
    by: By | None = None
    sealed_reason: Sealed | None = None


class PlanMade(Fact, frozen=True):
    """From now on this is asked for after the end of each gaming day, or of each month."""

    every: Every
    begins: date
    by: By
    games: tuple[Code, ...] = ()
    tables: tuple[Code, ...] = ()


class PlanEnded(Fact, frozen=True):
    """No more."""

    by: By


class LookerScoped(Fact, frozen=True):
    """From now on this account sees of this property these games (none: all), gaming days from ``from_day`` to
    ``to_day`` (both counted in; None: no bound), and nothing else."""

    by: By
    games: tuple[Code, ...] = ()
    from_day: date | None = None
    to_day: date | None = None


class LookerShut(Fact, frozen=True):
    """This account sees nothing of this property any more."""

    by: By


class TokenMade(Fact, frozen=True):
    """A token for programs of this account: its name, until when it is good, and what it reads of what the account
    sees: these kinds (none: reports alone, as before there were others), games (none: all) and gaming days."""

    token: Code
    by: By
    ends_at: datetime
    kinds: tuple[Code, ...] = ()
    games: tuple[Code, ...] = ()
    from_day: date | None = None
    to_day: date | None = None
    digest: Digest | None = None


class TokenEnded(Fact, frozen=True):
    """The token opens nothing any more."""

    token: Code
    by: By


class Looked(Fact, frozen=True):
    """This account looked at something of this property: at which page, about what."""

    page: Route
    about: About | None = None
    token: Code | None = None


FACTS: Final[dict[str, tuple[type[Fact], Text]]] = {
    "report.requested": (ReportRequested, _WORDS.text("facts--report-requested")),
    "report.asked_again": (ReportAskedAgain, _WORDS.text("facts--report-asked_again")),
    "report.finished": (ReportFinished, _WORDS.text("facts--report-finished")),
    "report.failed": (ReportFailed, _WORDS.text("facts--report-failed")),
    "report.cancelled": (ReportCancelled, _WORDS.text("facts--report-cancelled")),
    "report.downloaded": (ReportDownloaded, _WORDS.text("facts--report-downloaded")),
    "report.deleted": (ReportDeleted, _WORDS.text("facts--report-deleted")),
    "reportplan.made": (PlanMade, _WORDS.text("facts--reportplan-made")),
    "reportplan.ended": (PlanEnded, _WORDS.text("facts--reportplan-ended")),
    "regulator.scoped": (LookerScoped, _WORDS.text("facts--regulator-scoped")),
    "regulator.shut": (LookerShut, _WORDS.text("facts--regulator-shut")),
    "regulator.token_made": (TokenMade, _WORDS.text("facts--regulator-token_made")),
    "regulator.token_ended": (TokenEnded, _WORDS.text("facts--regulator-token_ended")),
    "regulator.looked": (Looked, _WORDS.text("facts--regulator-looked")),
}
"""Type name without its version -> fact, and what the event is called."""
NAMES: Final = {fact: f"{name}.v1" for name, (fact, _label) in FACTS.items()}
"""Fact -> full type name."""
LABELS: Final = {name: label for name, (_fact, label) in FACTS.items()}
KINDS: Final = ("report", "reportplan", "regulator")
"""Kinds of streams: what this room writes about its own work, and what no report is of."""

for _name, (_fact, _label) in FACTS.items():
    register(_name, _fact, stream_kind=_name.partition(".")[0], from_device=False)
