"""The errors of what becomes of a remedy's money, in the one table."""

from __future__ import annotations

from casino.core.errors import add

for _code, _status, _vi, _en, _about in (
    (
        "case_money_line",
        422,
        "Hồ sơ không có khoản {line} còn chưa giao, chưa nhận.",
        "The case has no money still out under {line}.",
        "Lines of a remedy that took effect have codes (M1, M2 …); each is still out until all of it moved or was "
        "given up.",
    ),
    (
        "case_money_amount",
        422,
        "Khoản {line} chỉ còn {out}.",
        "Of {line} only {out} is still out.",
        "No more is handed over, received or given up than the remedy moves. Without an amount it is all that is left.",
    ),
    (
        "case_handover_other",
        403,
        "Khắc phục trên {limit}: người khác với người quyết định phải ghi việc giao, nhận tiền.",
        "The remedy moves more than {limit}: another person than who decided it records that the money moved.",
        "The setting handover_other_above. It is held against the whole remedy, so that parts of it do not get round "
        "it; who made the offer that settled a case at the table decided it.",
    ),
    (
        "case_money_of_player",
        409,
        "Khoản {line} là tiền của người chơi: không được miễn hay bỏ.",
        "{line} is the player's money: the house cannot give it up.",
        "Only what is taken back can be waived or uncollectable; what the house owes is out until it is handed over.",
    ),
    (
        "case_nothing_to_keep",
        422,
        "Cược {bet} không có khoản trả thừa nào để người chơi giữ.",
        "On bet {bet} nothing was paid too much that the player could keep.",
        "A line of 0 lets the player keep what the replay finds paid too much; anything else has an amount.",
    ),
    (
        "case_giving_up_second",
        403,
        "Bạn đã đề nghị; người khác phải xác nhận không thu khoản {line}.",
        "You asked for it; another person confirms that {line} is given up.",
        "Above what one person may give alone, money is given up by two: the second gives the same command.",
    ),
):
    add(_code, _status, vi=_vi, en=_en, about=_about)
