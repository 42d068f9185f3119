no-such-value = there is no value “{ $value }”
exactly-values = exactly { $n } values are needed
bound-values = { $low } { $n } values are needed
not-written-so = it is not written that way
whole-number = a whole number { $bound } is needed
other-kind = { $kind } is needed, not { $got }
missing = “{ $name }” is missing
no-such-field = there is no field “{ $name }”
