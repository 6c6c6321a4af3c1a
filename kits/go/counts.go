package kit

import (
	"encoding/json"
	"sync"
)

// bucketLimit is the number of buckets that are kept: a client can send something after a year.
const bucketLimit = 1_000_000

// tally has the counts of one verb, bucket 0 first.
type tally struct {
	Received []int `json:"received"`
	Sent     []int `json:"sent"`
}

// counts are the numbers of events received and sent since a begin. An event is counted before it is sent, so that a client that
// has seen it and asks finds it counted.
type counts struct {
	mu          sync.Mutex
	Clock       float64           `json:"clock"`
	StartedAt   *float64          `json:"startedAt"`
	BucketMs    int               `json:"bucketMs"`
	Connections int               `json:"connections"`
	Refused     int               `json:"refused"`
	Verbs       map[string]*tally `json:"verbs"`
}

// newCounts returns counts with buckets of that width; with 0, nothing is counted.
func newCounts(bucketMs int) *counts {
	c := &counts{BucketMs: bucketMs, Verbs: map[string]*tally{}}
	for _, verb := range []string{"echo", "publish", "sink", "request", "join", "leave", "greet", "feed"} {
		c.Verbs[verb] = &tally{[]int{}, []int{}}
	}
	return c
}

func (c *counts) add(verb string, at float64, received, sent int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.BucketMs == 0 || received+sent == 0 {
		return
	}
	if c.StartedAt == nil {
		c.StartedAt = &at
	}
	// Another goroutine's event may have been received a moment before the one that was counted first.
	bucket := max(0, (at-*c.StartedAt)/float64(c.BucketMs))
	if bucket >= bucketLimit {
		return
	}
	counted := c.Verbs[verb]
	for len(counted.Received) <= int(bucket) {
		counted.Received, counted.Sent = append(counted.Received, 0), append(counted.Sent, 0)
	}
	counted.Received[int(bucket)] += received
	counted.Sent[int(bucket)] += sent
}

func (c *counts) addRefused() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.BucketMs > 0 {
		c.Refused++
	}
}

// read returns the answer to GET /outcry/counts.
func (c *counts) read(clock float64, connections int) json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Clock, c.Connections = clock, connections
	text, _ := json.Marshal(c)
	return text
}
