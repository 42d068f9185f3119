said--genuine = THẬT: đúng như khi được ký, bằng khóa mà bạn đã nêu.
said--other_key = KHÓA KHÁC: đúng như khi được ký, nhưng bằng một khóa không phải khóa mà bạn đã nêu.
said--unproved = CHƯA CHỨNG MINH: đúng như khi được ký, nhưng khóa chưa được xác nhận (--paper-key).
said--changed = ĐÃ BỊ SỬA: chữ ký không khớp.
said--revoked = BỊ THU HỒI: ký sau khi khóa bị đánh cắp.
said--unsigned = KHÔNG CÓ CHỮ KÝ.
said--unreadable = KHÔNG ĐỌC ĐƯỢC: không phải tệp PDF.

lines--number = Văn bản
lines--signer = Người ký
lines--certificate = Chứng thư (SHA-256)
lines--signed_at = Ký lúc (theo người ký)
lines--stamped_at = Dấu thời gian
lines--authority = Tổ chức cấp dấu thời gian (SHA-256)
lines--why = Chi tiết kỹ thuật
