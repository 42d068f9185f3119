baccarat-placed = { $kind ->
    [player] on Player
    [banker] on Banker
    [tie] on Tie
    [player_pair] on Player pair
    [banker_pair] on Banker pair
    [lucky6] on Lucky 6
    [player_insurance] on insurance for Player
    [banker_insurance] on insurance for Banker
   *[other] on { $called }
}
baccarat-came = Player had { $player } ({ $playercards }) and Banker { $banker } ({ $bankercards }).
baccarat-came-player = Player made { $player } ({ $playercards }) and Banker { $banker } ({ $bankercards }), so Player won.
baccarat-came-banker = Player made { $player } ({ $playercards }) and Banker { $banker } ({ $bankercards }), so Banker won.
baccarat-came-tie = Player made { $player } ({ $playercards }) and Banker { $banker } ({ $bankercards }), which is a tie.
baccarat-insurance-lost = Insurance is paid only when the insured hand loses, and in this round { $hand } did not lose.
