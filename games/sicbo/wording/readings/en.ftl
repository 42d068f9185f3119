a-triple-of-n-first = A triple of { $n }: { $first } and { $last } both lose.
faces-n-points = { $faces } = { $n } points.
two-dice-show-n = Two dice show { $n }.
a-triple-of-n = A triple of { $n }.
kind-wins = { $kind } wins.
