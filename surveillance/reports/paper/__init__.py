"""The report for people, as PDF in Vietnamese and English (``docs/reports.md``): ``data`` is what it says, ``compose``
makes that of a report, ``words`` and ``writing`` put it into blocks, ``making`` prints and signs it.

Proved by ``tests/surveillance/reports/test_paper.py``.
"""
