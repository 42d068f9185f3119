"""The files of the invented game import a folder that only the copy has: they are collected there, not here."""

collect_ignore = ["coin"]
