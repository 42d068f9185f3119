confirm_change--title = Confirm the change
confirm_change--consequence = It is recorded at once; the film stays held until the term of the case has ended.
decline_change--title = Decline the change
decline_change--consequence = Nothing changes.
