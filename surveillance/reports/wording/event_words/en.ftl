what--bundle = bundle
what--vi = report in Vietnamese (PDF)
what--en = report in English (PDF)

by-who-role = By { $who }, { $role }.
api-called = API { $called }
paper-part-n = { $paper }, part { $n }
the-log-at-position-n = The log at position { $n }.
r-rounds-e-events-sha = { $r } rounds, { $e } events, SHA-256 { $d }.
error-code = Error { $code }.
a-text-in-it-was = A text in it was erased.
the-term-of-a-film = The term of a film ended of which it held a clip.
token-token = Token { $token }.
