to-the-player = { $sum } cho người chơi
from-the-player = { $sum } từ người chơi
