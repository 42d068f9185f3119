money-not-handed-over-in = Money not handed over in time: { $amount }
money-not-received-in-time = Money not received in time: { $amount }
