## surveillance.clocks.errors

clock_reading = Lần đọc đồng hồ không hợp lệ: { $what }.
ocr_missing = Máy chủ chưa cài phần đọc chữ trong hình (phần bổ sung `ocr`): hãy nhập giờ bằng tay.
ocr_picture = Không đọc được hình { $number }, hoặc kích thước khác.
ocr_rectangle = Vùng đồng hồ nằm ngoài hình hoặc quá nhỏ.
ocr_frames = Cần từ { $least } đến { $most } hình theo thứ tự thời gian.
ocr_unreadable = Không đọc được giờ: chỉ { $agree } trong { $all } hình cho cùng một giờ.
ocr_order = Không rõ đâu là ngày, đâu là tháng: hãy chọn thứ tự ngày tháng.

## surveillance.files.errors

footage_times_jump = Thời gian trong phim nhảy tại { $at }: hãy xuất riêng phần trước và phần sau.
footage_no_folder = Chưa có nơi lưu cảnh quay: hãy đặt FOOTAGE_DIR.
footage_storage_away = Không tới được nơi lưu cảnh quay ({ $what }).
footage_disk_full = Nơi lưu cảnh quay đã đầy: cần thêm { $needed } byte.
footage_upload_unknown = Không có lần tải lên này; có thể nó đã hết hạn.
footage_upload_version = Máy chủ chỉ dùng tus 1.0.0; hãy gửi tiêu đề Tus-Resumable: 1.0.0.
footage_upload_length = Tiêu đề Upload-Length phải là số byte của cả tệp, từ 1 trở lên.
footage_upload_words = Không đọc được tiêu đề Upload-Metadata ({ $what }).
footage_upload_too_large = Tệp lớn hơn { $limit } byte.
footage_chunk_too_large = Mỗi phần gửi tối đa { $limit } byte.
footage_chunk_type = Phần gửi phải có kiểu application/offset+octet-stream.
footage_offset = Đã có { $offset } byte; hãy gửi tiếp từ đó.
footage_upload_busy = Một phần khác của tệp này đang được ghi.
footage_upload_ended = Tệp đã được nhận đủ; không gửi thêm được.
footage_checksum_kind = Chỉ nhận Upload-Checksum dạng sha256 hoặc sha1 kèm base64.
footage_checksum = Phần gửi đã bị hỏng trên đường; hãy gửi lại.
footage_uploads_many = Bạn đang có { $limit } lần tải lên chưa xong; hãy gửi tiếp hoặc bỏ bớt.
footage_empty = Tệp rỗng.
footage_camera_unknown = Không có camera { $camera }.
footage_moment = Thời điểm bắt đầu phải có múi giờ, ví dụ 2026-11-20T21:14:12+07:00.
footage_gone = Bản ghi { $recording } đã bị xóa khi hết hạn lưu.
footage_missing_bytes = Không tìm thấy tệp của bản ghi { $recording } trong nơi lưu.
footage_not_ready = Bản xem của bản ghi { $recording } chưa làm xong.
footage_range = Đoạn byte yêu cầu nằm ngoài tệp.
footage_link_wrong = Đường dẫn này không hợp lệ.
footage_link_session = Đường dẫn này chỉ mở được trong phiên đăng nhập đã yêu cầu nó.
footage_link_old = Đường dẫn này đã hết hạn.
footage_stretch = Đoạn { $from_ms }–{ $to_ms } ms không nằm trong bản ghi.
footage_reason = Hãy ghi lý do.
footage_field = Giá trị của { $name } không hợp lệ: { $why }.
footage_job_unknown = Không có việc { $job }.
footage_no_recorder = Camera { $camera } không gắn với đầu ghi nào lấy được cảnh quay.
footage_worker_died = Tiến trình xử lý đã dừng giữa chừng { $times } lần.
footage_failed = Lỗi khi xử lý cảnh quay ({ $what }); chi tiết nằm trong nhật ký.
footage_key = Không có khóa niêm phong dùng được: { $what }.
footage_no_camera = Hãy xác định camera và thời điểm bắt đầu của bản ghi trước.

## surveillance.film.errors

film_missing = Không có tệp phim.
film_container = Tệp không phải MP4, MOV, MKV, AVI hay MPEG-TS, dù tên có là gì.
film_unreadable = Không đọc được phim: tệp hỏng hoặc thiếu phần cuối.
film_codec = Phim nén bằng { $codec }, hệ thống không đọc.
film_no_picture = Tệp không có hình.
film_picture_size = Khung hình { $width } × { $height } nằm ngoài giới hạn ({ $most } điểm ảnh).
film_too_long = Phim có hơn { $most } khung hình: hãy chia nhỏ khi xuất.
film_times = Thời gian trong phim nhảy { $count } lần, nên không thể xem nguyên như vậy.
film_limit_time = Phim cần nhiều thời gian hơn mức cho phép nên việc đọc bị dừng.
film_limit_memory = Phim cần nhiều bộ nhớ hơn mức cho phép nên việc đọc bị dừng.
film_crashed = Tiến trình đọc phim đã ngừng đột ngột ({ $how }).
film_no_space = Không đủ chỗ để ghi tệp kết quả.
film_program = Máy này chưa cài chương trình đọc phim (PyAV, Pillow).
film_moment = Thời điểm { $at_ms } ms nằm ngoài phim.
film_interval = Đoạn { $start_ms }–{ $end_ms } ms không nằm trong phim.
film_cut_codec = Không thể cắt phim { $codec } mà không nén lại vào MP4.
film_areas = Vùng che số { $number } không hợp lệ: phải có diện tích, nằm trong hình, và bắt đầu trước khi kết thúc.
film_mark = Bản giao ra ngoài cần ghi rõ người nhận và thời điểm.
film_boxes = Cấu trúc tệp MP4 không hợp lệ tại byte { $at }: { $what }.
film_seal_place = Không niêm phong được tệp này: { $what }.
film_seal_sealed = Tệp đã có niêm phong; chỉ có thể niêm phong thêm.
film_seal_unsealed = Tệp chưa có niêm phong để thêm vào.
film_seal_key = Khóa không dùng được để niêm phong: cần RSA từ 2048 bit, khớp với chứng thư.
film_seal_said = Thông tin ghi vào niêm phong không hợp lệ: { $what }.
film_clip = Không thể tạo đoạn phim mô phỏng như vậy: { $what }.
film_output = Tệp kết quả đã tồn tại.
film_parts = Danh sách dựng của phim ghép nhiều đoạn hoặc đổi tốc độ, nên không thể xem đúng thời gian.

## surveillance.pages.marks

film_not_here = Không có bản ghi { $recording }, hoặc bản ghi đã bị xóa.
film_not_placed = Chưa biết bản ghi { $recording } của camera nào và bắt đầu lúc nào.
film_outside = Đoạn phim nằm ngoài bản ghi { $recording }.
film_subject_unknown = Không rõ đoạn phim cho thấy điều gì.
film_pair_far = Khung hình và sự kiện cách nhau hơn { $hours } giờ: không thể là cùng một lúc.

## surveillance.record.errors

footage_not_your_post = Việc này thuộc về: { $posts }.
footage_not_your_table = Bạn không làm việc tại bàn { $table }.
footage_unknown = Không có { $what } trong sổ của Bộ phận Giám sát.
footage_changed = Mục này vừa thay đổi sau khi bạn mở trang. Hãy xem lại.
footage_busy = Có người khác đang ghi vào cùng mục này. Hãy thử lại.
footage_code_taken = Mã { $taken } đã được dùng.
footage_code = Mã gồm chữ cái không dấu, số và . _ : -, nhiều nhất 64 ký tự.
footage_changes_nothing = Điều này đã được ghi nhận; không có gì thay đổi.
footage_subject_unknown = Trong sổ không có { $subject }.
footage_table_unknown = Không có bàn { $table }.
footage_pit_unknown = Không có pit { $pit }.
footage_interval = Khoảng thời gian không hợp lệ: phải kết thúc sau khi bắt đầu và dài nhất { $hours } giờ.
footage_ahead = Thời điểm này còn ở tương lai.
recorder_address_missing = Loại đầu ghi này cần { $what }.
recorder_address_kind = Địa chỉ của đầu ghi ONVIF phải bắt đầu bằng rtsp:// hoặc rtsps:// và không chứa mật khẩu.
recorder_template = Mẫu liên kết chỉ được dùng { $allowed }; không dùng được { $found }.
recorder_template_scheme = Liên kết không được bắt đầu bằng { $scheme }.
recorder_retired = Đầu ghi { $recorder } đã ngừng dùng.
recorder_has_cameras = Đầu ghi này còn ghi { $count } camera ({ $cameras }): hãy chuyển sang đầu ghi khác hoặc tháo trước.
camera_retired = Camera { $camera } đã được tháo.
camera_channel_missing = Camera nối với đầu ghi phải có kênh.
coverage_place = Hãy chọn một bàn hoặc một pit.
coverage_overlaps = Camera này đang bao quát nơi đó ({ $coverage }).
coverage_ended = Khoảng bao quát { $coverage } không có hoặc đã kết thúc.
reading_unknown = Không có số đọc đồng hồ { $reading } đang được tính.
reading_far_off = Đồng hồ lệch hơn { $hours } giờ; hãy kiểm tra lại ngày và múi giờ.
shift_changed = Báo cáo ca đã thay đổi so với nội dung bạn đang ký; hãy xem lại rồi ký.
shift_own = Người bàn giao ca không tự nhận ca của mình được.
shift_taken = Ca { $shift } đã được nhận.
shift_too_long = Báo cáo có hơn { $most } dòng; hãy ký từng khoảng ngắn hơn.
footage_unplayable = Bản ghi { $recording } được lưu làm chứng cứ, không xem được: { $why }.
recording_gone = Bản ghi { $recording } đã bị xóa.
link_what = Hãy chọn một đoạn của bản ghi, hoặc một camera với thời gian bắt đầu và kết thúc.
link_stretch = Đoạn phim phải nằm trong bản ghi ({ $duration_ms } ms).
link_not_placed = Chưa biết bản ghi { $recording } do camera nào quay và lúc nào; hãy xác định trước.
link_withdrawn = Liên kết { $link } đã được rút.
request_answered = Yêu cầu { $request } đã được trả lời.
request_needs_links = Trả lời có cảnh quay thì phải gắn ít nhất một đoạn.
request_has_links = Trả lời không có cảnh quay thì không gắn đoạn nào.
hold_by_rule = Cảnh quay được giữ vì một hồ sơ; chỉ hết giữ khi hồ sơ hết thời hạn lưu.
hold_unknown = Không có lệnh giữ { $hold } đang hiệu lực.
hold_own = Người đã giữ không tự thôi giữ; cần một người khác.
gap_unknown = Không có khoảng thiếu { $gap } đang mở.
incident_adds_nothing = Hãy ghi thêm điều gì đó.
spotcheck_of = Hãy chọn một bàn hoặc một nhân viên chia bài.
spotcheck_none = Không có ván nào trong khoảng này.
spotcheck_round = Ván { $round } không thuộc mẫu này, hoặc đã được xem.
footage_not_looked_at = Anh/chị chưa xem cảnh quay của ván này, nên chưa thể nói hình cho thấy gì; nếu không có hình, hãy chọn “Không thấy được”.
incident_erased = Mọi lời của sự việc { $incident } đã bị xóa; không thể bổ sung nữa.
incident_person_unknown = Không có { $person } trong sự việc này.
incident_person_open = Sự việc { $incident } có người này chưa khép: chỉ xóa sau khi việc đã khép.
incident_ground_names = Căn cứ nêu tên một người trong sự việc; căn cứ còn lại sau khi xóa nên không được nêu tên ai.
incident_person = Hãy ghi tên một người, hoặc mã của người đã có trong sổ.
footage_not_yours = Bạn chỉ xem được cảnh quay của những hồ sơ mà bạn được xem.
change_reason = Cảnh quay này đang được giữ: hãy nêu lý do, rồi chờ người thứ hai xác nhận.
change_own = Người đề nghị không tự xác nhận được.
change_ended = Thay đổi này đã được xác nhận hoặc từ chối.
change_unreadable = Không còn đọc được đề nghị này; hãy đề nghị lại.
change_at_once = Việc này sẽ dời cảnh quay đang được giữ: hãy đề nghị ở trang đầu ghi hoặc bản ghi, để người thứ hai xác nhận.
answer_does_not_fit = Phim của camera { $camera } không quay bàn { $table } lúc được hỏi, hoặc không có ở đây: hãy nói vì sao, một câu.

## surveillance.recorders.errors

recorder_source = Địa chỉ đầu ghi không dùng được: cần rtsp:// hoặc rtsps:// với tên máy, không kèm tên và mật khẩu.
recorder_interval = Khoảng thời gian không hợp lệ: kết thúc phải sau bắt đầu và không quá { $hours } giờ.
recorder_away = Không kết nối được đầu ghi { $host }.
recorder_slow = Đầu ghi { $host } không trả lời kịp ({ $seconds } giây).
recorder_untrusted = Chứng thư của đầu ghi { $host } không được tin cậy.
recorder_password = Đầu ghi { $host } từ chối tên hoặc mật khẩu.
recorder_bare_password = Đầu ghi { $host } đòi mật khẩu không mã hóa.
recorder_challenge = Đầu ghi { $host } đòi một cách xác thực không được hỗ trợ.
recorder_camera_unknown = Đầu ghi { $host } không có camera hoặc đường dẫn này.
recorder_not_replay = Đầu ghi { $host } không phát lại theo ONVIF.
recorder_format = Định dạng hình của đầu ghi { $host } không được hỗ trợ: { $format }.
recorder_nothing = Đầu ghi { $host } không có hình trong khoảng này.
recorder_fewer = Đầu ghi { $host } gửi ít hơn yêu cầu: thiếu { $seconds } giây.
recorder_lost = Mất { $packets } gói tin từ đầu ghi { $host }; { $frames } khung hình bị hỏng.
recorder_cut_off = Đầu ghi { $host } ngắt giữa chừng.
recorder_busy = Đầu ghi { $host } đang bận.
recorder_refused = Đầu ghi { $host } từ chối: { $status } { $reason }.
recorder_unreadable = Không đọc được trả lời của đầu ghi { $host }: { $what }.
recorder_too_much = Đầu ghi { $host } gửi quá nhiều: { $what }.
recorder_file = Không đọc được tệp khung hình đã lấy về.
recorder_muxed_otherwise = Tệp MP4 không giữ nguyên dữ liệu hình ({ $what }); không dùng.
recorder_link = Mẫu liên kết không đúng: { $what }.

## surveillance.reports.errors

reports_unknown = Không có báo cáo này.
reports_not_yours = Vai trò của bạn không được yêu cầu báo cáo này.
reports_not_your_table = Bạn không được phân công ở bàn { $table }; hãy chọn bàn của bạn.
reports_out_of_scope = Ngoài phạm vi mà cơ sở cho bạn xem (trò chơi, ngày chơi).
reports_clips_not_yours = Đoạn phim niêm phong chỉ dành cho Ban giám đốc và cơ quan quản lý đã yêu cầu; hãy yêu cầu không kèm phim.
reports_clip = Đoạn phim đã trích của bản ghi { $recording } không phải tệp đã ghi sổ; không lập báo cáo.
reports_needs = Loại báo cáo này cần thêm: { $what }.
reports_not_with = Loại báo cáo này không nhận: { $what }.
reports_interval = Khoảng thời gian phải kết thúc sau khi bắt đầu và không dài quá { $days } ngày.
reports_nothing_named = Không có ván, hồ sơ, bàn hay hộp bài này trong sổ ở vị trí { $position }.
reports_not_ready = Báo cáo chưa lập xong.
reports_not_printed = Chưa in được bản PDF của báo cáo ({ $why }); gói dữ liệu đã có.
reports_worker_died = Tiến trình lập báo cáo đã dừng giữa chừng { $times } lần.
reports_failed = Lỗi khi lập báo cáo ({ $what }); chi tiết nằm trong nhật ký.
reports_ended = Báo cáo này đã xong, đã hủy hoặc đã xóa.
reports_cancelled = Đã có người hủy việc lập báo cáo.
reports_file_gone = Tệp của báo cáo không còn; hãy yêu cầu lại.
reports_reason = Hãy ghi lý do.
reports_no_log = Chưa có điểm kiểm chứng (checkpoint) của sổ cho vị trí { $position }.
reports_no_key = Không dùng được khóa ký báo cáo ({ $why }).
reports_record = Sổ không khớp với mã băm của nó ({ $why }); không lập báo cáo.
reports_token = Mã truy cập này đã có, hoặc không còn hiệu lực.
reports_token_scope = Hãy chọn ít nhất một loại dữ liệu; trò chơi và ngày riêng chỉ giới hạn được ván, phát hiện và hồ sơ; ngày cuối không trước ngày đầu.
reports_read_only = Tài khoản hoặc mã này chỉ được xem trong phạm vi báo cáo.
