## What a guest is told of one bet. Spoken as somebody at the table would speak to them.

bet-staked = Quý khách đặt { $stake } vào vị trí “{ $spot }”.
came = Kết quả của ván: { $result }.

## What it comes to by the rules

bet-won = Cược này thắng: theo thể lệ, Quý khách được thưởng { $amount }.
bet-won-worked = Cược này thắng: theo thể lệ, Quý khách được thưởng { $amount } ({ $steps }).
bet-won-less-commission = Cược này thắng: theo thể lệ, Quý khách được thưởng { $amount } sau khi trừ hoa hồng { $commission } ({ $steps }).
bet-stake-stays = Tiền cược { $stake } vẫn là của Quý khách.
bet-lost = Cược này thua: theo thể lệ, casino thu { $amount }.
bet-lost-worked = Cược này thua: theo thể lệ, casino thu { $amount } ({ $steps }).
bet-rest-stays = { $amount } còn lại của tiền cược vẫn là của Quý khách.
bet-push = Cược này không thắng không thua: tiền cược { $stake } vẫn là của Quý khách.
bet-void = Cược này không được tính thắng thua: tiền cược { $stake } vẫn là của Quý khách.
bet-refused = Cược này không được nhận, nên dù ra kết quả nào thì tiền cược { $stake } vẫn là của Quý khách.
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
