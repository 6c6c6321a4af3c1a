"""What every server is asked besides its framework: control, /healthz, and the files of one folder."""

import mimetypes
import re
from pathlib import Path

from .control import PREFIX, Control, respond

_HASHED = re.compile(r"-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""A name with its content's hash in it, as the page build gives to assets: it never changes what it means."""
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".map": "application/json", ".woff2": "font/woff2"}
_TEXT = {"content-type": "text/plain; charset=utf-8"}


class Pages:
    """The ASGI application for HTTP beside a framework: control paths, /healthz, and the files in `root`."""

    def __init__(self, control: Control, root: str | None) -> None:
        self._control = control
        self._root = Path(root).resolve() if root else None

    async def __call__(self, scope: dict, receive, send) -> None:
        """Answers one request; ends a WebSocket that no framework took."""
        bare = scope.get("method") == "HEAD"
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["path"].startswith(PREFIX):
            await self._control(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await respond(send, 405, {"allow": "GET, HEAD", "connection": "close"}, b"")
        elif scope["path"] == "/healthz":
            await respond(send, 200, _TEXT, b"ok\n", bare)
        else:
            file = self._find(scope["path"])
            if file is None:
                await respond(send, 404, _TEXT, b"not found\n", bare)
            else:
                caching = "public, max-age=31536000, immutable" if _HASHED.search(file.name) else "no-cache"
                kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                kind += "; charset=utf-8" if kind.startswith("text/") else ""
                headers = {"content-type": kind, "cache-control": caching, "x-content-type-options": "nosniff"}
                await respond(send, 200, headers, file.read_bytes(), bare)

    def _find(self, path: str) -> Path | None:
        """The file of a path, when it is one and lies in the folder with all links followed."""
        if self._root is None:
            return None
        try:
            file = Path(f"{self._root}{path}{'index.html' if path.endswith('/') else ''}").resolve()
            return file if file.is_relative_to(self._root) and file.is_file() else None
        except (ValueError, OSError):
            return None
