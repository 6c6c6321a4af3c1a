"""Django's settings: a project with nothing but channels."""

INSTALLED_APPS = ["channels"]
USE_TZ = True
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        # The layer drops messages silently when more than 100 wait for a consumer.
        "CONFIG": {"capacity": 1_000_000},
    }
}
