"""Every place that rooms leave for others is a seam, filled by its one verb: rooms from one file each.

``tests/seams.py`` reads the source; ``tests/test_pages.py`` holds ``docs/seams.md`` current.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.seams import ROOMS, Module, Place, modules, seam_of, seams, stands_for, uses

REMEMBERED = {
    "casino.ledger.follow._tried": "events at which a follower failed, tried once more by this process",
    "casino.vault.names._KEYS": "keys that were derived, forgotten with their person",
    "games.api.description._made": "the description of the API, made once a language",
    "games.engine.fold._QUICK": "steps of the types that were met",
    "games.engine.fold._STEPS": "steps of the types that were met",
    "games.ingest.credentials._known": "devices that were asked for lately",
    "games.ingest.tables._known": "tables that were asked for lately",
    "surveillance.files.folder._seen": "sizes of files that lay there at the last look",
}
"""Tables that a module fills for itself as it works: nobody puts anything in."""
FILLING = {"add", "append", "extend", "insert", "setdefault", "update"}


def tables(module: Module) -> set[str]:
    """Names at the top of a module that hold a list, set or dict."""
    found = set()
    for node in module.tree.body:
        target = getattr(node, "target", None) or next(iter(getattr(node, "targets", ())), None)
        value = getattr(node, "value", None)
        made = isinstance(value, ast.Dict | ast.List | ast.Set | ast.DictComp | ast.ListComp | ast.SetComp)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            made = value.func.id in ("dict", "list", "set", "defaultdict", "deque", "OrderedDict")
        if made and isinstance(target, ast.Name):
            found.add(target.id)
    return found


def filled(module: Module) -> Iterator[Place]:
    """Module-level names that something is put into: in a function of their own module, or anywhere in another."""
    defining = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    own = {id(node) for top in module.tree.body if not isinstance(top, defining) for node in ast.walk(top)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FILLING:
            at = node.func.value
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            at = node.value
        else:
            continue
        while isinstance(at, ast.Subscript | ast.Call):
            at = at.value if isinstance(at, ast.Subscript) else at.func
            at = at.value if isinstance(at, ast.Attribute) and at.attr in FILLING else at
        place = stands_for(module, at)
        if place is not None and place.module in modules() and not (place.module == module.name and id(node) in own):
            yield place


def registries() -> set[str]:
    """Tables that are filled while the program runs, and are no seams."""
    known = {name: tables(module) for name, module in modules().items()}
    return {
        f"{place.module}.{place.name}"
        for module in modules().values()
        for place in filled(module)
        if place.name in known[place.module]
    }


def test_whatever_is_put_into_a_table_of_another_goes_into_a_seam() -> None:
    assert registries() == set(REMEMBERED)


def test_the_sweep_sees_a_table_that_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a function of its module, with its key or without, and from another module."""
    lower = "_OFFERS = []\nNAMES: dict = {}\nOWN = {}\ndef offer(each):\n    _OFFERS.append(each)\n"
    higher = "from lower import NAMES\nimport lower as l\nNAMES['a'] = 1\nNAMES.setdefault('b', []).append(2)\n"
    trees = {"lower": ast.parse(lower + "OWN['a'] = 1\n"), "higher": ast.parse(higher)}
    made = {
        "lower": Module("lower", "", trees["lower"], {}),
        "higher": Module("higher", "", trees["higher"], {"NAMES": Place("lower", "NAMES")}),
    }
    for of in ("tests.seams", __name__):
        monkeypatch.setattr(f"{of}.modules", lambda: made)
    assert registries() == {"lower._OFFERS", "lower.NAMES"}


def test_rooms_fill_the_seams_of_others_from_one_file() -> None:
    files = {f"{room}.seams" for room in (*ROOMS, "surveillance.demonstration")}
    elsewhere = [
        f"{use.module} fills {'.'.join(use.place)}"
        for use in uses()
        if use.fills
        and use.module not in (*files, use.place.module)
        and (seam := seam_of(use.place)) is not None
        and not seam.beside
    ]
    assert elsewhere == []


def test_what_stands_beside_something_is_put_in_there() -> None:
    """Else what a module says of itself would stand in two places."""
    for place in seams():
        seam = seam_of(place)
        if seam is not None and seam.beside:
            assert not [use for use in uses() if use.fills and use.place == place and use.module.endswith(".seams")], (
                place
            )


def test_every_seam_is_filled() -> None:
    filled = {use.place for use in uses() if use.fills}
    assert {place.name for place in seams() if place not in filled} == {"UPCASTS"}, "no type has a second version yet"
