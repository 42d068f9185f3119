"""Where the seams of the house are (``casino.core.seams``), read from the source, and the page of them.

``make pages`` writes ``docs/seams.md``; ``tests/architecture/test_seams.py`` holds the house to it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from casino.core.seams import Seam
from tests.sources import parsed

REPOSITORY: Final = Path(__file__).parents[1]
ROOMS: Final = ("casino", "games", "disputes", "surveillance")
VERBS: Final = ("register", "register_all")
MOST: Final = 5
"""So many modules are named one by one; of more, the folders."""

HEAD: Final = """# Seams

Made by `make pages` from the source (`tests/seams.py`); do not edit. What a seam is, `casino/core/seams.py` says; why
it is so, [ADR 163](adr/0163-one-verb-for-seams.md).

A lower room leaves a place and reads what others put there. Rooms fill the seams of others from one file each:
`casino/seams.py`, `games/seams.py`, `disputes/seams.py`, `surveillance/seams.py`; the demonstration, an app of its own
above them, from `surveillance/demonstration/seams.py`. Where it says “beside”, any module may put in what it declares
of itself. A seam takes each key once, and is gone through in the order of its keys; tables of commands in the order of
their declaration.

| seam | what it is for | who may fill it | filled by | read by |
| --- | --- | --- | --- | --- |
"""


class Place(NamedTuple):
    """A module-level name: ``casino.access.inspectors`` and ``NARROWS``."""

    module: str
    name: str


class Module(NamedTuple):
    """One module, with what its names stand for elsewhere: names that it imports -> where they come from."""

    name: str
    text: str
    tree: ast.Module
    imported: dict[str, Place]


@cache
def modules() -> dict[str, Module]:
    """Every module of the product, by dotted name."""
    found = {}
    for room in ROOMS:
        for file in sorted((REPOSITORY / room).rglob("*.py")):
            if "migrations" in file.parts:
                continue
            parts = file.relative_to(REPOSITORY).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            text = file.read_text("utf-8")
            tree = parsed(file)
            found[name] = Module(name, text, tree, dict(_imported(tree)))
    return found


def _imported(tree: ast.Module) -> Iterator[tuple[str, Place]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                yield alias.asname or alias.name, Place(node.module, alias.name)


def stands_for(module: Module, node: ast.expr) -> Place | None:
    """The module-level name that an expression stands for, wherever it was imported from."""
    match node:
        case ast.Name(id=name):
            return _chased(module.imported.get(name, Place(module.name, name)))
        case ast.Attribute(value=ast.Name(id=of), attr=name) if of in module.imported:
            return _chased(Place(".".join(module.imported[of]), name))
    return None


def _chased(place: Place) -> Place:
    """Where a name comes from that its module only hands on."""
    known = modules().get(place.module)
    if known is not None and place.name in known.imported and known.imported[place.name] != place:
        return _chased(known.imported[place.name])
    return place


@cache
def seams() -> dict[Place, str]:
    """Every seam, and every table of commands: the name of its class."""
    found = {}
    for module in modules().values():
        for node in module.tree.body:
            match node:
                case (
                    ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=ast.Name(id=of)))
                    | ast.Assign(
                        targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=of) | ast.Attribute(attr=of))
                    )
                ) if of in ("Seam", "Commands"):
                    found[Place(module.name, name)] = of
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=ast.Attribute(attr="Commands"))):
                    found[Place(module.name, name)] = "Commands"
    return found


class Use(NamedTuple):
    """That a module fills a seam, or reads it: in the function of this name; empty at its top."""

    place: Place
    module: str
    function: str
    fills: bool


@cache
def uses() -> tuple[Use, ...]:
    """Every use of every seam, also by a function of its own module that fills it (``casino.core.events.register``)."""
    direct = [use for module in modules().values() for use in _uses(module, seams())]
    hands = [use for use in direct if use.fills and use.function and use.module == use.place.module]
    filling = dict.fromkeys((Place(use.module, use.function) for use in hands), "")
    handed = [use for module in modules().values() for use in _uses(module, filling) if use.module != use.place.module]
    by_hand = [
        use._replace(place=hand.place, fills=True)
        for use in handed
        for hand in hands
        if use.place == Place(hand.module, hand.function)
    ]
    return (*(use for use in direct if use not in hands), *by_hand)


def _uses(module: Module, wanted: dict[Place, str]) -> Iterator[Use]:
    if not any(place.name in module.text for place in wanted):
        return
    for top in module.tree.body:
        function = top.name if isinstance(top, ast.FunctionDef | ast.ClassDef) else ""
        above = {id(node) for each in getattr(top, "decorator_list", ()) for node in ast.walk(each)}
        verbs = {
            id(node.value): node.attr in (*VERBS, "step", "decides")
            for node in ast.walk(top)
            if isinstance(node, ast.Attribute)
        }
        for node in ast.walk(top):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                place = stands_for(module, node)
                if place in wanted:
                    assert place is not None
                    yield Use(place, module.name, "" if id(node) in above else function, verbs.get(id(node), False))


def seam_of(place: Place) -> Seam[object, object] | None:
    """The seam itself; None for a table of commands."""
    found = getattr(import_module(place.module), place.name)
    return found if isinstance(found, Seam) else None


def _files(names: set[str]) -> str:
    """Modules as files; many of them as their folders."""
    if len(names) > MOST:
        return ", ".join(sorted({f"`{name.rpartition('.')[0].replace('.', '/')}/`" for name in names}))
    return ", ".join(f"`{name.replace('.', '/')}.py`" for name in sorted(names))


def page() -> str:
    rows = []
    for place in sorted(seams()):
        seam, of_it = seam_of(place), [use for use in uses() if use.place == place]
        filled = {use.module for use in of_it if use.fills}
        read = {use.module for use in of_it if not use.fills}
        about = "Commands of the room, each declared on its struct." if seam is None else seam.about
        beside = "struct and function" if seam is None else seam.beside
        may = f"any module, beside {beside}" if beside else "rooms, from `seams.py`"
        name = f"`{place.module.replace('.', '/')}.py` `{place.name}`"
        rows.append(f"| {name} | {about} | {may} | {_files(filled) or 'nobody yet'} | {_files(read) or 'tests'} |\n")
    return HEAD + "".join(rows)
