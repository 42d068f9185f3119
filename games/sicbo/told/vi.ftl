sicbo-came = Ba viên xúc xắc ra { $one }, { $two } và { $three }, tổng { $total }.
