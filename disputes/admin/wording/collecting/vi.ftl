surveillance-is-notified = Báo Bộ phận Giám sát
the-player-is-told-how = Báo người chơi thời gian xử lý
