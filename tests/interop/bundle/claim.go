// What may not go on elsewhere, what devices signed, and the claim against the request.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"strings"
	"time"
	_ "time/tzdata"
)

// histories: no stream has two events of one version, and nothing of the bundle goes on in an entry that is not whole.
func (v *verifier) histories() {
	asked := v.manifest["asked"].(object)
	tables := map[string]bool{}
	for _, each := range asked["tables"].([]any) {
		tables[each.(string)] = true
	}
	claimed := map[string]bool{}
	for name := range tables {
		claimed[name] = true
	}
	for _, each := range v.manifest["units"].([]any) {
		tables[each.(object)["table"].(string)] = true
	}
	bound := map[string]bool{}
	for table := range tables {
		for _, each := range v.streams["table/"+table] {
			if each.typed == "table.device_bound" {
				bound["device/"+each.data["device"].(string)] = true
			}
		}
	}
	first, last := whole(asked["first"]), whole(asked["last"])
	met := map[string]bool{}
	for _, position := range v.positions() {
		found := v.shown[position]
		where := fmt.Sprintf("position %d", position)
		key := fmt.Sprintf("%s %d", found.stream, found.version)
		if met[key] {
			v.refuse("two_histories", where)
		}
		met[key] = true
		if found.whole {
			continue
		}
		parts := strings.Split(found.stream, "/")
		audited := "round/" + strings.Join(parts[1:], "/")
		of := len(parts) > 1 && claimed[parts[1]] && (found.kind == "round" || found.kind == "table")
		switch {
		case v.streams[found.stream] != nil:
			v.refuse("continued", where)
		case found.kind == "rules", found.kind == "table", bound[found.stream], found.kind == "server",
			found.kind == "audit" && v.streams[audited] != nil && !v.context[audited], of && position >= first && position <= last:
			v.refuse("left_out", where)
		case found.kind == "round" && v.streams["table/"+parts[1]] == nil:
			v.refuse("table_left_out", where)
		case found.kind == "round" && position >= first && position <= last && v.reaches(parts[1], strings.Split(found.typed, ".")[0]):
			v.refuse("left_out", where)
		}
	}
	for table := range tables {
		if v.streams["table/"+table] == nil {
			v.refuse("table_left_out", "table/"+table)
		}
	}
	named := map[string]bool{}
	for stream, own := range v.streams {
		for _, each := range own {
			if strings.HasPrefix(stream, "rules/") && each.typed == "rules.put_in_force" {
				name := fmt.Sprintf("rules/%s.toml", each.data["sha256"])
				digest := sha256.Sum256(v.members[name])
				must(hex.EncodeToString(digest[:]) == each.data["sha256"] && string(v.members[name]) == each.data["text"], "rules", name)
				named[name] = true
			}
		}
	}
	for _, line := range lines(v.members["disclosures.ndjson"], "disclosures.ndjson") {
		if name, there := canonical(line, "disclosures.ndjson").(object)["file"].(string); there {
			named[name] = true
		}
	}
	for name := range v.members {
		must(named[name] || !strings.HasPrefix(name, "rules/") && !strings.HasPrefix(name, "files/"), "unnamed", name)
	}
}

// reaches is whether all tables were asked for, and rounds of this game at this one are among them.
func (v *verifier) reaches(table, game string) bool {
	what := v.manifest["request"].(object)["what"].(object)
	tables, games := texts(what["tables"]), texts(what["games"])
	return has([]string{"gaming_day", "month", "game"}, what["about"].(string)) &&
		(len(tables) == 0 || has(tables, table)) && (len(games) == 0 || has(games, game))
}

// signatures holds what devices signed of each event, under the keys that the bundle's events register.
func (v *verifier) signatures() {
	read := map[string]map[string]object{}
	checked := map[string]bool{}
	for name, raw := range v.members {
		if !strings.HasPrefix(name, "origins/") {
			continue
		}
		own, before := map[string]object{}, ""
		for _, line := range lines(raw, name) {
			must(len(line) > 65 && line[64] == ' ' && digits.Match(line[:64]) && string(line[:64]) > before, "origins", name)
			before = string(line[:64])
			own[before] = canonical(line[65:], name).(object)
		}
		read[strings.TrimSuffix(strings.TrimPrefix(name, "origins/"), ".ndjson")] = own
	}
	for _, position := range v.positions() {
		found := v.shown[position]
		if !found.whole || found.origin == "" {
			continue
		}
		where := fmt.Sprintf("position %d", position)
		said := read[found.unit][found.origin]
		if said == nil {
			v.refuse("origin_missing", where)
			continue
		}
		batch, device := said["batch"].(object)
		if !device {
			exactly(said, where, "command")
			must(assertion(exactly(said["command"], where, "authenticator client command credential signature"), where) == found.origin, "origin_digest", where)
			continue
		}
		exactly(said, where, "batch")
		exactly(batch, where, "device events key property signature")
		statement := encode(object{"device": batch["device"], "events": batch["events"], "key": batch["key"], "property": batch["property"],
			"statement": "tableproof-batch/1"})
		signed := unbased(batch["signature"].(string), where)
		digest := sha256.Sum256(append(append([]byte{}, statement...), signed...))
		must(hex.EncodeToString(digest[:]) == found.origin, "origin_digest", where)
		code := batch["device"].(string)
		public := v.keyOf(code, batch["key"].(string), position)
		hash, listed := sha256.Sum256(encode(v.said(found))), false
		for _, each := range batch["events"].([]any) {
			listed = listed || each == hex.EncodeToString(hash[:])
		}
		holds, known := checked[found.origin+string(public)]
		if !known {
			holds = public != nil && verified(public, statement, signed)
			checked[found.origin+string(public)] = holds
		}
		switch {
		case batch["property"] != v.property["code"] || found.entry["actor"] != "device:"+code:
			v.refuse("origin_other", where)
		case public == nil:
			v.refuse("device_key", where)
		case !listed:
			v.refuse("event_not_signed", where)
		case !holds:
			v.refuse("device_signature", where)
		}
	}
}

// keyOf is the key of that digest which the device had at the position.
func (v *verifier) keyOf(device, id string, position int64) []byte {
	var found []byte
	for _, each := range v.streams["device/"+device] {
		if each.position >= position {
			break
		}
		switch each.typed {
		case "device.key_registered":
			public := unbased(each.data["public_key"].(string), "device/"+device)
			if digest := sha256.Sum256(public); hex.EncodeToString(digest[:]) == id {
				found = public
			}
		case "device.revoked":
			found = nil
		}
	}
	return found
}

// said is the event as its device has said it.
func (v *verifier) said(found *event) object {
	parts := strings.Split(found.stream, "/")
	said := object{"data": found.body["data"], "id": found.body["id"], "occurred_at": found.entry["occurred_at"], "table": parts[1],
		"type": fmt.Sprintf("%s.v%d", found.typed, whole(found.entry["type_version"]))}
	for _, name := range []string{"correlation", "entered_later", "sequence"} {
		if value, there := found.body[name]; there {
			said[name] = value
		}
	}
	if found.kind == "round" {
		said["round"] = parts[2]
	}
	return said
}

func assertion(command object, where string) string {
	digest := sha256.Sum256(unbased(command["command"].(string), where))
	own := object{"statement": "tableproof-assertion/1", "command": hex.EncodeToString(digest[:])}
	for _, name := range []string{"authenticator", "client", "credential", "signature"} {
		own[name] = command[name]
	}
	digest = sha256.Sum256(encode(own))
	return hex.EncodeToString(digest[:])
}

// --- The claim --------------------------------------------------------------------------------------------------------

func texts(value any) []string {
	found := []string{}
	if value != nil {
		for _, each := range value.([]any) {
			must(!has(found, each.(string)), "twice", each.(string))
			found = append(found, each.(string))
		}
	}
	return found
}

func has(all []string, one string) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}

// claim: each request has one claim that satisfies it.
func (v *verifier) claim() {
	asked, request := v.manifest["asked"].(object), v.manifest["request"].(object)
	must(whole(request["position"]) == v.asOf, "request", "manifest.json")
	what := request["what"].(object)
	first, last := whole(asked["first"]), whole(asked["last"])
	tables, rounds := texts(asked["tables"]), texts(asked["rounds"])
	claims := func(holds bool) {
		if !holds {
			v.refuse("claim", "manifest.json")
		}
	}
	var mine func(stream string, own []*event) bool // is this round asked for?
	switch about := what["about"].(string); about {
	case "round":
		mine = func(stream string, _ []*event) bool { return stream == what["round"] }
		claims(first == 0 && last == 0 && len(tables) == 0 && len(rounds) == 1 && rounds[0] == what["round"])
	case "player", "finding", "clause":
		mine = func(stream string, _ []*event) bool { return has(rounds, stream) }
		claims(first == 0 && last == 0 && len(tables) == 0)
		v.inPart = len(rounds) == 0
	case "case":
		of := v.ofCase(what["case"].(string))
		if v.streams["case/"+what["case"].(string)] == nil {
			v.refuse("case_left_out", "case/"+what["case"].(string))
		}
		mine = func(stream string, _ []*event) bool { return has(of, stream) }
		claims(first == 0 && last == 0 && len(tables) == 0 && strings.Join(of, " ") == strings.Join(rounds, " "))
	case "table":
		table := what["table"].(string)
		claims(len(tables) == 1 && tables[0] == table && len(rounds) == 0 && first > 0)
		v.ends(first, last, instant(what["begins_at"]), instant(what["ends_at"]))
		mine = func(_ string, own []*event) bool { return own[0].position >= first && own[0].position <= last }
	case "shoe":
		table := what["table"].(string)
		begins, ends := v.shoe(table, what["shoe"].(string))
		claims(len(tables) == 1 && tables[0] == table && len(rounds) == 0 && first == begins && last == ends)
		mine = func(_ string, own []*event) bool { return own[0].position >= first && own[0].position <= last }
	case "gaming_day", "month", "game":
		begins, ends := v.dayStarts(day(what["from_day"])), v.dayStarts(day(what["to_day"]).AddDate(0, 0, 1))
		wanted := v.tables(texts(what["tables"]), texts(what["games"]))
		claims(strings.Join(wanted, " ") == strings.Join(tables, " ") && len(rounds) == 0 && first > 0)
		v.ends(first, last, begins, ends)
		games := texts(what["games"])
		mine = func(stream string, own []*event) bool {
			opened := opening(own)
			game, _, _ := strings.Cut(own[0].typed, ".")
			return !opened.Before(begins) && opened.Before(ends) && has(wanted, strings.Split(stream, "/")[1]) && (len(games) == 0 || has(games, game))
		}
	default:
		stop("request", "manifest.json")
	}
	for position := range v.leaf {
		v.inPart = v.inPart || position >= first && position <= last && v.shown[position] == nil
	}
	for _, stream := range rounds {
		if v.streams[stream] == nil {
			v.refuse("round_missing", stream)
		}
	}
	for stream, own := range v.streams {
		if strings.HasPrefix(stream, "round/") && mine(stream, own) == v.context[stream] {
			v.refuse("context", stream)
		}
	}
}

func instant(value any) time.Time {
	found, err := time.Parse(time.RFC3339Nano, value.(string))
	must(err == nil, "request", "manifest.json")
	return found
}

func day(value any) time.Time {
	found, err := time.Parse("2006-01-02", value.(string))
	must(err == nil, "request", "manifest.json")
	return found
}

// opening is when a round was opened: as its opening says, at the latest when that was recorded.
func opening(own []*event) time.Time {
	for _, each := range own {
		if !strings.HasSuffix(each.typed, ".round_opened") {
			continue
		}
		said, told := each.entry["occurred_at"].(string)
		if !told {
			return each.recorded
		}
		at := moment(said, each.stream)
		if skew, there := each.body["clock_skew_ms"]; there {
			at = at.Add(time.Duration(whole(skew)) * time.Millisecond)
		}
		if at.Before(each.recorded) {
			return at
		}
		return each.recorded
	}
	return own[0].recorded
}

// dayStarts is when a gaming day begins: under the hour and zone in force, where they ever changed.
func (v *verifier) dayStarts(of time.Time) time.Time {
	days := []any{object{"since": "", "time_zone": v.property["time_zone"], "starts": v.property["gaming_day_starts"]}}
	if told, there := v.property["gaming_days"].([]any); there && len(told) > 0 {
		days = told
	}
	var begins time.Time
	for number, each := range days {
		said := each.(object)
		zone, err := time.LoadLocation(said["time_zone"].(string))
		must(err == nil, "time_zone", "manifest.json")
		begins = time.Date(of.Year(), of.Month(), of.Day(), int(whole(said["starts"])), 0, 0, 0, zone)
		if since := said["since"].(string); since != "" && begins.Before(instant(since)) {
			begins = instant(since)
		}
		if number+1 == len(days) || begins.Before(instant(days[number+1].(object)["since"])) {
			break
		}
	}
	return begins
}

// tables are all of the bundle's table streams that the request names, in the order of their ids.
func (v *verifier) tables(only, games []string) []string {
	found := []string{}
	for stream, own := range v.streams {
		table := strings.TrimPrefix(stream, "table/")
		if table == stream || len(only) > 0 && !has(only, table) {
			continue
		}
		of := len(games) == 0
		for _, each := range own {
			game, _ := each.data["game"].(string)
			of = of || each.typed == "table.registered" && has(games, game)
		}
		if of {
			found = append(found, table)
		}
	}
	sort.Strings(found)
	return found
}

func (v *verifier) shoe(table, shoe string) (first, last int64) {
	last = v.asOf
	for _, each := range v.streams["table/"+table] {
		if each.typed != "table.shoe_loaded" {
			continue
		}
		if first > 0 {
			return first, each.position
		}
		if each.data["shoe"] == shoe {
			first = each.position
		}
	}
	return first, last
}

func (v *verifier) ofCase(name string) []string {
	found := []string{}
	for _, each := range v.streams["case/"+strings.TrimPrefix(name, "case/")] {
		rounds, told := each.data["rounds"].([]any)
		if each.typed != "case.opened" && each.typed != "case.rounds_changed" {
			continue
		}
		found = []string{}
		for _, one := range rounds {
			if told {
				found = append(found, fmt.Sprintf("round/%s/%s", one.(object)["table"], one.(object)["round"]))
			}
		}
	}
	sort.Strings(found)
	return found
}

// ends holds the moments of recording on both sides of both ends; one that is a hash is left to trust.
func (v *verifier) ends(first, last int64, begins, ends time.Time) {
	must(last >= first-1 && first >= 1 && last <= v.asOf, "claim", "manifest.json")
	inside := last < first
	for _, each := range v.ranges {
		inside = inside || each[0] <= first && last <= each[1]
	}
	if !inside {
		v.refuse("interval_not_shown", "log/ranges.ndjson")
	}
	for _, each := range []struct {
		position int64
		holds    func(time.Time) bool
	}{
		{first - 1, func(at time.Time) bool { return at.Before(begins) }},
		{first, func(at time.Time) bool { return last < first || !at.Before(begins) }},
		{last, func(at time.Time) bool { return last < first || at.Before(ends) }},
		{last + 1, func(at time.Time) bool { return last+1 > v.asOf || !at.Before(ends) }},
	} {
		if found := v.shown[each.position]; found != nil && !each.holds(found.recorded) {
			v.refuse("claim_ends", fmt.Sprintf("position %d", each.position))
		}
	}
}
