roulette-came = The ball came to rest in { $pocket }.
