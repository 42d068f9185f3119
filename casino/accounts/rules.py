"""Which changes of an account need a second person, and who that may be. Pure.

Nobody changes their own account but for its password. A change that gives sight of cases, a decision or the accounts
themselves waits for a second person: neither who asked nor whom it concerns. Taking away waits for nobody. Proved by
``tests/accounts/test_rules.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from casino.core.errors import Problem, add
from casino.core.text import Text
from casino.roles import LADDER, ONLOOKERS, POSTS, ROLES, permissions_of, sensitive

MANAGEMENT: Final = ("senior_management", "director_of_table_games")
"""Who is told of every change, and may confirm each."""

CONFIRMERS: Final = (*MANAGEMENT, "administrator")
"""Who may confirm any change. Another administrator will do, so that a house of two is never locked out."""

LAST: Final[dict[str, Text]] = {
    "senior_management": Text(
        "không ai quyết định khiếu nại (8.5), mở lại hồ sơ hay xóa dữ liệu cá nhân được nữa",
        "nobody can decide complaints (8.5), reopen cases or erase personal data",
    ),
    "director_of_table_games": Text(
        "chỉ còn quản lý cấp cao phán quyết theo điều khoản cuối của thể lệ và đưa thể lệ vào áp dụng được",
        "only senior management can rule under the last clause of the rules and put a document in force",
    ),
    "administrator": Text(
        "không ai lập tài khoản, giao chức vụ hay phân công được nữa, cho đến khi máy chủ lập quản trị mới",
        "nobody can open accounts, give posts or post people, until the server makes a new administrator",
    ),
}
"""Posts whose last holder loses them by two persons only -> what then cannot be done."""


LAPSES: Final = timedelta(days=7)
"""An ask that nobody confirmed by then must be made anew."""


def guarded() -> frozenset[str]:
    """Roles that see cases or keep accounts: everybody but the dealer."""
    return frozenset(code for code in ROLES if set(sensitive()) & set(permissions_of(code)))


def is_guarded(posts: Collection[str]) -> bool:
    """Whether an account with these roles (permanent, or by a posting) is changed by two persons only."""
    return bool(guarded() & set(posts))


def confirmers(kind: str, post: str) -> frozenset[str]:
    """The roles that may confirm a change. A posting also by those of the ladder above it from pit manager on, and the
    head of operations: at night they are there."""
    if kind != "posting":
        return frozenset(CONFIRMERS)
    above = LADDER[max(LADDER.index(post) + 1, LADDER.index("pit_manager")) :]
    return frozenset({*CONFIRMERS, *above, "head_of_operations"})


def check_post(posts: Collection[str], post: str) -> None:
    """Whether a role can be given beside these. Problems: account_post_unknown, account_post_held,
    account_administrator_apart."""
    if post not in ROLES:
        raise Problem("account_post_unknown", "post")
    if post in posts:
        raise Problem("account_post_held", "post")
    both = {*posts, post}
    if "administrator" in both and both & {*POSTS, *ONLOOKERS} - {"dealer"}:
        raise Problem("account_administrator_apart", "post")


add(
    "account_own",
    403,
    vi="Không ai được thay đổi tài khoản của chính mình, trừ mật khẩu.",
    en="Nobody changes their own account, but for its password.",
    about="Ask another administrator.",
)
add(
    "account_not_administrator",
    403,
    vi="Chỉ Quản trị hệ thống mới được đề nghị thay đổi tài khoản.",
    en="Only an administrator asks for changes of accounts.",
    about="The person's rights may have ended since the page was opened.",
)
add(
    "account_unknown",
    404,
    vi="Không có tài khoản này.",
    en="There is no such account.",
    about="The account named in the address or form does not exist.",
)
add(
    "account_post_unknown",
    422,
    vi="Không có chức vụ này.",
    en="There is no such post.",
    about="Choose one of the posts offered.",
)
add(
    "account_post_held",
    409,
    vi="Tài khoản đã có chức vụ này.",
    en="The account has this post already.",
    about="Nothing is to be done.",
)
add(
    "account_post_not_held",
    409,
    vi="Tài khoản không có chức vụ này.",
    en="The account does not have this post.",
    about="It was taken away meanwhile.",
)
add(
    "account_administrator_apart",
    422,
    vi="Quản trị hệ thống không giữ chức vụ nào xem hoặc quyết định hồ sơ: một người không làm cả hai.",
    en="An administrator holds no post that sees or decides cases: one person does not do both.",
    about="Take one away before the other is asked for.",
)
add(
    "account_waiting",
    409,
    vi="Thay đổi này đã được đề nghị và đang chờ người thứ hai.",
    en="This is asked for already and waits for a second person.",
    about="Have it confirmed, or withdraw it first.",
)
add(
    "account_nothing_to_change",
    422,
    vi="Không có gì thay đổi.",
    en="Nothing would change.",
    about="What was said is what the account has.",
)
add(
    "account_settled",
    409,
    vi="Tài khoản đã được dùng: tên đăng nhập và mã nhân viên không đổi được nữa.",
    en="The account has been used: user name and staff code stay for good.",
    about="Events name the person by them.",
)
add(
    "account_inactive",
    409,
    vi="Tài khoản đang bị khóa.",
    en="The account is closed.",
    about="Let it in again first.",
)
add(
    "account_confirmer_asked",
    403,
    vi="Người đề nghị không tự xác nhận được.",
    en="Whoever asked does not confirm it.",
    about="Another person must confirm it, in a session of their own.",
)
add(
    "account_confirmer_concerned",
    403,
    vi="Người liên quan không tự xác nhận cho mình.",
    en="Whom it concerns does not confirm it.",
    about="Another person must confirm it, in a session of their own.",
)
add(
    "account_confirmer_post",
    403,
    vi="Chức vụ của bạn không xác nhận thay đổi này.",
    en="Your post does not confirm this change.",
    about="Administrators and management confirm every change; postings also those above the post, where they act.",
)
add(
    "account_decided",
    409,
    vi="Đề nghị này đã được người khác xử lý.",
    en="This was dealt with meanwhile.",
    about="Look at the page again: it was confirmed, refused or withdrawn.",
)
add(
    "account_lapsed",
    409,
    vi="Đề nghị này đã quá hạn; hãy đề nghị lại.",
    en="This was asked too long ago; it must be asked anew.",
    about="An ask lapses after seven days; a posting's with its end, or with the rights of whoever asked.",
)
add(
    "account_ask_again",
    409,
    vi="Mật khẩu đã đổi từ khi đề nghị; hãy rút lại và đề nghị lại.",
    en="The password changed since this was asked: withdraw it and ask anew.",
    about="A post that sees cases starts with a password that two persons gave; its first part is missing here.",
)
add(
    "account_repeated",
    409,
    vi="Yêu cầu này đã được ghi nhận.",
    en="This was recorded already.",
    about="The form was sent twice. The first time counts.",
)
add(
    "account_no_property",
    409,
    vi="Chưa có cơ sở nào, nên chưa có sổ để ghi tài khoản.",
    en="No property is set up yet: there is no record to keep accounts in.",
    about="Set up the property first.",
)
add(
    "account_enough_administrators",
    409,
    vi="Đã có hai Quản trị hệ thống đang hoạt động; tài khoản khác do họ đề nghị và xác nhận.",
    en="There are two active administrators; they ask for and confirm every other account.",
    about="The server's command makes administrators only while fewer than two are active.",
)
add(
    "account_shut",
    403,
    vi="Lệnh này bị đóng: tài khoản chỉ thay đổi qua trang Tài khoản, có ghi sổ. Hai Quản trị đầu tiên: {command}.",
    en="This command is shut: accounts change on the page Accounts, on the record. The first two: {command}.",
    about="Django's own commands for accounts would write past the record.",
)
add(
    "first_password",
    403,
    vi="Trước hết phải chọn mật khẩu riêng tại {address}.",
    en="First choose a password of your own at {address}.",
    about="The account signed in by a one-time password.",
)
add(
    "posting_over",
    409,
    vi="Phân công này đã hết hạn hoặc đã kết thúc.",
    en="This posting is over.",
    about="It was ended, or ran out, before.",
)
