why = Reason
why--help = Kept sealed with your name.
answers--title = Answer what waits for a second person
cause = Cause
cause--help = Up to an amount it is enough; above it, or for another reason, write a sentence.
