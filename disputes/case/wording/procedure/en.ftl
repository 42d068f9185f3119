items--rules--8-4-1 = Approved rules of the game
items--published--8-4-2 = Information published by the casino
items--procedures--8-4-3 = Standard operating procedures
items--controls--8-4-4 = Internal control standards
items--statements--8-4-5 = Incident statements of the parties
items--footage--8-4-6 = Surveillance footage
items--other--8-4-7 = Anything else of evidential value
items--law--8-4-8 = Law in force
