record-not-as-stamped = { $place }: the record is not what was stamped.
stamp-not-right = { $place }: { $error }
stamp-says = { $place }: the stamp says { $moment }.
