"""What a person reads, page after page: follows the links of the side bar and of every page it comes to, a few pages of
each kind, and gives the words that stand on each."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve
from lxml import html

Get = Callable[[str], tuple[int, str, str]]
"""Asks for an address: status, content type, body."""

UNREAD: Final = "//script|//style|//template|//code|//pre|//kbd|//samp|//textarea|//*[@translate='no']"
"""Where codes are meant: what a program reads, what was typed, and what is marked as a code."""

SPOKEN: Final = ("title", "aria-label", "placeholder", "alt", "data-label")
"""Attributes that are read out or shown."""


class Said(NamedTuple):
    """A text of a page."""

    page: str
    where: str
    text: str


def crawl(get: Get, start: str, *, each: int) -> Iterator[tuple[str, html.HtmlElement]]:
    """Pages that are reached from the first one, at most so many of each kind (by the name of its address)."""
    waiting, seen, of_kind = deque([start]), {start}, Counter[str]()
    while waiting:
        address = waiting.popleft()
        kind = _kind(address)
        if kind is None or of_kind[kind] >= each:
            continue
        of_kind[kind] += 1
        status, media, body = get(address)
        if not media.startswith("text/html") or not body:
            continue
        assert status < 500, address
        page = html.document_fromstring(body)
        yield address, page
        for link in page.xpath("//a/@href"):
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
    kind = found.kwargs.get("command") or found.kwargs.get("step") or ""
    return f"{found.view_name} {kind} {'?' if parts.query else ''}"


def said(address: str, page: html.HtmlElement) -> Iterator[Said]:
    """The texts of a page."""
    for node in page.xpath(UNREAD):
        node.drop_tree()
    for node in page.iter():
        if not isinstance(node.tag, str):
            continue
        where = f"{node.tag}.{node.get('class', '')}"
        for text in (node.text, *(child.tail for child in node)):
            if text and text.strip():
                yield Said(address, where, re.sub(r"\s+", " ", text.strip()))
        for name in SPOKEN:
            if text := node.get(name):
                yield Said(address, f"{where}@{name}", re.sub(r"\s+", " ", text.strip()))
