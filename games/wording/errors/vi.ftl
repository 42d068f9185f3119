## games.rows.on_duty

not_posted_here = Bạn không có phân công tại bàn này.
post_not_for_clause = Điều { $clause } không giao việc này cho chức vụ của bạn ({ $post }).

## games.api.base

internal_error = Hệ thống gặp lỗi; lỗi đã được ghi vào nhật ký.

## games.facts.approval_requests

ask_unknown = Không có đề nghị này.
ask_decided = Đề nghị này đã được xử lý (trạng thái: { $state }).
ask_same_person = Người xác nhận phải là người khác với người đề nghị.
ask_not_yours = Chỉ người đề nghị mới được rút lại.
ask_overtaken = Điều được đề nghị sửa đã thay đổi sau khi đề nghị; không thể xác nhận nữa. Hãy từ chối và đề nghị lại.
ask_waits_already = Việc này đang chờ người thứ hai xác nhận.

## games.commands.equipment

equipment_same = Bàn đang dùng chính thiết bị này.
table_changed = Bàn này vừa có thêm ghi nhận sau khi bạn mở trang. Hãy xem lại rồi ghi.
equipment_in_future = Thời điểm này chưa đến.
equipment_of_another_game = Bàn này không dùng loại thiết bị đó.

## games.commands.erasing_reasons

reason_unknown = Ở vị trí này không có lý do nào được niêm phong.
reason_erased = Lý do này đã được xóa.

## games.commands.finding_batches

finding_batch = Chọn từ 1 đến { $most } phát hiện cùng một loại, tại một cơ sở, mỗi phát hiện một lần.

## games.facts.findings

finding_unknown = Không có phát hiện này.
finding_not_open = Phát hiện này không còn mở (trạng thái: { $status }).
finding_in_other_case = Phát hiện này đã thuộc hồ sơ { $case }.
finding_not_in_case = Phát hiện này không thuộc hồ sơ { $case }.
finding_reason_missing = Cần nêu lý do, từ 1 đến 500 ký tự.
finding_post_not_allowed = Chức vụ này không được bỏ qua phát hiện.
finding_needs_second_person = Ghi nhận đã sửa cần Quản lý Pit trở lên và một người khác từ Quản lý Ca trở lên phê chuẩn.
finding_changed = Phát hiện này vừa thay đổi sau khi bạn mở trang. Hãy xem lại rồi quyết định.
command_conflict = Mã lệnh này đã dùng cho một lệnh khác.

## games.ingest.by_hand

by_hand_elsewhere = Việc này được ghi trên trang hoặc bằng lệnh riêng của nó, nơi có hạn mức và người thứ hai.
by_hand_second = Dòng này cần người thứ hai xác nhận: --second MÃ.

## games.ingest.errors

empty_body = Yêu cầu không có nội dung.
body_unreadable = Kết nối đứt trước khi nhận đủ nội dung.
body_too_large = Nội dung dài quá { $limit } byte; hãy gửi thành nhiều phần.
inflates_too_much = Nội dung gzip giải nén quá { $limit } byte; hãy gửi thành nhiều phần.
batch_too_large = Một lần gửi có hơn { $limit } sự kiện; hãy gửi thành nhiều phần.
gzip_damaged = Dữ liệu gzip bị hỏng hoặc không phải gzip.
gzip_truncated = Dữ liệu gzip bị cụt.
unsupported_media_type = Không nhận kiểu nội dung { $found }; hãy dùng application/json hoặc application/x-ndjson.
unsupported_encoding = Không nhận kiểu nén { $found }; chỉ nhận gzip.
body_not_json = Nội dung không phải JSON: sai ở dòng { $line }, cột { $column } ({ $why }).
body_wrong_charset = Nội dung không phải UTF-8, hoặc bắt đầu bằng dấu BOM.
body_too_deep = Nội dung lồng nhau quá sâu.
not_events = Nội dung phải là một sự kiện, một mảng sự kiện, hoặc đối tượng chỉ có “events”.
credentials_missing = Thiết bị chưa xưng danh: cần chữ ký hoặc token.
credentials_unreadable = Không đọc được tiêu đề { $header }.
credentials_wrong = Chữ ký hoặc token không đúng với thiết bị nào ở đây.
device_revoked = Thiết bị { $device } đã bị thu hồi quyền gửi.
batch_signature_unreadable = Không đọc được chữ ký của lô sự kiện.
batch_list_differs = Danh sách đã ký có { $listed } sự kiện, nhưng lô gửi có { $sent }.
batch_key_unknown = Thiết bị { $device } không có khóa này trong sổ.
batch_signature_wrong = Chữ ký của lô sự kiện không đúng với khóa của thiết bị { $device }.
clock_off = Đồng hồ của thiết bị lệch { $seconds } giây so với máy chủ; hãy ký lại theo server_time.
device_without_key = Thiết bị { $device } dùng token, không có khóa để ký.
device_exists = Đã có thiết bị { $device }.
bad_public_key = Khóa công khai phải là 32 byte Ed25519 viết bằng base64.
bad_code = { $found } không phải là mã hợp lệ.
unknown_document = Không có văn bản quy tắc { $document }.
outcomes_unreadable = Dòng { $line } của bảng kết quả: { $why }.
event_too_large = Sự kiện dài quá { $limit } byte.
not_json = Không phải JSON: sai ở dòng { $line }, cột { $column } ({ $why }).
byte_order_mark = Nội dung bắt đầu bằng dấu BOM; hãy gửi UTF-8 không có BOM.
wrong_charset = Không phải UTF-8: sai từ byte { $position }.
too_deep = Lồng nhau quá sâu.
duplicate_key = Khóa { $key } có hai lần trong cùng một đối tượng.
missing_field = Thiếu trường này.
unknown_field = Loại sự kiện này không có trường này.
field_not_allowed = Sự kiện loại { $type } không mang trường này.
wrong_type = Cần kiểu { $expected }, nhận được { $found }.
number_out_of_range = Số ngoài khoảng cho phép ({ $rule }).
bad_format = Sai dạng; mẫu là { $rule }.
bad_length = Sai độ dài ({ $rule }).
not_allowed = Không có giá trị { $found } ở đây.
bad_uuid = Không phải UUID.
bad_time = Không phải thời điểm theo RFC 3339.
leap_second = Không nhận giây nhuận (giây 60).
time_without_offset = Thời điểm thiếu múi giờ (Z hoặc +07:00).
time_out_of_range = Thời điểm phải từ năm 2000 đến trước năm 2100; đồng hồ chưa đặt thì gửi null.
bad_character = Chuỗi chứa ký tự U+0000.
invalid_value = Giá trị không hợp lệ ({ $why }).
unknown_type = Không có loại sự kiện { $type }.
not_from_device = Thiết bị không được gửi loại { $type }; việc này do người của nhà cái ghi.
device_mismatch = Trường device là { $found }, nhưng người gửi là { $expected }.
unknown_device = Không có thiết bị { $device } ở cơ sở này.
event_not_signed = Danh sách đã ký có mã băm khác ở vị trí của sự kiện này; máy chủ tính được { $expected }.
unknown_table = Không có bàn { $table }.
table_not_bound = Thiết bị { $device } không được gắn với bàn { $table }.
wrong_game = Bàn { $table } chơi { $game }, không phải { $found }.
id_conflict = Mã này đã được ghi ở vị trí { $position } với nội dung khác.

## games.ingest.put_right

quarantine_stranger = Không rõ ai gửi thông điệp này, nên không có gì để ghi thay.
quarantine_done = Thông điệp này đã được xử lý hoặc đang chờ người thứ hai (trạng thái: { $state }).
quarantine_not_of_device = Chỉ gửi lại được loại sự kiện mà thiết bị được gửi; việc khác thì ghi trên trang của ván.

## games.rows.chosen_house

property_needed = Có nhiều cơ sở; hãy chọn một bằng --property: { $codes }.
no_property = Chưa có cơ sở nào được thiết lập.

## games.rows.matters

ruling_no_matter = Ván này đã kết thúc và không có việc nào đang chờ hay đang mở; phán quyết không thay đổi được gì. Khiếu nại về ván được giải quyết trong hồ sơ.

## games.rows.replay

position_beyond = Sổ chỉ mới đến vị trí { $head }.

## games.commands.reports

report_unknown = Ván này không có quyết định hay sự cho phép { $report }.
report_not_yours = Chỉ người được nêu tên, hoặc cấp trên của họ, mới trả lời được.
report_answered = Điều này đã được trả lời như vậy rồi.

## games.rows.rule_choices

rules_choice_missing = Chưa chọn: { $choice }.
rules_choice_wrong = Không thể chọn như vậy: { $choice }.
rules_approval_missing = Cách đọc khác với đúng chữ của Thể lệ cần số văn bản chấp thuận của cơ quan quản lý: { $choice }.

## games.rows.rulebooks

rules_unknown = Chương trình không có văn bản luật chơi này.
rules_in_force_already = Chính văn bản này đang có hiệu lực.
rules_in_the_past = Văn bản không thể có hiệu lực lùi về trước.

## games.commands.correcting

round_unknown = Không có ván { $round } trong sổ.
round_changed = Ván này vừa có thêm dữ kiện sau khi bạn mở trang. Hãy xem lại rồi quyết định.
fact_unknown = Ván này không có dữ kiện { $event }.
correction_of_correction = Không sửa một bản sửa: hãy sửa lại chính dữ kiện gốc.
correction_changes_nothing = Bản sửa giống hệt điều đang ghi nhận; không có gì thay đổi.
correction_does_not_fit = Dữ liệu sửa không hợp với loại dữ kiện: { $why }.
post_too_low = Việc này cần ít nhất chức vụ { $post }.
reason_missing_text = Hãy ghi lý do.
command_does_not_fit = Lệnh không đúng dạng: { $why }.

## games.judgement.study_fields

study_value_wrong = Giá trị này không hợp lệ; hiện nay là { $present }.
study_odds_wrong = Tỷ lệ trả thưởng được viết là tiền cược:tiền thắng, ví dụ 1:34; hiện nay là { $present }.

## games.studies.work

study_too_many = Đang có { $count } nghiên cứu chưa xong. Hãy đợi hoặc hủy bớt.
study_failed = Không xét lại được các ván theo thể lệ giả định này ({ $what }).

## games.studies.study

study_unreadable = Không đọc được thể lệ giả định: { $why }.

## games.rows.whatif

whatif_unreadable = Không đọc được giả định: { $why }.
whatif_unknown_version = Ván này không có dữ kiện phiên bản { $version }.
whatif_contradicts_itself = Giả định nêu phiên bản { $version } nhiều lần: chỉ được bỏ hoặc đổi một lần.
whatif_type_not_of_game = Loại dữ kiện { $type } không thuộc trò chơi { $game }.
whatif_leaves_nothing = Giả định bỏ hết dữ kiện của ván: không còn gì để tái hiện.
whatif_unknown_document = Không có thể lệ { $document } của trò chơi { $game }.

## games.commands.rulings

ruling_batch = Chọn từ 1 đến { $most } ván của cùng một bàn, mỗi ván một lần.
