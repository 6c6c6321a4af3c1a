package main

import (
	"sync/atomic"

	"github.com/zishang520/socket.io/parsers/engine/v3/packet"
	"github.com/zishang520/socket.io/servers/socket/v3"
	"github.com/zishang520/socket.io/v3/pkg/types"
)

// backlog has the bytes that the framework's engine keeps for a connection until its transport can take them.
type backlog struct {
	created, flushed atomic.Int64
}

// watch follows a connection's packets: the engine tells when it makes them, and when it gives them to the transport.
func watch(connection *socket.Socket) *backlog {
	kept := &backlog{}
	_ = connection.Conn().On("packetCreate", func(arguments ...any) {
		kept.created.Add(size(arguments[0].(*packet.Packet)))
	})
	_ = connection.Conn().On("flush", func(arguments ...any) {
		for _, flushed := range arguments[0].([]*packet.Packet) {
			kept.flushed.Add(size(flushed))
		}
	})
	return kept
}

func (b *backlog) bytes() int {
	return int(b.created.Load() - b.flushed.Load())
}

func size(made *packet.Packet) int64 {
	if data, isBuffer := made.Data.(types.BufferInterface); isBuffer {
		return int64(data.Len())
	}
	return 0
}
