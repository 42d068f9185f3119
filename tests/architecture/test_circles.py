"""No circle of imports at all: neither between modules nor hidden by a late or type-checking import."""

from __future__ import annotations

import grimp

ROOMS = ("casino", "games", "disputes", "surveillance")


def circles(graph: grimp.ImportGraph) -> list[list[str]]:
    """The modules that import one another, by way of however many others: the graph's strongly connected components."""
    order: list[str] = []
    seen: set[str] = set()
    for start in sorted(graph.modules):
        waiting = [(start, False)]
        while waiting:
            module, done = waiting.pop()
            if done:
                order.append(module)
            elif module not in seen:
                seen.add(module)
                waiting.append((module, True))
                waiting += [(each, False) for each in graph.find_modules_directly_imported_by(module)]
    found: list[list[str]] = []
    placed: set[str] = set()
    for start in reversed(order):
        circle, reached = [], [start]
        while reached:
            module = reached.pop()
            if module not in placed:
                placed.add(module)
                circle.append(module)
                reached += graph.find_modules_that_directly_import(module)
        if len(circle) > 1:
            found.append(sorted(circle))
    return found


def test_a_circle_is_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e")):
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph) == [["a", "b", "c"]]


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph(
        *ROOMS, include_external_packages=False, exclude_type_checking_imports=False, cache_dir=None
    )
    assert circles(graph) == []
