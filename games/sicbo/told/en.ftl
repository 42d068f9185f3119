sicbo-came = The dice showed { $one }, { $two } and { $three }, a total of { $total }.
