"""What a person reads, page after page: follows the links of every page it comes to, a few pages of each kind, and
gives the words that stand on each."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve

Get = Callable[[str], tuple[int, str, str]]
"""Asks for an address: status, content type, body."""

UNREAD: Final = frozenset({"script", "style", "template", "code", "pre", "kbd", "samp", "textarea"})
"""Elements in which codes are meant: what a program reads, what was sent, what is marked as a code."""
SPOKEN: Final = ("title", "aria-label", "placeholder", "alt", "data-label")
"""Attributes that are read out or shown."""
VOID: Final = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


class Said(NamedTuple):
    """A text of a page, and the element in which it stands, with its classes; ``lang`` where the page says in which
    language it is, other than its own."""

    page: str
    where: str
    text: str
    lang: str = ""


class Page(HTMLParser):
    """The texts and links of a page."""

    def __init__(self, address: str, body: str) -> None:
        super().__init__()
        self.address = address
        self.texts: list[Said] = []
        self.links: list[str] = []
        self._open: list[tuple[str, str, str]] = []
        self.feed(body)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        where = f"{tag}.{given.get('class', '')}"
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        lang = given.get("lang", "") if tag != "html" else ""
        lang = lang or (self._open[-1][2] if self._open else "")
        if not self._unread():
            for name in SPOKEN:
                self._say(f"{where}@{name}", given.get(name, ""), lang)
        if tag not in VOID:
            self._open.append((tag, where, lang))

    def handle_endtag(self, tag: str) -> None:
        if any(tag == each for each, *_rest in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open and not self._unread():
            self._say(self._open[-1][1], data, self._open[-1][2])

    def _unread(self) -> bool:
        return any(tag in UNREAD for tag, *_rest in self._open)

    def _say(self, where: str, text: str, lang: str) -> None:
        if text := re.sub(r"\s+", " ", text).strip():
            self.texts.append(Said(self.address, where, text, lang))


def crawl(get: Get, start: str, *, each: int) -> Iterator[Page]:
    """Pages that are reached from the first one, at most so many of each kind (by the name of its address)."""
    waiting, seen, of_kind = deque([start]), {start}, Counter[str]()
    while waiting:
        address = waiting.popleft()
        kind = _kind(address)
        if kind is None or of_kind[kind] >= each:
            continue
        of_kind[kind] += 1
        status, media, body = get(address)
        assert status < 500, address
        if not media.startswith("text/html") or not body:
            continue
        page = Page(address, body)
        yield page
        for link in page.links:
            parts = urlsplit(urljoin(address, link))
            found = parts.path + (f"?{parts.query}" if parts.query else "")
            if not parts.netloc and found not in seen:
                seen.add(found)
                waiting.append(found)


def _kind(address: str) -> str | None:
    parts = urlsplit(address)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    step = found.kwargs.get("command") or found.kwargs.get("step") or ""
    return f"{found.view_name} {step} {'?' if parts.query else ''}"
