package kit

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"
)

const (
	// TransportLimit is the size up to which a transport should carry an event, so that it is refused with a reason, bytes.
	TransportLimit = 4 << 20
	beginLimit     = 2 << 20
	// behindLimit is how far a connection may be behind before a feed waits for it, bytes.
	behindLimit = 1 << 20
	// lookAgain is the pause until a feed looks whether that is still so.
	lookAgain = 2 * time.Millisecond
)

// statuses are those of faults in requests of control that are not 400.
var statuses = map[string]int{"unauthorized": 401, "not-found": 404, "unknown-name": 404, "wrong-method": 405}

// control answers the paths under /outcry/ for the holders of the token. Texts of any length are compared by their hashes.
func (r *Room[C]) control(token string) http.HandlerFunc {
	expected := sha256.Sum256([]byte("Bearer " + token))
	return func(out http.ResponseWriter, request *http.Request) {
		given, status := sha256.Sum256([]byte(request.Header.Get("Authorization"))), 200
		var answer any
		wrong := faultIn(func() {
			if token == "" {
				fail("not-found", "this server was started without a token")
			} else if subtle.ConstantTimeCompare(given[:], expected[:]) == 0 {
				fail("unauthorized", `control wants the header "Authorization: Bearer" with the server's token`)
			}
			answer = r.controlled(request, &status)
		})
		if wrong != nil {
			answer, status = wrong, max(status, http.StatusBadRequest, statuses[wrong.Code])
			// The rest of the request's body is not read.
			out.Header().Set("Connection", "close")
		}
		out.Header().Set("Content-Type", "application/json")
		out.Header().Set("Cache-Control", "no-store")
		out.WriteHeader(status)
		_ = json.NewEncoder(out).Encode(answer)
	}
}

// controlled sets the status only where a fault's code does not say it.
func (r *Room[C]) controlled(request *http.Request, status *int) any {
	switch request.Method + " " + request.URL.Path {
	case "GET /outcry/counts":
		return r.counts.Load().read(r.now(), len(r.receivers(nil)))
	case "POST /outcry/begin":
		asked, _ := io.ReadAll(io.LimitReader(request.Body, beginLimit+1))
		if len(asked) > beginLimit {
			*status = http.StatusRequestEntityTooLarge
			fail("too-large", "begin may be %d bytes", beginLimit)
		}
		r.begin(asked)
	case "POST /outcry/feed":
		return r.feedLines(request)
	case "GET /outcry/clock":
	default:
		switch request.URL.Path {
		case "/outcry/clock", "/outcry/counts", "/outcry/begin", "/outcry/feed":
			fail("wrong-method", "counts and clock are for GET, begin and feed for POST")
		}
		fail("not-found", "no such path")
	}
	return map[string]any{"clock": r.now()}
}

// feedLines sends each line of the request's body on when its receivers have taken most of the one before.
func (r *Room[C]) feedLines(request *http.Request) any {
	query := request.URL.Query()
	to, waits := query["to"], query.Get("wait") != "no"
	isBehind := func(connection C) bool { return r.out.Waiting(connection) > behindLimit }
	wait := func() {
		for slices.ContainsFunc(r.receivers(to), isBehind) && waits && request.Context().Err() == nil {
			time.Sleep(lookAgain)
		}
	}
	fed, number := map[string]int{"lines": 0, "sent": 0}, 1
	lines := bufio.NewScanner(request.Body)
	lines.Buffer(nil, TransportLimit)
	// Before there is a line too: a backend learns that there is no receiver without writing one. A line that was cut off is none.
	for wait(); lines.Scan() && lines.Err() == nil; number++ {
		// The framework may keep what it is given.
		line := bytes.Clone(bytes.TrimSpace(lines.Bytes()))
		if len(line) == 0 {
			continue
		}
		if wrong := faultIn(func() { fed["sent"] += r.feed(line, to) }); wrong != nil {
			fail(wrong.Code, "line %d: %s", number, wrong.Reason)
		}
		fed["lines"]++
		wait()
	}
	if lines.Err() == bufio.ErrTooLong {
		fail("too-large", "line %d does not end", number)
	}
	return fed
}
