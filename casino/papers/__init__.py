"""Papers: how plain data becomes a PDF, and how the property signs it. What a paper says is its own room's matter.

``blocks`` are the pieces that a paper is made of, ``glyphs`` makes their text printable, ``setting`` prints them with
typst and ``paper.typ``. No clock, no database. Proved by ``tests/papers``.
"""
