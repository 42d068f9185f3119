of_commands--games-commands--second-ask_put_in_force = a document counts for rounds to come alone
of_commands--games-commands--second-withdraw = one's own request alone is taken back
of_commands--games-commands--equipment-set_equipment = what is set holds for rounds to come
of_others--games--studies-work-ask = tried on paper, changes nothing
