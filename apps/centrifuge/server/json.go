package main

import (
	"encoding/json"
	"log"
	"math"

	"outcry/kit"
)

// encode returns what clients get. What the room sends is valid JSON, so that an error is a mistake here.
func encode(event string, data any) []byte {
	text, err := json.Marshal(sent{event, data})
	if err != nil {
		log.Printf("cannot encode %s: %v", event, err)
	}
	return text
}

// eventOf reads the message {"event": name, "data": any}; names of fields are exact.
func eventOf(message []byte) (event string, data any, isEvent bool) {
	var texts map[string]json.RawMessage
	if json.Unmarshal(message, &texts) != nil || len(texts["event"]) == 0 || texts["event"][0] != '"' {
		return "", nil, false
	}
	return event, body(texts["data"]), json.Unmarshal(texts["event"], &event) == nil
}

// body returns data as the text that it came in.
func body(text []byte) any {
	if len(text) == 0 {
		return kit.Absent
	}
	return json.RawMessage(text)
}

// fields decodes the data of a request, whose body stays the text that it came in.
func fields(text []byte) any {
	var texts map[string]json.RawMessage
	if json.Unmarshal(text, &texts) != nil || texts == nil {
		return body(text)
	}
	decoded := make(map[string]any, len(texts))
	for name, field := range texts {
		var value any
		if name == "body" {
			value = field
		} else if json.Unmarshal(field, &value) != nil {
			// A number that is larger than any float64.
			value = math.Inf(1)
		}
		decoded[name] = value
	}
	return decoded
}
