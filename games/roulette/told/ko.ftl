roulette-placed = { $kind ->
    [straight] 숫자 { $numbers }에 스트레이트로
    [split] { $numbers } 스플릿에
    [street] { $numbers } 스트리트에
    [corner] { $numbers } 코너에
    [six_line] { $first }부터 { $last }까지의 식스 라인에
    [column] { $numbers }번 컬럼에
    [dozen] { $numbers ->
        [1] 첫 번째
        [2] 두 번째
       *[other] 세 번째
    } 더즌에
    [low] 로우(1~18)에
    [high] 하이(19~36)에
    [even] 짝수에
    [odd] 홀수에
    [red] 빨강에
    [black] 검정에
   *[other] { $called }에
}
roulette-came = 볼은 { $pocket }에 멈췄습니다.
