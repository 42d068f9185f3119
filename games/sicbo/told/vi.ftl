sicbo-placed = { $kind ->
    [small] vào cửa Xỉu
    [big] vào cửa Tài
    [specific_triple] vào bộ ba số { $first }
    [specific_double] vào bộ đôi số { $first }
    [any_triple] vào bộ ba bất kỳ
    [total] vào tổng { $first }
    [pair] vào cặp số { $first } và { $last }
    [single] vào số { $first }
   *[other] vào { $called }
}
sicbo-came = Ba viên xúc xắc ra { $one }, { $two } và { $three }, tổng { $total }.
