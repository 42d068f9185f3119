"""The embedded PostgreSQL and the runner behind ``make run``. Nothing in here imports Django."""
