"""The server's half of a load test, for apps in Python on asyncio. `protocol/README.md` is its specification."""
