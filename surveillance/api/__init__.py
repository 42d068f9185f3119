"""The API of Surveillance, under ``/api/v1/footage/``."""
