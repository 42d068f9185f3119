// A second verifier of bundles, written from docs/bundle.md, log-entry.md, transparency.md and origin.md alone, with
// nothing but Go's standard library. It judges no round and opens no film: container, members, log, streams, time,
// claim and devices' signatures.
//
//	bundle FILE LOG-KEY WITNESS-KEY REPORT-KEY
//
// prints one JSON object: the verdict (proved, refused, unreadable), its reasons, and how much was shown.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"regexp"
	"sort"
	"strings"
	"time"
)

type reason struct {
	Code  string `json:"code"`
	Where string `json:"where"`
}

// stopped ends the reading of a part; refused goes on.
type stopped struct {
	reason
	unreadable bool
}

type event struct {
	entry         object
	stream, kind  string
	position      int64
	version       int64
	recorded      time.Time
	data          object
	body          object
	typed, origin string
	whole         bool
	unit          string
}

type object = map[string]any

type verifier struct {
	reasons                    []reason
	members                    map[string][]byte
	names                      []string
	manifest, property         object
	logKey, witness, reporting key
	origin                     string
	size, asOf                 int64
	root                       []byte
	ranges                     [][2]int64
	leaf                       map[int64][]byte
	shown                      map[int64]*event
	streams                    map[string][]*event
	context                    map[string]bool
	inPart                     bool
}

func (v *verifier) refuse(code, where string) { v.reasons = append(v.reasons, reason{code, where}) }

func stop(code, where string) { panic(stopped{reason{code, where}, false}) }

func must(holds bool, code, where string) {
	if !holds {
		stop(code, where)
	}
}

func main() {
	v := &verifier{leaf: map[int64][]byte{}, shown: map[int64]*event{}, streams: map[string][]*event{}, context: map[string]bool{}}
	verdict := v.run()
	if v.reasons == nil {
		v.reasons = []reason{}
	}
	events, entries := 0, 0
	for _, each := range v.shown {
		if each.whole {
			events++
		} else {
			entries++
		}
	}
	said, _ := json.Marshal(object{"verdict": verdict, "reasons": v.reasons, "events": events, "entries": entries,
		"hashes": len(v.leaf) - len(v.shown)})
	fmt.Println(string(said))
}

// run goes through the steps; one that stops is refused, and what needs it is not gone into.
func (v *verifier) run() string {
	for _, step := range []func(){
		v.keys, v.container, v.listed, v.checkpoint, v.tree, v.events, v.entries, v.histories, v.recordedBetween, v.signatures, v.claim,
	} {
		if ended := attempt(step); ended != nil {
			v.reasons = append(v.reasons, ended.reason)
			if ended.unreadable {
				return "unreadable"
			}
			break
		}
	}
	if len(v.reasons) > 0 {
		return "refused"
	}
	if v.inPart {
		return "in_part"
	}
	return "proved"
}

// attempt runs a step; what it meets that has not its form (a missing name, another type) is a refusal as well.
func attempt(step func()) (ended *stopped) {
	defer func() {
		switch found := recover().(type) {
		case nil:
		case stopped:
			ended = &found
		default:
			ended = &stopped{reason{"form", fmt.Sprint(found)}, false}
		}
	}()
	step()
	return nil
}

func (v *verifier) keys() {
	must(len(os.Args) == 5, "usage", "bundle FILE LOG-KEY WITNESS-KEY REPORT-KEY")
	v.logKey, v.witness, v.reporting = verifierKey(os.Args[2], 1), verifierKey(os.Args[3], 4), verifierKey(os.Args[4], 1)
}

// --- Members and manifest ---------------------------------------------------------------------------------------------

var known = []*regexp.Regexp{
	regexp.MustCompile(`^(manifest\.(json|note)|log/(checkpoint|keys|ranges\.ndjson|edges\.bin|former\.ndjson)|disclosures\.ndjson|clips\.ndjson|annex\.json)$`),
	regexp.MustCompile(`^(log/(leaves/[0-9]{6}\.bin|entries/[0-9]{6}\.ndjson|stamps/[0-9]{6}\.tsr|proofs/[1-9][0-9]*\.tlog-proof))$`),
	regexp.MustCompile(`^events/([a-z][a-z0-9_]*|round/[0-9]{6})/[0-9]{6}\.ndjson$`),
	regexp.MustCompile(`^(judged/[0-9]{6}/(rounds\.ndjson|settlements\.csv|findings\.csv)|origins/[0-9]{6}\.ndjson)$`),
	regexp.MustCompile(`^(rules/[0-9a-f]{64}\.toml|files/[0-9a-f]{64}\.bin|clips/[0-9a-f]{64}\.mp4|index/(evidence|footage|cases)\.ndjson)$`),
}

// listed holds every member against the manifest, and the manifest against its signature.
func (v *verifier) listed() {
	raw := v.members["manifest.json"]
	must(len(v.names) > 0 && v.names[0] == "manifest.json", "manifest", "manifest.json")
	v.manifest = canonical(raw, "manifest.json").(object)
	must(v.manifest["format"] == "tableproof-bundle/2", "format", "manifest.json")
	v.property = exactly(v.manifest["property"], "manifest.json", "code currency gaming_day_starts gaming_days name_en name_vi time_zone")
	exactly(v.manifest, "manifest.json", "as_of asked events format kinds made members notes operator origin property request root size units")
	exactly(v.manifest["asked"], "manifest.json", "first last rounds tables")
	exactly(v.manifest["made"], "manifest.json", "at program")
	exactly(v.manifest["request"], "manifest.json", "at by position role what")
	for _, line := range lines(v.members["log/keys"], "log/keys") {
		verifierKey(string(line), 0)
	}
	v.size, v.asOf = whole(v.manifest["size"]), whole(v.manifest["as_of"])
	listed, before := map[string]bool{}, ""
	for _, each := range v.manifest["members"].([]any) {
		said := exactly(each, "manifest.json", "name sha256 size")
		name := said["name"].(string)
		content, there := v.members[name]
		digest := sha256.Sum256(content)
		must(there, "missing", name)
		must(name > before && name != "manifest.json" && name != "manifest.note", "members_order", name)
		if hex.EncodeToString(digest[:]) != said["sha256"] || int64(len(content)) != whole(said["size"]) {
			v.refuse("digest", name)
		}
		listed[name], before = true, name
	}
	after := []string{}
	for _, name := range v.names[1:] {
		matched := false
		for _, pattern := range known {
			matched = matched || pattern.MatchString(name)
		}
		must(matched, "unknown_member", name)
		if name == "manifest.note" {
			must(v.names[1] == name, "members_order", name)
			continue
		}
		must(listed[name], "unlisted", name)
		after = append(after, name)
	}
	must(sort.StringsAreSorted(after), "members_order", "manifest.json")
	note, there := v.members["manifest.note"]
	must(there, "manifest_unsigned", "manifest.json") // a report key was given
	digest := sha256.Sum256(raw)
	text, lines := opened(note, "manifest.note")
	must(text == fmt.Sprintf("tableproof-bundle/2\n%s\n%x\n", v.property["code"], digest), "manifest_note", "manifest.note")
	if !v.reporting.signed(lines, text, "manifest.note") {
		v.refuse("manifest_note", "manifest.note")
	}
}

// parts are the members of a folder in the order of their numbers, which begin with 1 and have no hole.
func (v *verifier) parts(folder, suffix string) [][]byte {
	var found [][]byte
	for number := 1; ; number++ {
		content, there := v.members[fmt.Sprintf("%s/%06d%s", folder, number, suffix)]
		if !there {
			break
		}
		found = append(found, content)
	}
	for name := range v.members {
		rest := strings.TrimPrefix(name, folder+"/")
		must(rest == name || strings.Contains(rest, "/") || whole(json.Number(strings.TrimLeft(strings.TrimSuffix(rest, suffix), "0"))) <= int64(len(found)),
			"part_missing", name)
	}
	return found
}

func lines(raw []byte, where string) [][]byte {
	if len(raw) == 0 {
		return nil
	}
	must(raw[len(raw)-1] == '\n', "line_unended", where)
	found := bytes.Split(raw[:len(raw)-1], []byte("\n"))
	for _, line := range found {
		must(len(line) < 2<<20, "line_too_long", where)
	}
	return found
}

// --- The log ----------------------------------------------------------------------------------------------------------

func (v *verifier) checkpoint() {
	text, signatures := opened(v.members["log/checkpoint"], "log/checkpoint")
	v.origin, v.size, v.root = head(text, "log/checkpoint")
	must(v.origin == v.manifest["origin"] && v.size == whole(v.manifest["size"]) && base64.StdEncoding.EncodeToString(v.root) == v.manifest["root"],
		"checkpoint_differs", "manifest.json")
	must(v.asOf >= 0 && v.asOf <= v.size, "as_of", "manifest.json")
	must(v.logKey.name == v.origin && v.logKey.signed(signatures, text, "log/checkpoint"), "log_signature", "log/checkpoint")
	_, cosigned := v.witness.cosigned(signatures, text, "log/checkpoint")
	must(cosigned, "cosignature", "log/checkpoint")
}

// tree is "The proof": the hashes of the ranges and of what lies around them lead to the root.
func (v *verifier) tree() {
	var before int64 = -1
	for _, line := range lines(v.members["log/ranges.ndjson"], "log/ranges.ndjson") {
		pair := canonical(line, "log/ranges.ndjson").([]any)
		first, last := whole(pair[0]), whole(pair[1])
		must(len(pair) == 2 && first >= 1 && first > before+1 && last >= first && last <= v.size, "ranges", "log/ranges.ndjson")
		v.ranges, before = append(v.ranges, [2]int64{first, last}), last
	}
	leaves, edges := bytes.Join(v.parts("log/leaves", ".bin"), nil), v.members["log/edges.bin"]
	take := func(from *[]byte) []byte {
		must(len(*from) >= 32, "hash_missing", "log/leaves")
		found := (*from)[:32]
		*from = (*from)[32:]
		return found
	}
	var walk func(low, high int64) []byte
	walk = func(low, high int64) []byte {
		at := sort.Search(len(v.ranges), func(i int) bool { return v.ranges[i][1] > low })
		if at == len(v.ranges) || v.ranges[at][0]-1 >= high {
			return take(&edges)
		}
		if high-low == 1 {
			v.leaf[high] = take(&leaves)
			return v.leaf[high]
		}
		middle := low + 1<<(bits.Len64(uint64(high-low-1))-1)
		left := walk(low, middle)
		return node(left, walk(middle, high))
	}
	must(v.size > 0, "empty", "log/checkpoint")
	must(bytes.Equal(walk(0, v.size), v.root), "root", "log/leaves")
	must(len(leaves) == 0 && len(edges) == 0, "hashes_left", "log/leaves")
}

var (
	timed   = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$`)
	digits  = regexp.MustCompile(`^[0-9a-f]{64}$`)
	coded   = `[A-Za-z0-9][A-Za-z0-9._:-]{0,63}`
	actors  = regexp.MustCompile(`^(device|person|system):` + coded + `$`)
	streamy = regexp.MustCompile(`^[a-z][a-z0-9_]*(/` + coded + `){1,3}$`)
	types   = regexp.MustCompile(`^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$`)
)

// placed reads an entry, which is written in its one form and stands at its position of the log.
func (v *verifier) placed(line []byte, where string) *event {
	must(len(line) <= 65535, "entry", where)
	entry := canonical(line, where).(object)
	_, eleven := entry["origin"]
	must(len(entry) == 10 || eleven && len(entry) == 11, "entry", where)
	found := &event{entry: entry, position: whole(entry["position"]), version: whole(entry["version"]), stream: entry["stream"].(string),
		typed: entry["type"].(string), recorded: moment(entry["recorded_at"].(string), where)}
	found.kind, _, _ = strings.Cut(found.stream, "/")
	at := fmt.Sprintf("position %d", found.position)
	if entry["occurred_at"] != nil {
		moment(entry["occurred_at"].(string), at)
	}
	if text, signed := entry["origin"].(string); signed {
		found.origin = text
	}
	must(entry["origin"] == nil || digits.MatchString(found.origin), "entry", at)
	version := whole(entry["type_version"])
	must(actors.MatchString(entry["actor"].(string)) && streamy.MatchString(found.stream) && types.MatchString(found.typed), "entry", at)
	must(digits.MatchString(entry["body_sha256"].(string)) && version >= 1 && version <= 9999 && found.version >= 1, "entry", at)
	must((entry["previous"] == nil) == (found.version == 1), "entry", at)
	hash := sha256.Sum256(append([]byte{0}, line...))
	must(bytes.Equal(v.leaf[found.position], hash[:]), "leaf", at)
	must(v.shown[found.position] == nil, "position_twice", at)
	v.shown[found.position] = found
	return found
}

// events reads those that are whole: streams in their order, each from version 1 on, without a hole.
func (v *verifier) events() {
	folders, units := map[string]bool{}, map[string]object{}
	for _, each := range v.manifest["units"].([]any) {
		unit := exactly(each, "manifest.json", "context events handed number parts rounds table")
		must(whole(unit["number"]) == int64(len(units)+1), "units", "manifest.json")
		units[fmt.Sprintf("events/round/%06d", len(units)+1)] = unit
		for _, name := range unit["context"].([]any) {
			v.context[name.(string)] = true
		}
	}
	for name := range v.members {
		if strings.HasPrefix(name, "events/") {
			folders[name[:strings.LastIndex(name, "/")]] = true
		}
	}
	total, inUnits := int64(0), int64(0)
	counted := map[string]int64{}
	for folder := range folders {
		parts := v.parts(folder, ".ndjson")
		unit, isUnit := units[folder]
		must(isUnit || !strings.HasPrefix(folder, "events/round/"), "units", folder)
		count, rounds := v.part(folder, parts, unit)
		total += count
		if isUnit {
			inUnits += count
		}
		counted[strings.TrimPrefix(folder, "events/")] = count
		if isUnit && (count != whole(unit["events"]) || int64(len(parts)) != whole(unit["parts"]) || rounds != whole(unit["rounds"])) {
			v.refuse("counts", folder)
		}
	}
	for folder := range units {
		must(folders[folder], "units", folder)
	}
	listed := int64(0)
	for _, each := range v.manifest["kinds"].([]any) {
		listed += whole(each.(object)["events"])
		if said := exactly(each, "manifest.json", "events kind"); counted[said["kind"].(string)] != whole(said["events"]) {
			v.refuse("counts", "events/"+said["kind"].(string))
		}
	}
	if total != whole(v.manifest["events"]) || listed != total-inUnits {
		v.refuse("counts", "manifest.json")
	}
}

func (v *verifier) part(folder string, parts [][]byte, unit object) (count, streams int64) {
	begins := strings.TrimPrefix(folder, "events/") + "/"
	if unit != nil {
		begins = fmt.Sprintf("round/%s/", unit["table"])
	}
	stream := ""
	for _, raw := range parts {
		both := lines(raw, folder)
		must(len(both)%2 == 0, "no_body", folder)
		for at := 0; at < len(both); at += 2 {
			found := v.placed(both[at], folder)
			where := fmt.Sprintf("position %d", found.position)
			hash := sha256.Sum256(both[at+1])
			must(hex.EncodeToString(hash[:]) == found.entry["body_sha256"], "body", where)
			found.whole, found.unit = true, "000000"
			if unit != nil {
				found.unit = fmt.Sprintf("%06d", whole(unit["number"]))
			}
			found.body = canonical(both[at+1], where).(object)
			found.data = found.body["data"].(object)
			must(found.position <= v.asOf, "behind", where)
			must(strings.HasPrefix(found.stream, begins), "stream_elsewhere", where)
			if found.stream != stream {
				must(v.streams[found.stream] == nil && (unit != nil || found.stream > stream), "streams_order", where)
				stream = found.stream
				streams++
			}
			own := v.streams[stream]
			if found.version != int64(len(own)+1) || len(own) > 0 && whole(found.entry["previous"]) != own[len(own)-1].position {
				v.refuse("stream_hole", where)
			}
			v.streams[stream] = append(own, found)
			count++
		}
	}
	return count, streams
}

func (v *verifier) entries() {
	before := int64(0)
	for _, raw := range v.parts("log/entries", ".ndjson") {
		for _, line := range lines(raw, "log/entries") {
			found := v.placed(line, "log/entries")
			must(found.position > before, "entries_order", fmt.Sprintf("position %d", found.position))
			before = found.position
		}
	}
}

func (v *verifier) positions() []int64 {
	var found []int64
	for position := range v.shown {
		found = append(found, position)
	}
	sort.Slice(found, func(i, j int) bool { return found[i] < found[j] })
	return found
}

// --- Time -------------------------------------------------------------------------------------------------------------

func moment(text, where string) time.Time {
	found, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
	must(err == nil && timed.MatchString(text), "time", where)
	return found
}

// recordedBetween holds each moment of recording between the cosigned heads around it, and behind the one before.
func (v *verifier) recordedBetween() {
	type seen struct {
		size int64
		at   time.Time
	}
	var cosigned []seen
	text, signatures := opened(v.members["log/checkpoint"], "log/checkpoint")
	at, _ := v.witness.cosigned(signatures, text, "log/checkpoint")
	cosigned = append(cosigned, seen{v.size, at})
	before := int64(0)
	for number, line := range lines(v.members["log/former.ndjson"], "log/former.ndjson") {
		where := fmt.Sprintf("log/former.ndjson:%d", number+1)
		said := canonical(line, where).(object)
		exactly(said, where, "note proof root size")
		size, root := whole(said["size"]), unbased(said["root"].(string), where)
		var proof [][]byte
		for _, each := range said["proof"].([]any) {
			proof = append(proof, unbased(each.(string), where))
		}
		must(size > before && size <= v.size && consistent(size, v.size, root, v.root, proof), "former", where)
		before = size
		if note, told := said["note"].(string); told {
			text, signatures := opened([]byte(note), where)
			origin, noted, same := head(text, where)
			must(origin == v.origin && noted == size && bytes.Equal(same, root), "former", where)
			at, witnessed := v.witness.cosigned(signatures, text, where)
			must(witnessed || v.logKey.signed(signatures, text, where), "former", where)
			if witnessed {
				cosigned = append(cosigned, seen{size, at})
			}
		}
	}
	clock := &clock{}
	for _, each := range v.streams["server/server:clock"] {
		if each.typed == "server.clock_jumped" {
			step := time.Duration(whole(each.data["step_ms"])) * time.Millisecond
			clock.jumps = append(clock.jumps, jump{position: whole(each.data["position"]), step: step})
		}
	}
	sort.SliceStable(clock.jumps, func(i, j int) bool { return clock.jumps[i].position < clock.jumps[j].position })
	for _, position := range v.positions() {
		now := entry{position: position, recorded: v.shown[position].recorded}
		for _, each := range cosigned {
			if low := each.at.Add(-10 * time.Minute); position > each.size && (now.low.IsZero() || low.After(now.low)) {
				now.low = low
			}
			if high := each.at.Add(10 * time.Minute); position <= each.size && (now.high.IsZero() || high.Before(now.high)) {
				now.high = high
			}
		}
		for _, code := range clock.take(now) {
			v.refuse(code, fmt.Sprintf("position %d", position))
		}
	}
}

// An entry as the clock wrote it, between what others saw around it (zero: nothing bounds it there).
type entry struct {
	position            int64
	recorded, low, high time.Time
	lasting             *jump
}

// A jump of the server's clock on record; begun is when its own entry was recorded, where that is shown.
type jump struct {
	position int64
	step     time.Duration
	begun    time.Time
}

const slack = 5 * time.Second

func (e entry) between(at time.Time, slack time.Duration) bool {
	return (e.low.IsZero() || !at.Before(e.low.Add(-slack))) && (e.high.IsZero() || !at.After(e.high.Add(slack)))
}

func (j *jump) fits(e entry) bool { return e.between(e.recorded.Add(-j.step), slack) }

type clock struct {
	jumps  []jump
	next   int
	begun  []*jump
	before *entry
}

// holding are the jumps that hold at an entry: the one that has lasted, and those that began within the hour.
func (c *clock) holding(e entry) (found []*jump) {
	if e.lasting != nil {
		found = append(found, e.lasting)
	}
	for _, each := range c.begun {
		if apart := e.recorded.Sub(each.begun); apart <= time.Hour && apart >= -time.Hour && each.fits(e) {
			found = append(found, each)
		}
	}
	return found
}

// take is what of an entry no jump explains.
func (c *clock) take(now entry) (refused []string) {
	var back time.Duration
	if c.before != nil {
		back, now.lasting = c.before.recorded.Sub(now.recorded), c.before.lasting
	}
	for ; c.next < len(c.jumps) && c.jumps[c.next].position <= now.position; c.next++ {
		own := &c.jumps[c.next]
		if own.position == now.position {
			if c.before != nil && c.before.position == now.position-1 {
				seen := own.step < 0 && back > 0 || own.step >= 0 && (c.before.lasting != nil || -back >= own.step-slack)
				if !seen {
					continue
				}
			}
			own.begun = now.recorded
			if c.begun = append(c.begun, own); len(c.begun) > 64 {
				c.begun = c.begun[1:]
			}
		}
		now.lasting = own
	}
	if now.lasting != nil && (!now.lasting.fits(now) || back > slack && now.lasting.position != now.position) {
		now.lasting = nil
	}
	before := c.before
	c.before = &now
	holding := c.holding(now)
	if !now.between(now.recorded, 0) {
		if len(holding) == 0 {
			refused = append(refused, "time_outside")
		} else {
			now.lasting = holding[0]
		}
	}
	if before != nil && back > 0 {
		explained := false
		for _, each := range holding {
			explained = explained || each.step < 0 && back <= slack-each.step
		}
		for _, each := range c.holding(*before) {
			explained = explained || each.step > 0 && back <= slack+each.step
		}
		if !explained {
			refused = append(refused, "time_back")
		}
	}
	return refused
}
