you-are-part-of-this = Bạn có liên quan và không còn ai khác giữ chức vụ này: quyết định chỉ có hiệu lực khi { $post } xác nhận, và cơ quan quản lý thấy hồ sơ này trên trang của mình.
