said--genuine = GENUINE: as it was signed, by a key of yours.
said--other_key = ANOTHER KEY: as it was signed, but by a key that is none of those you gave.
said--unproved = UNPROVED: as it was signed, but nobody has told whose key that is (--paper-key).
said--changed = CHANGED: the signature does not hold.
said--revoked = REVOKED: signed after the key was stolen.
said--unsigned = NOT SIGNED.
said--unreadable = UNREADABLE: not a PDF.

lines--number = Paper
lines--signer = Signer
lines--certificate = Certificate (SHA-256)
lines--signed_at = Signed at (the signer's word)
lines--stamped_at = Time stamp
lines--authority = Its authority (SHA-256)
lines--why = Technical detail
