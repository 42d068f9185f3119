states--open = Open
states--waiting = Waits for a second person
states--sent = Recorded as corrected
states--dealt_with = Dealt with
