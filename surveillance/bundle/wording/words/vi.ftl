verdicts--proved = ĐÃ CHỨNG MINH: mọi phần đều đúng, theo các khoá mà bạn tin.
verdicts--in_part = CHỈ CHỨNG MINH ĐƯỢC MỘT PHẦN: những gì được trình bày đều đúng, theo các khoá mà bạn tin; nhưng trong phạm vi đã hỏi còn chỗ không được trình bày, và ở đó có thể còn ván.
verdicts--consistent = TỰ NHẤT QUÁN, CHƯA RÕ KHOÁ CỦA AI: mọi phần khớp nhau, nhưng không có chính sách khoá của bạn (--policy).
verdicts--refused = BỊ BÁC: có phần không đúng.
verdicts--unreadable = KHÔNG ĐỌC ĐƯỢC: tệp này không phải một gói đúng dạng.

package-verdicts--proved = ĐÃ CHỨNG MINH: mọi phần đều như khi cơ sở ký, theo khoá mà bạn tin.
package-verdicts--consistent = TỰ NHẤT QUÁN, CHƯA RÕ KHOÁ CỦA AI: mọi phần khớp nhau, nhưng bạn không đưa khoá báo cáo (--report-key).
package-verdicts--refused = BỊ BÁC: gói đã bị can thiệp.
package-verdicts--unreadable = KHÔNG ĐỌC ĐƯỢC: tệp này không phải gói báo cáo hay gói phim đúng dạng.

# The form of the file

reasons--container = Vỏ của tệp sai dạng.
reasons--missing = Thiếu phần này.
reasons--unlisted = Phần này không có trong bản kê.
reasons--unknown_member = Không phần nào của gói có tên như vậy.
reasons--members_order = Các phần không theo thứ tự của bản kê.
reasons--part_missing = Thiếu một phần trong dãy số.
reasons--units = Số của các bàn không liên tục.
reasons--unit_parts = Bản kê nói { $said } phần, có { $found }.
reasons--unit_counts = Số ván ({ $rounds }) hay sự kiện ({ $events }) khác bản kê.
reasons--kind_counts = Bản kê nói { $said } sự kiện, có { $found }.
reasons--lines_order = Các dòng không theo thứ tự.
reasons--counts = Bản kê nói { $said } sự kiện, có { $found }.
reasons--json = Không đọc được JSON.
reasons--not_canonical = JSON không viết theo dạng duy nhất.
reasons--format = Định dạng { $format } không đọc được ở đây.
reasons--manifest = Bản kê sai dạng.
reasons--ranges = Các khoảng vị trí sai dạng hay sai thứ tự.
reasons--leaves = Số mã băm lá không bằng số vị trí ({ $said }).
reasons--edges = Mã băm không đủ 32 byte.
reasons--too_long = Dài hơn { $most } byte.
reasons--line_too_long = Một dòng dài hơn { $most } byte.
reasons--line_unended = Dòng cuối không kết thúc.
reasons--line_form = Dòng sai dạng.
reasons--no_body = Sự kiện cuối thiếu nội dung.
reasons--time_zone = Không có múi giờ { $zone }.
reasons--not_read = Không đọc được.

# Digests and signatures

reasons--checksum = Tổng kiểm CRC-32 sai.
reasons--digest = SHA-256 khác bản kê.
reasons--checkpoint = Không đọc được điểm kiểm hay khoá.
reasons--checkpoint_differs = Bản kê nói về một điểm kiểm khác.
reasons--as_of = Ván được xét tại một vị trí sau điểm kiểm.
reasons--signature = Chữ ký của điểm kiểm không đạt.
reasons--no_log_signature = Nhật ký { $origin } không ký điểm kiểm.
reasons--note = Không đọc được chữ ký của bản kê.
reasons--note_text = Chữ ký là của một bản kê khác: yêu cầu hay nội dung đã bị đổi.
reasons--note_signature = Chữ ký của { $name } trên bản kê không đúng.
reasons--note_unknown = Không chữ ký nào trên bản kê là của khoá báo cáo mà bạn đưa.
reasons--device_key_unknown = Thiết bị ký bằng một khoá mà bạn không đưa: { $fingerprint }.
reasons--stamp = Dấu thời gian không đúng.

# The log

reasons--root = Các mã băm dẫn tới một gốc khác.
reasons--tree = Không dựng lại được cây.
reasons--event = Sự kiện không đúng.
reasons--entry = Mục nhật ký không đúng.
reasons--entries_order = Các mục không theo thứ tự vị trí.
reasons--leaf = Vị trí { $position } trong nhật ký là một mục khác.
reasons--not_shown = Vị trí { $position } không có trong phần được chứng minh.
reasons--body = Nội dung của { $stream } không viết theo dạng duy nhất.
reasons--behind = Sự kiện đứng sau vị trí xét { $as_of }.
reasons--twice = Vị trí có hai lần.
reasons--proof = Chứng minh riêng của sự kiện không đúng.
reasons--proof_without_event = Chứng minh không có sự kiện.

# What was left out

reasons--stream_begins = { $stream } bắt đầu từ phiên bản { $version }, không phải 1.
reasons--stream_hole = { $stream }: trước phiên bản { $version } thiếu sự kiện.
reasons--streams_order = { $stream } đứng sai chỗ.
reasons--left_out = Một sự kiện của { $stream }, mà gói nói có đủ, đã bị bỏ ra.
reasons--two_histories = Luồng này có hai lịch sử: một sự kiện khác đã mang cùng phiên bản.
reasons--table_left_out = Trong gói không có luồng { $stream }, mà bàn ấy có ván ở đây hoặc thuộc yêu cầu.
reasons--case_left_out = Trong gói không có luồng { $stream }: không biết hồ sơ gồm những ván nào.
reasons--finding_left_out = Một sự kiện về phát hiện của ván được hỏi đã bị bỏ ra.
reasons--time_back = Ghi lúc { $at }, sau một sự kiện ghi lúc { $before }, mà không bước nhảy đồng hồ nào được ghi giải thích điều này.
reasons--time_outside = Ghi lúc { $at }, nhưng nhân chứng đã thấy nhật ký quanh đó trong khoảng { $first } – { $last }, và không bước nhảy đồng hồ nào được ghi giải thích điều này: { $count } sự kiện đến vị trí { $ends }, lệch tới { $most } (giờ:phút:giây).
reasons--former = Điểm kiểm trước đó không dẫn tới điểm kiểm này.
reasons--kept_other_log = Điểm kiểm bạn giữ là của nhật ký khác.
reasons--kept_unproved = Gói không chứng minh rằng nó nối tiếp điểm kiểm bạn giữ: hãy hỏi kèm kích thước này (since).
reasons--kept_fork = NHẬT KÝ ĐÃ BỊ TÁCH: ở cùng kích thước, điểm kiểm bạn giữ có gốc khác. Hãy giữ cả hai làm chứng cứ.
reasons--stale = Điểm kiểm được ký xác nhận lần cuối lúc { $at }, trước { $since }.
reasons--unnamed = Không sự kiện hay dòng nào của gói nhắc tới phần này.

# What was asked for

reasons--request = Yêu cầu trong bản kê không đúng dạng.
reasons--claim = Gói không cam kết điều đã được hỏi: “{ $field }” phải là { $wanted }, gói nói { $there }.
reasons--claim_empty = Yêu cầu hỏi một khoảng trọn vẹn, gói không cam kết khoảng nào.
reasons--claim_ends = Khoảng không bắt đầu hay kết thúc nơi yêu cầu nói: vị trí này được ghi lúc { $at }.
reasons--context = Ván thuộc yêu cầu bị ghi là ván đi kèm, hay ngược lại.
reasons--continued = Sự kiện này nối tiếp một luồng của gói (vị trí { $previous }) và đã bị bỏ ra.
reasons--interval_not_shown = Khoảng này không được trình bày trọn vẹn.
reasons--round_missing = Ván được hỏi không có trong gói.

# Who said it

reasons--origin_missing = { $stream }: thiếu điều đã được ký.
reasons--origin_differs = { $stream }: điều đã ký không nói về sự kiện này.
reasons--origin_fault = { $stream }: chữ ký nguồn không đúng.
reasons--origins = Dòng chữ ký nguồn không đúng.

# Judgement

reasons--document_digest = Văn bản luật chơi trong { $stream } không có mã băm mà nó nói.
reasons--document_text = Văn bản luật chơi khác với văn bản mà sự kiện đưa vào hiệu lực.
reasons--rounds_order = { $stream } không đứng theo thứ tự chia của bàn.
reasons--unknown_event = Có loại sự kiện mà chương trình này không biết.
reasons--not_judged = Không xét được.
reasons--differs = { $stream }: kết quả tính lại khác điều ghi trong gói.
reasons--left_over = Có dòng thừa phía sau.

# Beside the events

reasons--disclosure = Lời được mở niêm phong không phải lời trong sự kiện.
reasons--disclosure_not_named = Sự kiện không nhắc tới lời niêm phong này.
reasons--index = Sự kiện không nói “{ $name }” như vậy.
reasons--line_without_event = Dòng nói về một sự kiện không có trong gói.
reasons--clip_digest = Phim không có mã băm mà tên nó nói.
reasons--clip_seal = Niêm phong của phim: { $state }, số niêm phong { $count }.
reasons--clip_unreadable = Không đọc được phim: { $why_vi }
reasons--clip_not_named = Sự kiện không nhắc tới phim này.

# A package of film

reasons--package = Tệp không phải một gói phim.
reasons--package_container = Vỏ của tệp không như cơ sở đã lập: nó được đóng gói lại, hay có gì được thêm vào.
reasons--package_added = Phần này được thêm vào gói.
reasons--package_twice = Phần này có nhiều hơn một lần.
reasons--package_removed = Phần này bị lấy khỏi gói.
reasons--package_changed = Phần này bị sửa: SHA-256 khác bản kê.
reasons--package_swapped = Phần này mang nội dung của { $name }.
reasons--package_unread = Phần này không đọc được.
reasons--package_note_text = Chữ ký là của một bản kê khác: bản kê bị sửa, hay lấy từ gói khác.
reasons--package_sums = Tổng kiểm ghi cho { $name } không đúng.
reasons--package_other = Phần này nói về một đoạn phim hay một bản xuất khác.
reasons--package_chain = Chuỗi lưu giữ thiếu sự kiện hay sai thứ tự tại sự kiện { $version }.
reasons--package_chain_other = Chuỗi lưu giữ không ghi bản xuất này của đoạn phim này.
reasons--package_seal = Niêm phong của phim, theo chứng thư trong gói: { $state }.

remarks--request_on_trust = Ai hỏi gì, lúc nào, là lời của cơ sở: bản kê không được ký, hay thiếu khoá báo cáo (--report-key).
remarks--no_mldsa = Điểm kiểm không có chữ ký ML-DSA-44 nào được kiểm.
remarks--no_witness = Không nhân chứng nào được kiểm: riêng cơ sở đứng ra.
remarks--clip_unrecorded = Không sự kiện nào ghi đoạn phim này: chỉ niêm phong của nó nói nó là của ai.
remarks--stamps_unchecked = { $count } dấu thời gian không được kiểm (--stamp-root).
remarks--stamp_at = Cơ quan dấu thời gian đã thấy điểm kiểm lúc { $moment }.
remarks--no_interval = Gói không nói rằng một khoảng nào là đầy đủ.
remarks--selection_trusted = Rằng không ván nào khác ngoài các ván nêu tên ({ $rounds }) được hỏi, là lời của cơ sở; từng ván thì trọn vẹn.
remarks--selection_empty = Gói không có ván nào: rằng không có ván nào như đã hỏi là lời của cơ sở.
remarks--clock_jumped = ĐỒNG HỒ MÁY CHỦ ĐÃ NHẢY: ghi lúc { $at }, sau một sự kiện ghi lúc { $before }, theo lời của cơ sở.
remarks--clock_was_off = ĐỒNG HỒ MÁY CHỦ SAI: ghi lúc { $at }; nhân chứng thấy { $first } – { $last }: { $count } sự kiện đến vị trí { $ends }, lệch tới { $most } (giờ:phút:giây). Bước nhảy là lời của cơ sở.
remarks--ends_trusted = Rằng khoảng bắt đầu và kết thúc đúng lúc đã hỏi là lời của cơ sở: mục ở hai đầu không được trình bày.
remarks--log_silent = Không có hoạt động: cả nhật ký không ghi gì từ { $begins } đến { $ends }, ở mọi bàn.
remarks--idle_closed = Không có hoạt động: bàn đóng suốt khoảng này ({ $count } sự kiện được ghi trong nhật ký).
remarks--idle_open = Không có ván nào của bàn này dù bàn mở ({ $count } sự kiện được ghi trong nhật ký): hãy hỏi vì sao.
remarks--hashes = { $count } vị trí trong khoảng chỉ là mã băm: chúng chứa gì là lời của cơ sở.
remarks--heads = { $count } luồng có thể còn sự kiện trước vị trí này mà gói không trình bày (đính chính, phán quyết): { $named }.
remarks--handed = Điều bàn { $table } để lại trước ván đầu tiên là lời của cơ sở.
remarks--session_trusted = Rằng trước ván đầu tiên bàn không để lại gì, là lời của cơ sở.
remarks--numbers_left_out = Số ván { $first } đến { $last } không có trong nhật ký của bàn.
remarks--gap = Số { $first } đến { $last } của thiết bị chưa bao giờ tới.
remarks--device_key = Khoá của thiết bị là lời của cơ sở; hãy so với tờ khoá, hoặc đưa vào bằng --device-keys: { $fingerprint }.
remarks--package_key = Khoá ký gói là lời của cơ sở; hãy so với tờ khoá, hoặc đưa vào bằng --report-key: { $fingerprint }.
remarks--document_own = Không sự kiện nào trong gói đưa văn bản này vào hiệu lực: đã xét theo bản của chương trình này.
remarks--document_differs = Văn bản có hiệu lực khác với bản của chương trình này.
remarks--program_differs = Gói do một chương trình khác lập ({ $theirs }; ở đây { $own }).

figures--events = sự kiện, trọn vẹn
figures--entries = vị trí chỉ có mục nhật ký
figures--hashes = vị trí chỉ có mã băm
figures--streams = luồng
figures--rounds = ván, tính lại
figures--signed_device = sự kiện do thiết bị ký
figures--signed_person = sự kiện do người ký
figures--signed_unknown = sự kiện do người ký, khoá đăng ký ở nơi khác
figures--unsigned = sự kiện chỉ có cơ sở đứng ra
figures--disclosed_open = lời niêm phong, mở và đúng
figures--disclosed_sealed = lời còn niêm phong
figures--disclosed_erased = lời đã bị xoá
figures--proofs = chứng minh riêng
figures--clips = phim, niêm phong đúng

heads--file = Tệp
heads--house = Cơ sở
heads--log = Nhật ký
heads--log_is = { $origin }, { $size } sự kiện; xét tại vị trí { $as_of }
heads--request = Đã hỏi (lời của cơ sở)
heads--request_signed = Đã hỏi (đã ký)
heads--whole = Có trọn vẹn
heads--whole_claimed = Tự nói là có trọn vẹn
heads--whole_nothing = không gì cả
heads--whole_rounds = { $count } ván: { $streams }
heads--whole_interval = bàn { $tables }, { $moments }vị trí { $first } đến { $last }; { $rest }
heads--whole_rest = không bỏ ra gì
heads--whole_hashes = { $count } vị trí chỉ là mã băm
heads--signed = Đã ký điểm kiểm
heads--counted = Đã kiểm
heads--package = Gói phim
heads--package_is = { $export } của bản ghi { $recording }, lập { $made_at }
heads--package_signed = Ký bởi
heads--reasons = Không đúng
heads--remarks = Chưa được chứng minh, hay nên biết
heads--more = … và { $count } điều như vậy nữa
heads--detail = Chi tiết kỹ thuật
heads--unknown = Điều này không đúng.

position = vị trí { $first }
positions = vị trí { $first } đến { $last }
