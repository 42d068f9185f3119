"""What is laid into a copy of the house (a game, a language) imports what only the copy has, and is collected there."""

collect_ignore = ["coin", "language"]
