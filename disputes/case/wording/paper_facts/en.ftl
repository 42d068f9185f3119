event--paper_handed_over = Paper handed over
event--signed_copy_kept = Signed copy kept
