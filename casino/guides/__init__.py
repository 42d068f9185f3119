"""Guides: what each role does with which page, read in the product and printed on two sheets.

One text a guide and language (``text/<role>.<language>.md``), in the little form that ``source`` reads; parts that
several guides share stand in ``shared.<language>.md``. ``shelf`` knows whose guide is which and which part is about
which page, ``pages`` shows them, ``paper`` prints them. Proved by ``tests/guides``.
"""
