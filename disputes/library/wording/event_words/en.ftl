kinds--rules = Rules of the games
kinds--published = Published information
kinds--procedures = Operating procedures
kinds--controls = Internal controls
kinds--law = Law

labels--document_registered = Document entered
labels--version_added = Version added
labels--version_withdrawn = Version withdrawn

title-kind-entered-by-who = “{ $title }” ({ $kind }), entered by { $who }.
as-if-it-had-never = As if it had never been in force.
up-to-and-including-day = Up to and including { $day }.
file-name = File { $name }.
version-version-in-force-from = Version { $version }, in force from { $day }, added by { $who }.
in-force-up-to-and = In force up to and including { $day }.
version-version-withdrawn-by-who = Version { $version }, withdrawn by { $who }.
reason-reason = Reason: { $reason }
