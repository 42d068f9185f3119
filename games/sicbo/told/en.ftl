sicbo-placed = { $kind ->
    [small] on Small
    [big] on Big
    [specific_triple] on the triple of { $first }s
    [specific_double] on the double of { $first }s
    [any_triple] on any triple
    [total] on a total of { $first }
    [pair] on the pair { $first } and { $last }
    [single] on the number { $first }
   *[other] on { $called }
}
sicbo-came = The dice showed { $one }, { $two } and { $three }, a total of { $total }.
