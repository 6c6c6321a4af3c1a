package main

import (
	"bytes"
	"encoding/json"

	"github.com/zishang520/socket.io/parsers/socket/v3/parser"
	"github.com/zishang520/socket.io/v3/pkg/types"
)

// strictParser is the framework's parser, which by itself takes a packet and ignores what follows its JSON in the same message.
type strictParser struct {
	parser.Parser
}

// NewDecoder returns the framework's decoder behind a check of each packet.
func (p strictParser) NewDecoder() parser.Decoder {
	return strictDecoder{p.Parser.NewDecoder()}
}

type strictDecoder struct {
	parser.Decoder
}

// Add passes a packet on whose payload is one JSON value or nothing. With an error the framework ends the connection.
func (d strictDecoder) Add(data any) error {
	if text, isText := data.(*types.StringBuffer); isText {
		if payload := payloadOf(text.Bytes()); len(payload) > 0 && !json.Valid(payload) {
			return parser.ErrInvalidPayload
		}
	}
	return d.Decoder.Add(data)
}

// payloadOf returns what follows a packet's head: type, number of attachments, namespace and number, of which only the first is always there.
// A head that is wrong is for the framework to refuse.
func payloadOf(packet []byte) []byte {
	if len(packet) == 0 {
		return nil
	}
	kind := parser.PacketType(packet[0]) - '0'
	rest := packet[1:]
	if kind == parser.BINARY_EVENT || kind == parser.BINARY_ACK {
		_, rest, _ = bytes.Cut(rest, []byte("-"))
	}
	if bytes.HasPrefix(rest, []byte("/")) {
		_, rest, _ = bytes.Cut(rest, []byte(","))
	}
	return bytes.TrimLeft(rest, "0123456789")
}
