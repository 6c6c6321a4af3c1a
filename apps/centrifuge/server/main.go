// The server: a channel carries what goes to everybody, messages and calls are the other verbs of the load test.
package main

import (
	"compress/flate"
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/centrifugal/centrifuge"
	"outcry/kit"
)

const (
	module = "github.com/centrifugal/centrifuge"
	// channel is the one that every connection is subscribed to.
	channel = "room"
	// queueLimit is how far a connection may be behind before it is ended, bytes.
	queueLimit = 16 << 20
	// escapes is room for the commands of a POST, which are a string of JSON in JSON.
	escapes = 2
	// shutdown is the time limit for the library to end all connections.
	shutdown = time.Second
	// historySize and historyFor are how many publications, and how long, are kept for who is lost, if the server is asked to.
	historySize = 10_000
	historyFor  = 2 * time.Minute
)

// sent is the form of everything that clients get: the event's name and its data.
type sent struct {
	Event string `json:"event"`
	Data  any    `json:"data"`
}

func main() {
	node, err := centrifuge.New(centrifuge.Config{ClientQueueMaxSize: queueLimit})
	if err != nil {
		log.Fatal(err)
	}
	behind := &backlogs{}
	recovers := os.Getenv("RECOVERY") == "on"
	var kept []centrifuge.PublishOption
	if recovers {
		kept = append(kept, centrifuge.WithHistory(historySize, historyFor))
	}
	room := kit.NewRoom(kit.Outputs[*centrifuge.Client]{
		Send: func(to *centrifuge.Client, event string, data any) {
			text := encode(event, data)
			behind.sent(to, len(text))
			_ = to.Send(text)
		},
		Broadcast: func(event string, data any) {
			text := encode(event, data)
			behind.published(len(text))
			_, _ = node.Publish(channel, text, kept...)
		},
		Waiting: behind.of,
	}, kit.Now)
	node.OnTransportWrite(behind.written)
	node.OnConnecting(func(ctx context.Context, _ centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
		return centrifuge.ConnectReply{
			Context: behind.follow(ctx),
			// A load test has no accounts: every client is the anonymous user.
			Credentials:   &centrifuge.Credentials{},
			Subscriptions: map[string]centrifuge.SubscribeOptions{channel: {EnableRecovery: recovers}},
		}, nil
	})
	node.OnConnect(func(client *centrifuge.Client) { listen(room, client) })
	if err := node.Run(); err != nil {
		log.Fatal(err)
	}
	kit.Serve(room, module, paths(node), func() {
		ending, cancel := context.WithTimeout(context.Background(), shutdown)
		defer cancel()
		_ = node.Shutdown(ending)
	})
}

// listen takes what a client sends. The library calls each handler on the goroutine that reads the connection.
func listen(room *kit.Room[*centrifuge.Client], client *centrifuge.Client) {
	client.OnDisconnect(func(centrifuge.DisconnectEvent) { room.Disconnect(client) })
	client.OnMessage(func(message centrifuge.MessageEvent) {
		event, data, isEvent := eventOf(message.Data)
		if isEvent {
			room.Event(client, event, data)
		} else {
			room.Unreadable(client)
		}
	})
	client.OnPublish(func(publication centrifuge.PublishEvent, reply centrifuge.PublishCallback) {
		if publication.Channel != channel {
			reply(centrifuge.PublishReply{}, centrifuge.ErrorPermissionDenied)
			return
		}
		room.Event(client, "publish", body(publication.Data))
		// The room has published it, with the times; or refused it by a message.
		reply(centrifuge.PublishReply{Result: &centrifuge.PublishResult{}}, nil)
	})
	client.OnRPC(func(call centrifuge.RPCEvent, reply centrifuge.RPCCallback) {
		if answer := room.Request(client, call.Method, fields(call.Data)); answer != nil {
			text, _ := json.Marshal(answer)
			reply(centrifuge.RPCReply{Data: text}, nil)
		}
	})
	room.Connect(client)
}

func paths(node *centrifuge.Node) map[string]http.Handler {
	limit := kit.TransportLimit
	return map[string]http.Handler{
		"/connection/websocket": centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{
			MessageSizeLimit: limit,
			Compression:      os.Getenv("COMPRESSION") == "deflate",
			// By default it is 0, which sends deflated frames that are no smaller. 1 is the level of Go's own WebSocket libraries.
			CompressionLevel: flate.BestSpeed,
		}),
		"/connection/http_stream": centrifuge.NewHTTPStreamHandler(node, centrifuge.HTTPStreamConfig{}),
		"/connection/sse":         centrifuge.NewSSEHandler(node, centrifuge.SSEConfig{}),
		"/emulation":              centrifuge.NewEmulationHandler(node, centrifuge.EmulationConfig{MaxRequestBodySize: escapes * limit}),
	}
}
