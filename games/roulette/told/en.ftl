roulette-placed = { $kind ->
    [straight] on number { $numbers }, straight up
    [split] on the split { $numbers }
    [street] on the street { $numbers }
    [corner] on the corner { $numbers }
    [six_line] on the six line { $first } to { $last }
    [column] on column { $numbers }
    [dozen] on the { $numbers ->
        [1] first
        [2] second
       *[other] third
    } dozen
    [low] on low, 1 to 18
    [high] on high, 19 to 36
    [even] on even
    [odd] on odd
    [red] on red
    [black] on black
   *[other] on { $called }
}
roulette-came = The ball came to rest in { $pocket }.
