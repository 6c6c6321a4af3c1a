package kit

import "fmt"

// Fault is what is wrong with something that was sent. It is thrown by fail where it is found, and caught where the thing came in.
type Fault struct {
	Code string `json:"code"`
	// Reason is a sentence that the sender can act on.
	Reason string `json:"reason"`
}

func fail(code, reason string, values ...any) {
	panic(&Fault{code, fmt.Sprintf(reason, values...)})
}

// faultIn returns the fault that do fails with; nil when it has none. Other panics are mistakes, and go on.
func faultIn(do func()) (wrong *Fault) {
	defer func() {
		thrown, isFault := recover(), true
		if thrown != nil {
			wrong, isFault = thrown.(*Fault)
		}
		if !isFault {
			panic(thrown)
		}
	}()
	do()
	return nil
}
