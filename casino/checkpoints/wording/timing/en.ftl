the-jump-of-the-clock = { "" } The jump of the clock that is recorded for position { $jump } explains it: the house's word.

fault--outside = Positions { $first } to { $last }: recorded at { $at }, outside what witnesses saw (by up to { $by }, hours:minutes:seconds).
fault--back = Position { $first }: recorded at { $at }, { $by } (hours:minutes:seconds) before the event in front of it.
