"""The process of a server: environment in, ready line out. `protocol/server-process.md` is the specification."""

import json
import os
import platform
import socket
import sys
from importlib.metadata import version

BACKLOG = 4_096
"""Connections that may wait to be accepted: as many as Linux allows by default."""
TRANSPORT_LIMIT = 4 * 1_048_576
"""An event over this many bytes may end its connection."""
COMPRESSES = os.environ.get("COMPRESSION") == "deflate"
TOKEN, PAGES = os.environ.get("CONTROL_TOKEN"), os.environ.get("STATIC_DIR")
HOST, _PORT = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "0"
if not (_PORT.isdecimal() and int(_PORT) <= 65_535):
    sys.exit(f'PORT is "{_PORT}"; it must be a number from 0 to 65535')
PORT = int(_PORT)


def listening_socket() -> socket.socket:
    """A socket that listens at HOST and PORT. Ends the process with a sentence where there can be none."""
    try:
        family = socket.getaddrinfo(HOST, PORT, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((HOST, PORT), family=family, backlog=BACKLOG)
    except OSError as error:
        sys.exit(f"cannot listen on {HOST}:{PORT}: {error.strerror}")


def tell_ready(port: int, framework: str) -> None:
    """Prints the ready line. `framework` is the name of its package."""
    versions = {"framework": version(framework), "runtime": f"python {platform.python_version()}"}
    print(json.dumps({"ready": True, "port": port, "versions": versions}), flush=True)
