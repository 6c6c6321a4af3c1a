// Package kit is the server's half of a load test, and the process around it. It knows no framework and no experiment;
// protocol/README.md is its specification.
package kit

import (
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf16"
)

// eventNameLimit is the length up to which the name of a refused event is repeated to its sender.
const eventNameLimit = 100

// Outputs are the framework's ways to the connections. They wait for no client, and never call the room in the same goroutine.
type Outputs[C comparable] struct {
	Send      func(to C, event string, data any)
	Broadcast func(event string, data any)
	// Waiting returns the bytes that the framework has taken for a connection and not written yet, as far as it tells.
	Waiting func(to C) int
}

// Relayed is a body with the clock when it was received, and when it was handed to the framework.
type Relayed struct {
	// OK is for replies, and Name for what is told of a name.
	OK   bool       `json:"ok,omitempty"`
	Name string     `json:"name,omitempty"`
	Body any        `json:"body"`
	Hops [2]float64 `json:"hops"`
}

// Room has the open connections and the verbs. Any number of goroutines may call it.
type Room[C comparable] struct {
	out Outputs[C]
	now func() float64
	// mu is locked for reading while something goes to everybody, and for writing while connections or names come or go.
	mu sync.RWMutex
	// open has the names of the open connections; those that have not joined have none.
	open map[C]string
	// joined has the connections with names, in the order in which they joined.
	joined   []C
	counts   atomic.Pointer[counts]
	greeting atomic.Pointer[Relayed]
}

// NewRoom returns an empty room on a clock, which is Now except in tests.
func NewRoom[C comparable](out Outputs[C], now func() float64) *Room[C] {
	room := &Room[C]{out: out, now: now, open: map[C]string{}}
	room.counts.Store(newCounts(0))
	return room
}

// Connect takes a connection that is open, and greets it.
func (r *Room[C]) Connect(connection C) {
	received := r.now()
	r.mu.Lock()
	r.open[connection] = ""
	r.mu.Unlock()
	if greeting := r.greeting.Load(); greeting != nil {
		r.send(connection, "greet", greeting.Body, received, 0)
	}
}

// Disconnect forgets a connection that has ended; a second call does nothing.
func (r *Room[C]) Disconnect(connection C) {
	received := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	name := r.open[connection]
	delete(r.open, connection)
	r.leave(connection, name, nil, received, 0)
}

// Event takes an event; what cannot be taken is refused.
func (r *Room[C]) Event(from C, event string, data any) {
	received := r.now()
	if wrong := faultIn(func() { r.take(from, "event "+event, data, received) }); wrong != nil {
		r.refuse(from, event, wrong)
	}
}

// Unreadable refuses what never became an event.
func (r *Room[C]) Unreadable(from C) {
	if r.has(from) {
		r.refuse(from, nil, &Fault{"bad-json", "not an event with a name, in JSON"})
	}
}

// Request returns the reply to a request; nil where the connection has ended.
func (r *Room[C]) Request(from C, request string, data any) (reply any) {
	received := r.now()
	if wrong := faultIn(func() { reply = r.take(from, "request "+request, data, received) }); wrong != nil {
		r.counts.Load().addRefused()
		return map[string]any{"ok": false, "code": wrong.Code, "reason": wrong.Reason}
	}
	return reply
}

func (r *Room[C]) take(from C, what string, data any, received float64) any {
	if !r.has(from) {
		return nil
	}
	switch what {
	case "event echo":
		r.send(from, "echo", checked(data), received, 1)
	case "event publish":
		r.broadcast("publish", checked(data), received)
	case "event sink":
		checked(data)
		r.counts.Load().add("sink", received, 1, 0)
	case "request request":
		body := bodyAskedFor(data, "data")
		r.counts.Load().add("request", received, 1, 1)
		return Relayed{OK: true, Body: body, Hops: r.hops(received)}
	case "request join":
		name, body := nameIn(fieldsOf(data, "data")), bodyBeside(data)
		return map[string]any{"ok": true, "names": r.join(from, name, body, received)}
	case "request leave":
		body := bodyBeside(data)
		r.mu.Lock()
		defer r.mu.Unlock()
		if !r.leave(from, r.open[from], body, received, 1) {
			fail("wrong-state", "this connection has not joined")
		}
		return map[string]any{"ok": true}
	default:
		fail("unknown-event", "no such event or request; names are exact, and an event is no request")
	}
	return nil
}

// join returns all names, after everybody has been told of the new one.
func (r *Room[C]) join(from C, name string, body any, received float64) (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// A connection that has ended meanwhile would never leave.
	if own, isOpen := r.open[from]; own != "" || !isOpen {
		fail("wrong-state", "this connection has a name, or has ended; leave first")
	}
	for _, other := range r.joined {
		names = append(names, r.open[other])
	}
	if slices.Contains(names, name) {
		fail("name-taken", "another connection has that name")
	}
	r.open[from], r.joined = name, append(r.joined, from)
	r.counts.Load().add("join", received, 1, len(r.open))
	r.out.Broadcast("joined", Relayed{Name: name, Body: body, Hops: r.hops(received)})
	return append(names, name)
}

// leave takes a name back; false when there is none. The caller has the lock.
func (r *Room[C]) leave(connection C, name string, body any, received float64, asked int) bool {
	if name == "" {
		return false
	}
	r.joined = slices.DeleteFunc(r.joined, func(other C) bool { return other == connection })
	if asked > 0 {
		r.open[connection] = ""
	}
	r.counts.Load().add("leave", received, asked, len(r.open))
	r.out.Broadcast("left", Relayed{Name: name, Body: body, Hops: r.hops(received)})
	return true
}

// begin counts anew, as POST /outcry/begin asks.
func (r *Room[C]) begin(asked []byte) {
	var decoded any
	measure(json.RawMessage(asked), 0)
	if json.Unmarshal(asked, &decoded) != nil {
		fail("out-of-range", "a number in begin is larger than any float64")
	}
	fields := fieldsOf(decoded, "begin")
	bucketMs := integer(fields, "bucketMs", 10, 3_600_000)
	var greeting *Relayed
	if greet := fields["greet"]; greet != nil {
		greeting = &Relayed{Body: bodyAskedFor(greet, "greet")}
	}
	r.greeting.Store(greeting)
	r.counts.Store(newCounts(bucketMs))
}

// feed sends a line to all, or to the connection of a name, and returns the number of receivers.
func (r *Room[C]) feed(line []byte, to []string) int {
	received, body := r.now(), checked(json.RawMessage(line))
	if to == nil {
		return r.broadcast("feed", body, received)
	}
	r.send(r.receivers(to)[0], "feed", body, received, 1)
	return 1
}

// receivers returns the connections that a feed goes to: all, or the one of the name.
func (r *Room[C]) receivers(to []string) (found []C) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for connection, name := range r.open {
		if to == nil || name == to[0] && name != "" {
			found = append(found, connection)
		}
	}
	if to != nil && found == nil {
		fail("unknown-name", "nobody has that name")
	}
	return found
}

func (r *Room[C]) send(to C, verb string, body any, received float64, asked int) {
	r.counts.Load().add(verb, received, asked, 1)
	r.out.Send(to, verb, Relayed{Body: body, Hops: r.hops(received)})
}

// broadcast returns the number of receivers.
func (r *Room[C]) broadcast(verb string, body any, received float64) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.counts.Load().add(verb, received, 1, len(r.open))
	r.out.Broadcast(verb, Relayed{Body: body, Hops: r.hops(received)})
	return len(r.open)
}

// refuse tells a connection what is wrong with an event; its name is nil where none was readable.
func (r *Room[C]) refuse(to C, event any, wrong *Fault) {
	if name, isText := event.(string); isText && len(utf16.Encode([]rune(name))) > eventNameLimit {
		event = nil
	}
	r.counts.Load().addRefused()
	r.out.Send(to, "refused", map[string]any{"event": event, "code": wrong.Code, "reason": wrong.Reason})
}

// hops reads the clock: what it returns is handed on at once.
func (r *Room[C]) hops(received float64) [2]float64 {
	return [2]float64{received, r.now()}
}

func (r *Room[C]) has(connection C) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, has := r.open[connection]
	return has
}
