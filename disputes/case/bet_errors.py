"""The errors about whose a bet is, in the one table. Each sentence says what to do."""

from __future__ import annotations

from casino.core.errors import add

for _code, _status, _vi, _en, _about in (
    (
        "case_bet_of_other",
        409,
        "Cược {bet} của ván {round} là của người khác, không phải của người chơi nào trong hồ sơ.",
        "Bet {bet} of round {round} is somebody else's, of no player of the case.",
        "A case, its remedies and its papers know only the bets of its players. Leave the bet out; if its player "
        "belongs in the case, add them; if the table recorded the wrong player, have that corrected at the round.",
    ),
    (
        "case_bet_whose",
        422,
        "Chưa rõ cược {bet} của ván {round} là của ai. Hãy ghi cược này là của ai trước.",
        "Nobody has said whose bet {bet} of round {round} is. Say it first.",
        "The table's record names no player of the case for the bet. Name the player (command attribute_bets, or the "
        "party of the remedy's line).",
    ),
    (
        "case_bet_of_party",
        409,
        "Cược {bet} của ván {round} là của {party}.",
        "Bet {bet} of round {round} is {party}'s.",
        "A line of a remedy names another player of the case than the one whose bet it is. Name the right one, or "
        "state the remedy anew.",
    ),
    (
        "case_bet_known",
        409,
        "Bàn đã ghi cược {bet} của ván {round} là của {player}; hồ sơ không ghi khác được.",
        "The table has recorded bet {bet} of round {round} as that of {player}; a case cannot say otherwise.",
        "Whose a bet is can be said only where the table's record does not tell. If it names the wrong player, have "
        "the fact corrected at the round.",
    ),
    (
        "case_line_whose",
        422,
        "Hồ sơ có nhiều người chơi: hãy ghi khoản này cho người nào.",
        "The case has several players: say whose this amount is.",
        "Without a round an amount goes to a player by name of their code; a case with one player needs none.",
    ),
    (
        "case_reference_twice",
        422,
        "Mã {reference} đã là mã của một người chơi khác trong hồ sơ.",
        "The reference {reference} is another player's in this case already.",
        "What the table calls one player it calls no other; else a bet would be of two.",
    ),
):
    add(_code, _status, vi=_vi, en=_en, about=_about)
