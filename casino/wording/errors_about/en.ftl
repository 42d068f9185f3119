## casino.accounts.life

session_over = It was not used for SESSION_IDLE_MINUTES, or is older than SESSION_HOURS.

## casino.accounts.rules

account_own = Ask another administrator.
account_not_administrator = The person's rights may have ended since the page was opened.
account_unknown = The account named in the address or form does not exist.
account_post_unknown = Choose one of the posts offered.
account_post_held = Nothing is to be done.
account_post_not_held = It was taken away meanwhile.
account_administrator_apart = Take one away before the other is asked for.
account_waiting = Have it confirmed, or withdraw it first.
account_nothing_to_change = What was said is what the account has.
account_settled = Events name the person by them.
account_inactive = Let it in again first.
account_confirmer_asked = Another person must confirm it, in a session of their own.
account_confirmer_concerned = Another person must confirm it, in a session of their own.
account_confirmer_post = Administrators and management confirm every change; postings also those above the post, where they act.
account_decided = Look at the page again: it was confirmed, refused or withdrawn.
account_lapsed = An ask lapses after seven days; a posting's with its end, or with the rights of whoever asked.
account_ask_again = A post that sees cases starts with a password that two persons gave; its first part is missing here.
account_repeated = The form was sent twice. The first time counts.
account_no_property = Set up the property first.
account_enough_administrators = The server's command makes administrators only while fewer than two are active.
account_shut = Django's own commands for accounts would write past the record.
first_password = The account signed in by a one-time password.
posting_over = It was ended, or ran out, before.

## casino.core.currencies

unknown_currency = A property or a table is made in a currency whose decimal places nobody knows: not in ISO 4217, withdrawn from it, or no money to play with (XXX, metals, funds codes).

## casino.core.errors

not_found = The address or the thing it names does not exist. Check the address.
method_not_allowed = Use the method that the API page shows for the address.
not_authenticated = A staff page of the API was asked for without a session.
forbidden = The person or device is known, but lacks the right.
bad_request = A request that fits no more precise code.
rate_limited = Wait as long as the Retry-After header says, then send the same again. Larger batches need fewer requests.
try_again = The database could not be reached or gave up. What was recorded already is answered as a duplicate.
unknown_property = The property in the address, or given to a command, is not set up here.

## casino.core.house_settings

setting_unknown = The names of a property's settings stand in docs/settings.md.
setting_value = A setting has a type, and a number its bounds: docs/settings.md.

## casino.core.interest

interest_barred = Whoever made, ruled, allowed or confirmed the act in dispute, is named or complained of, gains by it or dealt the round does not handle the matter. Opening a case, noting words and handing over stay open.

## casino.core.reasons

reason_says_nothing = A mark is no reason. Above the property's amount (reason_sentence_above), for another cause than those to choose from, and for a ground of the law a sentence is asked for; below it a chosen cause or two words suffice.

## casino.factors.errors

factor_needed = The session has a password only. Give the second factor, or enrol one, at /admin/account/ in this session.
proof_needed = A weighty act, and the last proof of this session is older than PROOF_MINUTES. Give it at /admin/account/prove/?again=1 in the same session, then send the same again; nothing was recorded.
factor_code_wrong = A code of an app counts once, for 30 seconds and one step before and after. Wait for the next.
factor_wait = After every wrong code of an account the wait doubles. A passkey is not held up.
factor_password_wrong = An account without a second factor is asked for its password before weighty acts.
factor_unknown = It was removed, or belongs to somebody else.
factor_last = The last device of an account that must have a second factor cannot be removed.
factor_too_many = More devices than anybody uses are more ways in.
factor_expired = What a page was opened with (a secret, a challenge, a form that waits) is kept for some minutes only.
factor_key_unfit = For the operator: secrets of authenticator apps lie sealed with it; deploy/README.md describes it.
factor_secret_unreadable = For the operator: give the key under which it was sealed, as FACTOR_KEY or FACTOR_KEY_FORMER.
passkey_refused = Another address or device, no check of the person, or a challenge that has passed. The log says which.
passkey_not_here = Passkeys belong to PASSKEY_DOMAIN; the page was opened under another name or an IP address.
signature_needed = The post must sign weighty commands. Pages ask for it; docs/origin.md says how the API is asked for the challenge and given the answer.
signature_no_passkey = A role signs weighty commands (manage.py signature demand), and the account has no passkey of this house with which commands are signed (ES256, EdDSA, RS256).
signature_not_here = Passkeys belong to PASSKEY_DOMAIN; the page was opened under another name or an IP address.
signature_other_command = What was signed is the command that the form was read as before the touch; what would be carried out are the same fields read again. They differ where the language of amounts, or what the case offers to choose from, changed between.
signature_other_file = What is signed holds the SHA-256 of the file, which does not travel with the question: it is chosen once more beside the touch of the passkey, and goes on only if it is the same.
signature_not_signable = A command has no canonical form: a number that is no whole number of 53 bits, or text that is not Unicode.

## casino.house.service

setting_in_the_past = What was done before was done under what was in force then. Leave the moment out for: at once.
setting_unchanged = Nothing would change.
setting_post = Who may set what stands in docs/settings.md.
setting_reason = Whoever confirms a setting, and whoever looks at it later, reads why.
setting_waits = One request about a setting at a time: confirm, refuse or withdraw the one that waits.
setting_ask_unknown = The request was never made, or was confirmed, refused or withdrawn.
setting_same_person = A second person checks the first.
setting_not_yours = Another person refuses instead.
setting_currency_used = Amounts of tables that name no currency are recorded in the property's: another would change them all.
setting_currency_at_once = By then rounds could be recorded, whose amounts another currency would change.

## casino.accounts.given_by

command_line_no_code = The account has, or must have, a second factor, and no app whose codes could be typed. Add one on the page Second factor; passkeys answer in a browser only, and recovery codes open one's own devices alone.
command_line_first_password = Somebody else has seen a one-time password, so nothing is done in its person's name by it.
command_line_input = A command that names a person reads password and code from the standard input where no terminal is there.

## casino.papers.errors

paper_key = Keys lie in PAPER_KEYS_DIR, readable by their owner alone, or are named by PAPER_KEY, PAPER_CERTIFICATE and PAPER_TOKEN_… (deploy/README.md). `manage.py paper_keys` says which are there.

## casino.vault.attachments

attachment_empty = Nothing was sent. Choose the file again.
attachment_too_large = Send a shorter film or a smaller picture. The house sets the limit (ATTACHMENT_MAX_BYTES).
attachment_name = A name is one line of at most 150 visible characters without path, with one extension, hiding nothing.
attachment_type = The content is of no known type, or of one that the house does not take (ATTACHMENT_TYPES).
attachment_extension = A file is what its content says. Rename it, or look where it came from.
attachment_damaged = The content begins like a known type and does not go on so, or is locked by a password. Send it again.
attachment_mixed = Another file hangs on it or hides in it, as attacks do. Export the picture or document anew.
attachment_active = What can run in a browser or an office program is refused. Send it as PDF or as a picture.
attachment_infected = ATTACHMENT_SCAN_COMMAND ended with 1. The file was not kept.
attachment_scan_failed = ATTACHMENT_SCAN_COMMAND did not start, did not end in time, or ended with neither 0 nor 1. See the log.

## casino.vault.errors

person_unknown = A reference PS-… that was never given out here.
person_erased = The person's key was destroyed on purpose; nothing can be sealed or named for them any more.
sealed_for_nobody = Content is encrypted under persons' keys. Where nobody is known yet, make a reference for them first.
text_not_unicode = The text holds halves of characters (surrogates), which no file or screen can show. Send it again.
sealed_erased = One of the keys that it was sealed under was destroyed. Its salted hash stands in the event.
person_keys_not_set = For the operator: set the variable as deploy/README.md describes, and start again.
person_master_key_unfit = For the operator: make one with `openssl rand -base64 32`, or give the one that was used before.
person_keys_wrong_master = For the operator: give the right one; while changing it, the old one as PERSON_MASTER_KEY_FORMER.
person_keys_folder_missing = For the operator: mount or restore it. It is never made anew while there are persons, who would be lost.
person_keys_folder_open = For the operator: `chmod 700` the folder, and think of who may have read it (then change the master key).
person_keys_folder_refused = For the operator: the folder must belong to the user of web server and worker, on a disk with room.
sealed_altered = Tag or digest do not fit. An alarm: keep the database as it is, compare it with a backup.
sealed_missing = An event was recorded with this content, and its row is gone. An alarm: restore the row from a backup.
person_key_missing = An alarm: the folder of keys is incomplete or another one. Restore its latest copy.
person_key_damaged = An alarm: the key's file does not fit its name, or its bytes changed. Restore it from the latest copy.

## casino.web.refusals

request_too_slow = Headers or content did not arrive in time (WEB_HEAD_SECONDS, WEB_BODY_SECONDS). Nothing of it was recorded.
request_too_large = No page takes that much at once (WEB_BODY_MAX_BYTES). Send it in parts.
too_busy = Too many connections, too much content under way, or no thread free in time; the slowest client is let go first. Nothing of the request was recorded. Wait as long as the Retry-After header says.
