package kit

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	payloadLimit = 1 << 20
	// bodyLimit leaves room for fields around a payload.
	bodyLimit  = payloadLimit + 1<<16
	depthLimit = 32
	// nameLimit is in UTF-16 units.
	nameLimit   = 64
	fillingText = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789"
)

var filling = strings.Repeat(fillingText, payloadLimit/len(fillingText)+1)

// Absent stands for data that was not sent; JSON's null is nil.
var Absent any = &struct{ _ byte }{}

// fieldsOf returns the fields of a JSON object, which is called what.
func fieldsOf(data any, what string) map[string]any {
	fields, isObject := data.(map[string]any)
	if !isObject {
		fail("wrong-type", "%s must be a JSON object", what)
	}
	return fields
}

// field returns a field of the type T, which people call kind.
func field[T any](fields map[string]any, name, kind string) T {
	value, has := fields[name]
	typed, isTyped := value.(T)
	if !has {
		fail("missing-field", "%s is missing", name)
	} else if !isTyped {
		fail("wrong-type", "%s must be a %s", name, kind)
	}
	return typed
}

// integer returns an integer from least to most; 2.0 is one.
func integer(fields map[string]any, name string, least, most float64) int {
	number := field[float64](fields, name, "number")
	if number != math.Trunc(number) || number < least || number > most {
		fail("out-of-range", "%s must be an integer from %.0f to %.0f", name, least, most)
	}
	return int(number)
}

func nameIn(fields map[string]any) string {
	name := field[string](fields, "name", "string")
	if units := len(utf16.Encode([]rune(name))); units == 0 || units > nameLimit {
		fail("out-of-range", "name must be 1 to %d UTF-16 units long", nameLimit)
	}
	return name
}

// bodyAskedFor returns the body that {"body": any} or {"bytes": n} asks for.
func bodyAskedFor(asked any, what string) any {
	fields := fieldsOf(asked, what)
	body, has := fields["body"]
	if _, hasBytes := fields["bytes"]; hasBytes && has {
		fail("out-of-range", "%s has both body and bytes, and may have one", what)
	} else if hasBytes {
		return filling[:integer(fields, "bytes", 0, payloadLimit)]
	} else if !has {
		body = Absent
	}
	return checked(body)
}

// bodyBeside returns the body that comes with a name, or with its return; nil when there is none.
func bodyBeside(data any) any {
	fields, _ := data.(map[string]any)
	return checked(fields["body"])
}

// checked returns a body that can be carried.
func checked(body any) any {
	if body == Absent {
		fail("missing-field", "there is no body; null would be one")
	} else if size := measure(body, 0); size > bodyLimit {
		fail("too-large", "a body may be %d bytes of JSON, and this one is %d", bodyLimit, size)
	}
	return body
}

// measure returns the bytes of a value as JSON: of a text of JSON (json.RawMessage), which goes out as it came, or of what
// encoding/json decodes it to, with the fewest escapes.
func measure(value any, depth int) int {
	size := 2
	nest := func() {
		if depth++; depth > depthLimit {
			fail("too-large", "a body may be nested %d levels deep, and this one is deeper", depthLimit)
		}
	}
	switch value := value.(type) {
	case nil, bool:
		size = 4
	case float64:
		size = len(strconv.AppendFloat(make([]byte, 0, 32), value, 'g', -1, 64))
	case string:
		size += len(value)
		for i := 0; i < len(value); i++ {
			if c := value[i]; c < ' ' {
				size += len(`\u001f`) - 1
			} else if c == '"' || c == '\\' {
				size++
			}
		}
	case json.RawMessage:
		var decoded any
		if !json.Valid(value) || !utf8.Valid(value) {
			fail("bad-json", "not JSON in UTF-8")
		} else if bytes.Count(value, []byte("["))+bytes.Count(value, []byte("{")) > depthLimit {
			// Few brackets cannot be nested deep. A number that is too large for float64 does not hinder the others' decoding.
			_ = json.Unmarshal(value, &decoded)
			measure(decoded, depth)
		}
		size = len(value)
	case []any:
		nest()
		for _, entry := range value {
			size += measure(entry, depth) + 1
		}
	case map[string]any:
		nest()
		for name, entry := range value {
			size += measure(name, depth) + measure(entry, depth) + 2
		}
	default:
		fail("wrong-type", "a body must be JSON; a framework may carry bytes")
	}
	return size
}
