agrees-to-d = agrees to { $d }
does-not-agree-to-d = does not agree to { $d }
