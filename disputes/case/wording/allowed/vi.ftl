stage-names--at_table = tại bàn
stage-names--pit_manager = Quản lý Pit xem xét
stage-names--confirmation = chờ người thứ hai xác nhận
stage-names--answer = chờ người chơi trả lời
stage-names--disagreed = người chơi không đồng ý
stage-names--complaint = chờ đơn khiếu nại
stage-names--senior_management = quản lý cấp cao xem xét
stage-names--senior_confirmation = quản lý cấp cao, chờ xác nhận
stage-names--complaint_answer = chờ trao quyết định khiếu nại
stage-names--closing = chờ giao tiền và văn bản
stage-names--closed = đã khép

of-opening = mở hồ sơ
