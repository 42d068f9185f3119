tell-the-player-how-long = Tell the player how long, or why not
answer-to-the-request-for = Answer to the request for footage { $request }
ruling-at-round-round = Ruling at round { $round }
whose-bet-bet-of-round = Whose bet { $bet } of round { $round } is
notify-surveillance = Notify Surveillance
