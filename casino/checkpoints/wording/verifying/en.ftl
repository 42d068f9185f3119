the-logs-row-is-not = The log's row is not that of its newest checkpoint.
the-file-of-the-checkpoint = The file of the checkpoint is missing.

ledger-contradicts-itself = The ledger contradicts itself: { $fault }
not-signed = { $place }: no key of this log has signed it.
shorter = { $place }: { $size } entries were signed, the record has { $reached }: positions { $first } to { $size } are missing.
changed = { $place }: the record is not what was signed at { $size } entries; the change lies at positions { $first } to { $size }.
tile-differs = { $path }{ $where }: the file is not that of the record.
tile-missing = { $path }: the file is missing.
copy-differs-from = { $place }: the copy kept outside differs from position { $position } on.
copy-differs = { $place }: { $path } differs.
