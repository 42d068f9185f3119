ranks_seen--ranks = Số bài
