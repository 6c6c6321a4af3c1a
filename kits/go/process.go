package kit

import (
	"cmp"
	"context"
	"encoding/json"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
)

const (
	// keepAlive is longer than any client waits between two requests.
	keepAlive = 75 * time.Second
	// stopTime is how long connections may take to end by themselves after SIGTERM.
	stopTime = time.Second
)

// Serve runs the server's process until SIGTERM: the framework's paths, control, the pages, the ready line. The framework's version
// is that of its module; its handlers have paths that begin with their keys; stop ends its connections.
func Serve[C comparable](room *Room[C], module string, framework map[string]http.Handler, stop func()) {
	common := pages(os.Getenv("STATIC_DIR"))
	framework["/outcry/"] = room.control(os.Getenv("CONTROL_TOKEN"))
	route := func(out http.ResponseWriter, request *http.Request) {
		for path, handler := range framework {
			if strings.HasPrefix(request.URL.Path, path) {
				handler.ServeHTTP(out, request)
				return
			}
		}
		common(out, request)
	}
	address := net.JoinHostPort(cmp.Or(os.Getenv("HOST"), "127.0.0.1"), cmp.Or(os.Getenv("PORT"), "0"))
	// Go lets as many connections wait as Linux allows, and switches Nagle's algorithm off.
	listener, wrong := net.Listen("tcp", address)
	if wrong != nil {
		log.Fatalf("cannot listen on %s: %v", address, wrong)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	server := &http.Server{Handler: http.HandlerFunc(route), ReadHeaderTimeout: keepAlive, IdleTimeout: keepAlive}
	go func() { _ = server.Serve(listener) }()
	versions := map[string]string{"framework": versionOf(module), "runtime": "go " + strings.TrimPrefix(runtime.Version(), "go")}
	port := listener.Addr().(*net.TCPAddr).Port
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"ready": true, "port": port, "versions": versions})
	<-signals
	stop()
	ending, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	_ = server.Shutdown(ending)
}

// versionOf returns the version with which a module was built in.
func versionOf(module string) string {
	built, _ := debug.ReadBuildInfo()
	for _, dependency := range built.Deps {
		if dependency.Path == module {
			return strings.TrimPrefix(dependency.Version, "v")
		}
	}
	return "unknown"
}

// pages answers /healthz, and serves the files of a folder and nothing outside of it, links followed.
func pages(folder string) http.HandlerFunc {
	// Without a folder there is none to open, and no page.
	root, _ := os.OpenRoot(folder)
	return func(out http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodGet && request.Method != http.MethodHead {
			out.Header().Set("Allow", "GET, HEAD")
			out.WriteHeader(http.StatusMethodNotAllowed)
			return
		} else if request.URL.Path == "/healthz" {
			return
		}
		name := strings.TrimPrefix(request.URL.Path, "/")
		if strings.HasSuffix(request.URL.Path, "/") {
			name += "index.html"
		}
		if root != nil {
			file, wrong := root.Open(name)
			if wrong == nil {
				defer file.Close()
				if info, wrong := file.Stat(); wrong == nil && info.Mode().IsRegular() {
					out.Header().Set("X-Content-Type-Options", "nosniff")
					http.ServeContent(out, request, name, info.ModTime(), file)
					return
				}
			}
		}
		http.NotFound(out, request)
	}
}
