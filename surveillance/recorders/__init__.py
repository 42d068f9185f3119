"""Recorders: a stretch of film with its times (ONVIF replay), a file of it, links to the maker's player."""
