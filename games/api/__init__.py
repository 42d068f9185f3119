"""The HTTP interface of the games: taking events in, event types, and the pages that describe both."""
