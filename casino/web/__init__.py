"""The web server: uvicorn, with a bound on the time and the memory that any client can take of it (ADR 50).

``connections`` bounds each connection, ``crowd`` all of them together, ``gateway`` hands whole requests to Django,
which runs in a few threads. No thread ever waits for a client. Proved by ``tests/web``.
"""
