ruling-choices--as_received = 접수된 대로 정산
ruling-choices--as_stated = 진술된 대로 정산
ruling-choices--as_spun = 나온 결과대로 정산
ruling-choices--void = 무효
ruling-choices--no_bet = 베팅으로 인정하지 않음
ruling-choices--refused = 접수하지 않음
ruling-choices--as_dealt = 돌려진 카드대로 정산
ruling-choices--continue = 게임 속행
