"""Findings of claims of time in words (``games.engine.weighing``): a name, and what it means.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text

CLAIMS: Final = {
    "claim_unsupported": (
        Text("Khai giờ mà không có gì chứng minh", "Claim of time that nothing supports"),
        Text(
            "Việc được báo muộn, khai là xảy ra trước một việc đã nhận trước nó, và làm thay đổi số tiền; số thứ tự của"
            " thiết bị không chứng thực.",
            "This was reported late, is said to have happened before something received earlier, and moves money; the"
            " numbers of the device do not bear that out.",
        ),
    ),
    "claim_numbered_late": (
        Text("Số thứ tự bác bỏ giờ khai", "Claim of time that its number contradicts"),
        Text(
            "Thiết bị đánh số việc này sau một việc mà nó khai là xảy ra muộn hơn: việc được tính như lúc nhận được, dù"
            " khai giờ nào.",
            "The device numbered this after something that it says happened later: it counts as it was received,"
            " whatever moment it claims.",
        ),
    ),
    "claim_buffered": (
        Text("Gửi chậm từ bộ nhớ", "Sent late from a buffer"),
        Text(
            "Việc đến muộn và làm thay đổi số tiền, nhưng các số thứ tự trước và sau đều chứng thực thời điểm đã khai.",
            "This came late and moves money, and the numbers before and after it bear out the moment claimed.",
        ),
    ),
    "claim_entered_later": (
        Text("Nhập sau, chờ người thứ hai", "Entered later, waits for a second person"),
        Text(
            "Việc này do người nhập sau, khai là xảy ra trước một việc đã nhận trước nó, và làm thay đổi số tiền. Ván"
            " được tính cả hai cách, tiền cược giữ nguyên, cho đến khi người thứ hai (Giám sát Pit trở lên, hoặc Bộ"
            " phận Giám sát sau khi xem cảnh quay) xác nhận hay phủ nhận.",
            "A person entered this afterwards; it is said to have happened before something received earlier, and moves"
            " money. The round is shown both ways, stakes untouched, until a second person (pit supervisor or above, or"
            " Surveillance once it looked at the film) confirms or denies it.",
        ),
    ),
    "claim_confirmed": (
        Text("Nhập sau, đã được xác nhận", "Entered later, confirmed"),
        Text(
            "Việc do người nhập sau và làm thay đổi số tiền; người thứ hai đã xác nhận, nên được tính như lời khai.",
            "A person entered this afterwards, and it moves money; a second person confirmed it, so it counts as"
            " stated.",
        ),
    ),
    "claim_denied": (
        Text("Nhập sau, bị phủ nhận", "Entered later, denied"),
        Text(
            "Việc do người nhập sau và sẽ làm thay đổi số tiền; người thứ hai nói là không có, nên không được tính.",
            "A person entered this afterwards, and it would move money; a second person says that it was not so, and it"
            " does not count.",
        ),
    ),
}
