kinds--rules = Rules of the games
kinds--published = Published information
kinds--procedures = Operating procedures
kinds--controls = Internal controls
kinds--law = Law

labels--document_registered = Document entered
labels--version_added = Version added
labels--version_withdrawn = Version withdrawn
