"""Clocks: what a recorder's or a device's clock says against the server's, then and now, and how surely."""
