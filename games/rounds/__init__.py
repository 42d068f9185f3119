"""What happened: the facts of a round as event types, and the one fold that turns them into a state."""
