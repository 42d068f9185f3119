dismiss_finding--title = Bỏ qua phát hiện
dismiss_finding--consequence = Trên mức mà nhà đã đặt, việc này chỉ được đề nghị, và phát hiện vẫn mở (waiting/).
