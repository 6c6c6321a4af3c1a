"""The server's process: python-socketio on uvicorn."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import socketio
import uvicorn
from engineio.payload import Payload
from events import Server, ending_at_nonsense

from outcry.control import Control
from outcry.pages import Pages
from outcry.process import BACKLOG, COMPRESSES, PAGES, TOKEN, TRANSPORT_LIMIT, listening_socket, tell_ready

# A POST of the client has all that was emitted meanwhile; the library would drop one with more than 16 packets.
Payload.max_decode_packets = TRANSPORT_LIMIT

KEEP_ALIVE_SECONDS = 75
"""Longer than any client waits between two requests, so that no connection is closed that is just used again."""
STOP_SECONDS = 1


class Process(uvicorn.Server):
    """uvicorn, which says when it listens."""

    async def startup(self, sockets=None) -> None:
        """Starts, and prints the ready line."""
        await super().startup(sockets)
        tell_ready(sockets[0].getsockname()[1], "python-socketio")


def main() -> None:
    """Serves until SIGTERM."""
    server = Server()
    pages = Pages(Control(server.room, TOKEN), PAGES)
    config = uvicorn.Config(
        ending_at_nonsense(socketio.ASGIApp(server, other_asgi_app=pages)),
        lifespan="off",
        access_log=False,
        log_level="warning",
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        ws_max_size=TRANSPORT_LIMIT,
        ws_per_message_deflate=COMPRESSES,
    )
    Process(config).run([listening_socket()])


if __name__ == "__main__":
    main()
