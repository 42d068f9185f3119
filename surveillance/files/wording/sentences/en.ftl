whys--case = a case
whys--finding = a finding
whys--round = a round
whys--spot_check = a spot check
whys--incident = an incident
whys--upkeep = upkeep
whys--ahead = loaded ahead by the review queue, out of sight

hows--upload = Uploaded
hows--folder = From the watched folder
hows--fetched = Fetched from the recorder
hows--simulated = Simulated

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
