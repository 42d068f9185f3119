// Reads a log that was not made with Go: its checkpoint, tiles, entries and proofs, with golang.org/x/mod/sumdb alone.
//
//	check FOLDER VKEY
//
// Entries to look at stand in FOLDER/leaves ("index base64-entry" a line), proofs in FOLDER/proofs
// ("index base64-hash ..." a line). Exit code 0 where everything holds.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func fail(format string, args ...interface{}) {
	fmt.Printf("REFUSED: "+format+"\n", args...)
	os.Exit(1)
}

// files reads tiles as C2SP tlog-tiles names them: this library puts the height of a tile, 8, in front of its level.
type files struct{ folder string }

func (f files) Height() int { return 8 }

func (f files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := os.ReadFile(filepath.Join(f.folder, path))
		if err != nil {
			return nil, err
		}
		found = append(found, data)
	}
	return found, nil
}

func (f files) SaveTiles([]tlog.Tile, [][]byte) {}

// entry reads one entry out of its bundle.
func entry(folder string, index, size int64) []byte {
	width := size - index/256*256
	partial := ""
	if width < 256 {
		partial = fmt.Sprintf(".p/%d", width)
	}
	number := fmt.Sprintf("%03d", index/256)
	data, err := os.ReadFile(filepath.Join(folder, "tile/entries", number+partial))
	if err != nil {
		fail("%v", err)
	}
	for skip := index % 256; ; skip-- {
		length := int(binary.BigEndian.Uint16(data))
		if skip == 0 {
			return data[2 : 2+length]
		}
		data = data[2+length:]
	}
}

func lines(path string) [][]string {
	file, err := os.Open(path)
	if err != nil {
		fail("%v", err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	var found [][]string
	for scanner.Scan() {
		found = append(found, strings.Split(scanner.Text(), " "))
	}
	return found
}

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		fail("%v", err)
	}
	return value
}

func main() {
	folder, vkey := os.Args[1], os.Args[2]
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		fail("verifier key: %v", err)
	}
	raw, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	if err != nil {
		fail("%v", err)
	}
	opened, err := note.Open(raw, note.VerifierList(verifier))
	if err != nil {
		fail("checkpoint: %v", err)
	}
	parts := strings.Split(opened.Text, "\n")
	if parts[0] != verifier.Name() {
		fail("origin %q", parts[0])
	}
	size := number(parts[1])
	var root tlog.Hash
	decoded, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || copy(root[:], decoded) != tlog.HashSize {
		fail("root %q", parts[2])
	}
	fmt.Printf("checkpoint: %s, size %d, signatures known %d, unknown %d\n", parts[0], size, len(opened.Sigs), len(opened.UnverifiedSigs))

	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, files{folder})
	computed, err := tlog.TreeHash(size, reader)
	if err != nil || computed != root {
		fail("tree hash: %v", err)
	}
	seen := 0
	for _, line := range lines(filepath.Join(folder, "leaves")) {
		index := number(line[0])
		want, err := base64.StdEncoding.DecodeString(line[1])
		if err != nil || string(entry(folder, index, size)) != string(want) {
			fail("entry %d is another", index)
		}
		proof, err := tlog.ProveRecord(size, index, reader)
		if err != nil {
			fail("proof of %d: %v", index, err)
		}
		if err := tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(want)); err != nil {
			fail("entry %d: %v", index, err)
		}
		seen++
	}
	ours := 0
	for _, line := range lines(filepath.Join(folder, "proofs")) {
		index := number(line[0])
		var proof tlog.RecordProof
		for _, text := range line[1:] {
			var hash tlog.Hash
			decoded, err := base64.StdEncoding.DecodeString(text)
			if err != nil || copy(hash[:], decoded) != tlog.HashSize {
				fail("hash %q", text)
			}
			proof = append(proof, hash)
		}
		if err := tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(entry(folder, index, size))); err != nil {
			fail("our proof of %d: %v", index, err)
		}
		ours++
	}
	sizes := 0
	for _, old := range []int64{1, 2, 255, 256, 257, 65535, 65536, 65537, size} {
		before, err := tlog.TreeHash(old, reader)
		if err != nil {
			fail("tree hash of %d: %v", old, err)
		}
		proof, err := tlog.ProveTree(size, old, reader)
		if err != nil {
			fail("tree proof of %d: %v", old, err)
		}
		if err := tlog.CheckTree(proof, size, root, old, before); err != nil {
			fail("tree of %d: %v", old, err)
		}
		sizes++
	}
	fmt.Printf("accepted: root, %d entries, %d of our proofs, %d older sizes\n", seen, ours, sizes)
}
