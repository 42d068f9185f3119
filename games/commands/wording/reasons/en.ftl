erased = (erased)
unreadable = (cannot be read)
