event--money_handed_over = Money handed over
event--money_received = Money received
event--giving_up_asked = Giving money up asked for
event--money_waived = Money waived
event--money_uncollectable = Money uncollectable
