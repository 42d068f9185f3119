// The forms: container, canonical JSON, notes, verifier keys, points of Ed25519.
package main

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math/big"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// --- Container --------------------------------------------------------------------------------------------------------

var named = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,79}(/[a-z0-9][a-z0-9._-]{0,79}){0,3}$`)

// part is one member's fields, as they stand both in its own head and in the directory.
type part struct {
	version, flags, method, clock, date uint16
	crc, packed, size                   uint32
	name                                string
}

func fields(raw []byte, name string) part {
	two, four := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	return part{two(raw), two(raw[2:]), two(raw[4:]), two(raw[6:]), two(raw[8:]), four(raw[10:]), four(raw[14:]), four(raw[18:]), name}
}

// container takes a zip of exactly one form. Bundles of 4 GiB and more are beyond this program.
func (v *verifier) container() {
	defer func() {
		if found := recover(); found != nil {
			panic(stopped{reason{"container", fmt.Sprint(found)}, true})
		}
	}()
	raw, err := os.ReadFile(os.Args[1])
	two, four := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	end := len(raw) - 22
	must(err == nil && end >= 0 && four(raw[end:]) == 0x06054b50, "container", "end")
	count, length, begins := int(two(raw[end+10:])), int(four(raw[end+12:])), int(four(raw[end+16:]))
	must(four(raw[end+4:]) == 0 && int(two(raw[end+8:])) == count && two(raw[end+20:]) == 0 && begins+length == end && count <= 60000, "container", "end")
	v.members = map[string][]byte{}
	at, next := begins, 0
	for ; count > 0; count-- {
		must(four(raw[at:]) == 0x02014b50 && two(raw[at+4:]) == 3<<8|20, "container", "directory")
		long := int(two(raw[at+28:]))
		name := string(raw[at+46 : at+46+long])
		said := fields(raw[at+6:], name)
		// No extra field, no comment, disk 0, no inner attributes; 0100644.
		must(bytes.Equal(raw[at+30:at+38], make([]byte, 8)) && four(raw[at+38:]) == 0o100644<<16, "container", name)
		must(said.version == 20 && said.flags == 0 && said.clock == 0 && said.date == 0x21, "container", name)
		must(named.MatchString(name) && v.members[name] == nil && int(four(raw[at+42:])) == next, "container", name)
		must(four(raw[next:]) == 0x04034b50 && int(two(raw[next+26:])) == long && two(raw[next+28:]) == 0, "container", name)
		must(fields(raw[next+4:], string(raw[next+30:next+30+long])) == said, "container", name)
		from := next + 30 + long
		next = from + int(said.packed)
		must(next <= begins, "container", name)
		content := unpacked(said, raw[from:next])
		must(crc32.ChecksumIEEE(content) == said.crc && len(content) == int(said.size), "container", name)
		v.members[name] = content
		v.names = append(v.names, name)
		at += 46 + long
	}
	must(next == begins && at == end, "container", "directory")
}

func unpacked(said part, packed []byte) []byte {
	if said.method == 0 {
		return append([]byte{}, packed...)
	}
	deflatable := strings.HasPrefix(said.name, "events/") || strings.HasPrefix(said.name, "log/entries/")
	must(said.method == 8 && deflatable && said.packed < said.size && said.size <= 12<<20 && said.size <= 100*said.packed, "container", said.name)
	rest := bytes.NewReader(packed)
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(rest), int64(said.size)+1))
	must(err == nil && rest.Len() == 0, "container", said.name)
	return content
}

// --- JSON -------------------------------------------------------------------------------------------------------------

var integer = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,15})$`)

// canonical reads a value that is written as RFC 8785 writes it, and no other way.
func canonical(raw []byte, where string) any {
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	var found any
	must(reader.Decode(&found) == nil && deep(found) <= 64, "json", where)
	must(bytes.Equal(encode(found), raw), "not_canonical", where)
	return found
}

// exactly takes an object of no other members than these.
func exactly(value any, where, names string) object {
	found := value.(object)
	for name := range found {
		must(strings.Contains(" "+names+" ", " "+name+" "), "member", where)
	}
	return found
}

func deep(value any) int {
	most := 0
	each := func(inner any) {
		if found := deep(inner); found > most {
			most = found
		}
	}
	switch value := value.(type) {
	case object:
		for _, inner := range value {
			each(inner)
		}
	case []any:
		for _, inner := range value {
			each(inner)
		}
	default:
		return 0
	}
	return most + 1
}

func encode(value any) []byte {
	var out bytes.Buffer
	write(&out, value)
	return out.Bytes()
}

func write(out *bytes.Buffer, value any) {
	switch value := value.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(value))
	case json.Number:
		number, err := strconv.ParseInt(value.String(), 10, 64)
		must(err == nil && integer.MatchString(value.String()) && number < 1<<53 && number > -1<<53, "number", value.String())
		out.WriteString(value.String())
	case string:
		writeText(out, value)
	case []any:
		out.WriteByte('[')
		for at, each := range value {
			if at > 0 {
				out.WriteByte(',')
			}
			write(out, each)
		}
		out.WriteByte(']')
	case object:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		sort.Slice(names, func(i, j int) bool { return before(names[i], names[j]) })
		out.WriteByte('{')
		for at, name := range names {
			if at > 0 {
				out.WriteByte(',')
			}
			writeText(out, name)
			out.WriteByte(':')
			write(out, value[name])
		}
		out.WriteByte('}')
	default:
		stop("json", fmt.Sprintf("%T", value))
	}
}

// before is the order of UTF-16 code units.
func before(one, other string) bool {
	left, right := utf16.Encode([]rune(one)), utf16.Encode([]rune(other))
	for at := range left {
		if at == len(right) || left[at] != right[at] {
			return at < len(right) && left[at] < right[at]
		}
	}
	return len(left) < len(right)
}

func writeText(out *bytes.Buffer, text string) {
	must(utf8.ValidString(text), "json", "text")
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}
	out.WriteByte('"')
	for _, each := range text {
		if escaped, there := short[each]; there {
			out.WriteString(escaped)
		} else if each < 0x20 {
			fmt.Fprintf(out, `\u%04x`, each)
		} else {
			out.WriteRune(each)
		}
	}
	out.WriteByte('"')
}

// --- Notes and keys ---------------------------------------------------------------------------------------------------

type key struct {
	name   string
	kind   byte
	id     []byte
	public []byte
}

type line struct {
	name string
	id   []byte
	rest []byte
}

// verifierKey reads a key of a kind, or of any.
func verifierKey(text string, kind byte) key {
	parts := strings.SplitN(text, "+", 3)
	must(len(parts) == 3, "key", text)
	material := unbased(parts[2], "key")
	must(len(material) > 0 && (kind == 0 || material[0] == kind), "key", text)
	must(material[0] == 6 && len(material) == 1313 || (material[0] == 1 || material[0] == 4) && len(material) == 33 && !small(material[1:]), "key", text)
	digest := sha256.Sum256(append([]byte(parts[0]+"\n"), material...))
	must(hex.EncodeToString(digest[:4]) == parts[1], "key", text)
	return key{parts[0], material[0], digest[:4], material[1:]}
}

// opened splits a note into its text, with its newline, and its signature lines.
func opened(raw []byte, where string) (string, []line) {
	at := bytes.LastIndex(raw, []byte("\n\n"))
	must(at > 0 && raw[len(raw)-1] == '\n' && len(raw) > at+2 && utf8.Valid(raw), "note", where)
	var found []line
	for _, each := range strings.Split(string(raw[at+2:len(raw)-1]), "\n") {
		parts := strings.Split(each, " ")
		must(len(parts) == 3 && parts[0] == "—" && parts[1] != "" && !strings.Contains(parts[1], "+"), "note", where)
		blob := unbased(parts[2], where)
		must(len(blob) > 4, "note", where)
		found = append(found, line{parts[1], blob[:4], blob[4:]})
	}
	return string(raw[:at+1]), found
}

// head reads the three lines of a checkpoint.
func head(text, where string) (string, int64, []byte) {
	parts := strings.Split(text, "\n")
	must(len(parts) == 4 && parts[3] == "" && parts[0] != "" && integer.MatchString(parts[1]) && parts[1][0] != '-', "checkpoint", where)
	root := unbased(parts[2], where)
	must(len(root) == 32, "checkpoint", where)
	return parts[0], whole(json.Number(parts[1])), root
}

// signed is whether the key's line is there; one that does not hold makes the whole note worthless.
func (k key) signed(lines []line, text, where string) bool {
	found := false
	for _, each := range lines {
		if each.name == k.name && bytes.Equal(each.id, k.id) {
			must(verified(k.public, []byte(text), each.rest), "signature", where)
			found = true
		}
	}
	return found
}

func (k key) cosigned(lines []line, text, where string) (at time.Time, found bool) {
	for _, each := range lines {
		if each.name == k.name && bytes.Equal(each.id, k.id) {
			must(len(each.rest) == 72, "cosignature", where)
			seconds := binary.BigEndian.Uint64(each.rest)
			message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", seconds, text)
			must(verified(k.public, []byte(message), each.rest[8:]), "cosignature", where)
			at, found = time.Unix(int64(seconds), 0), true
		}
	}
	return at, found
}

func verified(public, message, signature []byte) bool {
	return len(public) == 32 && len(signature) == 64 && !small(public) && !small(signature[:32]) && ed25519.Verify(public, message, signature)
}

// small is whether a point has small order (anybody can sign with it), or y is not below the field's prime.
func small(point []byte) bool {
	reversed := make([]byte, 32)
	for at := range reversed {
		reversed[31-at] = point[at]
	}
	reversed[0] &= 0x7f
	y := new(big.Int).SetBytes(reversed)
	prime := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	eight, _ := new(big.Int).SetString("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)
	for _, each := range []*big.Int{big.NewInt(0), big.NewInt(1), new(big.Int).Sub(prime, big.NewInt(1)), eight, new(big.Int).Sub(prime, eight)} {
		if y.Cmp(each) == 0 {
			return true
		}
	}
	return y.Cmp(prime) >= 0
}

// whole reads a number as canonical JSON has it.
func whole(value any) int64 {
	text := value.(json.Number).String()
	found, err := strconv.ParseInt(text, 10, 64)
	must(err == nil, "number", text)
	return found
}

func unbased(text, where string) []byte {
	found, err := base64.StdEncoding.Strict().DecodeString(text)
	must(err == nil && base64.StdEncoding.EncodeToString(found) == text, "base64", where)
	return found
}

// --- Hashes -----------------------------------------------------------------------------------------------------------

func node(left, right []byte) []byte {
	found := sha256.Sum256(append(append([]byte{1}, left...), right...))
	return found[:]
}

// consistent is RFC 9162, 2.1.4.2.
func consistent(first, second int64, old, now []byte, proof [][]byte) bool {
	if first == second {
		return len(proof) == 0 && bytes.Equal(old, now)
	}
	if first&(first-1) == 0 {
		proof = append([][]byte{old}, proof...)
	}
	if len(proof) == 0 {
		return false
	}
	fn, sn := first-1, second-1
	for fn&1 == 1 {
		fn, sn = fn>>1, sn>>1
	}
	fr, sr := proof[0], proof[0]
	for _, hash := range proof[1:] {
		if sn == 0 {
			return false
		}
		if fn&1 == 1 || fn == sn {
			fr, sr = node(hash, fr), node(hash, sr)
			for fn&1 == 0 && fn != 0 {
				fn, sn = fn>>1, sn>>1
			}
		} else {
			sr = node(sr, hash)
		}
		fn, sn = fn>>1, sn>>1
	}
	return sn == 0 && bytes.Equal(fr, old) && bytes.Equal(sr, now)
}
