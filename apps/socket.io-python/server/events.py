"""Socket.IO's server, and what it hands to the room."""

from contextvars import ContextVar

import socketio

from outcry import strict_json
from outcry.faults import MISSING
from outcry.process import COMPRESSES, TRANSPORT_LIMIT
from outcry.room import Room, now

_ATTACHMENT_LIMIT = 10
"""Binary parts of an event, as many as Socket.IO on Node.js takes. The library would keep any number of them."""
_PACKETS = tuple("0123456")
"""The first characters of the engine's packets over WebSocket."""

_wants_reply: ContextVar[bool] = ContextVar("wants_reply")


class Server(socketio.AsyncServer):
    """python-socketio's server. It refuses what is no event, where the library would log it and go on."""

    def __init__(self) -> None:
        compression = {"http_compression": COMPRESSES, "compression_threshold": 0}
        super().__init__(
            async_mode="asgi",
            json=strict_json,
            always_connect=True,
            max_http_buffer_size=TRANSPORT_LIMIT,
            **compression,
        )
        self.room = Room(_Outputs(self))
        self.ending: set[str] = set()
        """Connections that have ended, and that the library still counts among those of its room."""
        self.on("connect", self._opened)
        self.on("disconnect", self._ended)
        self.on("*", self._take)

    async def _opened(self, sid: str, _environ: dict, _auth: object = None) -> None:
        await self.room.connect(sid)

    async def _ended(self, sid: str, _reason: str) -> None:
        self.ending.add(sid)
        try:
            await self.room.disconnect(sid)
        finally:
            self.ending.discard(sid)

    async def _take(self, event: str, sid: str, data: object = MISSING, *_more: object) -> dict | None:
        received = now()
        if _wants_reply.get():
            return await self.room.request(sid, event, data, received)
        await self.room.event(sid, event, data, received)
        return None

    async def _handle_eio_message(self, eio_sid: str, data: object) -> None:
        try:
            await super()._handle_eio_message(eio_sid, data)
            packet = self._binary_packet.get(eio_sid)
            if packet is not None and packet.attachment_count > _ATTACHMENT_LIMIT:
                del self._binary_packet[eio_sid]
                raise ValueError("too many attachments")
        except (ValueError, TypeError, LookupError, AttributeError):
            # What the library's decoder raises, depending on what the text is instead of a packet.
            await self.room.unreadable(self.manager.sid_from_eio_sid(eio_sid, "/"))

    async def _handle_event(self, eio_sid: str, namespace: str | None, id: int | None, data: object) -> None:
        # The library would take an event of a reserved name for its own, such as the end of the connection.
        if not isinstance(data, list) or not data or not isinstance(data[0], str) or data[0] in self.reserved_events:
            raise ValueError("no event")
        # The task of the handler begins with a copy of the context.
        _wants_reply.set(id is not None)
        await super()._handle_event(eio_sid, namespace, id, data)


class _Outputs:
    def __init__(self, server: Server) -> None:
        self._server = server

    async def send(self, sid: str, event: str, data: dict) -> None:
        await self._server.emit(event, data, to=sid)

    async def broadcast(self, event: str, data: dict) -> None:
        await self._server.emit(event, data, skip_sid=[*self._server.ending])

    def waiting(self, sid: str) -> int:
        """Characters in the engine's queue, which its types do not show; one batch more may be on its way."""
        engine = self._server.eio.sockets.get(self._server.manager.eio_sid_from_sid(sid, "/"))
        return 0 if engine is None else sum(len(packet.data or "") for packet in engine.queue._queue if packet)


def ending_at_nonsense(application):
    """The ASGI application `application`; a WebSocket's text that is no packet ends the connection.

    The library's own decoder would raise past its handler there, and hold the connection open until a ping is missed.
    """

    async def answer(scope: dict, receive, send) -> None:
        async def receive_packet() -> dict:
            message = await receive()
            if message["type"] == "websocket.receive":
                text = message.get("text")
                if text is not None and not text.startswith(_PACKETS):
                    return {"type": "websocket.disconnect", "code": 1007}
            return message

        await application(scope, receive_packet if scope["type"] == "websocket" else receive, send)

    return answer
