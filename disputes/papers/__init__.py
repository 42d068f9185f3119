"""The papers of a case as PDF in Vietnamese and English: acknowledgement (8.3), decision (8.4), notice of the right to
complain (8.5), complaint form (8.6), decision on the complaint (8.5).

``compose`` makes a :class:`~disputes.papers.data.PaperData` of a case, ``letter`` puts it into words, ``render`` prints
it. Proved by ``tests/disputes/papers``.
"""
