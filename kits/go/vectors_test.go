package kit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const vectors = "../../protocol/vectors"

// said is something that the room sent, or answered its controller.
type said struct {
	at    float64
	to    []string
	event string
	data  any
}

// conversation plays a vector to a room of its own.
type conversation struct {
	t     *testing.T
	now   float64
	room  *Room[string]
	open  []string
	heard []said
	// asText gives bodies to the room as text, as a framework does that does not decode them.
	asText bool
}

func (c *conversation) hear(to []string, event string, data any) {
	if len(to) > 0 {
		c.heard = append(c.heard, said{c.now, slices.Clone(to), event, sameJSON(c.t, data)})
	}
}

func (c *conversation) play(step map[string]any) {
	c.now = step["at"].(float64)
	data, has := step["data"]
	if !has {
		data = Absent
	}
	from, _ := step["from"].(string)
	if connection, has := step["connect"].(string); has {
		c.open = append(c.open, connection)
		c.room.Connect(connection)
	} else if connection, has := step["disconnect"].(string); has {
		c.open = slices.DeleteFunc(c.open, func(other string) bool { return other == connection })
		c.room.Disconnect(connection)
	} else if event, has := step["event"].(string); has {
		if c.asText && data != Absent {
			data = text(c.t, data)
		}
		c.room.Event(from, event, data)
	} else if request, has := step["request"].(string); has {
		if fields, isObject := data.(map[string]any); isObject && c.asText && fields["body"] != nil {
			fields["body"] = text(c.t, fields["body"])
		}
		if reply := c.room.Request(from, request, data); reply != nil {
			c.hear([]string{from}, "reply "+request, reply)
		}
	} else if step["unreadable"] != nil {
		c.room.Unreadable(from)
	} else {
		c.control(step)
	}
}

func (c *conversation) control(step map[string]any) {
	wrong := faultIn(func() {
		if line, isFeed := step["feed"].(string); isFeed {
			var to []string
			if name, has := step["to"].(string); has {
				to = []string{name}
			}
			c.room.feed([]byte(line), to)
		} else {
			c.room.begin(text(c.t, step["begin"]))
		}
	})
	if wrong != nil {
		c.hear([]string{"control"}, "control", map[string]any{"code": wrong.Code})
	}
}

func TestVectors(t *testing.T) {
	files, _ := filepath.Glob(vectors + "/*.json")
	if len(files) < 40 {
		t.Fatalf("%s has %d vectors", vectors, len(files))
	}
	for _, file := range files {
		for _, form := range []string{"decoded", "text"} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".json")+" "+form, func(t *testing.T) { playFile(t, file, form == "text") })
		}
	}
}

func playFile(t *testing.T, file string, asText bool) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var vector map[string]any
	if err := json.Unmarshal(content, &vector); err != nil {
		t.Fatal(err)
	}
	vector = writeOut(vector).(map[string]any)
	c := &conversation{t: t, asText: asText}
	c.room = NewRoom(Outputs[string]{
		Send:      func(to, event string, data any) { c.hear([]string{to}, event, data) },
		Broadcast: func(event string, data any) { c.hear(c.open, event, data) },
	}, func() float64 { return c.now })
	for _, step := range vector["steps"].([]any) {
		c.play(step.(map[string]any))
	}
	expected := vector["expect"].([]any)
	for i, heard := range c.heard {
		if i < len(expected) && !matches(saidOf(expected[i].(map[string]any)), heard) {
			t.Errorf("expected %.300v, but heard %.300v", expected[i], heard)
		}
	}
	if len(c.heard) != len(expected) {
		t.Errorf("expected %d outputs, but heard %d", len(expected), len(c.heard))
	}
	counted := sameJSON(t, c.room.counts.Load().read(c.now, len(c.room.receivers(nil)))).(map[string]any)
	delete(counted, "clock")
	for verb, counts := range counted["verbs"].(map[string]any) {
		if len(counts.(map[string]any)["received"].([]any)) == 0 {
			delete(counted["verbs"].(map[string]any), verb)
		}
	}
	if !reflect.DeepEqual(counted, vector["counts"]) {
		t.Errorf("expected the counts %v, but they are %v", vector["counts"], counted)
	}
}

func saidOf(expected map[string]any) said {
	is := said{at: expected["at"].(float64), data: expected["data"]}
	switch to := expected["to"].(type) {
	case string:
		is.to = []string{to}
	case []any:
		for _, name := range to {
			is.to = append(is.to, name.(string))
		}
	}
	if reply, has := expected["reply"].(string); has {
		is.event = "reply " + reply
	} else if control, has := expected["control"]; has {
		is.to, is.event, is.data = []string{"control"}, "control", control
	} else {
		is.event = expected["event"].(string)
	}
	return is
}

func matches(expected, heard said) bool {
	if want, isObject := expected.data.(map[string]any); isObject && want["reason"] != nil {
		got := heard.data.(map[string]any)
		if reason, isText := got["reason"].(string); isText && reason != "" {
			got["reason"] = want["reason"]
		}
	}
	return reflect.DeepEqual(expected, heard)
}

// writeOut replaces the abbreviations of vectors, but $any.
func writeOut(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = writeOut(value[i])
		}
	case map[string]any:
		if repeat, has := value["$repeat"].([]any); has {
			if part, isText := repeat[0].(string); isText {
				return strings.Repeat(part, int(repeat[1].(float64)))
			}
			return slices.Repeat(repeat[0].([]any), int(repeat[1].(float64)))
		} else if bytes, has := value["$bytes"].(float64); has {
			return filling[:int(bytes)]
		} else if levels, has := value["$nested"].(float64); has {
			nested := []any{}
			for range int(levels) - 1 {
				nested = []any{nested}
			}
			return nested
		}
		for name := range value {
			value[name] = writeOut(value[name])
		}
	}
	return value
}

func text(t *testing.T, value any) json.RawMessage {
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	// Without the escapes that a browser does not write.
	return json.RawMessage(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(encoded)))
}

func sameJSON(t *testing.T, value any) (same any) {
	if err := json.Unmarshal(text(t, value), &same); err != nil {
		t.Fatal(err)
	}
	return same
}
