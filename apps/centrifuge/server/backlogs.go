package main

import (
	"context"
	"sync/atomic"

	"github.com/centrifugal/centrifuge"
	"github.com/centrifugal/protocol"
)

// backlogs tells about how much the library keeps for a connection: it says when it writes a message, and not how many wait.
type backlogs struct {
	// publications is how many went to everybody.
	publications atomic.Int64
	// size is that of the last message, bytes.
	size atomic.Int64
}

// backlog is the part of one connection.
type backlog struct {
	// before is how many publications there were before the connection.
	before                 int64
	messages, writtenCount atomic.Int64
}

type backlogKey struct{}

// follow returns the context of a new connection.
func (b *backlogs) follow(ctx context.Context) context.Context {
	return context.WithValue(ctx, backlogKey{}, &backlog{before: b.publications.Load()})
}

func (b *backlogs) published(size int) {
	b.size.Store(int64(size))
	b.publications.Add(1)
}

func (b *backlogs) sent(to *centrifuge.Client, size int) {
	b.size.Store(int64(size))
	if own := backlogOf(to); own != nil {
		own.messages.Add(1)
	}
}

// written takes note of a message that the library is about to write, and lets it pass.
func (b *backlogs) written(to *centrifuge.Client, message centrifuge.TransportWriteEvent) bool {
	own, kind := backlogOf(to), message.FrameType
	if own != nil && (kind == protocol.FrameTypePushPublication || kind == protocol.FrameTypePushMessage) {
		own.writtenCount.Add(1)
	}
	return true
}

// of returns the bytes that wait, as if all were as long as the last one.
func (b *backlogs) of(connection *centrifuge.Client) int {
	own := backlogOf(connection)
	if own == nil {
		return 0
	}
	given := b.publications.Load() - own.before + own.messages.Load()
	return int((given - own.writtenCount.Load()) * b.size.Load())
}

func backlogOf(connection *centrifuge.Client) *backlog {
	own, _ := connection.Context().Value(backlogKey{}).(*backlog)
	return own
}
