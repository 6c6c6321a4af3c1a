"""The ASGI application, as in the documentation of Channels: WebSockets go to the consumer, HTTP to the pages."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from consumers import RoomConsumer, room  # noqa: E402
from django.urls import path  # noqa: E402

from outcry.control import Control  # noqa: E402
from outcry.pages import Pages  # noqa: E402
from outcry.process import PAGES, TOKEN  # noqa: E402

pages = Pages(Control(room, TOKEN), PAGES)
application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": URLRouter([path("django-channels/websocket", RoomConsumer.as_asgi())]),
    }
)
