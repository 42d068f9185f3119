about--round = One round
about--case = One case
about--table = A table in an interval
about--shoe = A shoe
about--gaming_day = A gaming day
about--month = A month
about--player = A player reference
about--game = A game
about--finding = A type of finding
about--clause = A clause

papers--vi = PDF in Vietnamese alone
papers--en = PDF in English alone
papers--none = no PDF

tables-tables = tables { $tables }
continuing-the-checkpoint-n = continuing the checkpoint { $n }
with-sealed-clips = with sealed clips
from-day = from { $day }
to-day = to { $day }
