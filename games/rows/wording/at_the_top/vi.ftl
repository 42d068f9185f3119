somebody-of-the-two-highest = Người giữ một trong hai chức vụ cao nhất có liên quan và không còn ai khác giữ chức vụ đó: { $post } xác nhận, phát hiện vẫn mở, và cơ quan quản lý thấy phát hiện này trên trang của mình.
confirming-it-closes-nothing-the = Xác nhận không khép phát hiện lại: phát hiện vẫn mở, và cơ quan quản lý thấy phát hiện trên trang của mình.
asked-asked-staff-post-confirmed = { $asked } đã đề nghị, { $staff } ({ $post }) đã xác nhận. Phát hiện vẫn mở: không ai ngoài cuộc giữ chức vụ quyết định.
somebody-of-the-two-highest-2 = Người giữ một trong hai chức vụ cao nhất có liên quan: { $post } khác, hoặc cấp trên, phải xác nhận.
