surveillance-is-notified = Surveillance is notified
the-player-is-told-how = The player is told how long it takes
