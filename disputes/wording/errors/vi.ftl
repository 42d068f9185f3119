## disputes.api.views

name_in_address = Tên người không được nằm trong địa chỉ; hãy gửi trong nội dung tới /api/v1/cases/search/.

## disputes.case.bet_errors

case_bet_of_other = Cược { $bet } của ván { $round } là của người khác, không phải của người chơi nào trong hồ sơ.
case_bet_whose = Chưa rõ cược { $bet } của ván { $round } là của ai. Hãy ghi cược này là của ai trước.
case_bet_of_party = Cược { $bet } của ván { $round } là của { $party }.
case_bet_known = Bàn đã ghi cược { $bet } của ván { $round } là của { $player }; hồ sơ không ghi khác được.
case_line_whose = Hồ sơ có nhiều người chơi: hãy ghi khoản này cho người nào.
case_reference_twice = Mã { $reference } đã là mã của một người chơi khác trong hồ sơ.

## disputes.case.errors

case_unknown = Không có hồ sơ { $case }.
case_changed = Hồ sơ vừa có thay đổi sau khi bạn mở trang. Hãy xem điều mới rồi làm lại.
case_round_changed = Ván { $round } vừa có thêm dữ kiện. Hãy xem lại số tiền rồi quyết định.
case_role = Chức vụ { $role } không được làm việc này trong hồ sơ.
case_role_at_stage = Ở bước { $stage } việc này thuộc về: { $posts }.
case_stage = Việc này không thể làm ở bước { $stage } của hồ sơ.
case_table = Bạn không được phân công tại bàn { $table }.
case_party = Bạn là một bên của hồ sơ này nên không được quyết định.
case_owed_only = Bạn ở trong việc này và không có ai khác trực: chỉ được trả đúng khoản còn thiếu theo thể lệ.
case_erasure_second = Bạn đã đề nghị xóa; người thứ hai xác nhận trong phiên làm việc của họ.
case_erasure_asks = Chỉ { $posts } đề nghị xóa dữ liệu cá nhân; chức vụ của bạn chỉ xác nhận.
case_staff_barred = { $staff } ở trong việc này nên không nhận hồ sơ được.
case_second_person = Việc này phải do người khác làm: bạn đã đề xuất, quyết định hoặc xác nhận ở bước dưới.
case_from_finding_only = Bộ phận Giám sát chỉ mở hồ sơ từ một phát hiện.
case_nobody = Hãy ghi ít nhất một người chơi, hoặc mở hồ sơ từ một phát hiện.
case_claim_unsaid = Hãy ghi lời của người chơi.
case_round_unknown = Không có ván { $round } tại bàn { $table }.
case_bet_unknown = Ván { $round } không có cược { $bet }.
case_bet_not_disputed = Cược { $bet } của ván { $round } không thuộc hồ sơ này.
case_finding_unknown = Không có phát hiện này.
case_party_unknown = Hồ sơ không có bên { $party }.
case_party_twice = Người này đã là một bên của hồ sơ.
case_staff_unknown = Không có nhân viên { $staff }.
case_changes_nothing = Điều này đã đúng như đang ghi.
case_no_offer = Chưa có đề xuất nào đang chờ trả lời.
case_offer_waits = Một đề xuất đang chờ người chơi trả lời.
case_above_table = Số tiền { $amount } vượt mức được giải quyết tại bàn ({ $limit }): hãy chuyển lên Quản lý Pit.
case_needs_second = Một người không tự giải quyết được khoản này ({ $why }): hãy chuyển lên Quản lý Pit.
case_remedy_empty = Cách khắc phục này cần ít nhất một khoản tiền.
case_remedy_none = Không khắc phục thì không có khoản tiền nào.
case_remedy_sign = Dấu của số tiền không hợp với cách khắc phục.
case_remedy_differs = Diễn lại cho cược { $bet } là { $expected }, không phải { $amount }: hãy ghi lý do.
case_deviation_missing = Không có ván để diễn lại: hãy ghi lý do của số tiền.
case_remedy_twice = Cược { $bet } có hai dòng.
case_clause_missing = Hãy dẫn ít nhất một điều khoản.
case_clause_unknown = Tài liệu { $document } không có điều { $clause }.
case_round_not_ended = Ván { $round } chưa kết thúc hoặc chưa có kết quả để tính.
case_ruling_missing = Điều { $clause } dành việc này cho { $posts }: hãy ghi phán quyết đó vào ván { $round } trước.
case_result_empty = Chấp nhận hoặc thay đổi thì phải có một khoản tiền hoặc một biện pháp.
case_footage_cause = Không có cảnh quay thì phải chọn vì sao; có cảnh quay thì không.
case_measure_twice = Biện pháp này đã được nêu.
case_interval = Khoảng thời gian không hợp lệ: kết thúc phải sau bắt đầu, không quá 24 giờ, không ở tương lai.
case_time_passed = Thời điểm phải ở tương lai.
case_time_far = Hẹn quá xa: không quá { $days } ngày kể từ bây giờ.
case_time_ahead = Thời điểm không được ở tương lai.
case_paper_unknown = Hồ sơ không có văn bản { $paper }.
case_paper_before = Văn bản { $paper } không thể được giao trước khi lập.
case_paper_stage = Văn bản này chưa thể lập ở bước hiện tại.
case_paper_needs_time = Giấy xác nhận cần thời gian đã hẹn, hoặc lý do không thể hẹn (8.3).
case_paper_language = Văn bản này không in được bằng ngôn ngữ đó.
case_person_unsaid = Cần tên, mã khách tại bàn, hoặc mô tả (ghế, màu chip, dáng người).
case_no_player = Hồ sơ chưa có người chơi nào.
case_not_told = Người chơi chưa nhận văn bản quyết định: hãy lập văn bản trước.
case_right_not_in_writing = Chưa lập thông báo quyền khiếu nại (8.5).
case_term_runs = Thời hạn nộp đơn còn đến { $until }.
case_merge_itself = Không thể nhập hồ sơ vào chính nó hoặc vào hồ sơ đã khép.
case_merge_offered = Hồ sơ này đã có đề xuất hoặc quyết định nên không nhập vào hồ sơ khác; hãy nhập hồ sơ kia vào đây.
case_merge_decided = Hồ sơ { $case } đã có quyết định hoặc đơn khiếu nại nên không nhận thêm việc.
case_currency = Mỗi hồ sơ chỉ có một loại tiền: hồ sơ này là { $case }, không phải { $currency }.
case_table_currency = Chưa đặt mức giải quyết tại bàn cho { $currency }; { $amount } không giải quyết tại bàn: chuyển lên Quản lý Pit.
case_offer_without_round = Khoản này được lập khi chưa xác định ván; nay hồ sơ đã có ván. Hãy lập lại theo ván.
case_told_before = Thời điểm báo không được trước quyết định { $decision }.
case_person_unknown = Hồ sơ không có người { $person }, hoặc dữ liệu đã xóa.
case_retained = Hồ sơ phải giữ đến { $until }; xóa sớm cần căn cứ pháp luật có hiệu lực cả trong thời hạn: thu thập trái luật, quyết định của tòa án, yêu cầu của cơ quan có thẩm quyền.
case_time_out_of_range = Thời điểm phải từ năm 2000 đến trước năm 2100.
case_erased = Mọi văn bản của hồ sơ này đã bị xóa; không thể ghi thêm.
case_person_elsewhere = Hồ sơ { $case } đang xử lý vẫn cần dữ liệu này.
case_ground_names = Căn cứ pháp lý nêu tên hoặc liên hệ của người trong hồ sơ; nội dung này lưu lâu hơn dữ liệu, không được nêu.

## disputes.case.gate_errors

case_items_open = Chưa đủ căn cứ theo 8.4: { $items }.
case_footage_open = Yêu cầu cảnh quay { $request } chưa được trả lời.
case_not_notified = Chưa báo Bộ phận Giám sát (8.2).
case_notified_already = Đã báo Bộ phận Giám sát rồi.
case_no_first_word = Chưa báo người chơi thời gian xử lý, hoặc lý do không thể hẹn (8.3).
case_evidence_unknown = Hồ sơ không có căn cứ { $evidence }.
case_evidence_missing = Quyết định phải dựa vào ít nhất một căn cứ.
case_reasons_twice = Lý do bằng tiếng Anh chỉ được viết ở một chỗ.
case_evidence_one = Mỗi căn cứ là đúng một trong: văn bản, liên kết, tệp, tài liệu.
case_document_unknown = Thư viện không có tài liệu { $document }.
case_item_filled = Mục { $clause } đã có căn cứ.
case_rules_stand = Mục { $clause }: thể lệ của ván tự có trong hồ sơ, không thể ghi là không có.
case_footage_by_surveillance = Mục { $clause }: hãy yêu cầu cảnh quay; chỉ Bộ phận Giám sát trả lời là không có.
case_footage_clock_runs = Yêu cầu cảnh quay { $request } còn hạn trả lời đến { $until }.
case_footage_since = Yêu cầu cảnh quay { $request } được trả lời sau quyết định { $decision }: hãy trả lại để quyết định lại.
case_evidence_misfit = Mục { $clause } { $name } không nhận loại căn cứ này.
case_document_misfit = Văn bản { $document } không thuộc mục { $clause } { $name } của trò chơi này.
case_evidence_giver = Mục { $clause } { $name }: chỉ Bộ phận Giám sát đưa vào.
case_no_sentence = Hãy ghi rõ hơn: ít nhất { $words } từ khác nhau có nghĩa và { $letters } chữ cái.
case_none_cause = Nguyên nhân này không dùng được cho mục { $clause }.
case_none_asked = Đã hỏi ai và lúc nào: cần cả hai khi không nhận được, và chỉ khi đó.
case_request_unknown = Không có yêu cầu cảnh quay { $request } đang chờ.

## disputes.case.money_errors

case_money_line = Hồ sơ không có khoản { $line } còn chưa giao, chưa nhận.
case_money_amount = Khoản { $line } chỉ còn { $out }.
case_handover_other = Khắc phục trên { $limit }: người khác với người quyết định phải ghi việc giao, nhận tiền.
case_money_of_player = Khoản { $line } là tiền của người chơi: không được miễn hay bỏ.
case_nothing_to_keep = Cược { $bet } không có khoản trả thừa nào để người chơi giữ.
case_giving_up_second = Bạn đã đề nghị; người khác phải xác nhận không thu khoản { $line }.

## disputes.library.documents

library_may_not_add = Chỉ Quản lý Pit trở lên, hoặc Trưởng phòng Điều hành, được thêm văn bản vào thư viện.
library_may_not_withdraw = Chỉ Giám đốc Bàn Trò chơi hoặc quản lý cấp cao được rút một phiên bản.
library_unknown = Thư viện không có văn bản { $document }.
library_code_taken = Mã văn bản { $document } đã được dùng.
library_game = Không có trò chơi { $game }.
library_changed = Văn bản này vừa thay đổi sau khi bạn mở trang. Hãy xem lại.
library_version_taken = Văn bản đã có phiên bản mang nhãn { $version }.
library_version_unknown = Văn bản không có phiên bản { $version }.
library_same_day = Phiên bản { $version } cũng có hiệu lực từ ngày này.
library_days = Ngày cuối phải từ ngày có hiệu lực trở đi.
library_source_missing = Cần một tệp, một trích dẫn hoặc một liên kết.
library_withdrawn = Phiên bản { $version } đã được rút.

## disputes.library.service

library_code = Mã văn bản gồm chữ cái không dấu, số và . _ - , nhiều nhất 64 ký tự.

## disputes.case.closing_errors

case_step_unknown = Hồ sơ không còn chờ bước { $step }.
