## What a guest is told of one bet. Spoken as somebody at the table would speak to them.

bet-staked = Quý khách đặt { $stake } { $placed }.
placed = vào { $spot }
came = Kết quả của ván: { $result }.

## What was seen at the table and does not count

seen-late = Cược này được đặt khi bàn đã dừng nhận cược.
seen-changed = Cược này bị dời hoặc đổi sau khi bàn đã dừng nhận cược. Lần dời hoặc đổi đó không được tính: cược được tính như lúc dừng nhận cược.
seen-taken-back = Cược này được rút sau khi bàn đã dừng nhận cược. Lần rút đó không được tính: cược được tính như lúc dừng nhận cược.
seen-taken-back-without-leave = Cược này được rút mà không có người có thẩm quyền nào cho phép. Lần rút đó không được tính: cược được tính như lúc chưa rút.
seen-taken-back-too-late = Cược này được rút khi không còn được rút nữa. Lần rút đó không được tính: cược được tính như lúc chưa rút.
seen-display = Màn hình tại bàn đã hiện kết quả khác. Kết quả được tính là kết quả thật tại bàn, không phải kết quả trên màn hình.

## What it comes to by the rules

won = Cược này thắng
won-at = Cược này thắng, { $odds }
won-at-clause = Cược này thắng, { $odds } (điều { $number } của thể lệ)
odds = { $stake } ăn { $profit }
bet-won = { $won }: theo thể lệ, Quý khách được thưởng { $amount }.
bet-won-worked = { $won }: theo thể lệ, Quý khách được thưởng { $amount } ({ $steps }).
bet-won-less-commission = { $won }: theo thể lệ, Quý khách được thưởng { $amount }, đã trừ hoa hồng { $commission }.
bet-won-worked-less-commission = { $won }: theo thể lệ, Quý khách được thưởng { $amount } sau khi trừ hoa hồng { $commission } ({ $steps }).
counts-most = theo mức tối đa của bàn, chỉ { $most } của cược này được tính
counts-cover = bảo hiểm không được thưởng quá phần cược chính còn được bảo hiểm, nên với tỷ lệ { $odds } chỉ tính { $counts }
counts-share = hai bên chỉ được chênh nhau tối đa { $differential } theo khoảng chênh lệch của bàn, nên bên lớn hơn được tính theo tỷ lệ: { $sum }
rounded = { $exact } ≈ { $amount } ({ $rounded })
before-commission = trước hoa hồng: { $amount }
bet-stake-stays = Tiền cược { $stake } vẫn là của Quý khách.
bet-lost = Cược này thua: theo thể lệ, casino thu { $amount }.
bet-lost-worked = Cược này thua: theo thể lệ, casino thu { $amount } ({ $steps }).
bet-rest-stays = { $amount } còn lại của tiền cược vẫn là của Quý khách.
bet-push = Cược này không thắng không thua: tiền cược { $stake } vẫn là của Quý khách.
bet-void = Cược này không được tính thắng thua: tiền cược { $stake } vẫn là của Quý khách.
bet-refused = Cược này không được nhận, nên dù ra kết quả nào thì tiền cược { $stake } vẫn là của Quý khách.
it-lay = cược nằm { $placed }
bet-pending = Chưa có kết quả nào của ván được ghi nhận, nên chưa tính được cược này.
bet-waits = Cược này còn chờ người có thẩm quyền quyết định.
bet-option = Nếu quyết định là “{ $decision }” thì { $comes }{ $then ->
    [house] ; khi đó casino còn phải trả Quý khách { $rest }.
    [guest] ; khi đó Quý khách còn phải trả casino { $rest }.
    [nobody] ; khi đó không bên nào còn nợ bên nào.
   *[unmoved] .
}
option-gains = Quý khách được thưởng { $amount } và giữ tiền cược
option-loses = casino thu { $amount }
option-even = Quý khách giữ nguyên tiền cược, không thắng không thua
rule = Điều { $number } của thể lệ: { $text }

## What was handed over

handed = Tại bàn, casino { $parts }.
two-parts = { $one } và { $two }
handed-paid = đã trả thưởng { $amount }
handed-taken = đã thu { $amount }
handed-back = đã trả lại { $amount }
not-paid = Tại bàn, casino đã không trả khoản này.
not-taken = Tại bàn, casino đã không thu khoản này.
not-paid-yet = Tại bàn, casino chưa trả khoản này.
not-taken-yet = Tại bàn, casino chưa thu khoản này.
remedied-to-guest = Sau đó, theo hồ sơ số { $case }, casino đã trả Quý khách { $amount }.
remedied-to-guest-due = Theo hồ sơ số { $case }, casino sẽ trả Quý khách { $amount }.
remedied-by-guest = Sau đó, theo hồ sơ số { $case }, Quý khách đã trả casino { $amount }.
remedied-by-guest-due = Theo hồ sơ số { $case }, Quý khách sẽ trả casino { $amount }.
remedied-beyond = Trong đó { $amount } là khoản casino trả ngoài thể lệ.
remedied-less = Khoản này ít hơn { $amount } so với thể lệ, theo quyết định của hồ sơ.

## Who owes whom

nobody-owes = Như vậy không bên nào còn nợ bên nào.
house-owes = Như vậy casino còn phải trả Quý khách { $amount }.
guest-owes = Như vậy Quý khách còn phải trả casino { $amount }.
guest-has-too-much = Như vậy Quý khách đã nhận thừa { $amount }, khoản này cần hoàn lại casino.
nobody-owes-alone = Không bên nào còn nợ bên nào.
house-owes-alone = Casino còn phải trả Quý khách { $amount }.
guest-owes-alone = Quý khách còn phải trả casino { $amount }.
guest-has-too-much-alone = Quý khách đã nhận thừa { $amount }, khoản này cần hoàn lại casino.
