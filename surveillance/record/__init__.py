"""Surveillance as the record tells it: recorders, cameras, recordings, links, requests, holds; pure."""
