package main

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"outcry/kit"
)

func TestMessagesAreEventsByExactNames(t *testing.T) {
	for _, row := range []struct {
		message, event string
		data           any
		isEvent        bool
	}{
		{`{"event":"echo","data":{"a":1e400}}`, "echo", json.RawMessage(`{"a":1e400}`), true},
		{`{"event":"echo","data":null}`, "echo", json.RawMessage(`null`), true},
		{`{"event":"","data":1}`, "", json.RawMessage(`1`), true},
		{`{"event":"echo"}`, "echo", kit.Absent, true},
		{`{"Event":"echo","data":1}`, "", nil, false},
		{`{"event":5,"data":1}`, "", nil, false},
		{`{"event":null}`, "", nil, false},
		{`["echo"]`, "", nil, false},
		{`null`, "", nil, false},
		{``, "", nil, false},
	} {
		event, data, isEvent := eventOf([]byte(row.message))
		if event != row.event || isEvent != row.isEvent || isEvent && !reflect.DeepEqual(data, row.data) {
			t.Errorf("%s: %q %s %v", row.message, event, data, isEvent)
		}
	}
}

func TestBodiesOfRequestsStayText(t *testing.T) {
	for _, row := range []struct {
		data string
		want any
	}{
		{`{"name":"anna","body":{"b":[1,2.50]},"bytes":2.0}`,
			map[string]any{"name": "anna", "body": json.RawMessage(`{"b":[1,2.50]}`), "bytes": 2.0}},
		{`{"bytes":1e400,"body":null}`, map[string]any{"bytes": math.Inf(1), "body": json.RawMessage(`null`)}},
		{`[1]`, json.RawMessage(`[1]`)},
		{`null`, json.RawMessage(`null`)},
		{``, kit.Absent},
	} {
		if got := fields([]byte(row.data)); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: %#v", row.data, got)
		}
	}
}
