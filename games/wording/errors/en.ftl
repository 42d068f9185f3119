## games.rows.on_duty

not_posted_here = You are not posted at this table.
post_not_for_clause = Clause { $clause } does not leave this to your post ({ $post }).

## games.api.base

internal_error = Something failed here; it stands in the log.

## games.facts.approval_requests

ask_unknown = There is no such request.
ask_decided = This request was dealt with already (state: { $state }).
ask_same_person = The person who confirms must be another than the one who asked.
ask_not_yours = Only who asked takes it back.
ask_overtaken = What it was about has changed since it was asked for; it cannot be confirmed. Refuse it, and ask anew.
ask_waits_already = This waits for a second person already.

## games.commands.equipment

equipment_same = The table plays with this very equipment already.
table_changed = Something was recorded of this table after you opened the page. Look again.
equipment_in_future = This moment has not come yet.
equipment_of_another_game = This table plays with nothing of this kind.

## games.commands.erasing_reasons

reason_unknown = There is no sealed reason at this position.
reason_erased = This reason was erased already.

## games.commands.finding_batches

finding_batch = Choose from 1 to { $most } findings of one kind, at one property, each of them once.

## games.facts.findings

finding_unknown = There is no such finding.
finding_not_open = The finding is no longer open (state: { $status }).
finding_in_other_case = The finding stands in the case { $case } already.
finding_not_in_case = The finding does not stand in the case { $case }.
finding_reason_missing = A reason of 1 to 500 characters is asked for.
finding_post_not_allowed = This post may not dismiss a finding.
finding_needs_second_person = Marking as corrected takes a pit manager or above, and another person, shift manager or above, who authorises.
finding_changed = Something happened to this finding after you opened the page. Look again, then decide.
command_conflict = This command id was already used for another command.

## games.ingest.by_hand

by_hand_elsewhere = This is recorded on its own page or by its own command, with its limits and its second person.
by_hand_second = Another person must confirm this line: --second CODE.

## games.ingest.errors

empty_body = The request has no content.
body_unreadable = The connection broke before the whole content had come.
body_too_large = The content is longer than { $limit } bytes; send it in parts.
inflates_too_much = The gzip content inflates to more than { $limit } bytes; send it in parts.
batch_too_large = There are more than { $limit } events at once; send them in parts.
gzip_damaged = The gzip data is damaged, or is not gzip.
gzip_truncated = The gzip data ends too early.
unsupported_media_type = The content type { $found } is not taken; use application/json or application/x-ndjson.
unsupported_encoding = The content encoding { $found } is not taken; only gzip is.
body_not_json = The content is not JSON: wrong at line { $line }, column { $column } ({ $why }).
body_wrong_charset = The content is not UTF-8, or begins with a byte order mark.
body_too_deep = The content is nested too deeply.
not_events = The content must be one event, an array of events, or an object with “events” alone.
credentials_missing = The device did not say who it is: a signature or a token is required.
credentials_unreadable = The header { $header } cannot be read.
credentials_wrong = The signature or token fits no device here.
device_revoked = The device { $device } may no longer send.
batch_signature_unreadable = The signature of the batch cannot be read.
batch_list_differs = The signed list has { $listed } events, the batch { $sent }.
batch_key_unknown = The device { $device } has no such key in the record.
batch_signature_wrong = The signature of the batch does not hold for the key of the device { $device }.
clock_off = The device's clock is { $seconds } seconds away from the server's; sign again by server_time.
device_without_key = The device { $device } has a token, and no key to sign with.
device_exists = The device { $device } exists already.
bad_public_key = A public key is 32 bytes of Ed25519, written in base64.
bad_code = { $found } is not a valid code.
unknown_document = There is no rule document { $document }.
outcomes_unreadable = Line { $line } of the result list: { $why }.
event_too_large = The event is longer than { $limit } bytes.
not_json = Not JSON: wrong at line { $line }, column { $column } ({ $why }).
byte_order_mark = The content begins with a byte order mark; send UTF-8 without it.
wrong_charset = Not UTF-8: wrong from byte { $position } on.
too_deep = Nested too deeply.
duplicate_key = The key { $key } stands twice in one object.
missing_field = This field is missing.
unknown_field = This event type has no such field.
field_not_allowed = An event of type { $type } does not carry this field.
wrong_type = Type { $expected } is expected, { $found } came.
number_out_of_range = The number is out of range ({ $rule }).
bad_format = Wrong form; the pattern is { $rule }.
bad_length = Wrong length ({ $rule }).
not_allowed = There is no value { $found } here.
bad_uuid = Not a UUID.
bad_time = Not a moment as RFC 3339 writes it.
leap_second = The leap second (second 60) is not taken.
time_without_offset = The moment lacks its offset (Z or +07:00).
time_out_of_range = The moment must be from 2000 on and before 2100; while the clock is not set, send null.
bad_character = A string holds the character U+0000.
invalid_value = The value is not valid ({ $why }).
unknown_type = There is no event type { $type }.
not_from_device = A device may not send { $type }; people of the house record it.
device_mismatch = The field device says { $found }, but the sender is { $expected }.
unknown_device = This property has no device { $device }.
event_not_signed = The signed list has another hash in this event's place; the server computes { $expected }.
unknown_table = There is no table { $table }.
table_not_bound = The device { $device } is not bound to the table { $table }.
wrong_game = The table { $table } plays { $game }, not { $found }.
id_conflict = This id is recorded at position { $position } with other content.

## games.ingest.put_right

quarantine_stranger = Nobody knows who sent this message: there is nothing to record in its place.
quarantine_done = This message was dealt with, or waits for a second person (state: { $state }).
quarantine_not_of_device = Only what a device may send is sent again here; everything else is recorded on the page of the round.

## games.rows.chosen_house

property_needed = There are several properties; choose one with --property: { $codes }.
no_property = No property is set up yet.

## games.rows.matters

ruling_no_matter = This round has ended and no matter of it waits or is open, so a ruling changes nothing. A complaint about it is decided in a case.

## games.rows.replay

position_beyond = The log ends at position { $head }.

## games.commands.reports

report_unknown = This round has no decision or leave { $report }.
report_not_yours = Only the person named, or one above, may answer.
report_answered = This was answered so already.

## games.rows.rule_choices

rules_choice_missing = No choice was made of: { $choice }.
rules_choice_wrong = This cannot be chosen: { $choice }.
rules_approval_missing = A reading other than the letter of the document needs the number of the regulator's approval: { $choice }.

## games.rows.rulebooks

rules_unknown = The program brings no such rule document.
rules_in_force_already = This very document is in force already.
rules_in_the_past = A document cannot come into force in the past.

## games.commands.correcting

round_unknown = There is no round { $round } in the ledger.
round_changed = Something was recorded in this round after you opened the page. Look again.
fact_unknown = This round has no fact { $event }.
correction_of_correction = A correction is not corrected: correct the original fact again.
correction_changes_nothing = The correction says what is already held; nothing would change.
correction_does_not_fit = The corrected data does not fit the type of the fact: { $why }.
post_too_low = This needs at least the post of { $post }.
reason_missing_text = Give a reason.
command_does_not_fit = The command is not of the right form: { $why }.

## games.judgement.study_fields

study_value_wrong = This value cannot be; it is { $present } now.
study_odds_wrong = Odds are written stake:profit, for example 1:34; they are { $present } now.

## games.studies.work

study_too_many = { $count } studies are under way already. Wait for them, or cancel one.
study_failed = The rounds could not be judged under this supposed document ({ $what }).

## games.studies.study

study_unreadable = The supposed document cannot be read: { $why }.

## games.rows.whatif

whatif_unreadable = The what-if cannot be read: { $why }.
whatif_unknown_version = This round has no fact of version { $version }.
whatif_contradicts_itself = The what-if names version { $version } more than once: leave it out or change it, once.
whatif_type_not_of_game = The event type { $type } is not one of { $game }.
whatif_leaves_nothing = The what-if leaves out every fact of the round: nothing is left to replay.
whatif_unknown_document = There is no rule document { $document } of { $game }.

## games.commands.rulings

ruling_batch = Choose from 1 to { $most } rounds of one table, each of them once.
