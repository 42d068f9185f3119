entered-later = entered later

actors--device = device
actors--person = staff
actors--system = system

systems--accounts = accounts
systems--audit = audit of rounds
systems--clock = clock
systems--copies = copies of film
systems--coverage = coverage
systems--demonstration = demonstration
systems--devices = devices
systems--expiry = expiry
systems--first_administrators = first administrators
systems--footage = footage
systems--holds = holds
systems--import = import
systems--ingest = ingest
systems--origin = origin
systems--papers = papers
systems--reports = reports
systems--rows = rows
systems--settings = settings
systems--spotcheck = spot check
systems--terms = terms
systems--what-if = what if

device-clock-s-s-fast = device clock { $s } s fast
system-part = system ({ $part })
device-clock-s-s-slow = device clock { $s } s slow
