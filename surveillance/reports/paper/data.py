"""What a report for people says, as a value: everything that its pages need, and nothing that looks it up.

What the rules and the house say is in both languages. Moments are in UTC and shown in ``time_zone``; amounts are in
minor units of ``currency``. Filled by ``surveillance.reports.paper.compose``; put into words by ``writing``. Proved by
``tests/surveillance/reports/test_paper.py``.
"""

from __future__ import annotations

from datetime import date, datetime

import msgspec

from casino.core.text import Text


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A rule document by which rounds were judged: title, number, since when, and its digest."""

    title: Text
    number: str
    valid_from: date
    digest: str


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds taken together: of a table, a shift, a game. ``stakes_minor`` is what was in play, ``result_minor`` what
    the house kept as recorded (negative: lost), ``due_minor`` what it would have kept under the documents."""

    name: Text
    currency: str
    rounds: int
    stakes_minor: int
    result_minor: int
    due_minor: int
    findings: int


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How often something was found."""

    name: Text
    count: int


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as the replay judges it. ``due_minor`` is the player's gain under the document (None: not decided),
    ``recorded_minor`` what the table did, with what was put right since."""

    bet: str
    place: Text
    stake_minor: int
    due_minor: int | None
    recorded_minor: int
    clauses: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was recorded, with its place in the log."""

    position: int
    at: datetime
    name: Text
    said: Text
    by: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A finding of a round."""

    title: Text
    meaning: Text
    clauses: tuple[str, ...]
    amount_minor: int


class Film(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of film that shows something. ``uncertain``: its moments are less sure than the house wants
    (``FOOTAGE_UNCERTAIN_MS``), or nobody has read the recorder's clock."""

    link: str
    about: str
    camera: str
    recording: str
    begins_at: datetime
    ends_at: datetime
    uncertainty_ms: int | None
    uncertain: bool


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is shown whole. ``facts_left_out`` facts more stand in
    the bundle. ``picture`` is its drawing (SVG) with words in each language, empty where there is none."""

    stream: str
    table: str
    round: str
    game: Text
    moment: datetime
    currency: str
    result: Text
    document: str
    facts: tuple[Line, ...]
    bets: tuple[Bet, ...]
    findings: tuple[Found, ...]
    facts_left_out: int = 0
    picture: Text = Text("", "")


class AnnexTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the annex; the first column names the row, the others are figures, put into words. ``widths`` are
    shares of what is left of the width, 0 for a column as wide as its text."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    widths: tuple[int, ...]


class AnnexPlot(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of results beside what was to be expected, drawn (SVG) with words in each language."""

    title: Text
    drawn: Text


class Annex(msgspec.Struct, frozen=True, kw_only=True):
    """The house's statistics. ``assumed`` is what the theoretical win takes for granted, game by game."""

    title: Text
    note: Text
    assumed: tuple[Text, ...]
    tables: tuple[AnnexTable, ...]
    plots: tuple[AnnexPlot, ...] = ()


class ReportData(msgspec.Struct, frozen=True, kw_only=True):
    """A report before it is printed. ``points`` is the course of the house's result, round by round: as recorded and as
    due, in the currency of the property. ``counted`` of ``total`` rounds are in the figures; ``rounds`` are shown
    whole in part ``part`` of ``parts``, from number ``first`` on; all parts together show ``printed``."""

    language: str
    code: str
    house: Text
    operator: Text
    time_zone: str
    currency: str
    report: str
    about: Text
    asked: tuple[tuple[Text, str], ...]
    position: int
    requested_at: datetime
    requested_by: str
    checkpoint: tuple[str, int, str]
    """Origin, size, root in base64: the three lines of the checkpoint, which are in the QR code."""
    manifest: str
    """The bundle's manifest, which is attached: canonical JSON."""
    manifest_digest: str
    bundle_digest: str
    total: int
    counted: int
    part: int
    parts: int
    first: int
    printed: int
    documents: tuple[Document, ...] = ()
    tables: tuple[Group, ...] = ()
    shifts: tuple[Group, ...] = ()
    games: tuple[Group, ...] = ()
    findings: tuple[Count, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    rounds: tuple[Round, ...] = ()
    case: tuple[Line, ...] = ()
    films: tuple[Film, ...] = ()
    annex: Annex | None = None
