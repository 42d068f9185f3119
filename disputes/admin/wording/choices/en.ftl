to-the-player = { $sum } to the player
from-the-player = { $sum } from the player
