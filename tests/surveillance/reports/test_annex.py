"""The annex of a report: in the bundle as data, on the pages of the paper, as it stood; for whom, and of what."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from casino.core.canonical import canonical_bytes
from casino.core.text import Text
from games.catalogue import GAMES
from games.watch import follower
from games.watch.annex import annex, of_spread
from surveillance.bundle.selection import Selection
from surveillance.reports import keeping
from surveillance.reports.annex import annex_of, as_texts
from surveillance.reports.models import Report, ReportFile
from surveillance.reports.paper import annex as paper_annex
from surveillance.reports.paper.compose import compose
from surveillance.reports.paper.making import printed
from tests.disputes.papers.samples import squeezed
from tests.replay.story import CODE, STARTS
from tests.surveillance.reports.conftest import Asking

DAY = STARTS.date()
PLAYED = Selection(
    about="game", games=("roulette",), from_day=DAY - timedelta(days=100), to_day=DAY + timedelta(days=200)
)


def file_of(row: Report, what: str) -> bytes:
    found = ReportFile.objects.get(report=row.code, what=what)
    return Path(keeping.place().path(found.path)).read_bytes()


def test_the_annex_stands_in_the_bundle_and_on_paper(asks: Asking) -> None:
    while follower.waiting(CODE):
        follower.catch_up(CODE)
    row = asks.made(PLAYED)
    with zipfile.ZipFile(io.BytesIO(file_of(row, keeping.BUNDLE))) as bundle:
        raw = bundle.read("annex.json")
        assert "annex.json" in bundle.read("manifest.json").decode()
    told = annex(CODE, PLAYED.from_day, PLAYED.to_day, row.position, games=("roulette",))
    assert raw == canonical_bytes(as_texts(told))
    assert told["hold"][0]["theoretical"] == pytest.approx(1 / 37)
    for language, words in (
        (
            "en",
            (
                "Annex: statistics",
                "Theoretical win by kind of bet",
                "2.70 %",
                "Watches over fairness",
                "Strongest sector (p)",
                "e-BH",
            ),
        ),
        ("vi", ("Phụ lục: số liệu thống kê", "Thắng lý thuyết theo loại cược", "2,70 %", "Cung mạnh nhất (p)")),
    ):
        pages = PdfReader(io.BytesIO(file_of(row, f"paper-{language}"))).pages
        found = squeezed(" ".join(page.extract_text() for page in pages)).lower()
        for needed in words:
            assert squeezed(needed).lower() in found, needed
        assert "text(" not in found


def test_every_row_of_the_paper_is_words_of_its_language_and_has_a_width_a_column(asks: Asking) -> None:
    told = annex(CODE, PLAYED.from_day, PLAYED.to_day, asks.made(PLAYED).position, games=("roulette",))
    on_paper = paper_annex.annex(told)
    assert len(on_paper.tables) >= 4
    for table in on_paper.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)} == {len(table.widths)}
        assert table.widths[0] > 0
    (wrong,) = [table for table in on_paper.tables if table.title == paper_annex.WRONG]
    assert {row[0] for row in wrong.rows} >= {
        Text("Cò Quay · tất cả", "Roulette · all"),
        Text("Cò Quay · bàn RL01", "Roulette · table RL01"),
        Text("Cò Quay · Cược thẳng", "Roulette · Straight"),
    }


def test_what_came_is_drawn_where_it_is_enough_to_tell(asks: Asking) -> None:
    """740 spins of a wheel, its pockets in their order on it; of the colours, and of few spins, a table is enough."""
    told = annex(CODE, PLAYED.from_day, PLAYED.to_day, asks.made(PLAYED).position, games=("roulette",))
    assert paper_annex.annex(as_texts(told)).plots == ()
    chance = GAMES["roulette"].chance
    assert chance is not None
    spins = [[number % 37] for number in range(740)] + [[17]] * 10
    where = {"game": "roulette", "table": "RL01", "p_corrected": 0.5}
    frequencies = [{**where, **of_spread(spread, spins)} for spread in chance.spreads]
    drawn = as_texts({**told, "frequencies": frequencies})
    [plot] = paper_annex.annex(drawn).plots
    assert plot.title == Text("Cò Quay · RL01 · Từng số", "Roulette · RL01 · Each pocket")
    for language, expected in (("vi", "kỳ vọng"), ("en", "expected")):
        said = re.findall(r">([^<>]+)</text>", plot.drawn.in_language(language))
        assert [text for text in said if text in ("0", "32", "15", "26")] == ["0", "32", "15", "26"]
        assert "30" in said, "17 came 20 times and 10 more"
        assert expected in said
    data = msgspec.structs.replace(compose(Report.objects.get()), annex=paper_annex.annex(drawn), rounds=())
    pages = PdfReader(io.BytesIO(printed(data, signed=False))).pages
    assert squeezed("RL01 · Từng số").lower() in squeezed(" ".join(page.extract_text() for page in pages)).lower()


def test_what_is_chosen_by_its_outcome_has_none(asks: Asking) -> None:
    owner = asks.owner
    by_finding = Selection(about="finding", finding="short_paid", from_day=DAY, to_day=DAY)
    assert annex_of(owner, by_finding, 10) is None
    assert annex_of(owner, Selection(about="case", case="C-1"), 10) is None


def test_numbers_that_are_not_whole_are_texts() -> None:
    assert as_texts({"a": [1, 0.5, None, True], "b": {"c": 1 / 3}}) == {
        "a": [1, "0.5", None, True],
        "b": {"c": "0.33333333"},
    }
