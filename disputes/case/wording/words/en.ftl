endings--settled_at_table = settled at the table
endings--accepted = decision accepted
endings--complaint_decided = complaint decided
endings--no_complaint = no complaint filed
endings--withdrawn = withdrawn
endings--merged = merged into another case

results--upheld = complaint upheld
results--varied = decision before varied
results--rejected = complaint rejected

sources--player = a player's complaint
sources--finding = a finding taken up

parties--player = player
parties--witness = witness
parties--staff = staff

evidence--text = text
evidence--link = link
evidence--attachment = attachment
evidence--document = approved document

reasons-to-pass--player_disagrees = the player does not agree
reasons-to-pass--cannot_be_resolved = cannot be resolved at the table
reasons-to-pass--reserved = reserved to another post (section 7)

papers--acknowledgement = Acknowledgement
papers--decision = Decision letter
papers--right_to_complain = Notice of the right to complain
papers--complaint_form = Complaint form
papers--complaint_decision = Decision on the complaint
papers--settlement = Settlement at the table
papers--receipt = Receipt

manners--in_person = in person
manners--letter = by letter
manners--telephone = by telephone
manners--e_mail = by e-mail

left-steps--money = Money
left-steps--issue = To be issued
left-steps--hand_over = To be handed over
left-steps--sign = To be signed

how--chips = in chips
how--cash = in cash
how--transfer = by transfer
how--other = otherwise

languages--vi = in Vietnamese
languages--en = in English
languages--ko = in Korean

grounds--term_ended = the record's term has ended
grounds--legal_ground = on a legal ground

laws--request = the person asks for it
laws--consent_withdrawn = the person withdraws consent
laws--unlawful = the data were collected unlawfully
laws--court_order = an order of a court
laws--authority_order = an order of a competent authority

causes--not_existing = does not exist
causes--not_applicable = does not apply here
causes--not_obtained = asked for and not obtained

no-footage--out_of_view = no camera covers the place
no-footage--not_recording = the camera was not recording
no-footage--no_longer_kept = no longer kept
no-footage--not_clear = it does not show the matter clearly

measures--apology = an apology to the player
measures--staff_instruction = instruction of the staff
measures--record_corrected = correction of the record
measures--equipment_checked = check of the equipment
measures--procedure_reviewed = review of the procedure
measures--other = another measure

scans--clean = scanned for viruses
scans--not_scanned = not scanned for viruses

remedies--none = the result stands
under-a-minute = under a minute
n-bytes = { $n } bytes
n-kb = { $n } kB

day = { $n } day
days = { $n } days
hour = { $n } hour
hours = { $n } hours
minute = { $n } minute
minutes = { $n } minutes
