titles--open = Đang mở khi hết ca
titles--due = Đến hạn trong ca sau
titles--opened = Mở trong ca
titles--decided = Đã quyết định trong ca
titles--closed = Đã khép lại trong ca
titles--paid = Đã trả hoặc thu lại trong ca
titles--waiting = Chờ người thứ hai
titles--handed = Bàn giao và tiếp nhận trong ca
