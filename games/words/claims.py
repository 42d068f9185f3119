"""Findings of claims of time in words (``games.engine.weighing``): a name, and what it means.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue

_WORDS: Final = Catalogue(__file__)

CLAIMS: Final = _WORDS.pairs("claims")
