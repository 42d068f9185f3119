erase_from_incident--title = Erase personal data
erase_from_incident--consequence = The key is destroyed: name, contact and every text about them cannot be read again. The record stays whole.
erase_from_incident-person = Person
erase_from_incident-ground = Legal ground
erase_from_incident-ground--help = Name nobody: it outlives them. Whoever confirms need not say it again.
