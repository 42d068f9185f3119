labels--copy-made = Copy of footage made
said-bytes = { $said } bytes.
