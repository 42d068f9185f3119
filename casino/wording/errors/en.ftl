## casino.accounts.life

session_over = The session is over; sign in again.

## casino.accounts.rules

account_own = Nobody changes their own account, but for its password.
account_not_administrator = Only an administrator asks for changes of accounts.
account_unknown = There is no such account.
account_post_unknown = There is no such post.
account_post_held = The account has this post already.
account_post_not_held = The account does not have this post.
account_administrator_apart = An administrator holds no post that sees or decides cases: one person does not do both.
account_waiting = This is asked for already and waits for a second person.
account_nothing_to_change = Nothing would change.
account_settled = The account has been used: user name and staff code stay for good.
account_inactive = The account is closed.
account_confirmer_asked = Whoever asked does not confirm it.
account_confirmer_concerned = Whom it concerns does not confirm it.
account_confirmer_post = Your post does not confirm this change.
account_decided = This was dealt with meanwhile.
account_lapsed = This was asked too long ago; it must be asked anew.
account_ask_again = The password changed since this was asked: withdraw it and ask anew.
account_repeated = This was recorded already.
account_no_property = No property is set up yet: there is no record to keep accounts in.
account_enough_administrators = There are two active administrators; they ask for and confirm every other account.
account_shut = This command is shut: accounts change on the page Accounts, on the record. The first two: { $command }.
first_password = First choose a password of your own at { $address }.
posting_over = This posting is over.

## casino.core.currencies

unknown_currency = There is no currency { $currency }: use a code of three letters in force in ISO 4217, such as VND or USD.

## casino.core.errors

not_found = There is nothing at this address.
method_not_allowed = This address does not take the method { $method }.
not_authenticated = Signing in is required.
forbidden = This account may not do that.
bad_request = The request cannot be read.
rate_limited = Too many requests within a minute; send again in { $seconds } seconds.
try_again = This is not possible just now; send the same again in a few seconds.
unknown_property = No property has the code { $property }.

## casino.core.house_settings

setting_unknown = There is no setting { $setting }.
setting_value = The value does not fit the setting { $setting }: { $why }.

## casino.core.interest

interest_barred = You are part of this matter, so somebody else does this: { $why }.

## casino.core.reasons

reason_says_nothing = The reason has to say more: at least { $words } different words that say something, and { $letters } letters.

## casino.factors.errors

factor_needed = The second factor must be given before anything else can be opened.
proof_needed = Prove who you are once more before this.
factor_code_wrong = This code is wrong, has run out, or was used before.
factor_wait = Too many wrong codes; try again in { $seconds } seconds.
factor_password_wrong = The password is wrong.
factor_unknown = This account has no such device.
factor_last = This role must keep at least one device: add another before you remove this one.
factor_too_many = The account has { $limit } devices; remove one first.
factor_expired = This took too long; begin again.
factor_key_unfit = FACTOR_KEY is not set as it must be: 32 bytes as base64.
factor_secret_unreadable = The secret of the authenticator app cannot be opened with the present FACTOR_KEY.
passkey_refused = The passkey was not accepted; try again.
passkey_not_here = Passkeys cannot be used at this address.
signature_needed = This has to be signed with your passkey.
signature_no_passkey = Your post must sign this with a passkey, and you have none that can sign. Add one on the page Second factor, then do this again; nothing was recorded.
signature_not_here = This has to be signed with a passkey, and passkeys cannot be used at this address. Open the house's own address.
signature_other_command = Something by which the form is read changed while you signed. Nothing was recorded: open the page again, look at it, and sign once more.
signature_other_file = This is not the file that was chosen first. Choose the same file again.
signature_not_signable = This cannot be signed: { $why }.

## casino.house.service

setting_in_the_past = A setting does not come into force in the past.
setting_unchanged = The setting has this value from that moment already.
setting_post = This is set and confirmed by a { $post } or above.
setting_reason = Give the reason in a sentence (10 to 500 characters).
setting_waits = A request about this setting waits already.
setting_ask_unknown = No such request waits.
setting_same_person = The person who confirms must be another than the one who asked.
setting_not_yours = Only who asked takes it back.
setting_currency_used = Rounds are recorded at this property; its currency can be changed no more.
setting_currency_at_once = The currency is changed at once only, not from a later moment.

## casino.accounts.given_by

command_line_no_code = At the command line this account needs an authenticator app as its second factor. Nothing was recorded.
command_line_first_password = The account still has a one-time password; sign in and choose your own first.
command_line_input = The standard input is for passwords here; name a file.

## casino.papers.errors

paper_key = There is no usable key for signing papers: { $what }.

## casino.vault.attachments

attachment_empty = The file is empty.
attachment_too_large = The file has { $size } bytes; at most { $limit } are taken.
attachment_name = The file's name cannot be used: { $reason }. Rename the file.
attachment_type = This kind of file is not taken; taken are: { $extensions }.
attachment_extension = The extension of the file's name does not agree with its content, which is { $media_type }.
attachment_damaged = The file is damaged or cut off.
attachment_mixed = The file is of two kinds at once.
attachment_active = Web pages, SVG pictures and documents with macros are not taken.
attachment_infected = The virus scanner refused this file.
attachment_scan_failed = Scanning for viruses is not possible just now, so the file was not taken; send it again later.

## casino.vault.errors

person_unknown = This property has no person with the reference { $person }.
person_erased = The personal data of { $person } has been erased for good.
sealed_for_nobody = Sealed content must belong to at least one person.
text_not_unicode = The text contains characters that are not valid.
sealed_erased = This was erased for good together with somebody whom it can name.
person_keys_not_set = { $variable } is not set, so personal data can be neither kept nor read.
person_master_key_unfit = { $variable } must be 32 bytes written in base64.
person_keys_wrong_master = PERSON_MASTER_KEY is not the key under which the keys in the folder are wrapped.
person_keys_folder_missing = The folder of keys (PERSON_KEYS_DIR) is not there, or its disk is not mounted.
person_keys_folder_open = Every user of the machine can enter the folder of keys (PERSON_KEYS_DIR).
person_keys_folder_refused = The folder of keys (PERSON_KEYS_DIR) cannot be written or read: { $reason }.
sealed_altered = The sealed content { $ref } is not what was recorded: it has been altered.
sealed_missing = The sealed content { $ref }, which an event names, is not there.
person_key_missing = The key of { $person } is not there, although this person was not erased.
person_key_damaged = The key of { $person } is damaged or altered.

## casino.web.refusals

request_too_slow = The request came too slowly and was given up; send it again.
request_too_large = The request is longer than { $limit } bytes.
too_busy = The server is too busy; send the same again in a few seconds.
