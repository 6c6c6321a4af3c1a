package kit

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// Many connections come, join, publish and go at once; the counts must be what was sent.
func TestManyGoroutines(t *testing.T) {
	const clients, events = 20, 50
	var told, joined atomic.Int64
	room := NewRoom(Outputs[int]{
		Send: func(int, string, any) {},
		Broadcast: func(event string, _ any) {
			told.Add(1)
			if event == "joined" {
				joined.Add(1)
			}
		},
	}, Now)
	if wrong := faultIn(func() { room.begin([]byte(`{"bucketMs":3600000}`)) }); wrong != nil {
		t.Fatal(wrong)
	}
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			room.Connect(client)
			room.Request(client, "join", map[string]any{"name": fmt.Sprint("client ", client)})
			for range events {
				room.Event(client, "publish", "x")
			}
			room.Disconnect(client)
			room.Disconnect(client)
		})
	}
	all.Wait()
	verbs := room.counts.Load().Verbs
	if got := verbs["publish"].Received[0]; got != clients*events {
		t.Errorf("%d publications were counted", got)
	}
	if joined.Load() != clients || told.Load() != clients*(events+2) || len(room.joined) != 0 || len(room.open) != 0 {
		t.Errorf("%d were told of names, %d of all, %d are left", joined.Load(), told.Load(), len(room.open))
	}
}
