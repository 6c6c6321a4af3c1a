// The server: Socket.IO's events and acknowledgements are the verbs of the load test.
package main

import (
	"net/http"
	"os"

	"github.com/zishang520/socket.io/parsers/socket/v3/parser"
	"github.com/zishang520/socket.io/servers/socket/v3"
	"github.com/zishang520/socket.io/v3/pkg/types"
	"outcry/kit"
)

const module = "github.com/zishang520/socket.io/servers/socket/v3"

func main() {
	io := socket.NewServer(nil, options())
	backlogs := &types.Map[*socket.Socket, *backlog]{}
	room := kit.NewRoom(kit.Outputs[*socket.Socket]{
		Send:      func(to *socket.Socket, event string, data any) { _ = to.Emit(event, data) },
		Broadcast: func(event string, data any) { io.Emit(event, data) },
		Waiting: func(to *socket.Socket) int {
			if waiting, has := backlogs.Load(to); has {
				return waiting.bytes()
			}
			return 0
		},
	}, kit.Now)
	_ = io.On("connection", func(arguments ...any) {
		connection := arguments[0].(*socket.Socket)
		backlogs.Store(connection, watch(connection))
		_ = connection.On("disconnect", func(...any) {
			backlogs.Delete(connection)
			room.Disconnect(connection)
		})
		connection.OnAny(func(arguments ...any) { take(room, connection, arguments) })
		room.Connect(connection)
		// One that ended meanwhile says so no more. One whose engine ended just before it was opened never does: the framework forgets it.
		if connection.Conn().ReadyState() != "open" {
			connection.Disconnect(false)
		}
		if !connection.Connected() {
			backlogs.Delete(connection)
			room.Disconnect(connection)
		}
	})
	paths := map[string]http.Handler{"/socket.io/": io.ServeHandler(nil)}
	kit.Serve(room, module, paths, func() { io.Engine().Close() })
}

func options() *socket.ServerOptions {
	set := socket.DefaultServerOptions()
	set.SetServeClient(false)
	set.SetMaxHttpBufferSize(kit.TransportLimit)
	set.SetParser(strictParser{parser.NewParser()})
	// The default compresses answers of 1 KiB and more.
	set.SetHttpCompression(nil)
	if os.Getenv("RECOVERY") == "on" {
		set.SetConnectionStateRecovery(socket.DefaultConnectionStateRecovery())
	}
	if os.Getenv("COMPRESSION") == "deflate" {
		set.SetPerMessageDeflate(&types.PerMessageDeflate{Threshold: 0})
		set.SetHttpCompression(&types.HttpCompression{Threshold: 0})
	}
	return set
}

// take passes on what a client sent: the event's name, its data, and the acknowledgement of a request.
func take(room *kit.Room[*socket.Socket], from *socket.Socket, arguments []any) {
	data := kit.Absent
	acknowledge, isRequest := arguments[len(arguments)-1].(socket.Ack)
	if isRequest {
		arguments = arguments[:len(arguments)-1]
	}
	if len(arguments) > 1 {
		data = arguments[1]
	}
	// The wire format allows a number where the event's name belongs.
	event, isText := arguments[0].(string)
	if !isText {
		room.Unreadable(from)
	} else if !isRequest {
		room.Event(from, event, data)
	} else if reply := room.Request(from, event, data); reply != nil {
		acknowledge([]any{reply}, nil)
	}
}
