"""A request of Daphne whose body reaches the application while it comes.

Daphne calls the application when the whole body has come. The control paths need it earlier: they refuse before any of
a body is read, and send each line of a feed on when it is complete.
"""

import asyncio
import time
from functools import partial
from urllib.parse import unquote

from daphne.http_protocol import WebRequest

from outcry.control import PREFIX

_PIECES = 16
"""A client is not read while this many pieces of its body wait for the application."""


class StreamedRequest(WebRequest):
    """Daphne's request, and for control paths one that is answered from its head on."""

    _streams = False
    _complete = False

    def gotLength(self, length: int | None) -> None:
        """Takes the end of the head."""
        super().gotLength(length)
        # Where the channel keeps it until the body has come.
        method, target, version = self.channel._command, self.channel._path, self.channel._version
        self._streams = target.startswith(PREFIX.encode())
        if not self._streams:
            return
        self.method, self.uri, self.clientproto = method, target, version
        self.request_start = time.time()
        path, _, query = target.partition(b"?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": version.split(b"/")[-1].decode("latin-1"),
            "method": method.decode("latin-1"),
            "path": unquote(path.decode("latin-1")),
            "raw_path": path,
            "query_string": query,
            "headers": [(name.lower(), value) for name, all in self.requestHeaders.getAllRawHeaders() for value in all],
        }
        self.application_queue = asyncio.Queue()
        answer = self.server.application(scope, self._receive, partial(self.server.handle_reply, self))
        self.server.connections[self]["application_instance"] = asyncio.ensure_future(answer)

    def handleContentChunk(self, data: bytes) -> None:
        """Takes a piece of the body."""
        if not self._streams:
            super().handleContentChunk(data)
            return
        self.application_queue.put_nowait({"type": "http.request", "body": data, "more_body": True})
        if self.application_queue.qsize() >= _PIECES:
            self.transport.pauseProducing()

    def process(self):
        """Takes the end of the body."""
        if not self._streams:
            return super().process()
        self._complete = True
        self.application_queue.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        return None

    def finish(self) -> None:
        """Ends the answer; the connection too where the rest of the body is not read."""
        if self._streams and not self._complete:
            self.channel.persistent = False
        super().finish()

    async def _receive(self) -> dict:
        message = await self.application_queue.get()
        if self.application_queue.qsize() < _PIECES and not self._complete and self.channel is not None:
            self.transport.resumeProducing()
        return message
