verdicts--proved = PROVED: everything holds, by the keys that you trust.
verdicts--in_part = PROVED IN PART: what is shown holds, by the keys that you trust; but of what was asked for not everything is shown, and rounds may stand there.
verdicts--consistent = CONSISTENT IN ITSELF, KEYS UNPROVED: everything fits together, but no policy of yours was given (--policy).
verdicts--refused = REFUSED: something does not hold.
verdicts--unreadable = UNREADABLE: this is no bundle of the right form.

package-verdicts--proved = PROVED: every part is as the house signed it, by a key that you trust.
package-verdicts--consistent = CONSISTENT IN ITSELF, KEY UNPROVED: everything fits together, but no report key was given (--report-key).
package-verdicts--refused = REFUSED: the package was tampered with.
package-verdicts--unreadable = UNREADABLE: this is neither a bundle nor a package of film of the right form.

# The form of the file

reasons--container = The container is not of its one form.
reasons--missing = This member is missing.
reasons--unlisted = The manifest does not list this member.
reasons--unknown_member = No member of a bundle has this name.
reasons--members_order = The members are not in the manifest's order.
reasons--part_missing = A part is missing from the numbers.
reasons--units = The numbers of the units have a hole.
reasons--unit_parts = The manifest says { $said } parts, there are { $found }.
reasons--unit_counts = Rounds ({ $rounds }) or events ({ $events }) are not as many as the manifest says.
reasons--kind_counts = The manifest says { $said } events, there are { $found }.
reasons--lines_order = The lines are not in their order.
reasons--counts = The manifest says { $said } events, there are { $found }.
reasons--json = JSON that cannot be read.
reasons--not_canonical = JSON that is not written in its one form.
reasons--format = The format { $format } is not read here.
reasons--manifest = The manifest is not of its form.
reasons--ranges = The ranges of positions are not of their form or order.
reasons--leaves = There are not as many leaf hashes as positions ({ $said }).
reasons--edges = A hash that is not 32 bytes long.
reasons--too_long = Longer than { $most } bytes.
reasons--line_too_long = A line is longer than { $most } bytes.
reasons--line_unended = The last line does not end.
reasons--line_form = The line is not of its form.
reasons--no_body = The last event has no body.
reasons--time_zone = There is no time zone { $zone }.
reasons--not_read = It cannot be read.

# Digests and signatures

reasons--checksum = The CRC-32 is another.
reasons--digest = The SHA-256 is not the manifest's.
reasons--checkpoint = The checkpoint or the keys cannot be read.
reasons--checkpoint_differs = The manifest tells of another checkpoint.
reasons--as_of = Rounds are judged as of a position behind the checkpoint.
reasons--signature = The checkpoint's signatures do not hold.
reasons--no_log_signature = The log { $origin } has not signed the checkpoint.
reasons--note = The manifest's signature cannot be read.
reasons--note_text = The signature is one of another manifest: the request or the content was changed.
reasons--note_signature = The signature of { $name } on the manifest does not hold.
reasons--note_unknown = No signature on the manifest is of a report key that you gave.
reasons--device_key_unknown = The device signs with a key that you did not give: { $fingerprint }.
reasons--stamp = The time stamp does not hold.

# The log

reasons--root = The hashes lead to another root.
reasons--tree = The tree cannot be made again.
reasons--event = The event does not hold.
reasons--entry = The log entry does not hold.
reasons--entries_order = The entries are not in the order of positions.
reasons--leaf = Position { $position } of the log holds another entry.
reasons--not_shown = Position { $position } is not among those that are proved.
reasons--body = The body in { $stream } is not written in its one form.
reasons--behind = The event stands behind position { $as_of }, as of which rounds are judged.
reasons--twice = The position stands there twice.
reasons--proof = The event's own proof does not hold.
reasons--proof_without_event = A proof without its event.

# What was left out

reasons--stream_begins = { $stream } begins with version { $version }, not with 1.
reasons--stream_hole = { $stream }: an event is missing before version { $version }.
reasons--streams_order = { $stream } stands in the wrong place.
reasons--left_out = An event of { $stream }, of which the bundle says it holds all, was left out.
reasons--two_histories = The stream has two histories: another event has the same version.
reasons--table_left_out = The bundle has no stream { $stream }, though that table has rounds here or was asked for.
reasons--case_left_out = The bundle has no stream { $stream }: which rounds the case has is not known.
reasons--finding_left_out = An event about a finding of a round that was asked for was left out.
reasons--time_back = Recorded at { $at }, behind an event recorded at { $before }, and no jump of the clock on record explains it.
reasons--time_outside = Recorded at { $at }, but witnesses saw the log around it between { $first } and { $last }, and no jump of the clock on record explains that: { $count } events up to position { $ends }, by up to { $most } (hours:minutes:seconds).
reasons--former = An earlier head is not continued by this checkpoint.
reasons--kept_other_log = The checkpoint that you kept is of another log.
reasons--kept_unproved = The bundle does not prove that it continues the checkpoint you kept: ask with its size (since).
reasons--kept_fork = THE LOG WAS FORKED: at this size the checkpoint you kept has another root. Keep both: they are evidence.
reasons--stale = The checkpoint was last cosigned at { $at }, before { $since }.
reasons--unnamed = No event or line of the bundle names this member.

# What was asked for

reasons--request = The request in the manifest is not of its form.
reasons--claim = The bundle does not claim what was asked for: “{ $field }” has to be { $wanted }, it says { $there }.
reasons--claim_empty = A whole interval was asked for, and the bundle claims none.
reasons--claim_ends = The interval does not begin or end where the request says: this position was recorded at { $at }.
reasons--context = A round that was asked for is marked as standing beside, or the other way round.
reasons--continued = This event continues a stream of the bundle (position { $previous }) and was left out.
reasons--interval_not_shown = The interval is not shown as a whole.
reasons--round_missing = The round that was asked for is not in the bundle.

# Who said it

reasons--origin_missing = { $stream }: what was signed of it is missing.
reasons--origin_differs = { $stream }: what was signed does not speak for this event.
reasons--origin_fault = { $stream }: the signature of origin does not hold.
reasons--origins = The line of what was signed does not hold.

# Judgement

reasons--document_digest = The rule document in { $stream } does not have the digest that it says.
reasons--document_text = The rule document is not the one that the event puts in force.
reasons--rounds_order = { $stream } does not stand where its table dealt it.
reasons--unknown_event = A type of event that this program does not know.
reasons--not_judged = It cannot be judged.
reasons--differs = { $stream }: what is computed again is not what the bundle says.
reasons--left_over = Something is left over at its end.

# Beside the events

reasons--disclosure = The disclosed words are not those of the event.
reasons--disclosure_not_named = The event names no such sealed words.
reasons--index = The event does not say “{ $name }” so.
reasons--line_without_event = The line speaks of an event that is not in the bundle.
reasons--clip_digest = The film does not have the hash of its name.
reasons--clip_seal = The film's seals: { $state }, { $count } of them.
reasons--clip_unreadable = The film cannot be read: { $why_en }
reasons--clip_not_named = The event does not name this film.

# A package of film

reasons--package = The file is no package of film.
reasons--package_container = The container is not as the house made it: it was packed anew, or something was put in.
reasons--package_added = This part was added to the package.
reasons--package_twice = This part is there more than once.
reasons--package_removed = This part was taken out of the package.
reasons--package_changed = This part was changed: its SHA-256 is not the manifest's.
reasons--package_swapped = This part holds the content of { $name }.
reasons--package_unread = This part cannot be read.
reasons--package_note_text = The signature is of another manifest: it was changed, or comes from another package.
reasons--package_sums = The sum given for { $name } is wrong.
reasons--package_other = This part speaks of another clip or another export.
reasons--package_chain = The chain of custody lacks an event, or is out of order, at event { $version }.
reasons--package_chain_other = The chain of custody does not have this export of this clip.
reasons--package_seal = The film's seal, by the package's certificate: { $state }.

remarks--request_on_trust = Who asked for what, and when, is the house's word: the manifest is not signed, or no --report-key was given.
remarks--no_mldsa = No ML-DSA-44 signature of the checkpoint was checked.
remarks--no_witness = No witness was checked: the house alone stands for the checkpoint.
remarks--clip_unrecorded = No event names this film: only its seal says whose it is.
remarks--stamps_unchecked = { $count } time stamps were not checked (--stamp-root).
remarks--stamp_at = A time-stamp authority saw the checkpoint at { $moment }.
remarks--no_interval = The bundle does not say of any interval that it is complete.
remarks--selection_trusted = That no round but those named ({ $rounds }) was asked for is the house's word; each of them is whole.
remarks--selection_empty = The bundle has no round: that there is none such as was asked for is the house's word.
remarks--clock_jumped = THE SERVER'S CLOCK JUMPED: recorded at { $at }, behind an event recorded at { $before }, by the house's word.
remarks--clock_was_off = THE SERVER'S CLOCK WAS OFF: recorded at { $at }; witnesses saw { $first } to { $last }: { $count } events up to position { $ends }, by up to { $most } (hours:minutes:seconds). The jump is the house's word.
remarks--ends_trusted = That the interval begins and ends as asked is the house's word: the entries at its ends are not shown.
remarks--log_silent = No activity: the whole log holds nothing from { $begins } to { $ends }, of any table.
remarks--idle_closed = No activity: the table was closed the whole interval ({ $count } events stand in the log meanwhile).
remarks--idle_open = No round of this table though it was open ({ $count } events stand in the log meanwhile): ask why.
remarks--hashes = { $count } positions of the interval are hashes alone: what they hold is the house's word.
remarks--heads = { $count } streams may have further events before this position that are not shown (corrections, rulings): { $named }.
remarks--handed = What table { $table } handed on before the first round is the house's word.
remarks--session_trusted = That the table handed on nothing before the first round is the house's word.
remarks--numbers_left_out = The table's numbers { $first } to { $last } are no rounds of the log.
remarks--gap = The device's numbers { $first } to { $last } never came.
remarks--device_key = The device's key is the house's word; compare with the key sheet, or give it by --device-keys: { $fingerprint }.
remarks--package_key = Whose key signed is the house's word; compare with the key sheet or give it by --report-key: { $fingerprint }.
remarks--document_own = No event of the bundle puts this document in force: it was judged by this program's own.
remarks--document_differs = The document in force is not the one that this program brings.
remarks--program_differs = The bundle was made by another program ({ $theirs }; here { $own }).

figures--events = events, whole
figures--entries = positions as entries
figures--hashes = positions as hashes
figures--streams = streams
figures--rounds = rounds, computed again
figures--signed_device = events signed by devices
figures--signed_person = events signed by people
figures--signed_unknown = events signed by people, keys registered elsewhere
figures--unsigned = events for which the house alone stands
figures--disclosed_open = sealed words, open and right
figures--disclosed_sealed = words that stay sealed
figures--disclosed_erased = words that were erased
figures--proofs = proofs of single events
figures--clips = films, their seals right

heads--file = File
heads--house = House
heads--log = Log
heads--log_is = { $origin }, { $size } events; judged as of position { $as_of }
heads--request = Asked for (the house's word)
heads--request_signed = Asked for (signed)
heads--whole = Holds whole
heads--whole_claimed = Claims to hold whole
heads--whole_nothing = nothing
heads--whole_rounds = { $count } rounds: { $streams }
heads--whole_interval = tables { $tables }, { $moments }positions { $first } to { $last }; { $rest }
heads--whole_rest = nothing is left out
heads--whole_hashes = { $count } positions are hashes alone
heads--signed = Signed the checkpoint
heads--counted = Checked
heads--package = Package of film
heads--package_is = { $export } of recording { $recording }, made { $made_at }
heads--package_signed = Signed by
heads--reasons = Does not hold
heads--remarks = Not proved, or worth knowing
heads--more = … and { $count } more of these
heads--detail = Technical detail
heads--unknown = This does not hold.

position = { $where }
positions = { $where }
