"""The errors of papers, in the error table (``docs/errors.md``)."""

from __future__ import annotations

from casino.core.errors import add

add(
    "paper_key",
    503,
    vi="Không có khóa ký văn bản dùng được: {what}.",
    en="There is no usable key for signing papers: {what}.",
    about="Keys lie in PAPER_KEYS_DIR, readable by their owner alone, or are named by PAPER_KEY, PAPER_CERTIFICATE and "
    "PAPER_TOKEN_… (deploy/README.md). `manage.py paper_keys` says which are there.",
)
