package main

import (
	"testing"

	"github.com/zishang520/socket.io/parsers/socket/v3/parser"
	"github.com/zishang520/socket.io/v3/pkg/types"
)

func TestStrictDecoder(t *testing.T) {
	for text, isTaken := range map[string]bool{
		`2["echo",{"body":1}]`:              true,
		`2/a[b,17["echo",1] `:               true,
		`2/chat,["echo"]`:                   true,
		`317[{"ok":true}]`:                  true,
		`51-["echo",{"_placeholder":true}]`: true,
		`0`:                                 true,
		`0{"token":1}`:                      true,
		`0/chat`:                            true,
		`1`:                                 true,
		`2["echo",{"body":[]]]]]}]`:         false,
		`2["echo",1]]`:                      false,
		`217["echo",1]x`:                    false,
		`2/chat,["echo",1]{}`:               false,
		`51-["echo",1]]`:                    false,
		`317[1]]`:                           false,
		`0{}}`:                              false,
		`2["echo",NaN]`:                     false,
		`2["echo",1e400]`:                   false,
		`2["echo",{"body":`:                 false,
		`2`:                                 false,
		`9[]`:                               false,
		``:                                  false,
	} {
		decoder := strictParser{parser.NewParser()}.NewDecoder()
		decoded := 0
		_ = decoder.On("decoded", func(...any) { decoded++ })
		err := decoder.Add(types.NewStringBufferString(text))
		if (err == nil) != isTaken {
			t.Errorf("%s: taken must be %v, but the error is %v", text, isTaken, err)
		}
		if !isTaken && decoded > 0 {
			t.Errorf("%s: refused, but decoded as well", text)
		}
	}
}
