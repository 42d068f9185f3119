"""Django's backend for PostgreSQL, with a bound on how long a server may be silent: see ``base.py``."""
