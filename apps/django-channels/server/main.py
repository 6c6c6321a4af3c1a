"""The server's process: Channels on Daphne."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

# Daphne installs its reactor when it is imported, and that must be first.
import daphne.server  # isort: skip
from asgi import application
from daphne import http_protocol
from streamed_request import StreamedRequest
from twisted.internet.endpoints import quoteStringArgument

from outcry.process import BACKLOG, HOST, PORT, TRANSPORT_LIMIT, tell_ready

# The name that its factory looks up for each connection.
http_protocol.WebRequest = StreamedRequest


def main() -> None:
    """Serves until SIGTERM."""
    server = daphne.server.Server(
        application,
        endpoints=[f"tcp:port={PORT}:interface={quoteStringArgument(HOST)}:backlog={BACKLOG}"],
        ready_callable=lambda: tell_ready(server.listening_addresses[0][1], "channels"),
        websocket_max_message_size=TRANSPORT_LIMIT,
        websocket_max_frame_size=TRANSPORT_LIMIT,
    )
    server.run()
    # Daphne leaves consumers at work if a connection is younger than a second, and Python 3.11 crashes when it tidies
    # up after tasks that wait. Nothing is left to write: stdout is flushed, and stderr has no buffer.
    os._exit(1 if server.abort_start else 0)


if __name__ == "__main__":
    main()
