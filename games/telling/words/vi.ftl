## What a guest is told of one bet. Spoken as somebody at the table would speak to them.

bet-staked = Quý khách đặt { $stake } vào { $spot }.
came = Kết quả của ván: { $result }.

## What it came to

bet-won = Cược này thắng, Quý khách được thưởng { $amount }.
bet-won-worked = Cược này thắng, Quý khách được thưởng { $amount } ({ $steps }).
bet-won-less-commission = Cược này thắng, Quý khách được thưởng { $amount }, đã trừ hoa hồng { $commission } ({ $steps }).
bet-stake-stays = Tiền cược { $stake } vẫn là của Quý khách.
bet-lost = Cược này thua, casino thu { $amount }.
bet-lost-worked = Cược này thua, casino thu { $amount } ({ $steps }).
bet-rest-stays = { $amount } còn lại của tiền cược vẫn là của Quý khách.
bet-push = Cược này hòa, không thắng không thua: tiền cược { $stake } vẫn là của Quý khách.
bet-void = Cược này vô hiệu, không thắng không thua: tiền cược { $stake } vẫn là của Quý khách.
bet-refused = Cược này không được nhận, nên dù ra kết quả nào thì tiền cược { $stake } vẫn là của Quý khách.
bet-pending = Ván chưa có kết quả, nên chưa tính được cược này.
bet-waits = Cược này còn chờ người có thẩm quyền quyết định theo điều { $clause }.
bet-waits-unnamed = Cược này còn chờ người có thẩm quyền quyết định.
bet-option = Nếu quyết định là “{ $decision }” thì { $comes }.
option-gains = Quý khách được thưởng { $amount } và giữ tiền cược
option-loses = casino thu { $amount }
option-even = Quý khách giữ nguyên tiền cược, không thắng không thua
rule = Điều { $number } của thể lệ: { $text }

## What was handed over

handed = Tại bàn, casino { $parts }.
handed-paid = đã trả thưởng { $amount }
handed-taken = đã thu { $amount }
handed-back = đã trả lại { $amount }
handed-nothing = Tại bàn, casino chưa trả, chưa thu và chưa hoàn khoản nào.
stake-not-taken = Tại bàn, casino không thu tiền cược này.
remedied-to-guest = Sau đó, hồ sơ { $case } quyết định trả thêm cho Quý khách { $amount }.
remedied-by-guest = Sau đó, hồ sơ { $case } quyết định Quý khách hoàn lại { $amount }.

## Who owes whom

nobody-owes = Như vậy là đúng và đủ, không bên nào còn nợ bên nào.
house-owes = Như vậy casino còn phải trả Quý khách { $amount }.
guest-owes = Như vậy Quý khách đã nhận thừa { $amount }, khoản này cần hoàn lại casino.
