titles--open = Open at the end of the shift
titles--due = Due before the next shift ends
titles--opened = Opened in the shift
titles--decided = Decided in the shift
titles--closed = Closed in the shift
titles--paid = Paid or taken back in the shift
titles--waiting = Waits for a second person
titles--handed = Handed over and taken over in the shift
