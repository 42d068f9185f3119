colours--green = 초록
colours--red = 빨강
colours--black = 검정
where-awaiting-a-decision = { $where }, 결정 대기 중
no-result-yet = 아직 결과 없음
void-where = 무효({ $where })
void = 무효
no-result = 결과 없음
