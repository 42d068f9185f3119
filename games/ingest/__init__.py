"""Taking events in: bodies, credentials, checks, numbers, quarantine. The way of a batch is in ``service``."""
