why--dealt = bạn đã điều hành ván { $where }
why--made = bạn đã làm việc đang xét, ở { $where }
why--ruled = bạn đã phán quyết ở { $where }
why--allowed = bạn đã cho phép ở { $where }
why--confirmed = bạn đã xác nhận ở { $where }
why--named = bạn được nêu tên trong { $where }
why--gains = bạn được lợi ở { $where }
why--opened = bạn đã mở việc này, { $where }
why--offered = bạn đã đề xuất tại bàn trong { $where }
why--decided = bạn đã quyết định trong { $where }
why--decided_below = bạn đã quyết định ở bước dưới trong { $where }

names--dealt = điều hành ván
names--made = làm việc đang xét
names--ruled = phán quyết
names--allowed = cho phép
names--confirmed = xác nhận
names--named = được nêu tên
names--gains = được lợi
names--opened = đã mở
names--offered = đề xuất tại bàn
names--decided = quyết định
names--decided_below = quyết định ở bước dưới

alone-what-nobody-disputes = ; một mình: khoản không ai tranh cãi
but-for-own-words = ; trừ lời của chính mình
open-to-all = mở cho mọi người

whoever-is-in-it = người trong việc
