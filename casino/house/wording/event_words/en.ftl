labels--begun = First settings recorded
labels--asked = Setting asked for
labels--set = Setting changed
labels--refused = Setting not confirmed
labels--withdrawn = Setting withdrawn

from-said = from { $said }
len-first-values = { $len } first values.
title-value-since-asked-for = { $title }: { $value }, { $since }; asked for by { $by }.
title-before-value-since-asked = { $title }: { $before } → { $value }, { $since }; asked for by { $by }, confirmed by { $second }.
by-did-not-confirm-it = { $by } did not confirm it.
by-took-it-back = { $by } took it back.
none = none
once-it-is-confirmed = once it is confirmed
