"""Counts of what a server has received and sent, per verb and per bucket of time."""

_VERBS = ("echo", "publish", "sink", "request", "join", "leave", "greet", "feed")
_BUCKET_LIMIT = 1_000_000
"""Most buckets; later events are not counted, since a client can send something after a year."""


class Counts:
    """Counts since a `begin`; a bucket width of 0 counts nothing."""

    def __init__(self, bucket_ms: int) -> None:
        self._bucket_ms = bucket_ms
        self._started_at: float | None = None
        self._refused = 0
        self._verbs: dict[str, dict[str, list[int]]] = {verb: {"received": [], "sent": []} for verb in _VERBS}

    def add(self, verb: str, at: float, received: int, sent: int) -> None:
        """Counts what was `received` at `at`, ms, and `sent` for it."""
        if self._bucket_ms == 0 or received + sent == 0:
            return
        if self._started_at is None:
            self._started_at = at
        # Times are whole microseconds; a difference of floats is not, and could miss the edge of its bucket.
        bucket = round((at - self._started_at) * 1_000) // (self._bucket_ms * 1_000)
        if not 0 <= bucket < _BUCKET_LIMIT:
            return
        for numbers, number in zip(self._verbs[verb].values(), (received, sent), strict=True):
            numbers.extend([0] * (bucket + 1 - len(numbers)))
            numbers[bucket] += number

    def add_refused(self) -> None:
        """Counts something that was refused."""
        self._refused += self._bucket_ms > 0

    @property
    def all(self) -> dict:
        """The fields of `GET /outcry/counts` that are counted."""
        return {
            "startedAt": self._started_at,
            "bucketMs": self._bucket_ms,
            "refused": self._refused,
            "verbs": self._verbs,
        }
