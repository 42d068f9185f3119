erase_reason--title = Erase words of a reason
erase_reason--consequence = Nothing brings the words back.
