"""What the verifier says, in Vietnamese and English: verdicts, reasons, remarks, figures.

No catalogue of translations is needed where it is installed alone. Proved by
``tests/surveillance/bundle/test_words.py``.
"""

from __future__ import annotations

import re
from typing import Final

from casino.core.text import Text
from surveillance.film.seals import STATES

VERDICTS: Final = {
    "proved": Text(
        "ĐÃ CHỨNG MINH: mọi phần đều đúng, theo các khoá mà bạn tin.",
        "PROVED: everything holds, by the keys that you trust.",
    ),
    "in_part": Text(
        "CHỈ CHỨNG MINH ĐƯỢC MỘT PHẦN: những gì được trình bày đều đúng, theo các khoá mà bạn tin; nhưng trong phạm vi "
        "đã hỏi còn chỗ không được trình bày, và ở đó có thể còn ván.",
        "PROVED IN PART: what is shown holds, by the keys that you trust; but of what was asked for not everything is "
        "shown, and rounds may stand there.",
    ),
    "consistent": Text(
        "TỰ NHẤT QUÁN, CHƯA RÕ KHOÁ CỦA AI: mọi phần khớp nhau, nhưng không có chính sách khoá của bạn (--policy).",
        "CONSISTENT IN ITSELF, KEYS UNPROVED: everything fits together, but no policy of yours was given (--policy).",
    ),
    "refused": Text("BỊ BÁC: có phần không đúng.", "REFUSED: something does not hold."),
    "unreadable": Text(
        "KHÔNG ĐỌC ĐƯỢC: tệp này không phải một gói đúng dạng.", "UNREADABLE: this is no bundle of the right form."
    ),
}

PACKAGE_VERDICTS: Final = {
    "proved": Text(
        "ĐÃ CHỨNG MINH: mọi phần đều như khi cơ sở ký, theo khoá mà bạn tin.",
        "PROVED: every part is as the house signed it, by a key that you trust.",
    ),
    "consistent": Text(
        "TỰ NHẤT QUÁN, CHƯA RÕ KHOÁ CỦA AI: mọi phần khớp nhau, nhưng bạn không đưa khoá báo cáo (--report-key).",
        "CONSISTENT IN ITSELF, KEY UNPROVED: everything fits together, but no report key was given (--report-key).",
    ),
    "refused": Text("BỊ BÁC: gói đã bị can thiệp.", "REFUSED: the package was tampered with."),
    "unreadable": Text(
        "KHÔNG ĐỌC ĐƯỢC: tệp này không phải gói báo cáo hay gói phim đúng dạng.",
        "UNREADABLE: this is neither a bundle nor a package of film of the right form.",
    ),
}

REASONS: Final = {
    # The form of the file
    "container": Text("Vỏ của tệp sai dạng.", "The container is not of its one form."),
    "missing": Text("Thiếu phần này.", "This member is missing."),
    "unlisted": Text("Phần này không có trong bản kê.", "The manifest does not list this member."),
    "unknown_member": Text("Không phần nào của gói có tên như vậy.", "No member of a bundle has this name."),
    "members_order": Text("Các phần không theo thứ tự của bản kê.", "The members are not in the manifest's order."),
    "part_missing": Text("Thiếu một phần trong dãy số.", "A part is missing from the numbers."),
    "units": Text("Số của các bàn không liên tục.", "The numbers of the units have a hole."),
    "unit_parts": Text("Bản kê nói {said} phần, có {found}.", "The manifest says {said} parts, there are {found}."),
    "unit_counts": Text(
        "Số ván ({rounds}) hay sự kiện ({events}) khác bản kê.",
        "Rounds ({rounds}) or events ({events}) are not as many as the manifest says.",
    ),
    "kind_counts": Text(
        "Bản kê nói {said} sự kiện, có {found}.", "The manifest says {said} events, there are {found}."
    ),
    "lines_order": Text("Các dòng không theo thứ tự.", "The lines are not in their order."),
    "counts": Text("Bản kê nói {said} sự kiện, có {found}.", "The manifest says {said} events, there are {found}."),
    "json": Text("Không đọc được JSON.", "JSON that cannot be read."),
    "not_canonical": Text("JSON không viết theo dạng duy nhất.", "JSON that is not written in its one form."),
    "format": Text("Định dạng {format} không đọc được ở đây.", "The format {format} is not read here."),
    "manifest": Text("Bản kê sai dạng.", "The manifest is not of its form."),
    "ranges": Text(
        "Các khoảng vị trí sai dạng hay sai thứ tự.", "The ranges of positions are not of their form or order."
    ),
    "leaves": Text(
        "Số mã băm lá không bằng số vị trí ({said}).", "There are not as many leaf hashes as positions ({said})."
    ),
    "edges": Text("Mã băm không đủ 32 byte.", "A hash that is not 32 bytes long."),
    "too_long": Text("Dài hơn {most} byte.", "Longer than {most} bytes."),
    "line_too_long": Text("Một dòng dài hơn {most} byte.", "A line is longer than {most} bytes."),
    "line_unended": Text("Dòng cuối không kết thúc.", "The last line does not end."),
    "line_form": Text("Dòng sai dạng.", "The line is not of its form."),
    "no_body": Text("Sự kiện cuối thiếu nội dung.", "The last event has no body."),
    "time_zone": Text("Không có múi giờ {zone}.", "There is no time zone {zone}."),
    "not_read": Text("Không đọc được.", "It cannot be read."),
    # Digests and signatures
    "checksum": Text("Tổng kiểm CRC-32 sai.", "The CRC-32 is another."),
    "digest": Text("SHA-256 khác bản kê.", "The SHA-256 is not the manifest's."),
    "checkpoint": Text("Không đọc được điểm kiểm hay khoá.", "The checkpoint or the keys cannot be read."),
    "checkpoint_differs": Text("Bản kê nói về một điểm kiểm khác.", "The manifest tells of another checkpoint."),
    "as_of": Text(
        "Ván được xét tại một vị trí sau điểm kiểm.", "Rounds are judged as of a position behind the checkpoint."
    ),
    "signature": Text("Chữ ký của điểm kiểm không đạt.", "The checkpoint's signatures do not hold."),
    "no_log_signature": Text("Nhật ký {origin} không ký điểm kiểm.", "The log {origin} has not signed the checkpoint."),
    "note": Text("Không đọc được chữ ký của bản kê.", "The manifest's signature cannot be read."),
    "note_text": Text(
        "Chữ ký là của một bản kê khác: yêu cầu hay nội dung đã bị đổi.",
        "The signature is one of another manifest: the request or the content was changed.",
    ),
    "note_signature": Text(
        "Chữ ký của {name} trên bản kê không đúng.", "The signature of {name} on the manifest does not hold."
    ),
    "note_unknown": Text(
        "Không chữ ký nào trên bản kê là của khoá báo cáo mà bạn đưa.",
        "No signature on the manifest is of a report key that you gave.",
    ),
    "device_key_unknown": Text(
        "Thiết bị ký bằng một khoá mà bạn không đưa: {fingerprint}.",
        "The device signs with a key that you did not give: {fingerprint}.",
    ),
    "stamp": Text("Dấu thời gian không đúng.", "The time stamp does not hold."),
    # The log
    "root": Text("Các mã băm dẫn tới một gốc khác.", "The hashes lead to another root."),
    "tree": Text("Không dựng lại được cây.", "The tree cannot be made again."),
    "event": Text("Sự kiện không đúng.", "The event does not hold."),
    "entry": Text("Mục nhật ký không đúng.", "The log entry does not hold."),
    "entries_order": Text("Các mục không theo thứ tự vị trí.", "The entries are not in the order of positions."),
    "leaf": Text(
        "Vị trí {position} trong nhật ký là một mục khác.", "Position {position} of the log holds another entry."
    ),
    "not_shown": Text(
        "Vị trí {position} không có trong phần được chứng minh.",
        "Position {position} is not among those that are proved.",
    ),
    "body": Text(
        "Nội dung của {stream} không viết theo dạng duy nhất.", "The body in {stream} is not written in its one form."
    ),
    "behind": Text(
        "Sự kiện đứng sau vị trí xét {as_of}.",
        "The event stands behind position {as_of}, as of which rounds are judged.",
    ),
    "twice": Text("Vị trí có hai lần.", "The position stands there twice."),
    "proof": Text("Chứng minh riêng của sự kiện không đúng.", "The event's own proof does not hold."),
    "proof_without_event": Text("Chứng minh không có sự kiện.", "A proof without its event."),
    # What was left out
    "stream_begins": Text(
        "{stream} bắt đầu từ phiên bản {version}, không phải 1.", "{stream} begins with version {version}, not with 1."
    ),
    "stream_hole": Text(
        "{stream}: trước phiên bản {version} thiếu sự kiện.", "{stream}: an event is missing before version {version}."
    ),
    "streams_order": Text("{stream} đứng sai chỗ.", "{stream} stands in the wrong place."),
    "left_out": Text(
        "Một sự kiện của {stream}, mà gói nói có đủ, đã bị bỏ ra.",
        "An event of {stream}, of which the bundle says it holds all, was left out.",
    ),
    "two_histories": Text(
        "Luồng này có hai lịch sử: một sự kiện khác đã mang cùng phiên bản.",
        "The stream has two histories: another event has the same version.",
    ),
    "table_left_out": Text(
        "Trong gói không có luồng {stream}, mà bàn ấy có ván ở đây hoặc thuộc yêu cầu.",
        "The bundle has no stream {stream}, though that table has rounds here or was asked for.",
    ),
    "case_left_out": Text(
        "Trong gói không có luồng {stream}: không biết hồ sơ gồm những ván nào.",
        "The bundle has no stream {stream}: which rounds the case has is not known.",
    ),
    "finding_left_out": Text(
        "Một sự kiện về phát hiện của ván được hỏi đã bị bỏ ra.",
        "An event about a finding of a round that was asked for was left out.",
    ),
    "time_back": Text(
        "Ghi lúc {at}, sau một sự kiện ghi lúc {before}, mà không bước nhảy đồng hồ nào được ghi giải thích điều này.",
        "Recorded at {at}, behind an event recorded at {before}, and no jump of the clock on record explains it.",
    ),
    "time_outside": Text(
        "Ghi lúc {at}, nhưng nhân chứng đã thấy nhật ký quanh đó trong khoảng {first} – {last}, và không bước nhảy "
        "đồng hồ nào được ghi giải thích điều này: {count} sự kiện đến vị trí {ends}, lệch tới {most} (giờ:phút:giây).",
        "Recorded at {at}, but witnesses saw the log around it between {first} and {last}, and no jump of the clock on "
        "record explains that: {count} events up to position {ends}, by up to {most} (hours:minutes:seconds).",
    ),
    "former": Text(
        "Điểm kiểm trước đó không dẫn tới điểm kiểm này.",
        "An earlier head is not continued by this checkpoint.",
    ),
    "kept_other_log": Text("Điểm kiểm bạn giữ là của nhật ký khác.", "The checkpoint that you kept is of another log."),
    "kept_unproved": Text(
        "Gói không chứng minh rằng nó nối tiếp điểm kiểm bạn giữ: hãy hỏi kèm kích thước này (since).",
        "The bundle does not prove that it continues the checkpoint you kept: ask with its size (since).",
    ),
    "kept_fork": Text(
        "NHẬT KÝ ĐÃ BỊ TÁCH: ở cùng kích thước, điểm kiểm bạn giữ có gốc khác. Hãy giữ cả hai làm chứng cứ.",
        "THE LOG WAS FORKED: at this size the checkpoint you kept has another root. Keep both: they are evidence.",
    ),
    "stale": Text(
        "Điểm kiểm được ký xác nhận lần cuối lúc {at}, trước {since}.",
        "The checkpoint was last cosigned at {at}, before {since}.",
    ),
    "unnamed": Text(
        "Không sự kiện hay dòng nào của gói nhắc tới phần này.", "No event or line of the bundle names this member."
    ),
    # What was asked for
    "request": Text("Yêu cầu trong bản kê không đúng dạng.", "The request in the manifest is not of its form."),
    "claim": Text(
        "Gói không cam kết điều đã được hỏi: “{field}” phải là {wanted}, gói nói {there}.",
        "The bundle does not claim what was asked for: “{field}” has to be {wanted}, it says {there}.",
    ),
    "claim_empty": Text(
        "Yêu cầu hỏi một khoảng trọn vẹn, gói không cam kết khoảng nào.",
        "A whole interval was asked for, and the bundle claims none.",
    ),
    "claim_ends": Text(
        "Khoảng không bắt đầu hay kết thúc nơi yêu cầu nói: vị trí này được ghi lúc {at}.",
        "The interval does not begin or end where the request says: this position was recorded at {at}.",
    ),
    "context": Text(
        "Ván thuộc yêu cầu bị ghi là ván đi kèm, hay ngược lại.",
        "A round that was asked for is marked as standing beside, or the other way round.",
    ),
    "continued": Text(
        "Sự kiện này nối tiếp một luồng của gói (vị trí {previous}) và đã bị bỏ ra.",
        "This event continues a stream of the bundle (position {previous}) and was left out.",
    ),
    "interval_not_shown": Text("Khoảng này không được trình bày trọn vẹn.", "The interval is not shown as a whole."),
    "round_missing": Text("Ván được hỏi không có trong gói.", "The round that was asked for is not in the bundle."),
    # Who said it
    "origin_missing": Text("{stream}: thiếu điều đã được ký.", "{stream}: what was signed of it is missing."),
    "origin_differs": Text(
        "{stream}: điều đã ký không nói về sự kiện này.",
        "{stream}: what was signed does not speak for this event.",
    ),
    "origin_fault": Text("{stream}: chữ ký nguồn không đúng.", "{stream}: the signature of origin does not hold."),
    "origins": Text("Dòng chữ ký nguồn không đúng.", "The line of what was signed does not hold."),
    # Judgement
    "document_digest": Text(
        "Văn bản luật chơi trong {stream} không có mã băm mà nó nói.",
        "The rule document in {stream} does not have the digest that it says.",
    ),
    "document_text": Text(
        "Văn bản luật chơi khác với văn bản mà sự kiện đưa vào hiệu lực.",
        "The rule document is not the one that the event puts in force.",
    ),
    "rounds_order": Text(
        "{stream} không đứng theo thứ tự chia của bàn.", "{stream} does not stand where its table dealt it."
    ),
    "unknown_event": Text(
        "Có loại sự kiện mà chương trình này không biết.",
        "A type of event that this program does not know.",
    ),
    "not_judged": Text("Không xét được.", "It cannot be judged."),
    "differs": Text(
        "{stream}: kết quả tính lại khác điều ghi trong gói.",
        "{stream}: what is computed again is not what the bundle says.",
    ),
    "left_over": Text("Có dòng thừa phía sau.", "Something is left over at its end."),
    # Beside the events
    "disclosure": Text(
        "Lời được mở niêm phong không phải lời trong sự kiện.", "The disclosed words are not those of the event."
    ),
    "disclosure_not_named": Text("Sự kiện không nhắc tới lời niêm phong này.", "The event names no such sealed words."),
    "index": Text("Sự kiện không nói “{name}” như vậy.", "The event does not say “{name}” so."),
    "line_without_event": Text(
        "Dòng nói về một sự kiện không có trong gói.", "The line speaks of an event that is not in the bundle."
    ),
    "clip_digest": Text("Phim không có mã băm mà tên nó nói.", "The film does not have the hash of its name."),
    "clip_seal": Text(
        "Niêm phong của phim: {state}, số niêm phong {count}.", "The film's seals: {state}, {count} of them."
    ),
    "clip_unreadable": Text("Không đọc được phim: {why_vi}", "The film cannot be read: {why_en}"),
    "clip_not_named": Text("Sự kiện không nhắc tới phim này.", "The event does not name this film."),
    # A package of film
    "package": Text("Tệp không phải một gói phim.", "The file is no package of film."),
    "package_container": Text(
        "Vỏ của tệp không như cơ sở đã lập: nó được đóng gói lại, hay có gì được thêm vào.",
        "The container is not as the house made it: it was packed anew, or something was put in.",
    ),
    "package_added": Text("Phần này được thêm vào gói.", "This part was added to the package."),
    "package_twice": Text("Phần này có nhiều hơn một lần.", "This part is there more than once."),
    "package_removed": Text("Phần này bị lấy khỏi gói.", "This part was taken out of the package."),
    "package_changed": Text(
        "Phần này bị sửa: SHA-256 khác bản kê.", "This part was changed: its SHA-256 is not the manifest's."
    ),
    "package_swapped": Text("Phần này mang nội dung của {name}.", "This part holds the content of {name}."),
    "package_unread": Text("Phần này không đọc được.", "This part cannot be read."),
    "package_note_text": Text(
        "Chữ ký là của một bản kê khác: bản kê bị sửa, hay lấy từ gói khác.",
        "The signature is of another manifest: it was changed, or comes from another package.",
    ),
    "package_sums": Text("Tổng kiểm ghi cho {name} không đúng.", "The sum given for {name} is wrong."),
    "package_other": Text(
        "Phần này nói về một đoạn phim hay một bản xuất khác.", "This part speaks of another clip or another export."
    ),
    "package_chain": Text(
        "Chuỗi lưu giữ thiếu sự kiện hay sai thứ tự tại sự kiện {version}.",
        "The chain of custody lacks an event, or is out of order, at event {version}.",
    ),
    "package_chain_other": Text(
        "Chuỗi lưu giữ không ghi bản xuất này của đoạn phim này.",
        "The chain of custody does not have this export of this clip.",
    ),
    "package_seal": Text(
        "Niêm phong của phim, theo chứng thư trong gói: {state}.",
        "The film's seal, by the package's certificate: {state}.",
    ),
}

REMARKS: Final = {
    "request_on_trust": Text(
        "Ai hỏi gì, lúc nào, là lời của cơ sở: bản kê không được ký, hay thiếu khoá báo cáo (--report-key).",
        "Who asked for what, and when, is the house's word: the manifest is not signed, or no --report-key was given.",
    ),
    "no_mldsa": Text(
        "Điểm kiểm không có chữ ký ML-DSA-44 nào được kiểm.", "No ML-DSA-44 signature of the checkpoint was checked."
    ),
    "no_witness": Text(
        "Không nhân chứng nào được kiểm: riêng cơ sở đứng ra.",
        "No witness was checked: the house alone stands for the checkpoint.",
    ),
    "clip_unrecorded": Text(
        "Không sự kiện nào ghi đoạn phim này: chỉ niêm phong của nó nói nó là của ai.",
        "No event names this film: only its seal says whose it is.",
    ),
    "stamps_unchecked": Text(
        "{count} dấu thời gian không được kiểm (--stamp-root).", "{count} time stamps were not checked (--stamp-root)."
    ),
    "stamp_at": Text(
        "Cơ quan dấu thời gian đã thấy điểm kiểm lúc {moment}.",
        "A time-stamp authority saw the checkpoint at {moment}.",
    ),
    "no_interval": Text(
        "Gói không nói rằng một khoảng nào là đầy đủ.", "The bundle does not say of any interval that it is complete."
    ),
    "selection_trusted": Text(
        "Rằng không ván nào khác ngoài các ván nêu tên ({rounds}) được hỏi, là lời của cơ sở; từng ván thì trọn vẹn.",
        "That no round but those named ({rounds}) was asked for is the house's word; each of them is whole.",
    ),
    "selection_empty": Text(
        "Gói không có ván nào: rằng không có ván nào như đã hỏi là lời của cơ sở.",
        "The bundle has no round: that there is none such as was asked for is the house's word.",
    ),
    "clock_jumped": Text(
        "ĐỒNG HỒ MÁY CHỦ ĐÃ NHẢY: ghi lúc {at}, sau một sự kiện ghi lúc {before}, theo lời của cơ sở.",
        "THE SERVER'S CLOCK JUMPED: recorded at {at}, behind an event recorded at {before}, by the house's word.",
    ),
    "clock_was_off": Text(
        "ĐỒNG HỒ MÁY CHỦ SAI: ghi lúc {at}; nhân chứng thấy {first} – {last}: {count} sự kiện đến vị trí {ends}, "
        "lệch tới {most} (giờ:phút:giây). Bước nhảy là lời của cơ sở.",
        "THE SERVER'S CLOCK WAS OFF: recorded at {at}; witnesses saw {first} to {last}: {count} events up to position "
        "{ends}, by up to {most} (hours:minutes:seconds). The jump is the house's word.",
    ),
    "ends_trusted": Text(
        "Rằng khoảng bắt đầu và kết thúc đúng lúc đã hỏi là lời của cơ sở: mục ở hai đầu không được trình bày.",
        "That the interval begins and ends as asked is the house's word: the entries at its ends are not shown.",
    ),
    "log_silent": Text(
        "Không có hoạt động: cả nhật ký không ghi gì từ {begins} đến {ends}, ở mọi bàn.",
        "No activity: the whole log holds nothing from {begins} to {ends}, of any table.",
    ),
    "idle_closed": Text(
        "Không có hoạt động: bàn đóng suốt khoảng này ({count} sự kiện được ghi trong nhật ký).",
        "No activity: the table was closed the whole interval ({count} events stand in the log meanwhile).",
    ),
    "idle_open": Text(
        "Không có ván nào của bàn này dù bàn mở ({count} sự kiện được ghi trong nhật ký): hãy hỏi vì sao.",
        "No round of this table though it was open ({count} events stand in the log meanwhile): ask why.",
    ),
    "hashes": Text(
        "{count} vị trí trong khoảng chỉ là mã băm: chúng chứa gì là lời của cơ sở.",
        "{count} positions of the interval are hashes alone: what they hold is the house's word.",
    ),
    "heads": Text(
        "{count} luồng có thể còn sự kiện trước vị trí này mà gói không trình bày (đính chính, phán quyết): {named}.",
        "{count} streams may have further events before this position that are not shown (corrections, rulings): "
        "{named}.",
    ),
    "handed": Text(
        "Điều bàn {table} để lại trước ván đầu tiên là lời của cơ sở.",
        "What table {table} handed on before the first round is the house's word.",
    ),
    "session_trusted": Text(
        "Rằng trước ván đầu tiên bàn không để lại gì, là lời của cơ sở.",
        "That the table handed on nothing before the first round is the house's word.",
    ),
    "numbers_left_out": Text(
        "Số ván {first} đến {last} không có trong nhật ký của bàn.",
        "The table's numbers {first} to {last} are no rounds of the log.",
    ),
    "gap": Text(
        "Số {first} đến {last} của thiết bị chưa bao giờ tới.", "The device's numbers {first} to {last} never came."
    ),
    "device_key": Text(
        "Khoá của thiết bị là lời của cơ sở; hãy so với tờ khoá, hoặc đưa vào bằng --device-keys: {fingerprint}.",
        "The device's key is the house's word; compare with the key sheet, or give it by --device-keys: {fingerprint}.",
    ),
    "package_key": Text(
        "Khoá ký gói là lời của cơ sở; hãy so với tờ khoá, hoặc đưa vào bằng --report-key: {fingerprint}.",
        "Whose key signed is the house's word; compare with the key sheet or give it by --report-key: {fingerprint}.",
    ),
    "document_own": Text(
        "Không sự kiện nào trong gói đưa văn bản này vào hiệu lực: đã xét theo bản của chương trình này.",
        "No event of the bundle puts this document in force: it was judged by this program's own.",
    ),
    "document_differs": Text(
        "Văn bản có hiệu lực khác với bản của chương trình này.",
        "The document in force is not the one that this program brings.",
    ),
    "program_differs": Text(
        "Gói do một chương trình khác lập ({theirs}; ở đây {own}).",
        "The bundle was made by another program ({theirs}; here {own}).",
    ),
}

FIGURES: Final = {
    "events": Text("sự kiện, trọn vẹn", "events, whole"),
    "entries": Text("vị trí chỉ có mục nhật ký", "positions as entries"),
    "hashes": Text("vị trí chỉ có mã băm", "positions as hashes"),
    "streams": Text("luồng", "streams"),
    "rounds": Text("ván, tính lại", "rounds, computed again"),
    "signed_device": Text("sự kiện do thiết bị ký", "events signed by devices"),
    "signed_person": Text("sự kiện do người ký", "events signed by people"),
    "signed_unknown": Text(
        "sự kiện do người ký, khoá đăng ký ở nơi khác", "events signed by people, keys registered elsewhere"
    ),
    "unsigned": Text("sự kiện chỉ có cơ sở đứng ra", "events for which the house alone stands"),
    "disclosed_open": Text("lời niêm phong, mở và đúng", "sealed words, open and right"),
    "disclosed_sealed": Text("lời còn niêm phong", "words that stay sealed"),
    "disclosed_erased": Text("lời đã bị xoá", "words that were erased"),
    "proofs": Text("chứng minh riêng", "proofs of single events"),
    "clips": Text("phim, niêm phong đúng", "films, their seals right"),
}

HEADS: Final = {
    "file": Text("Tệp", "File"),
    "house": Text("Cơ sở", "House"),
    "log": Text("Nhật ký", "Log"),
    "log_is": Text(
        "{origin}, {size} sự kiện; xét tại vị trí {as_of}", "{origin}, {size} events; judged as of position {as_of}"
    ),
    "request": Text("Đã hỏi (lời của cơ sở)", "Asked for (the house's word)"),
    "request_signed": Text("Đã hỏi (đã ký)", "Asked for (signed)"),
    "whole": Text("Có trọn vẹn", "Holds whole"),
    "whole_claimed": Text("Tự nói là có trọn vẹn", "Claims to hold whole"),
    "whole_nothing": Text("không gì cả", "nothing"),
    "whole_rounds": Text("{count} ván: {streams}", "{count} rounds: {streams}"),
    "whole_interval": Text(
        "bàn {tables}, {moments}vị trí {first} đến {last}; {rest}",
        "tables {tables}, {moments}positions {first} to {last}; {rest}",
    ),
    "whole_rest": Text("không bỏ ra gì", "nothing is left out"),
    "whole_hashes": Text("{count} vị trí chỉ là mã băm", "{count} positions are hashes alone"),
    "signed": Text("Đã ký điểm kiểm", "Signed the checkpoint"),
    "counted": Text("Đã kiểm", "Checked"),
    "package": Text("Gói phim", "Package of film"),
    "package_is": Text(
        "{export} của bản ghi {recording}, lập {made_at}", "{export} of recording {recording}, made {made_at}"
    ),
    "package_signed": Text("Ký bởi", "Signed by"),
    "reasons": Text("Không đúng", "Does not hold"),
    "remarks": Text("Chưa được chứng minh, hay nên biết", "Not proved, or worth knowing"),
    "more": Text("… và {count} điều như vậy nữa", "… and {count} more of these"),
    "detail": Text("Chi tiết kỹ thuật", "Technical detail"),
    "unknown": Text("Điều này không đúng.", "This does not hold."),
}


DETAILS: Final = ("why", "error")
"""Values that go into no sentence: what a part of the program said of it, in English, whoever reads the report."""
POSITIONS: Final = re.compile(r"positions? ([0-9]+)(?: to ([0-9]+))?")


def sentence(code: str, values: dict[str, str]) -> Text:
    """What a reason or a remark says, whole in each language."""
    text = REASONS.get(code) or REMARKS.get(code) or HEADS["unknown"]
    states = {name: STATES[value] for name, value in values.items() if name == "state" and value in STATES}
    return text.format(**(values | states))


def detail(values: dict[str, str]) -> str | None:
    """What is shown beside the sentence, on a line of its own."""
    return next((values[name] for name in DETAILS if values.get(name)), None)


def place(where: str) -> Text:
    """Where it is: a name of the bundle as it stands there, or positions of the log."""
    found = POSITIONS.fullmatch(where)
    if found is None:
        return Text(where, where)
    return Text(f"vị trí {found[1]}" + (f" đến {found[2]}" if found[2] else ""), where)
