a-triple-of-n-first = Bộ ba { $n }: { $last } và { $first } đều thua.
faces-n-points = { $faces } = { $n } điểm.
two-dice-show-n = Hai viên cùng mặt { $n }.
a-triple-of-n = Bộ ba { $n }.
kind-wins = { $kind } thắng.
