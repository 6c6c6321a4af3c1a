"""Control over HTTP, for holders of the server's token, as ASGI. `protocol/README.md` is its specification."""

import asyncio
import hmac
import json
from urllib.parse import parse_qs

from .faults import Fault, parse_json
from .room import Room

PREFIX = "/outcry/"
_METHODS = {"begin": "POST", "counts": "GET", "clock": "GET", "feed": "POST"}
_BEGIN_LIMIT = 2 * 1_048_576
_LINE_LIMIT = 4 * 1_048_576
_BEHIND = 1_048_576
"""A feed waits while a connection that it goes to is this far behind, bytes."""
_LOOK_SECONDS = 0.002


class Control:
    """The control paths of a room. Without a token there are none."""

    def __init__(self, room: Room, token: str | None) -> None:
        self._room = room
        self._expected = f"Bearer {token}".encode() if token else None

    async def __call__(self, scope: dict, receive, send) -> None:
        """Answers a request to a path under `PREFIX`."""
        try:
            status, answer = 200, await self._answer(scope, receive)
        except Fault as fault:
            status, answer = fault.status, fault.fields
        except ConnectionError:
            return
        headers = {"content-type": "application/json", "cache-control": "no-store"}
        if status != 200:
            # The rest of the request's body is not read.
            headers["connection"] = "close"
        await respond(send, status, headers, json.dumps(answer).encode() + b"\n")

    async def _answer(self, scope: dict, receive) -> dict:
        if self._expected is None:
            raise Fault("not-found", "this server was started without a token", 404)
        # In constant time, and before any of the body is read.
        if not hmac.compare_digest(dict(scope["headers"]).get(b"authorization", b""), self._expected):
            raise Fault("unauthorized", "control wants the header Authorization: Bearer with the server's token", 401)
        path = scope["path"].removeprefix(PREFIX)
        if path not in _METHODS:
            raise Fault("not-found", "no such path", 404)
        if scope["method"] != _METHODS[path]:
            raise Fault("wrong-method", f"{path} is for {_METHODS[path]}", 405)
        if path == "counts":
            return self._room.counts
        if path == "feed":
            query = parse_qs(scope["query_string"].decode(), keep_blank_values=True)
            return await self._feed(receive, query.get("to", [None])[0], query.get("wait") != ["no"])
        if path == "begin":
            self._room.begin(parse_json(await _whole(receive)))
        return {"clock": self._room.now()}

    async def _feed(self, receive, to: str | None, waits: bool) -> dict:
        fed = {"lines": 0, "sent": 0}
        number, rest, more = 0, b"", True
        # Before the first line, so that a name that no connection has is known at once.
        await self._gone_out(to)
        while more:
            piece, more = await _piece(receive)
            *lines, rest = (rest + piece).split(b"\n")
            if not more:
                lines.append(rest)
            for number, line in enumerate(lines, number + 1):  # noqa: B020
                if line.strip():
                    try:
                        fed["sent"] += await self._room.feed(line, to)
                    except Fault as fault:
                        raise Fault(fault.code, f"line {number}: {fault}", fault.status) from None
                    fed["lines"] += 1
                    if waits:
                        await self._gone_out(to)
            if len(rest) > _LINE_LIMIT:
                raise Fault("too-large", f"line {number + 1} is over {_LINE_LIMIT} bytes")
        return fed

    async def _gone_out(self, to: str | None) -> None:
        """Returns when no receiver of a feed is too far behind."""
        # Frameworks raise no event for it.
        while self._room.waiting(to) > _BEHIND:  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_SECONDS)


async def respond(send, status: int, headers: dict[str, str], body: bytes, bare: bool = False) -> None:
    """Answers an HTTP request; `bare`, to a HEAD, with the headers alone."""
    headers = {**headers, "content-length": str(len(body))}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": b"" if bare else body})


async def _piece(receive) -> tuple[bytes, bool]:
    """A piece of a request's body, and whether more follows. Raises ConnectionError when the client has gone."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise ConnectionResetError
    return message.get("body", b""), message.get("more_body", False)


async def _whole(receive) -> bytes:
    body, more = b"", True
    while more:
        piece, more = await _piece(receive)
        body += piece
        if len(body) > _BEGIN_LIMIT:
            raise Fault("too-large", f"begin may be {_BEGIN_LIMIT} bytes", 413)
    return body
