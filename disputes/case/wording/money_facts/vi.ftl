event--money_handed_over = Đã giao tiền
event--money_received = Đã nhận tiền
event--giving_up_asked = Đề nghị không thu tiền
event--money_waived = Miễn thu tiền
event--money_uncollectable = Không thu được tiền
