labels--key_registered = Key for papers registered
labels--key_retired = Key for papers retired

reasons--replaced = replaced by another
reasons--lost = lost
reasons--stolen = stolen; what it signed since counts for nothing

fingerprint-fingerprint = Fingerprint { $fingerprint }.
fingerprint-fingerprint-why = Fingerprint { $fingerprint }: { $why }.
