states--intact = intact
states--broken = broken
states--unreadable = unreadable
states--not_sealed = not sealed now

reasons--changed = The content was changed after the sealing.
reasons--appended = What was sealed is unchanged, but something was put behind it.
reasons--no_signature = The seal has no signature.
reasons--no_certificate = The seal has no certificate.
reasons--certificate = The seal's certificate cannot be read.
reasons--algorithm = The seal uses an algorithm not known here.
reasons--index_outside = Intact; the index behind it is not covered by the seal.
reasons--salt = Intact; the length of the salt is not the standard's.
