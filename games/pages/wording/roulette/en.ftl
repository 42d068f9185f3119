void = Void
