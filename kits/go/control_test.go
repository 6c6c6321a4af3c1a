package kit

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// controlled is a server with the paths of control, and what its room sent.
type controlled struct {
	*testing.T
	server  *httptest.Server
	room    *Room[string]
	mu      sync.Mutex
	heard   []string
	waiting atomic.Int64
}

func control(t *testing.T, token string) *controlled {
	c := &controlled{T: t}
	hear := func(to, event string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heard = append(c.heard, to+" "+event)
	}
	c.room = NewRoom(Outputs[string]{
		Send:      func(to, event string, _ any) { hear(to, event) },
		Broadcast: func(event string, _ any) { hear("all", event) },
		Waiting:   func(string) int { return int(c.waiting.Load()) },
	}, Now)
	c.server = httptest.NewServer(c.room.control(token))
	t.Cleanup(c.server.Close)
	return c
}

func (c *controlled) ask(method, path, token string, body io.Reader) (status int, answer map[string]any) {
	request, err := http.NewRequest(method, c.server.URL+path, body)
	if err != nil {
		c.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		c.Fatal(err)
	}
	return response.StatusCode, answer
}

func TestControlIsForHoldersOfTheToken(t *testing.T) {
	c := control(t, "secret")
	for _, token := range []string{"", "secret", "Bearer ", "Bearer secrets", "bearer secret"} {
		if status, answer := c.ask("GET", "/outcry/counts", token, nil); status != 401 || answer["code"] != "unauthorized" {
			t.Errorf("%q: %d %v", token, status, answer)
		}
	}
	if status, _ := c.ask("GET", "/outcry/counts", "Bearer secret", nil); status != 200 {
		t.Errorf("the token is refused with %d", status)
	}
	for _, path := range []string{"/outcry/counts", "/outcry/nothing"} {
		if status, _ := control(t, "").ask("POST", path, "Bearer ", nil); status != 404 {
			t.Errorf("without a token %s is answered with %d", path, status)
		}
	}
}

func TestControlRefuses(t *testing.T) {
	c := control(t, "secret")
	for _, row := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"GET", "/outcry/begin", "", 405, "wrong-method"},
		{"POST", "/outcry/clock", "", 405, "wrong-method"},
		{"GET", "/outcry/", "", 404, "not-found"},
		{"GET", "/outcry/counts/", "", 404, "not-found"},
		{"POST", "/outcry/begin", "{", 400, "bad-json"},
		{"POST", "/outcry/begin", `{"bucketMs":NaN}`, 400, "bad-json"},
		{"POST", "/outcry/begin", `{"bucketMs":1000}{}`, 400, "bad-json"},
		{"POST", "/outcry/begin", `{"bucketMs":1e400}`, 400, "out-of-range"},
		{"POST", "/outcry/begin", "{\"bucketMs\":1000,\"a\":\"\xff\"}", 400, "bad-json"},
		{"POST", "/outcry/begin", strings.Repeat("[", 100_000), 400, "bad-json"},
		{"POST", "/outcry/begin", `"` + strings.Repeat("x", beginLimit) + `"`, 413, "too-large"},
		{"POST", "/outcry/feed?to=anna", "", 404, "unknown-name"},
		{"POST", "/outcry/feed", "1\nNaN\n3", 400, "bad-json"},
		{"POST", "/outcry/feed", strings.Repeat("1", TransportLimit+1), 400, "too-large"},
	} {
		status, answer := c.ask(row.method, row.path, "Bearer secret", strings.NewReader(row.body))
		if status != row.status || answer["code"] != row.code || answer["reason"] == "" {
			t.Errorf("%s %s %.40q: %d %v", row.method, row.path, row.body, status, answer)
		}
	}
	if _, answer := c.ask("POST", "/outcry/feed", "Bearer secret", strings.NewReader("1\n\nx")); answer["reason"] != "line 3: not JSON in UTF-8" {
		t.Error(answer)
	}
}

func TestFeedWaitsForThoseBehind(t *testing.T) {
	c := control(t, "secret")
	c.room.Connect("A")
	c.waiting.Store(behindLimit + 1)
	body, lines := io.Pipe()
	done := make(chan map[string]any)
	go func() {
		_, answer := c.ask("POST", "/outcry/feed", "Bearer secret", body)
		done <- answer
	}()
	go func() {
		_, _ = io.WriteString(lines, "1\n2\n\n3")
		lines.Close()
	}()
	select {
	case answer := <-done:
		t.Fatalf("the feed did not wait: %v", answer)
	case <-time.After(20 * lookAgain):
	}
	c.waiting.Store(0)
	if answer := <-done; answer["lines"] != 3.0 || answer["sent"] != 3.0 {
		t.Error(answer)
	}
	c.waiting.Store(behindLimit + 1)
	if _, answer := c.ask("POST", "/outcry/feed?wait=no", "Bearer secret", strings.NewReader("1\n2\n")); answer["lines"] != 2.0 {
		t.Error(answer)
	}
	if want, got := "all feed,all feed,all feed,all feed,all feed", strings.Join(c.heard, ","); want != got {
		t.Error(got)
	}
}

func TestLineThatIsCutOffIsNotSent(t *testing.T) {
	c := control(t, "")
	body := io.MultiReader(strings.NewReader("1\n234"), iotest.ErrReader(io.ErrUnexpectedEOF))
	fed := c.room.feedLines(httptest.NewRequest("POST", "/outcry/feed", body)).(map[string]int)
	if fed["lines"] != 1 || len(c.heard) != 1 {
		t.Error(fed, c.heard)
	}
}

func TestPagesAreThoseOfTheFolder(t *testing.T) {
	outside := t.TempDir()
	folder := t.TempDir()
	for path, content := range map[string]string{outside + "/secret": "secret", folder + "/index.html": "index", folder + "/a.js": "script"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside+"/secret", folder+"/link"); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/", 200, "index"},
		{"GET", "/a.js", 200, "script"},
		{"HEAD", "/a.js", 200, ""},
		{"POST", "/a.js", 405, ""},
		{"GET", "/healthz", 200, ""},
		{"DELETE", "/healthz", 405, ""},
		{"GET", "/link", 404, "404 page not found\n"},
		{"GET", "/../" + outside + "/secret", 404, "404 page not found\n"},
		{"GET", "/b", 404, "404 page not found\n"},
	} {
		out := httptest.NewRecorder()
		pages(folder)(out, httptest.NewRequest(row.method, row.path, nil))
		if out.Code != row.status || out.Body.String() != row.body {
			t.Errorf("%s %s: %d %q", row.method, row.path, out.Code, out.Body)
		}
	}
}
