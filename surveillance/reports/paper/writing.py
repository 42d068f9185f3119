"""From the data of a report to its pages, in one language: blocks of plain text that ``casino.papers`` sets. Pure.

The same data gives the same blocks. Plots are shares of the width and points between 0 and 1, rounded, so that the
template draws the same bytes. Proved by ``tests/surveillance/reports/test_paper.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from casino.core.money import currency_name, format_number
from casino.core.text import Text, figure
from casino.papers.blocks import Block, heading, pairs, paragraph, small
from casino.papers.marks import qr_code
from surveillance.reports.paper import data as d
from surveillance.reports.paper import words as w

MOST_POINTS: Final = 240
"""The course is drawn through so many points."""
DASH: Final = "\N{EN DASH}"


def page(data: d.ReportData, *, signed: bool) -> dict[str, Any]:
    """Everything that the template needs."""
    return _Writer(data).page(signed)


class _Writer:
    def __init__(self, data: d.ReportData) -> None:
        self.data = data
        self.zone = ZoneInfo(data.time_zone)

    def say(self, text: Text, **values: object) -> str:
        template = text.in_language(self.data.language)
        if not values:
            return template
        return template.format(**{k: self.say(v) if isinstance(v, Text) else v for k, v in values.items()})

    def page(self, signed: bool) -> dict[str, Any]:
        data = self.data
        local = data.requested_at.astimezone(self.zone)
        other = "en" if data.language == "vi" else "vi"
        origin, size, root = data.checkpoint
        return {
            "language": data.language,
            "title": self.say(w.TITLE),
            "house": self.say(data.house),
            "house_also": data.house.in_language(other),
            "code": data.code,
            "motto": [],
            "number": f"{self.say(w.NUMBER)} {data.report}",
            "date": self.day(local.date()),
            "created": [local.year, local.month, local.day, local.hour, local.minute, local.second],
            "to_label": "",
            "to": [],
            "running": data.report,
            "page": self.say(w.PAGE),
            "foot": [
                self.say(w.FOOT, zone=data.time_zone),
                self.say(w.DIGEST, digest=data.manifest_digest),
                self.say(w.SIGNED if signed else w.NOT_SIGNED),
            ],
            "mark": {"svg": qr_code(f"{origin}\n{size}\n{root}\n"), "text": self.say(w.QR, size=size)},
            "blocks": list(self.blocks()),
        }

    def blocks(self) -> Iterator[Block]:
        yield from self.front()
        if not self.data.total:
            yield {
                "block": "frame",
                "label": "",
                "title": self.say(w.NO_ACTIVITY),
                "text": self.say(w.NO_ACTIVITY_NOTE),
            }
            return
        if self.data.part == 1:
            yield from self.summary()
            if self.data.case:
                yield heading(self.say(w.CASE))
                yield self.facts(self.data.case)
        else:
            yield from self.shown()
        for each in self.data.rounds:
            yield from self.round(each)
        if self.data.part == 1:
            yield from self.shown()
        yield from self.films()
        if self.data.part == 1:
            yield from self.annex()

    # The front

    def front(self) -> Iterator[Block]:
        data = self.data
        origin, size, root = data.checkpoint
        rows = [
            (w.OPERATOR, f"{self.say(data.operator)} ({data.code})"),
            (w.ABOUT, self.say(data.about)),
            *((label, value) for label, value in data.asked),
            (w.MADE, self.moment(data.requested_at)),
            (w.ASKED, data.requested_by),
            (w.POSITION, str(data.position)),
            (w.ROUNDS, self.count(data.total)),
            (w.CHECKPOINT, f"{origin} · {size} · {root}"),
            (w.MANIFEST, data.manifest_digest),
            (w.BUNDLE, data.bundle_digest),
        ]
        yield pairs([(self.say(label), value) for label, value in rows])
        yield {"block": "banner", "text": self.say(w.REPLAY)}
        if data.documents:
            yield heading(self.say(w.DOCUMENTS))
            yield {"block": "entries", "rows": [self.document(each) for each in data.documents]}

    def document(self, each: d.Document) -> dict[str, str]:
        note = self.say(w.VALID, day=self.day(each.valid_from), digest=each.digest)
        return {"label": DASH, "text": self.say(w.DOCUMENT, title=each.title, number=each.number), "note": note}

    def shown(self) -> Iterator[Block]:
        """Which rounds this part prints, and whether all parts print all."""
        data, total = self.data, self.count(self.data.total)
        if data.parts > 1:
            last = data.first + len(data.rounds) - 1
            at = {"first": self.count(data.first), "last": self.count(last), "total": total}
            yield small(self.say(w.PART, part=data.part, parts=data.parts, **at))
        if data.printed < data.total:
            yield small(self.say(w.SHOWN, shown=self.count(data.printed), total=total))

    # Figures

    def summary(self) -> Iterator[Block]:
        data = self.data
        yield heading(self.say(w.SUMMARY))
        yield from self.shown()
        if data.counted < data.total:
            yield small(self.say(w.COUNTED, counted=self.count(data.counted), total=self.count(data.total)))
        for title, groups in ((w.BY_TABLE, data.tables), (w.BY_SHIFT, data.shifts), (w.BY_GAME, data.games)):
            if groups:
                yield {"block": "subheading", "text": self.say(title)}
                yield self.groups(groups)
        if len(data.points) > 1:
            yield {"block": "subheading", "text": self.say(w.COURSE)}
            yield self.course()
        yield from self.bars(
            w.HOLD, [(g.name, _hold(g), self.percent(_hold(g))) for g in data.tables if g.stakes_minor]
        )
        yield from self.bars(w.FINDINGS, [(each.name, each.count, self.count(each.count)) for each in data.findings])
        for title, groups in ((w.FINDINGS_TABLE, data.tables), (w.FINDINGS_SHIFT, data.shifts)):
            counted = [(g.name, g.findings, self.count(g.findings)) for g in groups]
            if any(count for _name, count, _text in counted):
                yield from self.bars(title, counted)

    def groups(self, groups: Sequence[d.Group]) -> Block:
        rows = [
            [
                f"{self.say(g.name)} ({g.currency})",
                self.count(g.rounds),
                self.amount(g.stakes_minor, g.currency),
                self.signed(g.result_minor, g.currency),
                self.signed(g.due_minor, g.currency),
                self.percent(_hold(g)) if g.stakes_minor else DASH,
                self.count(g.findings),
            ]
            for g in groups
        ]
        return self.table(w.COLUMNS, "lrrrrrr", (1, 0, 0, 0, 0, 0, 0), rows)

    def course(self) -> Block:
        points = self.data.points
        step = max(1, -(-len(points) // MOST_POINTS))
        kept = list(range(0, len(points), step))
        kept += [] if kept[-1] == len(points) - 1 else [len(points) - 1]
        values = [0, *(value for index in kept for value in points[index])]
        low, high = min(values), max(values)
        reach = max(high - low, 1)

        def series(which: int) -> list[list[float]]:
            last = max(len(points) - 1, 1)
            return [[round(i / last, 4), round((points[i][which] - low) / reach, 4)] for i in kept]

        money = self.data.currency
        return {
            "block": "chart",
            "zero": round(-low / reach, 4),
            "low": f"{self.signed(low, money)} … {self.signed(high, money)} {currency_name(money, self.data.language)}",
            "high": f"1 … {self.count(len(points))}",
            "series": [
                {"name": self.say(w.RECORDED), "points": series(0)},
                {"name": self.say(w.DUE), "points": series(1)},
            ],
        }

    def bars(self, title: Text, rows: Sequence[tuple[Text, float, str]]) -> Iterator[Block]:
        most = max((abs(value) for _name, value, _text in rows), default=0)
        if not most:
            return
        yield {"block": "subheading", "text": self.say(title)}
        yield {
            "block": "bars",
            "rows": [
                {"label": self.say(name), "share": round(value / most, 4), "text": text} for name, value, text in rows
            ],
        }

    # Rounds

    def round(self, each: d.Round) -> Iterator[Block]:
        yield heading(self.say(w.ROUND, round=each.round, table=each.table, game=each.game))
        yield pairs(
            [
                (self.say(w.REPLAYED), each.stream),
                (self.say(w.BEGAN), self.moment(each.moment)),
                (self.say(w.RESULT), self.say(each.result) or DASH),
                (self.say(w.UNDER), each.document or self.say(w.NO_DOCUMENT)),
            ]
        )
        if self.say(each.picture):
            yield {"block": "picture", "svg": self.say(each.picture), "alt": self.say(w.DRAWING)}
        if each.bets:
            yield {"block": "subheading", "text": f"{self.say(w.SETTLEMENT)} ({each.currency})"}
            yield self.bets(each)
        yield {"block": "subheading", "text": self.say(w.DIFFERENCES)}
        if each.findings:
            yield {"block": "entries", "rows": [self.found(found, each.currency) for found in each.findings]}
        else:
            yield paragraph(self.say(w.NO_DIFFERENCES))
        yield {"block": "subheading", "text": self.say(w.FACTS)}
        yield self.facts(each.facts)
        if each.facts_left_out:
            yield small(self.say(w.LEFT_OUT, count=each.facts_left_out))

    def bets(self, each: d.Round) -> Block:
        rows = []
        for bet in each.bets:
            difference = None if bet.due_minor is None else bet.recorded_minor - bet.due_minor
            rows.append(
                [
                    f"{bet.bet} · {self.say(bet.place)}",
                    self.amount(bet.stake_minor, each.currency),
                    self.maybe(bet.due_minor, each.currency),
                    self.signed(bet.recorded_minor, each.currency),
                    self.maybe(difference, each.currency),
                    ", ".join(bet.clauses),
                ]
            )
        return self.table(w.BETS, "lrrrrl", (2, 0, 0, 0, 0, 1), rows)

    def found(self, found: d.Found, currency: str) -> dict[str, str]:
        amount = f" ({self.signed(found.amount_minor, currency)} {currency})" if found.amount_minor else ""
        under = w.CLAUSES if len(found.clauses) > 1 else w.CLAUSE
        note = self.say(under, clauses=", ".join(found.clauses)) if found.clauses else ""
        said = self.say(found.meaning)
        return {"label": "!", "text": self.say(found.title) + amount, "note": " · ".join(x for x in (said, note) if x)}

    def facts(self, facts: Sequence[d.Line]) -> Block:
        rows = [[str(each.position), self.clock(each.at), self.told(each), each.by] for each in facts]
        return self.table(w.FACT_COLUMNS, "lrll"[:4], (0, 0, 1, 0), rows)

    def told(self, each: d.Line) -> str:
        name, said = self.say(each.name), self.say(each.said)
        return name if said in ("", name) else f"{name}: {said}"

    def films(self) -> Iterator[Block]:
        yield heading(self.say(w.FOOTAGE))
        if not self.data.films:
            yield paragraph(self.say(w.NO_FOOTAGE))
            return
        rows = [
            [
                each.link,
                each.about,
                each.camera,
                each.recording,
                self.moment(each.begins_at),
                self.moment(each.ends_at),
                self.within(each),
            ]
            for each in self.data.films
        ]
        yield self.table(w.FILM_COLUMNS, "lllllll", (0, 1, 0, 0, 0, 0, 0), rows)

        if any(each.uncertain for each in self.data.films):
            yield paragraph(self.say(w.UNCERTAIN_NOTE))

    def annex(self) -> Iterator[Block]:
        found = self.data.annex
        if found is None:
            return
        yield heading(self.say(found.title))
        yield small(self.say(found.note))
        for each in found.tables:
            yield {"block": "subheading", "text": self.say(each.title)}
            figures = len(each.columns) - 1
            rows = [[self.say(cell) for cell in row] for row in each.rows]
            yield self.table(each.columns, "l" + "r" * figures, each.widths, rows)
        for plot in found.plots:
            yield {"block": "subheading", "text": self.say(plot.title)}
            yield {"block": "picture", "svg": self.say(plot.drawn), "alt": self.say(plot.title)}
        for text in found.assumed:
            yield small(self.say(text))

    def within(self, film: d.Film) -> str:
        """To within what its moments are right, and that this is less than the house wants."""
        said = DASH if film.uncertainty_ms is None else f"± {film.uncertainty_ms} ms"
        return f"{said} · {self.say(w.UNCERTAIN)}" if film.uncertain else said

    # Values

    def table(self, columns: Sequence[Text], align: str, widths: Sequence[int], rows: list[list[str]]) -> Block:
        return {
            "block": "table",
            "columns": [self.say(each) for each in columns],
            "align": list(align),
            "widths": list(widths),
            "rows": rows,
            "total": None,
        }

    def count(self, number: int) -> str:
        return figure(f"{number:,}").in_language(self.data.language)

    def amount(self, amount_minor: int, currency: str) -> str:
        return format_number(amount_minor, currency, self.data.language)

    def signed(self, amount_minor: int, currency: str) -> str:
        return ("+" if amount_minor > 0 else "") + self.amount(amount_minor, currency)

    def maybe(self, amount_minor: int | None, currency: str) -> str:
        return self.say(w.UNDECIDED) if amount_minor is None else self.signed(amount_minor, currency)

    def percent(self, share: float) -> str:
        return figure(f"{share * 100:.2f} %".replace("-", "\N{MINUS SIGN}")).in_language(self.data.language)

    def day(self, day: date) -> str:
        return f"{day:%d/%m/%Y}" if self.data.language == "vi" else f"{day.day} {day:%B} {day.year}"

    def moment(self, at: datetime) -> str:
        local = at.astimezone(self.zone)
        clock = f"{local:%H:%M:%S}"
        return (
            f"{clock} {self.day(local.date())}" if self.data.language == "vi" else f"{self.day(local.date())}, {clock}"
        )

    def clock(self, at: datetime) -> str:
        return f"{at.astimezone(self.zone):%d/%m %H:%M:%S}"


def _hold(group: d.Group) -> float:
    """What the house kept of what was in play."""
    return group.result_minor / group.stakes_minor if group.stakes_minor else 0.0
