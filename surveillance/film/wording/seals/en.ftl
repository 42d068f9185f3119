states--intact = intact
states--broken = broken
states--unreadable = unreadable
states--not_sealed = not sealed now
