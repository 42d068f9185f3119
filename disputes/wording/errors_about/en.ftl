## disputes.api.views

name_in_address = Addresses stand in logs, histories and proxies. POST the same fields as JSON.

## disputes.case.bet_errors

case_bet_of_other = A case, its remedies and its papers know only the bets of its players. Leave the bet out; if its player belongs in the case, add them; if the table recorded the wrong player, have that corrected at the round.
case_bet_whose = The table's record names no player of the case for the bet. Name the player (command attribute_bets, or the party of the remedy's line).
case_bet_of_party = A line of a remedy names another player of the case than the one whose bet it is. Name the right one, or state the remedy anew.
case_bet_known = Whose a bet is can be said only where the table's record does not tell. If it names the wrong player, have the fact corrected at the round.
case_line_whose = Without a round an amount goes to a player by name of their code; a case with one player needs none.
case_reference_twice = What the table calls one player it calls no other; else a bet would be of two.

## disputes.case.errors

case_unknown = A command or a page names a case that was never opened.
case_changed = Two people act on a case at once; the second is told what happened meanwhile and nothing is overwritten.
case_round_changed = A disputed round changed while a remedy for it was being recorded. Load the case again.
case_role = The command is not among those of this role, at any stage.
case_role_at_stage = The role may do it at other stages, but not at this one: a case that was passed on is decided above.
case_stage = Section 8 has an order; the command belongs to another stage.
case_table = Pit supervisors and pit managers act at the tables and pits they are posted to.
case_party = Who is named as a party neither offers, decides nor confirms, and does not withdraw or merge the case.
case_owed_only = Pay exactly what the replay owes, or promise a time (8.3) and hand the case over: the next post answers.
case_erasure_second = An erasure takes two persons. In a case another of senior management confirms it, or the director of table games; in the log of Surveillance another of senior management, or an officer of Surveillance.
case_erasure_asks = Nothing waits for a second person here. Senior management asks first.
case_staff_barred = A case is not handed to whoever is in it: a party, who dealt the round, ruled or allowed what is disputed.
case_second_person = A decision is made by someone who did not take the decision below, and confirmed by another person.
case_from_finding_only = Name at least one finding of the audit.
case_nobody = A dispute record holds the player's name and contact.
case_claim_unsaid = A case that comes from no finding begins with the player's words.
case_round_unknown = A round of the command was never recorded. A case without an identified round names none.
case_bet_unknown = A bet of the command is not among those of the round.
case_bet_not_disputed = A remedy concerns the rounds and bets of the case. Add the round or bet first.
case_finding_unknown = A finding named by a command was never recorded.
case_party_unknown = A statement or paper names a party that is not part of the case. Add the person first.
case_party_twice = A person of the house is named once.
case_staff_unknown = A case is handed over to an account that exists, is active and may see to it.
case_changes_nothing = The command would change nothing.
case_no_offer = At the table an offer comes first, then the player's answer.
case_offer_waits = Record the answer first.
case_above_table = A setting of the house limits what is settled at the table.
case_needs_second = What one person does alone adds up, and money beyond the rules has a low limit of its own: docs/settings.md.
case_remedy_empty = Only the remedy 'none' has no amount, and 'other' may have none where it names a measure.
case_remedy_none = The remedy 'none' came with amounts.
case_remedy_sign = To pay the difference is above zero, to take back below, and zero is no movement.
case_remedy_differs = An amount other than what the replay says needs a reason (deviation).
case_deviation_missing = A remedy in a case without an identified round always needs a reason (deviation).
case_remedy_twice = One line a bet.
case_clause_missing = Every remedy and every decision cites the clauses it rests on.
case_clause_unknown = A citation names a clause that is not in the document, or a document that is not known.
case_round_not_ended = Amounts are checked against the replay, which needs a result.
case_ruling_missing = Section 7 leaves the matter to a post. Its ruling is recorded at the round.
case_result_empty = A complaint that is upheld, or varies the decision before, puts something right: say what.
case_footage_cause = The player is told the cause in a sentence of the letter, never the words of the answer.
case_measure_twice = Each measure is named once; several others are told apart by their words.
case_interval = An interval of a request for footage.
case_time_passed = A promised time that has passed already is no promise.
case_time_far = A time promised to the player (8.3) is one that somebody keeps.
case_time_ahead = What is recorded as done has been done.
case_paper_unknown = Papers have codes L1, L2 and so on, in the order in which they were issued.
case_paper_before = Give the moment at which it was handed over; a paper that was handed over is recorded afterwards.
case_paper_stage = A decision letter needs a decision in force, a notice of the right to complain a player who does not agree.
case_paper_needs_time = Record 8.3 first.
case_paper_language = Every paper is there in Vietnamese and English; a receipt also in those further languages in which guests are told of the game of each of its rounds.
case_person_unsaid = A guest need not give a name to complain; something must tell whom the house spoke with.
case_no_player = Papers and answers need a player. Add one first.
case_not_told = The answer of a player comes after the decision letter; a complaint is closed after the decision on it.
case_right_not_in_writing = The right to complain is told in writing before its term runs.
case_term_runs = A case without a complaint is closed after the term.
case_merge_itself = Name another open case.
case_merge_offered = Whoever offered or decided would count as a stranger in the other case.
case_merge_decided = A case is merged into one that is still at the table or with the pit manager.
case_currency = A round or a case in another currency is handled in a case of its own.
case_table_currency = The limits are set by currency; money in one that has none is not moved at the table.
case_offer_without_round = What is paid for an identified round is recorded at that round.
case_told_before = The right to complain is told after the decision that it is about.
case_person_unknown = Name a player or witness of the case.
case_retained = Personal data of a case are kept for the record's term: a request of the person, or consent withdrawn, does not end it.
case_time_out_of_range = A moment of a command was mistyped: correct it. Those at the ends of the calendar fit into no time zone.
case_erased = Everybody in it and the case's own key were erased. Its events and proofs stand; its texts are gone.
case_person_elsewhere = A key is not destroyed while an open case needs it: somebody stands in it, or it goes on with this matter.
case_ground_names = The ground is sealed under a key of its own, which no erasure of a person destroys. Name the law or the order by its number.

## disputes.case.gate_errors

case_items_open = Each of 8.4.1 to 8.4.8 is filled with what belongs to it, or marked as giving nothing, with cause and reason.
case_footage_open = A decision waits for every request for footage, or until it is recorded as unanswered after its clock.
case_not_notified = 8.2 comes before the decision.
case_notified_already = Once is enough.
case_no_first_word = 8.3 comes before the decision.
case_evidence_unknown = The evidence named does not exist or was withdrawn.
case_evidence_missing = Name the evidence it rests on.
case_reasons_twice = Send them as reasons_en beside Vietnamese reasons, or alone as reasons with reasons_language en.
case_evidence_one = Give one of them.
case_document_unknown = Evidence names a document or version that is not in the library.
case_item_filled = An item with evidence is not marked as giving nothing. Withdraw the evidence first.
case_rules_stand = The rules in force when each round opened apply. Without any, add the rules of the game from the library.
case_footage_by_surveillance = Ask for footage. If no answer comes while its clock runs, record the request as asked and unanswered.
case_footage_clock_runs = A request counts as unanswered only after its clock has run out.
case_footage_since = A decision is confirmed on what it was made on. Do not confirm; it is decided anew with the answer.
case_evidence_misfit = Documents come from the library or as a copy, statements from a party; what is left belongs to 8.4.7.
case_document_misfit = The kind of a document in the library says which item of 8.4 it is, and its game which cases it is about.
case_evidence_giver = Ask for the footage; what somebody else saw is a statement, or belongs to 8.4.7.
case_no_sentence = Dashes, one word, or the chosen cause over again are no reason. Write what was looked at and why it is so.
case_none_cause = Whoever is part of a case can be asked: a missing statement was asked for and not obtained.
case_none_asked = What was asked for and not obtained names of whom, and when.
case_request_unknown = The request does not exist or was answered.

## disputes.case.money_errors

case_money_line = Lines of a remedy that took effect have codes (M1, M2 …); each is still out until all of it moved or was given up.
case_money_amount = No more is handed over, received or given up than the remedy moves. Without an amount it is all that is left.
case_handover_other = The setting handover_other_above. It is held against the whole remedy, so that parts of it do not get round it; who made the offer that settled a case at the table decided it.
case_money_of_player = Only what is taken back can be waived or uncollectable; what the house owes is out until it is handed over.
case_nothing_to_keep = A line of 0 lets the player keep what the replay finds paid too much; anything else has an amount.
case_giving_up_second = Above what one person may give alone, money is given up by two: the second gives the same command.

## disputes.library.documents

library_may_not_add = Sign in as somebody who holds one of these posts.
library_may_not_withdraw = Sign in as somebody who holds one of these posts.
library_unknown = The code of the document is not known. Look in the list.
library_code_taken = Add a version to that document, or choose another code. Rule books of the program have codes of their own.
library_game = A document concerns one of the games that are played here, or names none.
library_changed = Two people act at once; the second is told. Load the document again and repeat the command.
library_version_taken = A label stands for one version for good, withdrawn or not. Choose another.
library_version_unknown = The label of the version is not known.
library_same_day = Which of the two would be in force could not be said. Correct the day, or withdraw the other version first.
library_days = A version is in force from its first to its last day, both included.
library_source_missing = Whoever reads a decision must be able to find what it cites.
library_withdrawn = A version is withdrawn once.

## disputes.library.service

library_code = Choose a short code, as SOP-ROULETTE.

## disputes.case.closing_errors

case_step_unknown = Steps before a case closes have codes: a line of money (M1), a paper (L1), the kind of a paper to be issued. What was done or set aside is waited for no more.
