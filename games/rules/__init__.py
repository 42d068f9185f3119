"""The approved rules as pure functions and dated data: what is legal, what is owed, and which clause says so."""
