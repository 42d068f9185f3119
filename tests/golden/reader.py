"""Reads golden rounds: readable text files that say what happened and what must come of it (see README.md)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import msgspec

from casino.core import events
from games.catalogue import judge, shipped
from games.engine.document import RuleBook
from games.engine.fold import StoredRow, fold
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore
from games.engine.state import RoundState
from games.engine.table import Limit, LimitsSet, TableHistory

HERE = Path(__file__).parent
SENDERS = {"irregularity_seen": "pit", "bet_withdrawn": "tablet"}
"""Who sends a fact where its line does not say so: what is seen comes from another sender than what is called of it."""
NAMESPACE = UUID("6f9c1d0a-6f0e-4d38-9a57-2f4b5f0c9b11")


@dataclass
class Line:
    """One fact as written: seconds after opening or None, name, fields, and who sent it under which running number."""

    seconds: float | None
    name: str
    fields: dict[str, Any]
    id: UUID
    sender: str = "golden"
    number: int | None = None
    entered_later: bool = False


@dataclass
class Golden:
    """One case."""

    path: Path
    title: str
    header: dict[str, str]
    facts: list[Line] = field(default_factory=list)
    expect: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.header["game"]

    @property
    def opened(self) -> datetime:
        return datetime.fromisoformat(self.header["opened"]).astimezone(UTC)

    @property
    def stream(self) -> str:
        return f"round/{self.header.get('table', 'T01')}/{self.header.get('round', 'golden')}"

    def rows(self, facts: list[Line] | None = None) -> list[StoredRow]:
        """The facts as the ledger would hand them out."""
        rows: list[StoredRow] = []
        for version, line in enumerate(self.facts if facts is None else facts, start=1):
            name = f"{self.game}.{line.name}.v1"
            event_type = events.find(name)
            assert event_type is not None, f"{self.path.name}: no event type {name}"
            data = msgspec.convert(line.fields, event_type.fact, strict=True)
            numbered = {} if line.number is None else {"sequence": line.number}
            marked = {"entered_later": True} if line.entered_later else {}
            # Several senders tell a round; unless a case is about that, their clocks are right, and it is known.
            clock = {} if self.header.get("clocks") == "unmeasured" else {"clock_skew_ms": 0}
            body = msgspec.json.encode({"id": str(line.id), "data": data, **numbered, **clock, **marked})
            moment = None if line.seconds is None else self.opened + timedelta(seconds=line.seconds)
            recorded = self.opened + timedelta(hours=1, seconds=version)
            rows.append((version, self.stream, version, name, moment, recorded, f"device:{line.sender}", body))
        return rows

    def state(self, facts: list[Line] | None = None) -> RoundState:
        """The round as it stands, with the table's terms and what the rounds before left."""
        state = fold(self.stream, self.rows(facts))
        state.terms = self.history().at(self.opened)
        state.before = self.before()
        return state

    def book(self) -> RuleBook:
        """The document in force when the round opened."""
        return shipped().in_force(self.game, self.opened)

    def judge(self, facts: list[Line] | None = None, book: RuleBook | None = None) -> Judgement:
        """Judge the case, by the document in force when it opened unless another is given."""
        return judge(self.state(facts), book or self.book(), ended=self.header.get("ended", "yes") == "yes")

    def history(self) -> TableHistory:
        """The table's terms, from the header."""
        limits = []
        for part in filter(None, (p.strip() for p in self.header.get("limits", "").split(";"))):
            kind, least, most = part.split()
            limits.append(Limit(bet=kind, minimum_minor=int(least), maximum_minor=int(most)))
        facts: list[tuple[datetime, events.Fact]] = []
        if limits:
            facts.append((self.opened - timedelta(hours=1), LimitsSet(limits=tuple(limits))))
        for part in filter(None, (p.strip() for p in self.header.get("terms", "").split(";"))):
            line = _fact(self.path, 0, f"? {part}")
            event_type = events.find(f"table.{line.name}.v1")
            assert event_type is not None, f"{self.path.name}: no table fact {line.name}"
            facts.append((self.opened - timedelta(hours=1), msgspec.convert(line.fields, event_type.fact)))
        return TableHistory(self.stream.split("/")[1], facts)

    def before(self) -> SessionBefore | None:
        """What the rounds before left, from the header; None where it says nothing."""
        said = self.header.get("before")
        if said is None:
            return None
        lists = {"under_minimum", "opening_cards", "removed_packs", "barred"}
        pairs = dict(part.split("=", 1) for part in said.split())
        given = {key: text.split(",") if key in lists else _value(key, text) for key, text in pairs.items()}
        return msgspec.convert(given, SessionBefore)


def _value(key: str, text: str) -> Any:
    if key.endswith("_by") and "/" in text:
        post, staff = text.split("/")
        return {"post": post, "staff": staff}
    if text in ("true", "false", "null") or text[0] in "{[" or text.removeprefix("-").isdecimal():
        return json.loads(text)
    return text


def _fact(path: Path, number: int, line: str) -> Line:
    when, name, *fields = line.split()
    pairs = dict(f.split("=", 1) for f in fields)
    given = pairs.pop("id", None)
    marked = pairs.pop("entered", "") == "later"
    sender, _, counted = pairs.pop("from", SENDERS.get(name, "golden")).partition("/")
    return Line(
        seconds=None if when == "?" else float(when),
        name=name,
        fields={key: _value(key, text.replace("~", " ")) for key, text in pairs.items()},
        id=uuid5(NAMESPACE, given or f"{path.name}:{number}"),
        sender=sender,
        number=int(counted) if counted else None,
        entered_later=marked,
    )


def _dealt(path: Path, number: int, line: str) -> list[Line]:
    """``12 cards player:KS banker:7H`` as one ``card_dealt`` a card, a tenth of a second apart."""
    when, _name, *cards = line.split()
    return [
        Line(
            seconds=None if when == "?" else float(when) + index / 10,
            name="card_dealt",
            fields=dict(zip(("to", "card"), card.split(":"), strict=True)),
            id=uuid5(NAMESPACE, f"{path.name}:{number}:{index}"),
        )
        for index, card in enumerate(cards)
    ]


def named_id(name: str) -> str:
    """The id of the fact written with ``id=name``, for corrections."""
    return str(uuid5(NAMESPACE, name))


def read(path: Path) -> Golden:
    """Read one golden round; ValueError names file and line of what cannot be read."""
    return parse(path.read_text("utf-8"), path)


def parse(text: str, path: Path) -> Golden:
    """A golden round from its text; ``path`` only names it."""
    lines = text.splitlines()
    golden = Golden(path=path, title=lines[0].strip(), header={})
    section = "header"
    for number, raw in enumerate(lines[1:], start=2):
        line = raw.split(" #")[0].strip()
        if not line:
            continue
        if line in ("facts", "expect"):
            section = line
        elif section == "header":
            key, colon, value = line.partition(":")
            if not colon:
                raise ValueError(f"{path.name}:{number}: not a header line: {line}")
            golden.header[key.strip()] = value.strip()
        elif section == "facts" and line.split()[1] == "cards":
            golden.facts.extend(_dealt(path, number, line))
        elif section == "facts":
            fact = _fact(path, number, line)
            if fact.name == "fact_corrected" and isinstance(fact.fields.get("target"), str):
                fact.fields["target"] = named_id(fact.fields["target"])
            golden.facts.append(fact)
        else:
            golden.expect.append(line)
    return golden


def all_golden(game: str | None = None) -> list[Golden]:
    """Every golden round, or those of one game, by file name."""
    return [read(path) for path in sorted(HERE.glob(f"{game or '*'}/*.txt"))]


def said(judgement: Judgement) -> list[str]:
    """A judgement in the words of the ``expect`` section, with everything a bet line can name."""
    lines = []
    for r in judgement.results:
        s = r.settlement
        line = (
            f"{r.bet} {s.outcome} staked={s.stake_minor} in_play={s.in_play_minor} returned={s.returned_minor} "
            f"collected={s.collected_minor} won={s.winnings_minor} commission={s.commission_minor} "
            f"clauses={','.join(s.clauses)} difference={r.difference_minor} "
            f"remedied={r.recorded.remedied_minor} beyond={r.recorded.beyond_rules_minor}"
        )
        if r.decided_by:
            options = "|".join(
                f"{a.decision}:{a.settlement.outcome}:{a.settlement.winnings_minor}" for a in r.alternatives
            )
            line += f" decided_by={r.decided_by} options={options}"
        lines.append(line)
    lines += [f"finding {f.code} {f.subject}".strip() for f in judgement.findings]
    lines += [f"{key} {judgement.summary[key]}".strip() for key in judgement.summary]
    return lines


def misses(golden: Golden, judgement: Judgement) -> list[str]:
    """What the judgement says otherwise than the case expects; empty when it is all as written."""
    spoken = said(judgement)
    bets = {line.split()[0]: line.split() for line in spoken[: len(judgement.results)]}
    wrong = []
    for line in golden.expect:
        words = line.split()
        if words[0] == "finding" or words[0] in judgement.summary:
            if " ".join(words) not in spoken:
                wrong.append(f"expected: {line}")
            continue
        actual = bets.pop(words[0], None)
        if actual is None or actual[1] != words[1] or not set(words[2:]) <= set(actual[2:]):
            wrong.append(f"expected: {line}\n     got: {' '.join(actual or ['no such bet'])}")
    wrong += [f"not expected: {' '.join(words)}" for words in bets.values()]
    found = sorted(line for line in spoken if line.startswith("finding "))
    expected = sorted(" ".join(line.split()) for line in golden.expect if line.startswith("finding "))
    if found != expected:
        wrong.append(f"findings: {found}, expected {expected}")
    return wrong
