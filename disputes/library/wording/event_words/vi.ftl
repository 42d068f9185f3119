kinds--rules = Thể lệ trò chơi
kinds--published = Thông tin đã công bố
kinds--procedures = Quy trình vận hành
kinds--controls = Kiểm soát nội bộ
kinds--law = Pháp luật

labels--document_registered = Đưa văn bản vào thư viện
labels--version_added = Thêm phiên bản
labels--version_withdrawn = Rút phiên bản

title-kind-entered-by-who = “{ $title }” ({ $kind }), do { $who } đưa vào.
as-if-it-had-never = Coi như chưa từng có hiệu lực.
up-to-and-including-day = Đến hết { $day }.
file-name = Tệp { $name }.
version-version-in-force-from = Phiên bản { $version }, hiệu lực từ { $day }, do { $who } thêm.
in-force-up-to-and = Hiệu lực đến hết { $day }.
version-version-withdrawn-by-who = Phiên bản { $version }, do { $who } rút.
reason-reason = Lý do: { $reason }
