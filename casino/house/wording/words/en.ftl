labels--begun = First settings recorded
labels--asked = Setting asked for
labels--set = Setting changed
labels--refused = Setting not confirmed
labels--withdrawn = Setting withdrawn
