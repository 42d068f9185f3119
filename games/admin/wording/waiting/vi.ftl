once_confirmed = khi được xác nhận
from-moment-sha-256-of = Từ lúc: { $moment }. Mã băm SHA-256 của văn bản: { $sha256 }
