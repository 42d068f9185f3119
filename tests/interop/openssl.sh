#!/bin/sh
# A checkpoint checked with OpenSSL alone: openssl.sh CHECKPOINT LOG_VKEY COSIGNER_VKEY
# (types 0x01 and 0x04). Says which line held; exit code 1 where one does not, or is not there.
set -eu
checkpoint=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The signed text: everything before the empty line, with its last newline.
sed '/^$/q' "$checkpoint" | sed '$d' >"$work/body"

line_of() { # line_of VKEY: the line whose name and key id are the key's, without the id, in $work/sig
    name=$(printf %s "$1" | cut -d+ -f1)
    rm -f "$work/sig"
    grep "^— $name " "$checkpoint" | cut -d' ' -f3 | while read -r encoded; do
        printf %s "$encoded" | base64 -d >"$work/raw"
        if [ "$(head -c4 "$work/raw" | xxd -p)" = "$(printf %s "$1" | cut -d+ -f2)" ]; then
            tail -c +5 "$work/raw" >"$work/sig"
        fi
    done
    [ -s "$work/sig" ] || { echo "no line of $name"; exit 1; }
    # SubjectPublicKeyInfo of Ed25519, and the key behind the byte of its type. Base64 contains plus signs.
    { printf 302a300506032b6570032100 | xxd -r -p; printf %s "$1" | cut -d+ -f3- | base64 -d | tail -c +2; } >"$work/pub"
}

verify() { # verify MESSAGE SIGNATURE
    openssl pkeyutl -verify -pubin -inkey "$work/pub" -keyform DER -rawin -in "$1" -sigfile "$2" >/dev/null
}

line_of "$2"
verify "$work/body" "$work/sig" || { echo "the log's line does not hold"; exit 1; }
echo "the log's line holds"

line_of "$3"
seconds=$((0x$(head -c8 "$work/sig" | xxd -p)))
tail -c +9 "$work/sig" >"$work/inner"
{ printf 'cosignature/v1\ntime %s\n' "$seconds"; cat "$work/body"; } >"$work/message"
verify "$work/message" "$work/inner" || { echo "the cosignature does not hold"; exit 1; }
echo "the cosignature holds, made at $(date -u -d "@$seconds" +%Y-%m-%dT%H:%M:%SZ)"
