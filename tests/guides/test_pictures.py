"""The pictures of the guides are what the pages look like: made by a walk, held against the pages by each later one.

``make pictures`` makes them; every other run of the same walk looks whether each page still shows what its picture
does: the same headings, labels and buttons, at about the same places. Numbers and moments may differ.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image
from playwright.sync_api import Page

from casino.guides import shelf
from tests.guides.conftest import Photographer
from tests.guides.shots import SCALE, SHOTS, TALLEST, Shot

KNOWN: Final = Path(__file__).with_name("pictures.json")
"""Of each picture: its digest, its size, and what stands where on it."""
MAKE: Final = "MAKE_PICTURES" in os.environ
LARGEST_BYTES, ALTOGETHER_BYTES = 60_000, 4_000_000
COLOURS: Final = 64
MARGIN, AWAY_PX = 8, 24
"""Room around what is shown; how far something may stand from where it stood: fonts of machines differ."""

OUTLINE: Final = """(clip) => {
    const found = [];
    const wanted = "main h1, main h2, main h3, legend, main label, main button, summary, main th, dt, main .tp-button";
    for (const each of document.querySelectorAll(wanted)) {
        if (!each.checkVisibility({checkVisibilityCSS: true, checkOpacity: true})) continue;
        if (each.closest(".tp-hidden, .tp-reach")) continue;
        const box = each.getBoundingClientRect();
        const x = box.x + scrollX - clip.x, y = box.y + scrollY - clip.y;
        const text = each.innerText.replace(/\\s+/g, " ").replace(/[0-9]+/g, "0").trim().slice(0, 60);
        if (text && box.width > 2 && x >= 0 && y >= 0 && x < clip.width && y + box.height <= clip.height)
            found.push([text, Math.round(x), Math.round(y)]);
    }
    return found;
}"""


def known() -> dict[str, dict[str, Any]]:
    return json.loads(KNOWN.read_text("utf-8")) if KNOWN.exists() else {}


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.parametrize("language", shelf.LANGUAGES)
def test_every_picture_is_what_its_page_looks_like(photographer: Photographer, language: str) -> None:
    taken = {shot.name: _taken(photographer, shot) for shot in SHOTS}
    if MAKE:
        _keep(language, taken)
    for name, (_content, size, outline) in taken.items():
        told = known()[language][name]
        assert abs(size[1] - told["size"][1]) <= AWAY_PX, f"{name} has another height: make pictures"
        assert [each[0] for each in outline] == [each[0] for each in told["outline"]], f"{name} is old: make pictures"
        moved = [
            (now, was)
            for now, was in zip(outline, told["outline"], strict=True)
            if max(abs(now[1] - was[1]), abs(now[2] - was[2])) > AWAY_PX
        ]
        assert moved == [], f"{name} has another layout: make pictures"


@pytest.mark.parametrize("language", shelf.LANGUAGES)
def test_pictures_are_those_of_the_walk_and_small(language: str) -> None:
    files = {path.stem: path.read_bytes() for path in sorted((shelf.PICTURES / language).iterdir())}
    assert set(files) == {shot.name for shot in SHOTS}
    assert {name: hashlib.sha256(content).hexdigest() for name, content in files.items()} == {
        name: told["sha256"] for name, told in known()[language].items()
    }, "a picture that no walk has made"
    assert {name: len(content) for name, content in files.items() if len(content) >= LARGEST_BYTES} == {}
    assert sum(map(len, files.values())) < ALTOGETHER_BYTES / 2


def test_every_picture_is_shown_and_every_shown_one_is_taken() -> None:
    shown = {name for code in shelf.GUIDES for part in shelf.guide(code, "vi").parts for name in part.pictures}
    assert shown == {shot.name for shot in SHOTS}
    roles = {shot.name: shot.role for shot in SHOTS}
    for code in shelf.GUIDES:
        own = [name for part in shelf.guide(code, "vi").parts for name in part.pictures]
        assert len(own) >= 2, f"{code} shows too little"
        assert any(roles[name] == code for name in own), f"{code} shows nobody's own page"


def test_a_picture_that_shows_nothing_is_none() -> None:
    """Each has at least a few words on it, in its own language: the two are not one picture."""
    for shot in SHOTS:
        vietnamese, english = ([each[0] for each in known()[lang][shot.name]["outline"]] for lang in ("vi", "en"))
        assert vietnamese
        assert vietnamese != english, shot.name
        assert any(re.search(r"[à-ỹđ]", text.lower()) for text in vietnamese), shot.name


def _taken(photographer: Photographer, shot: Shot) -> tuple[bytes, tuple[int, int], list[Any]]:
    page = photographer.window(shot.role, shot.width, SCALE[shot.width])
    page.goto(photographer.address + shot.path())
    page.wait_for_load_state("networkidle")
    if shot.fill is not None:
        shot.fill(page, photographer.language)
    for selector in shot.shows:
        page.locator(selector).first.wait_for()
    page.evaluate("document.fonts.ready")
    clip = _clip(page, shot)
    content = page.screenshot(full_page=True, clip=clip, animations="disabled")
    outline = page.evaluate(OUTLINE, clip)
    page.context.close()
    return _small(content), (round(clip["width"]), round(clip["height"])), outline


def _clip(page: Page, shot: Shot) -> Any:
    """From the first to the last of what is shown, the page's whole width, and not too tall."""
    boxes = [page.locator(selector).first.bounding_box() for selector in shot.shows]
    scrolled = page.evaluate("scrollY")
    top = max(0, min(box["y"] for box in boxes if box) + scrolled - MARGIN)
    bottom = max(box["y"] + box["height"] for box in boxes if box) + scrolled + MARGIN
    height = min(bottom - top, TALLEST[shot.width])
    return {"x": 0, "y": round(top), "width": shot.width, "height": round(height)}


def _small(content: bytes) -> bytes:
    """Fewer colours: pages have few, and papers keep them as they are."""
    out = io.BytesIO()
    picture = Image.open(io.BytesIO(content)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _keep(language: str, taken: dict[str, tuple[bytes, tuple[int, int], list[Any]]]) -> None:
    folder = shelf.PICTURES / language
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, (content, _size, _outline) in taken.items():
        shelf.picture(name, language).write_bytes(content)
    told = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "size": list(size), "outline": outline}
        for name, (content, size, outline) in taken.items()
    }
    KNOWN.write_text(json.dumps({**known(), language: told}, ensure_ascii=False, indent=0, sort_keys=True) + "\n")
