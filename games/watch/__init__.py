"""The watch over fairness on the server: rows by position, findings, pages (``docs/fairness.md``)."""
