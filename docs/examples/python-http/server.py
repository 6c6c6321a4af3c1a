"""The example app's server: the verb `request` over HTTP, with nothing but Python's standard library."""
import hmac
import json
import mimetypes
import os
import platform
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

MIB = 1_048_576
PAYLOAD_LIMIT, BODY_LIMIT, DEPTH_LIMIT = MIB, 1_114_112, 32
BEGIN_LIMIT, TRANSPORT_LIMIT = 2 * MIB, 4 * MIB
FILLING = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789"
VERBS = "echo publish sink request join leave greet feed".split()
CONTROL = {"/outcry/begin": "POST", "/outcry/counts": "GET", "/outcry/clock": "GET", "/outcry/feed": "POST"}
TOKEN = os.environ.get("CONTROL_TOKEN")
STATIC = os.path.realpath(os.environ["STATIC_DIR"])


class Refusal(Exception):
    """What was sent cannot be taken: a code for programs, a sentence for people."""

    def __init__(self, code, reason, status=400):
        super().__init__(reason)
        self.code, self.status = code, status


def clock():
    return round(time.monotonic_ns() / 1e6, 3)


def no_constant(name):
    raise ValueError(name + " is not JSON")


def parse(text):
    try:
        return json.loads(text, parse_constant=no_constant)
    except ValueError as error:
        raise Refusal("bad-json", f"this is not JSON: {error}") from error
    except RecursionError as error:
        raise Refusal("too-large", "this is nested too deep") from error


def is_whole(value, least, most):
    """Refuses what is not a whole number from `least` to `most`; a boolean is no number in JSON."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Refusal("wrong-type", "a number is needed here")
    if not least <= value <= most or value != int(value):
        raise Refusal("out-of-range", f"a whole number from {least} to {most} is needed here")
    return int(value)


def depth(value, most=DEPTH_LIMIT):
    """How deep a value is nested, as far as `most` levels and one more."""
    if not isinstance(value, (list, dict)) or most < 0:
        return 0
    inside = value.values() if isinstance(value, dict) else value
    return 1 + max((depth(one, most - 1) for one in inside), default=0)


def size(value):
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def body_of(asked):
    """The body that a request, or a greeting, asks for."""
    if not isinstance(asked, dict):
        raise Refusal("wrong-type", "the data must be an object")
    if ("body" in asked) == ("bytes" in asked):
        code = "out-of-range" if "body" in asked else "missing-field"
        raise Refusal(code, "the data must have either body or bytes")
    if "bytes" in asked:
        count = is_whole(asked["bytes"], 0, PAYLOAD_LIMIT)
        return (FILLING * (count // len(FILLING) + 1))[:count]
    body = asked["body"]
    if depth(body) > DEPTH_LIMIT or size(body) > BODY_LIMIT:
        raise Refusal("too-large", f"a body has at most {BODY_LIMIT} bytes and {DEPTH_LIMIT} levels")
    return body


class Counts:
    """What was received and sent since the last `begin`, in buckets; nothing before the first."""

    def __init__(self, bucket_ms=0):
        self.bucket_ms, self.started_at, self.refused = bucket_ms, None, 0
        self.lists = {verb: {"received": [], "sent": []} for verb in VERBS}

    def add(self, verb, at):
        if self.bucket_ms == 0:
            return
        if self.started_at is None:
            self.started_at = at
        bucket = max(0, int((at - self.started_at) // self.bucket_ms))
        for numbers in self.lists[verb].values():
            numbers.extend([0] * (bucket + 1 - len(numbers)))
            numbers[bucket] += 1

    def refuse(self):
        if self.bucket_ms > 0:
            self.refused += 1

    def document(self):
        return {"clock": clock(), "startedAt": self.started_at, "bucketMs": self.bucket_ms, "connections": 0,
                "refused": self.refused, "verbs": self.lists}


LOCK = threading.Lock()
counts = Counts()


def begin(asked):
    global counts
    if not isinstance(asked, dict):
        raise Refusal("wrong-type", "begin needs an object")
    if "bucketMs" not in asked:
        raise Refusal("missing-field", "begin needs bucketMs")
    bucket_ms = is_whole(asked["bucketMs"], 10, 3_600_000)
    if asked.get("greet") is not None:
        body_of(asked["greet"])
    with LOCK:
        counts = Counts(bucket_ms)
    return {"clock": clock()}


def answer(event, text):
    """The reply to a request, counted."""
    at = clock()
    try:
        if event != "request":
            raise Refusal("unknown-event", "there is no request of this name")
        # A request without data has no body; that is no broken JSON.
        body = body_of(parse(text) if text else None)
        with LOCK:
            counts.add("request", at)
        return {"ok": True, "body": body, "hops": [at, clock()]}
    except Refusal as refusal:
        with LOCK:
            counts.refuse()
        return {"ok": False, "code": refusal.code, "reason": str(refusal)}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60  # Of a client that says nothing, s.
    wbufsize = -1  # Head and body go out together.

    def route(self):
        path = urlsplit(self.path).path
        try:
            if path.startswith("/outcry/"):
                self.say_json(200, self.control(path))
            elif path.startswith("/request/") and self.command == "POST":
                self.say_json(200, answer(unquote(path[len("/request/"):]), self.read(TRANSPORT_LIMIT)))
            elif self.command not in ("GET", "HEAD"):
                self.close_connection = True  # Its body is not read.
                self.say(405, "text/plain", b"only GET and HEAD", {"Allow": "GET, HEAD"})
            elif path == "/healthz":
                self.say(200, "text/plain", b"ok")
            else:
                self.page(unquote(path))
        except Refusal as refusal:
            self.close_connection = True
            self.say_json(refusal.status, {"code": refusal.code, "reason": str(refusal)})
            if refusal.status == 413:
                # A connection that is closed on unread bytes is reset, and the answer may be lost.
                self.wfile.flush()
                self.rfile.read(2 * TRANSPORT_LIMIT)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_OPTIONS = do_PATCH = route

    def control(self, path):
        if TOKEN is None or path not in CONTROL:
            raise Refusal("not-found", "there is nothing here", 404)
        given = self.headers.get("Authorization", "").encode()
        if not hmac.compare_digest(given, f"Bearer {TOKEN}".encode()):
            raise Refusal("unauthorized", "this needs the control token", 401)
        if self.command != CONTROL[path]:
            raise Refusal("wrong-method", f"this needs {CONTROL[path]}", 405)
        if path == "/outcry/begin":
            return begin(parse(self.read(BEGIN_LIMIT)))
        if path == "/outcry/feed":
            raise Refusal("unknown-name", "this server holds no connection to feed", 404)
        with LOCK:
            return counts.document() if path == "/outcry/counts" else {"clock": clock()}

    def read(self, limit):
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= limit:
            raise Refusal("too-large", f"at most {limit} bytes are taken", 413)
        return self.rfile.read(length)

    def page(self, path):
        file = os.path.realpath(os.path.join(STATIC, path.lstrip("/").replace("\0", "?")))
        if not file.startswith(STATIC + os.sep) or not os.path.isfile(file):
            return self.say(404, "text/plain", b"there is no such page")
        with open(file, "rb") as page:
            return self.say(200, mimetypes.guess_type(file)[0] or "application/octet-stream", page.read())

    def say_json(self, status, document):
        self.say(status, "application/json", json.dumps(document).encode())

    def say(self, status, kind, content, headers=None):
        self.send_response(status)
        all_headers = {"Content-Type": kind, "Content-Length": str(len(content)), **(headers or {})}
        for name, value in all_headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 4096  # As many as Linux lets wait.
    daemon_threads = True

    def handle_error(self, *_):
        pass  # A client that goes away is no error of the server.


server = Server((os.environ["HOST"], int(os.environ["PORT"])), Handler)
versions = {"framework": platform.python_version(), "runtime": f"Python {platform.python_version()}"}
print(json.dumps({"ready": True, "port": server.server_port, "versions": versions}), flush=True)
server.serve_forever()
