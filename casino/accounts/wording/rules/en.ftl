last--senior_management = nobody can decide complaints (8.5), reopen cases or erase personal data
last--director_of_table_games = only senior management can rule under the last clause of the rules and put a document in force
last--administrator = nobody can open accounts, give posts or post people, until the server makes a new administrator
