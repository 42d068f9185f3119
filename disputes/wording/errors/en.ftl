## disputes.api.views

name_in_address = A person's name has no place in an address; send it in a body to /api/v1/cases/search/.

## disputes.case.bet_errors

case_bet_of_other = Bet { $bet } of round { $round } is somebody else's, of no player of the case.
case_bet_whose = Nobody has said whose bet { $bet } of round { $round } is. Say it first.
case_bet_of_party = Bet { $bet } of round { $round } is { $party }'s.
case_bet_known = The table has recorded bet { $bet } of round { $round } as that of { $player }; a case cannot say otherwise.
case_line_whose = The case has several players: say whose this amount is.
case_reference_twice = The reference { $reference } is another player's in this case already.

## disputes.case.errors

case_unknown = There is no case { $case }.
case_changed = The case changed after you opened the page. Look at what is new, then repeat.
case_round_changed = Something was recorded in round { $round } just now. Look at the amounts again, then decide.
case_role = The role { $role } may not do this in a case.
case_role_at_stage = At the stage { $stage } this is for: { $posts }.
case_stage = This is not possible at the stage { $stage } of the case.
case_table = You are not posted to table { $table }.
case_party = You are a party to this case and cannot decide in it.
case_owed_only = You are part of this matter and nobody else is on duty: only what the rules still owe can be paid.
case_erasure_second = You asked for this erasure; a second person confirms it in an own session.
case_erasure_asks = Only { $posts } asks for an erasure of personal data; your post confirms one.
case_staff_barred = { $staff } is part of the matter and cannot be handed the case.
case_second_person = Somebody else must do this: you offered, decided or confirmed below.
case_from_finding_only = Surveillance opens a case from a finding only.
case_nobody = Name at least one player, or open the case from a finding.
case_claim_unsaid = Take down what the player says.
case_round_unknown = There is no round { $round } at table { $table }.
case_bet_unknown = Round { $round } has no bet { $bet }.
case_bet_not_disputed = Bet { $bet } of round { $round } is not in this case.
case_finding_unknown = There is no such finding.
case_party_unknown = The case has no party { $party }.
case_party_twice = This person is a party of the case already.
case_staff_unknown = There is nobody of the house with the code { $staff }.
case_changes_nothing = This is how it stands already.
case_no_offer = No offer is waiting for an answer.
case_offer_waits = An offer is waiting for the player's answer.
case_above_table = The amount of { $amount } is above what is settled at the table ({ $limit }): pass the case on.
case_needs_second = One person does not settle this alone ({ $why }): pass the case on.
case_remedy_empty = This remedy needs at least one amount.
case_remedy_none = With no remedy there are no amounts.
case_remedy_sign = The sign of the amount does not fit the remedy.
case_remedy_differs = The replay says { $expected } for bet { $bet }, not { $amount }: give a reason.
case_deviation_missing = There is no round to replay: give a reason for the amount.
case_remedy_twice = Bet { $bet } has two lines.
case_clause_missing = Cite at least one clause.
case_clause_unknown = The document { $document } has no clause { $clause }.
case_round_not_ended = Round { $round } has not ended, or nothing is owed yet.
case_ruling_missing = Clause { $clause } reserves this to { $posts }: that ruling must be recorded in round { $round } first.
case_result_empty = Upheld or varied needs an amount or a measure.
case_footage_cause = Where there is no footage its cause is chosen, where there is some none is.
case_measure_twice = This measure is named already.
case_interval = The interval is not possible: it ends after it begins, spans 24 hours at most, and is not in the future.
case_time_passed = The moment must lie in the future.
case_time_far = Too far ahead to promise: { $days } days from now at most.
case_time_ahead = The moment must not lie in the future.
case_paper_unknown = The case has no paper { $paper }.
case_paper_before = Paper { $paper } cannot be handed over before it was issued.
case_paper_stage = This paper cannot be issued at this stage.
case_paper_needs_time = An acknowledgement needs the promised time, or the reason why none can be given (8.3).
case_paper_language = This paper cannot be printed in that language.
case_person_unsaid = A name, a reference at the table or a description (seat, colour of chips, looks) is needed.
case_no_player = The case has no player yet.
case_not_told = The player has not been given the decision in writing: issue the paper first.
case_right_not_in_writing = The notice of the right to complain has not been issued (8.5).
case_term_runs = The term for filing runs until { $until }.
case_merge_itself = A case is not merged into itself or into one that is closed.
case_merge_offered = Something was offered or decided in this case, so it is not merged away: merge the other one into this.
case_merge_decided = The case { $case } has been decided or complained about: it takes nothing more over.
case_currency = A case has one currency: this one is in { $case }, not in { $currency }.
case_table_currency = Nothing is set for what is settled at the table in { $currency }; { $amount } is not: pass the case on.
case_offer_without_round = This was worked out before a round was identified; the case has one now. Make it anew, at the round.
case_told_before = The player cannot have been told before the decision { $decision }.
case_person_unknown = The case has no person { $person }, or they were erased already.
case_retained = The record is kept until { $until }; erasing earlier takes a ground of the law that counts within the term: collected unlawfully, an order of a court, an order of a competent authority.
case_time_out_of_range = The moment must be from the year 2000 on and before 2100.
case_erased = Every text of this case was erased; nothing can be added to it.
case_person_elsewhere = The case { $case }, which is still open, needs these data.
case_ground_names = The legal ground names somebody of the case, or how to reach them; it outlives their data and must not.

## disputes.case.gate_errors

case_items_open = Bases of 8.4 are still open: { $items }.
case_footage_open = The request for footage { $request } is not answered yet.
case_not_notified = Surveillance has not been notified (8.2).
case_notified_already = Surveillance has been notified already.
case_no_first_word = The player has not been told how long it takes, nor why that cannot be said (8.3).
case_evidence_unknown = The case has no evidence { $evidence }.
case_evidence_missing = A decision rests on at least one piece of evidence.
case_reasons_twice = The reasons in English stand in one place only.
case_evidence_one = A piece of evidence is exactly one of: text, link, file, document.
case_document_unknown = The library has no document { $document }.
case_item_filled = Item { $clause } has evidence already.
case_rules_stand = Item { $clause }: the rule book of the round stands there by itself and cannot be none.
case_footage_by_surveillance = Item { $clause }: ask for footage; it is for Surveillance to answer that there is none.
case_footage_clock_runs = The request for footage { $request } can be answered until { $until }.
case_footage_since = The request for footage { $request } was answered after decision { $decision }: send it back to be decided again.
case_evidence_misfit = Item { $clause } { $name } is not filled with evidence of this kind.
case_document_misfit = The document { $document } does not belong under item { $clause } { $name } of this game.
case_evidence_giver = Item { $clause } { $name }: for Surveillance to give.
case_no_sentence = Say more: at least { $words } different words that say something, and { $letters } letters.
case_none_cause = This cause is not possible for item { $clause }.
case_none_asked = Of whom and when it was asked: both where it was not obtained, and only then.
case_request_unknown = No request for footage { $request } is waiting.

## disputes.case.money_errors

case_money_line = The case has no money still out under { $line }.
case_money_amount = Of { $line } only { $out } is still out.
case_handover_other = The remedy moves more than { $limit }: another person than who decided it records that the money moved.
case_money_of_player = { $line } is the player's money: the house cannot give it up.
case_nothing_to_keep = On bet { $bet } nothing was paid too much that the player could keep.
case_giving_up_second = You asked for it; another person confirms that { $line } is given up.

## disputes.library.documents

library_may_not_add = Only a pit manager or above, or the head of operations, may add to the library.
library_may_not_withdraw = Only the director of table games or senior management may withdraw a version.
library_unknown = The library has no document { $document }.
library_code_taken = The document code { $document } is in use.
library_game = There is no game { $game }.
library_changed = This document was changed after you opened the page. Look again.
library_version_taken = The document already has a version { $version }.
library_version_unknown = The document has no version { $version }.
library_same_day = Version { $version } begins on the same day.
library_days = The last day must not lie before the first.
library_source_missing = A file, a citation or a link is needed.
library_withdrawn = Version { $version } is withdrawn already.

## disputes.library.service

library_code = A document code has plain letters, digits and . _ - , 64 characters at most.

## disputes.case.closing_errors

case_step_unknown = The case waits for no step { $step }.
