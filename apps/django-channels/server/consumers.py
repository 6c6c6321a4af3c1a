"""The consumer: one WebSocket, whose texts are envelopes."""

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

from outcry.envelope import frame_of, receive_frame
from outcry.room import Room, now

GROUP = "room"


class Outputs:
    """The room's ways to consumers: its own for one, the channel layer's group for all."""

    async def send(self, consumer: "RoomConsumer", event: str, data: dict) -> None:
        """Sends an event to one."""
        await consumer.send(text_data=frame_of({"e": event, "d": data}))

    async def broadcast(self, event: str, data: dict) -> None:
        """Sends an event to all; it is made into text once."""
        message = {"type": "room.frame", "frame": frame_of({"e": event, "d": data})}
        await get_channel_layer().group_send(GROUP, message)

    def waiting(self, _consumer: "RoomConsumer") -> int:
        """Tells nothing: Daphne gives all to Twisted's transport at once, and hides what that still has."""
        return 0


room = Room(Outputs())


class RoomConsumer(AsyncWebsocketConsumer):
    """A connection of the room."""

    async def __call__(self, scope: dict, receive, send) -> None:
        """Runs the consumer. However it ends, the room is told."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    async def connect(self) -> None:
        """Takes the connection that has opened."""
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()
        await room.connect(self)

    async def disconnect(self, code: int) -> None:
        """Takes the end of the connection."""
        await self._leave()

    async def dispatch(self, message: dict) -> None:
        """Takes a message. The framework looks after database connections, in a thread, before it calls a handler."""
        self.received = now()
        await super().dispatch(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Takes a frame of the client."""
        if text_data is None:
            await room.unreadable(self)
            return
        reply = await receive_frame(room, self, text_data, self.received)
        if reply is not None:
            # Behind what was said to all before it.
            await self.channel_layer.send(self.channel_name, {"type": "room.frame", "frame": reply})

    async def room_frame(self, message: dict) -> None:
        """Sends what came by the channel layer."""
        await self.send(text_data=message["frame"])

    async def _leave(self) -> None:
        if self.channel_layer is not None:
            await self.channel_layer.group_discard(GROUP, self.channel_name)
        await room.disconnect(self)
