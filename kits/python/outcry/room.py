"""The room: all open connections of a server, and the verbs they have.

It knows no transport and no clock but the one it is given. Each method changes the room before it first waits, so that
counts, names and receivers agree however many tasks of the loop are at work.
"""

import time
from collections.abc import Callable, Hashable
from typing import Protocol

from .bodies import asked_for, beside, check_body
from .counts import Counts
from .faults import MISSING, Fault, fields_of, integer, parse_json

_EVENT_NAME_LIMIT = 100
"""A longer event name is not repeated to its sender."""
_NAME_LIMIT = 64


def now() -> float:
    """The server's clock, ms to the microsecond. On Linux it is CLOCK_MONOTONIC, as in other languages."""
    return (time.monotonic_ns() + 500) // 1_000 / 1_000


class Outputs(Protocol):
    """The room's ways to connections, which the app has."""

    async def send(self, connection: Hashable, event: str, data: dict) -> None:
        """Sends an event to one connection."""

    async def broadcast(self, event: str, data: dict) -> None:
        """Sends an event to all connections, encoded once; the receivers are picked before it waits."""

    def waiting(self, connection: Hashable) -> int:
        """The bytes, about, that have not gone out to a connection; 0 where the framework does not say."""


class Room:
    """The load test's verbs, over the connections of `outputs`."""

    def __init__(self, outputs: Outputs, clock: Callable[[], float] = now) -> None:
        self.now = clock
        self._outputs = outputs
        self._open: dict[Hashable, str | None] = {}
        """Open connections in the order in which they were opened, each with its name."""
        self._names: dict[str, Hashable] = {}
        self._counts = Counts(0)
        self._greeting: dict | None = None

    async def connect(self, connection: Hashable) -> None:
        """Takes a connection that has opened."""
        received = self.now()
        self._open[connection] = None
        if self._greeting is not None:
            self._counts.add("greet", received, 0, 1)
            await self._outputs.send(connection, "greet", self._relayed(self._greeting["body"], received))

    async def disconnect(self, connection: Hashable) -> None:
        """Takes the end of a connection; a second call does no harm."""
        received = self.now()
        name = self._open.pop(connection, None)
        if name is not None:
            await self._tell("leave", "left", name, None, received, 0)

    async def event(self, connection: Hashable, event: str, data: object, received: float) -> None:
        """Takes an event that was `received`; what cannot be taken is refused. Data that was not sent is MISSING."""
        # What arrives after the end of its connection has no sender.
        if connection not in self._open:
            return
        try:
            if event not in ("echo", "publish", "sink"):
                raise _unknown("event")
            check_body(data)
        except Fault as fault:
            await self._refuse(connection, event if len(event) <= _EVENT_NAME_LIMIT else None, fault)
            return
        sent = {"echo": 1, "publish": len(self._open), "sink": 0}[event]
        self._counts.add(event, received, 1, sent)
        if event == "echo":
            await self._outputs.send(connection, event, self._relayed(data, received))
        elif event == "publish":
            await self._outputs.broadcast(event, self._relayed(data, received))

    async def unreadable(self, connection: Hashable) -> None:
        """Refuses what never became an event."""
        if connection in self._open:
            fault = Fault("bad-json", "not a JSON envelope with the name of an event")
            await self._refuse(connection, None, fault)

    async def request(self, connection: Hashable, request: str, data: object, received: float) -> dict | None:
        """The reply to a request that was `received`; None where the connection has ended."""
        if connection not in self._open:
            return None
        try:
            return await self._answer(connection, request, data, received)
        except Fault as fault:
            self._counts.add_refused()
            return {"ok": False, **fault.fields}

    def begin(self, asked: object) -> None:
        """Counts anew, as `POST /outcry/begin` asks. Raises Fault, and then changes nothing."""
        fields = fields_of(asked, "begin")
        bucket_ms = integer(fields.get("bucketMs", MISSING), "bucketMs", 10, 3_600_000)
        greet = fields.get("greet")
        self._greeting = None if greet is None else {"body": asked_for(greet, "greet")}
        self._counts = Counts(bucket_ms)

    @property
    def counts(self) -> dict:
        """The answer to `GET /outcry/counts`."""
        return {"clock": self.now(), "connections": len(self._open), **self._counts.all}

    async def feed(self, line: str | bytes, to: str | None) -> int:
        """Sends a line of a feed to all, or to the one named `to`; returns the number of receivers. Raises Fault."""
        received = self.now()
        receivers = self._receivers(to)
        body = check_body(parse_json(line))
        self._counts.add("feed", received, 1, len(receivers))
        if to is None:
            await self._outputs.broadcast("feed", self._relayed(body, received))
        else:
            await self._outputs.send(receivers[0], "feed", self._relayed(body, received))
        return len(receivers)

    def waiting(self, to: str | None) -> int:
        """The bytes that wait for the receiver of a feed that is furthest behind. Raises Fault for an unknown name."""
        return max(map(self._outputs.waiting, self._receivers(to)), default=0)

    def _receivers(self, to: str | None) -> list[Hashable]:
        if to is None:
            return list(self._open)
        if to not in self._names:
            raise Fault("unknown-name", "no connection has that name", 404)
        return [self._names[to]]

    async def _answer(self, connection: Hashable, request: str, data: object, received: float) -> dict:
        if request == "request":
            body = asked_for(data, "data")
            self._counts.add(request, received, 1, 1)
            return {"ok": True, **self._relayed(body, received)}
        if request == "join":
            asked, body = fields_of(data, "data").get("name", MISSING), beside(data)
            name = self._give(asked, connection)
            names = list(self._names)
            await self._tell("join", "joined", name, body, received, 1)
            return {"ok": True, "names": names}
        if request == "leave":
            body, name = beside(data), self._open[connection]
            if name is None:
                raise Fault("wrong-state", "this connection has not joined")
            self._open[connection] = None
            await self._tell("leave", "left", name, body, received, 1)
            return {"ok": True}
        raise _unknown("request")

    def _give(self, name: object, connection: Hashable) -> str:
        if name is MISSING:
            raise Fault("missing-field", "name is missing")
        if not isinstance(name, str):
            raise Fault("wrong-type", "name must be a string")
        if not 1 <= len(name.encode("utf-16-le", "surrogatepass")) // 2 <= _NAME_LIMIT:
            raise Fault("out-of-range", f"name must be 1 to {_NAME_LIMIT} UTF-16 units long")
        if self._open[connection] is not None:
            raise Fault("wrong-state", "this connection has a name; leave first")
        if name in self._names:
            raise Fault("name-taken", "another connection has that name")
        self._open[connection], self._names[name] = name, connection
        return name

    async def _tell(self, verb: str, event: str, name: str, body: object, received: float, asked: int) -> None:
        """Tells all that a name has come or gone. `asked` is the number of requests received for it: 0 or 1."""
        if event == "left":
            del self._names[name]
        self._counts.add(verb, received, asked, len(self._open))
        await self._outputs.broadcast(event, {"name": name, **self._relayed(body, received)})

    async def _refuse(self, connection: Hashable, event: str | None, fault: Fault) -> None:
        self._counts.add_refused()
        await self._outputs.send(connection, "refused", {"event": event, **fault.fields})

    def _relayed(self, body: object, received: float) -> dict:
        return {"body": body, "hops": [received, self.now()]}


def _unknown(kind: str) -> Fault:
    return Fault("unknown-event", f"no such {kind}; names are exact, and an event is no request")
