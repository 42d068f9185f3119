"""What the vault refuses or cannot do, each with a code and a sentence.

Three families: the caller's (an attachment, an erased person), the installation's (folder, master key), and alarms: the
record and what was sealed for it contradict each other. Alarms are logged as critical and never passed by.
"""

from __future__ import annotations

import logging
from typing import Final

from casino.core.errors import Problem, add

logger = logging.getLogger(__name__)

# --- Persons and sealed content --------------------------------------------------------------------------------------
add(
    "person_unknown",
    404,
    vi="Không có người nào mang mã {person} ở cơ sở này.",
    en="This property has no person with the reference {person}.",
    about="A reference PS-… that was never given out here.",
)
add(
    "person_erased",
    410,
    vi="Dữ liệu cá nhân của {person} đã được xóa vĩnh viễn.",
    en="The personal data of {person} has been erased for good.",
    about="The person's key was destroyed on purpose; nothing can be sealed or named for them any more.",
)
add(
    "sealed_for_nobody",
    422,
    vi="Nội dung mật phải thuộc về ít nhất một người.",
    en="Sealed content must belong to at least one person.",
    about="Content is encrypted under persons' keys. Where nobody is known yet, make a reference for them first.",
)
add(
    "text_not_unicode",
    422,
    vi="Văn bản chứa ký tự không hợp lệ.",
    en="The text contains characters that are not valid.",
    about="The text holds halves of characters (surrogates), which no file or screen can show. Send it again.",
)
add(
    "sealed_erased",
    410,
    vi="Nội dung này đã bị xóa vĩnh viễn cùng với người mà nó nhắc đến.",
    en="This was erased for good together with somebody whom it can name.",
    about="One of the keys that it was sealed under was destroyed. Its salted hash stands in the event.",
)
ALTERED: Final = add(
    "sealed_altered",
    500,
    vi="Nội dung mật {ref} không còn đúng như khi được ghi: đã bị sửa đổi.",
    en="The sealed content {ref} is not what was recorded: it has been altered.",
    about="Tag or digest do not fit. An alarm: keep the database as it is, compare it with a backup.",
).code
SEALED_MISSING: Final = add(
    "sealed_missing",
    500,
    vi="Không tìm thấy nội dung mật {ref} mà sự kiện nhắc tới.",
    en="The sealed content {ref}, which an event names, is not there.",
    about="An event was recorded with this content, and its row is gone. An alarm: restore the row from a backup.",
).code
KEY_MISSING: Final = add(
    "person_key_missing",
    500,
    vi="Không tìm thấy khóa của {person}, dù dữ liệu của người này chưa bị xóa.",
    en="The key of {person} is not there, although this person was not erased.",
    about="An alarm: the folder of keys is incomplete or another one. Restore its latest copy.",
).code
KEY_DAMAGED: Final = add(
    "person_key_damaged",
    500,
    vi="Khóa của {person} bị hỏng hoặc bị sửa đổi.",
    en="The key of {person} is damaged or altered.",
    about="An alarm: the key's file does not fit its name, or its bytes changed. Restore it from the latest copy.",
).code

# --- The folder of keys ----------------------------------------------------------------------------------------------
add(
    "person_keys_not_set",
    503,
    vi="Chưa cấu hình {variable}, nên không thể lưu hay đọc dữ liệu cá nhân.",
    en="{variable} is not set, so personal data can be neither kept nor read.",
    about="For the operator: set the variable as deploy/README.md describes, and start again.",
)
add(
    "person_master_key_unfit",
    503,
    vi="{variable} phải là 32 byte viết bằng base64.",
    en="{variable} must be 32 bytes written in base64.",
    about="For the operator: make one with `openssl rand -base64 32`, or give the one that was used before.",
)
add(
    "person_keys_wrong_master",
    503,
    vi="PERSON_MASTER_KEY không phải là khóa đã bọc các khóa trong thư mục.",
    en="PERSON_MASTER_KEY is not the key under which the keys in the folder are wrapped.",
    about="For the operator: give the right one; while changing it, the old one as PERSON_MASTER_KEY_FORMER.",
)
add(
    "person_keys_folder_missing",
    503,
    vi="Không có thư mục khóa (PERSON_KEYS_DIR), hoặc ổ chứa thư mục chưa được gắn.",
    en="The folder of keys (PERSON_KEYS_DIR) is not there, or its disk is not mounted.",
    about="For the operator: mount or restore it. It is never made anew while there are persons, who would be lost.",
)
add(
    "person_keys_folder_open",
    503,
    vi="Mọi người dùng của máy đều vào được thư mục khóa (PERSON_KEYS_DIR).",
    en="Every user of the machine can enter the folder of keys (PERSON_KEYS_DIR).",
    about="For the operator: `chmod 700` the folder, and think of who may have read it (then change the master key).",
)
add(
    "person_keys_folder_refused",
    503,
    vi="Không ghi hoặc không đọc được trong thư mục khóa (PERSON_KEYS_DIR): {reason}.",
    en="The folder of keys (PERSON_KEYS_DIR) cannot be written or read: {reason}.",
    about="For the operator: the folder must belong to the user of web server and worker, on a disk with room.",
)


def alarm(problem: Problem) -> Problem:
    """Say it in the log as critical, and hand it back to be raised."""
    logger.critical("%s: %s", problem.code, problem.text.en)
    return problem
