whys--case = a case
whys--finding = a finding
whys--round = a round
whys--spot_check = a spot check
whys--incident = an incident
whys--upkeep = upkeep
whys--ahead = loaded ahead by the review queue, out of sight

seals--intact = seal intact
seals--broken = seal broken
seals--unreadable = seal unreadable

leaving--export = Sealed export
leaving--copy = Copy for somebody

files--web = the copy to watch
files--part = the copy with the stretches that they may see
files--original = the original
files--export = package { $code }
files--given = copy { $code }

not-sealed = not sealed
outside = Given to somebody from outside the house: { $role }, code { $staff }.
exhibit = Kept as an exhibit that cannot be shown: { $why }
read = It is read now: { $codec }, { $width } × { $height }, { $length } long. Not one byte of the file is another.

at-at-the-times-go = At { $at } the times go back by { $place }.
the-stretch-span-because-of = The stretch { $span }, because of { $why }.
camera-camera-begins-begins-by = Camera { $camera }, begins { $begins } by the recorder's clock.
export-asked-for-asked-cut = { $export }: asked for { $asked }, cut { $cut }. SHA-256 { $sha256 }.
copy-the-stretch-span-masked = { $copy }: the stretch { $span }, { $masked_areas } masked areas. SHA-256 { $sha256 }.
frame-at-at-sha-256 = { $frame } at { $at }. SHA-256 { $sha256 }.
its-term-ended-until-and = Its term ended { $until }, and no hold stood.
all-size-bytes-bytes = all { $size_bytes } bytes
sent-of-size-bytes-bytes = { $sent } of { $size_bytes } bytes ({ $which })
handed-out-how-much-of = Handed out { $how_much } of { $what }, from { $begins } to { $ends }.
how-name-size-bytes-bytes = { $how }: { $name }, { $size_bytes } bytes, { $sealed }. SHA-256 { $sha256 }.
at-at-the-times-jump = At { $at } the times jump ahead by { $place }.
the-bytes-have-changed-sha = The bytes HAVE CHANGED: SHA-256 { $sha256 }.
session-session = Session { $session }.
by-the-signed-link-link = By the signed link { $link }.
from-the-address-address = From the address { $address }.
carries-onvif-media-signing-not = Carries ONVIF Media Signing, not verified.
not-complete-missing-ms-are = Not complete: { $missing } ms are missing, { $lost_packets } packets were lost.

in-case = , case { $case }
leave = { $what }: the stretch { $span }{ $case }.
not-found = The bytes were NOT FOUND.
unchanged = The bytes are those that arrived.
