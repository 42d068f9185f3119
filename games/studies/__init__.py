"""Rule-change studies asked for in the admin: what may be changed, the work, its files (``docs/fairness.md``)."""
