codes = A character that cannot be printed stands by its Unicode number, as [U+738B].
