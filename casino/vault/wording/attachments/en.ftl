name-or-extension-is-missing = name or extension is missing
longer-than-longest-name-characters = longer than { $longest_name } characters
it-holds-hidden-characters = it holds hidden characters
it-holds-a-path-or = it holds a path or forbidden characters
it-has-two-extensions = it has two extensions
