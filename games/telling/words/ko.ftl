## What a guest is told of one bet. Spoken as somebody at the table would speak to them.
## No particle that changes with the sound before it follows an amount or a name.

bet-staked = 고객님께서는 { $placed } { $stake } 베팅하셨습니다.
placed = { $spot }에
came = 이 라운드의 결과: { $result }.

## What was seen at the table and does not count

seen-late = 이 베팅은 베팅 마감 후에 놓였습니다.
seen-changed = 이 베팅은 베팅 마감 후에 옮겨지거나 변경되었습니다. 이는 인정되지 않으며, 베팅이 마감될 때 놓여 있던 그대로 정산됩니다.
seen-taken-back = 이 베팅은 베팅 마감 후에 회수되었습니다. 이는 인정되지 않으며, 베팅이 마감될 때 놓여 있던 그대로 정산됩니다.
seen-taken-back-without-leave = 이 베팅은 회수되었으나, 이를 허락할 수 있는 직원이 허락하지 않았습니다. 이는 인정되지 않으며, 그 전에 놓여 있던 그대로 정산됩니다.
seen-taken-back-too-late = 이 베팅은 더 이상 회수할 수 없는 때에 회수되었습니다. 이는 인정되지 않으며, 그 전에 놓여 있던 그대로 정산됩니다.
seen-display = 테이블의 표시 장치에는 다른 결과가 표시되었습니다. 기준이 되는 것은 표시 장치가 아니라 테이블에서 실제로 나온 결과입니다.

## What it comes to by the rules

won = 베팅이 적중했습니다
won-at = 베팅이 { $odds } 배당으로 적중했습니다
won-at-clause = 베팅이 { $odds } 배당(규칙 { $number }항)으로 적중했습니다
odds = { $profit } 대 { $stake }
bet-won = { $won }. 규칙에 따른 배당금은 { $amount }입니다.
bet-won-worked = { $won }. 규칙에 따른 배당금은 { $amount }입니다({ $steps }).
bet-won-less-commission = { $won }. 규칙에 따른 배당금은 수수료 { $commission } 공제 후 { $amount }입니다.
bet-won-worked-less-commission = { $won }. 규칙에 따른 배당금은 수수료 { $commission } 공제 후 { $amount }입니다({ $steps }).
counts-most = 테이블 한도에 따라 이 베팅 가운데 { $most }만 유효합니다
counts-cover = 보험 베팅의 배당금은 보험을 걸 수 있는 남은 본 베팅을 넘지 못하므로, { $odds } 배당에서는 그 가운데 { $counts }만 유효합니다
counts-share = 양쪽의 차이는 테이블의 차액 한도인 { $differential }까지만 허용되므로, 더 큰 쪽은 비례하여 계산됩니다: { $sum }
rounded = { $exact } ≈ { $amount } ({ $rounded })
before-commission = 수수료 공제 전: { $amount }
bet-stake-stays = 베팅금({ $stake })은 그대로 고객님의 것입니다.
bet-lost = 베팅이 적중하지 않았습니다. 규칙에 따라 카지노가 회수하는 금액은 { $amount }입니다.
bet-lost-worked = 베팅이 적중하지 않았습니다. 규칙에 따라 카지노가 회수하는 금액은 { $amount }입니다({ $steps }).
bet-rest-stays = 베팅금의 나머지({ $amount })는 그대로 고객님의 것입니다.
bet-push = 이 베팅은 무승부로, 이긴 것도 진 것도 아닙니다. 베팅금({ $stake })은 그대로 고객님의 것입니다.
bet-void = 이 베팅은 이긴 것으로도 진 것으로도 처리되지 않습니다. 베팅금({ $stake })은 그대로 고객님의 것입니다.
bet-refused = 이 베팅은 접수되지 않았으므로, 결과와 관계없이 베팅금({ $stake })은 그대로 고객님의 것입니다.
it-lay = 베팅이 놓인 곳: { $placed }
bet-pending = 이 라운드의 결과가 아직 기록되지 않아 이 베팅은 아직 정산할 수 없습니다.
bet-waits = 이 베팅은 아직 결정을 기다리고 있습니다.
bet-option = 결정이 “{ $decision }”인 경우, { $comes }{ $then ->
    [house] . 그러면 카지노가 고객님께 더 지급할 금액은 { $rest }입니다.
    [guest] . 그러면 고객님께서 카지노에 더 지급하실 금액은 { $rest }입니다.
    [nobody] . 그러면 서로 더 주고받을 금액이 없습니다.
   *[unmoved] .
}
option-gains = 배당금({ $amount })을 받으시고 베팅금도 그대로 고객님의 것입니다
option-loses = 카지노가 베팅금에서 { $amount } 회수합니다
option-even = 얻거나 잃으시는 것 없이 베팅금은 그대로 고객님의 것입니다
rule = 규칙 { $number }항: { $text }

## What was handed over

handed = 테이블에서 카지노가 처리한 내역: { $parts }.
two-parts = { $one } 및 { $two }
handed-paid = 고객님께 { $amount } 지급
handed-taken = { $amount } 회수
handed-back = 고객님께 { $amount } 반환
not-paid = 테이블에서 카지노는 이를 지급하지 않았습니다.
not-taken = 테이블에서 카지노는 이를 회수하지 않았습니다.
not-paid-yet = 테이블에서 카지노는 아직 이를 지급하지 않았습니다.
not-taken-yet = 테이블에서 카지노는 아직 이를 회수하지 않았습니다.
remedied-to-guest = 그 후 분쟁 건 { $case }에 따라 카지노가 고객님께 { $amount } 지급했습니다.
remedied-to-guest-due = 분쟁 건 { $case }에 따라 카지노가 고객님께 지급할 금액은 { $amount }입니다.
remedied-by-guest = 그 후 분쟁 건 { $case }에 따라 고객님께서 카지노에 { $amount } 지급하셨습니다.
remedied-by-guest-due = 분쟁 건 { $case }에 따라 고객님께서 카지노에 지급하실 금액은 { $amount }입니다.
remedied-beyond = 이 가운데 규칙을 넘어 카지노가 지급하는 금액은 { $amount }입니다.
remedied-less = 분쟁 건의 결정에 따라 이는 규칙에 따른 금액보다 { $amount } 적습니다.

## Who owes whom

nobody-owes = 따라서 서로 더 주고받을 금액이 없습니다.
house-owes = 따라서 카지노가 고객님께 더 지급할 금액은 { $amount }입니다.
guest-owes = 따라서 고객님께서 카지노에 더 지급하실 금액은 { $amount }입니다.
guest-has-too-much = 따라서 고객님께서 더 받으신 금액은 { $amount }이며, 이는 카지노에 돌려주셔야 합니다.
nobody-owes-alone = 서로 더 주고받을 금액이 없습니다.
house-owes-alone = 카지노가 고객님께 더 지급할 금액은 { $amount }입니다.
guest-owes-alone = 고객님께서 카지노에 더 지급하실 금액은 { $amount }입니다.
guest-has-too-much-alone = 고객님께서 더 받으신 금액은 { $amount }이며, 이는 카지노에 돌려주셔야 합니다.
