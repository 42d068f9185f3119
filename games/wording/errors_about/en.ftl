## games.rows.on_duty

not_posted_here = Pit supervisors and pit managers act at the tables and pits of their postings in force, of this property.
post_not_for_clause = A ruling in an own session is made by a post that the clause names, or, where it names none, by a pit supervisor or above. What a device reports is recorded whoever is named.

## games.api.base

internal_error = Our fault, not yours. Send the same again later, under the same id.

## games.facts.approval_requests

ask_unknown = A confirmation, refusal or withdrawal names a request for a second person that was never recorded.
ask_decided = Somebody was quicker. Load it again.
ask_same_person = A second person checks the first, in an own session.
ask_not_yours = A request for a second person is withdrawn by the person who made it.
ask_overtaken = Between request and confirmation the fact was corrected, or the finding was settled, by somebody else.
ask_waits_already = One request about a fact or a finding at a time. Confirm, refuse or withdraw the one that waits.

## games.commands.equipment

equipment_same = The number is the one that the record has for this kind at that moment; nothing would change.
table_changed = Two people act on a table at once, or its device sent something; load the table again.
equipment_in_future = Equipment is recorded when it is there, with the moment from which it is.
equipment_of_another_game = A roulette table has a wheel and a rotor, a sic bo table a shaker and dice, a table of cards a shuffler.

## games.commands.erasing_reasons

reason_unknown = A reason is erased by the position of an event that holds it sealed. Words in events from before reasons were sealed stand in clear for good.
reason_erased = Somebody was quicker. The page says who erased it, and on which ground.

## games.commands.finding_batches

finding_batch = What is let rest at once has one kind, one cause and one reason; what they come to together is held against the limits.

## games.facts.findings

finding_unknown = A command names a finding that was never recorded.
finding_not_open = Somebody acted on it before, or a later fact superseded it. Load the finding again.
finding_in_other_case = A finding belongs to one case. Use that one.
finding_not_in_case = Only the case that took a finding up dismisses or releases it. Load the finding again.
finding_reason_missing = Dismissing and correcting a finding are recorded with their reason.
finding_post_not_allowed = A pit supervisor or above, or Surveillance, may dismiss; an acting pit supervisor may not.
finding_needs_second_person = A second person checks the first.
finding_changed = Two people act on a finding at once; the second is told. Load the finding again and repeat the command.
command_conflict = The same command id came with other content. Make a new id for a new command.

## games.ingest.by_hand

by_hand_elsewhere = Corrections, rulings, remedies and devices are no lines of a file that a person says.
by_hand_second = Facts of rounds, and what the house sets at a table, bear on money: two persons say them.

## games.ingest.errors

empty_body = Send at least one event.
body_unreadable = Nothing was recorded. Send the same again.
body_too_large = Limit: INGEST_MAX_BODY_BYTES.
inflates_too_much = Inflating stops at the limit. Limit: INGEST_MAX_INFLATED_BYTES.
batch_too_large = Limit: INGEST_MAX_EVENTS. Nothing of the batch was recorded.
gzip_damaged = Compress again from the stored events, or send without compression.
gzip_truncated = Send again. From a file, what stood before the cut is kept.
unsupported_media_type = Set the Content-Type header.
unsupported_encoding = Set Content-Encoding to gzip, once, or leave it out.
body_not_json = Nothing of it was recorded, since its parts cannot be told apart. NDJSON loses only the bad line.
body_wrong_charset = UTF-16 and the like, seen at the first bytes; nothing of it was recorded.
body_too_deep = Nothing of it was recorded.
not_events = See the wire form in docs/api.md.
credentials_missing = See docs/devices.md.
credentials_unreadable = See the form of the headers in docs/devices.md.
credentials_wrong = An unknown device, a wrong key and a wrong token get the same answer on purpose.
device_revoked = Its credential is right but was revoked. What it sent is kept in quarantine.
batch_signature_unreadable = See the form of `signed` in docs/origin.md. Nothing was recorded; the whole body is in quarantine.
batch_list_differs = A batch is signed as the list of exactly the events that are sent with it. Nothing was recorded.
batch_key_unknown = The key is named by the SHA-256 of its 32 bytes. One that was registered before keys were recorded is added to the record by the command device key. Nothing was recorded.
batch_signature_wrong = What is signed stands byte by byte in docs/origin.md, with an example to compare. Nothing was recorded; the whole body is in quarantine.
clock_off = A signed request is valid for five minutes either way. Set the clock, or sign with the server's time and say the clock's own reading in Tableproof-Clock.
device_without_key = Register a device anew with its public key.
device_exists = Choose another code.
bad_public_key = The raw key, without a PEM frame.
bad_code = A code is made of letters, digits and the signs . _ : - and is 64 characters long at most.
unknown_document = Documents are named by game and date of effect.
outcomes_unreadable = Columns run,spin,pocket, or a single column of pockets 0 to 36.
event_too_large = INGEST_MAX_EVENT_BYTES.
not_json = For a whole body of application/json the status is 400, since nothing in it can be told apart.
byte_order_mark = Whatever writes the events must not put a byte order mark before them.
wrong_charset = JSON is exchanged in UTF-8 only.
too_deep = No event type nests deeper than a few levels.
duplicate_key = Two readers could take different values, so neither is taken.
missing_field = The field path says which.
unknown_field = See event-types.
field_not_allowed = For example a round in a fact about the table.
wrong_type = Amounts are whole numbers in the currency's smallest unit, never with a decimal point.
number_out_of_range = The schema names the range.
bad_format = The schema names the pattern.
bad_length = The schema names the length.
not_allowed = The schema names the values.
bad_uuid = RFC 9562, as 8-4-4-4-12 hexadecimal digits.
bad_time = 2026-06-13T20:15:07.250+07:00, or null where the clock is unknown.
leap_second = Send 23:59:59 or 00:00:00 of that second in UTC, as clocks that keep POSIX time have it, or null.
time_without_offset = A time without offset says nothing about when it was.
time_out_of_range = A clock that was never set does not know the time, and a time it made up would put facts in a wrong order.
bad_character = It cannot be searched or shown; no field needs it.
invalid_value = Whatever fits no more precise code.
unknown_type = GET event-types lists them all.
not_from_device = Limits, documents, bindings and corrections are the house's to set.
device_mismatch = Leave it out, or send each device's lines with its own credential.
unknown_device = Register it with the command device add.
event_not_signed = The event was changed after it was signed, or is not hashed in the form of docs/origin.md.
unknown_table = The house registers a table first.
table_not_bound = Bind it with the command device bind.
wrong_game = The game of a round is what stands before the dot in the event type.
id_conflict = An id belongs to one content for ever. Give a new fact a new id; correct an old one by a correction.

## games.ingest.put_right

quarantine_stranger = Only what a known device or the house sent is brought right. Strangers' bytes make room by themselves.
quarantine_done = Somebody was quicker. Load the page again.
quarantine_not_of_device = Corrections, rulings and what belongs to the house's own commands have ways of their own.

## games.rows.chosen_house

property_needed = Only where there is exactly one property may a command leave it out.
no_property = Set up a property first, or start the demonstration.

## games.rows.matters

ruling_no_matter = A ruling changes an ended round only where a bet of it awaits a decision, or a matter was recorded in it by another person than who rules.

## games.rows.replay

position_beyond = Nothing stood there yet: what was asked for cannot be shown as it stood then.

## games.commands.reports

report_unknown = An answer names an event of the round by which nobody decided or gave leave.
report_not_yours = A device reported a decision of somebody. That person or one above confirms or denies it; a ruling made in an own session is confirmed by another person to whom the clause leaves it.
report_answered = The latest answer says the same. Load the round again.

## games.rows.rule_choices

rules_choice_missing = Whoever puts a document in force makes each of its choices: what was brought with the program is nobody's.
rules_choice_wrong = A choice that the document does not have, or a value that it does not know for it.
rules_approval_missing = A guest may hold the letter of the document against the house; another reading needs an approval.

## games.rows.rulebooks

rules_unknown = A document is put in force by the name under which the program ships it.
rules_in_force_already = Asked to put in force what is in force, with the same text and from no other moment.
rules_in_the_past = Rounds are judged by what was in force when they opened; only later ones can have another document.

## games.commands.correcting

round_unknown = A command or a page names a round that was never recorded.
round_changed = Two people act on a round at once; the second is told. Load the round again and repeat the command.
fact_unknown = A correction names an event that is not of this round.
correction_of_correction = The target of a correction is itself a correction.
correction_changes_nothing = Before and after of a correction are the same.
correction_does_not_fit = The data after a correction is not valid for the event type; the sentence names the field.
post_too_low = The person's post is below what the command asks for.
reason_missing_text = A command that must be justified came without a reason.
command_does_not_fit = A clause, code or text of a command is not written as the event type asks; the sentence names the place.

## games.judgement.study_fields

study_value_wrong = A rule-change study was asked for with a value of another form than the one that stands in the document.
study_odds_wrong = A rule-change study was asked for with odds that are no two numbers above zero with a colon between them.

## games.studies.work

study_too_many = More rule-change studies were asked for at once than a property may have under way.
study_failed = The work of a rule-change study stopped by a fault; its name stands in the sentence, the rest in the log.

## games.studies.study

study_unreadable = A rule-change study was asked for with a document that is not of the form of those approved.

## games.rows.whatif

whatif_unreadable = The what-if document is not of the form described in the documentation; the sentence names the place.
whatif_unknown_version = A what-if removes or changes a fact that the round does not have.
whatif_contradicts_itself = A what-if removes a fact twice, changes it twice, or does both with it.
whatif_type_not_of_game = A what-if adds a fact of an unknown type or of another game.
whatif_leaves_nothing = A what-if removes all facts of a round and adds none before them.
whatif_unknown_document = A what-if names a rule book that does not exist or is another game's.

## games.commands.rulings

ruling_batch = One act of ruling is about rounds of one table; each of them gets the ruling, for the bets that are named.
