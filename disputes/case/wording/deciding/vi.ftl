tell-the-player-how-long = Báo người chơi thời gian xử lý, hoặc lý do không thể hẹn
answer-to-the-request-for = Trả lời yêu cầu cảnh quay { $request }
ruling-at-round-round = Phán quyết tại ván { $round }
whose-bet-bet-of-round = Cược { $bet } của ván { $round } là của ai
notify-surveillance = Báo Bộ phận Giám sát
