"""Bodies that verbs carry: their limits, and what `request` and `greet` ask for."""

from .faults import MISSING, Fault, fields_of, integer
from .strict_json import compact

PAYLOAD_LIMIT = 1_048_576
BODY_LIMIT = PAYLOAD_LIMIT + 65_536
DEPTH_LIMIT = 32
_FILLING = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789"
_BYTES_PER_CHARACTER = 6
"""Most bytes of JSON of a character: `\\u001f`."""


def check_body(body: object) -> object:
    """Returns `body`. Raises Fault where there is none, or it is too large, too deep or no JSON."""
    if body is MISSING:
        raise Fault("missing-field", "there is no body; null would be one")
    # Only what may be too large is encoded to know it.
    if _most_bytes(body, 0) > BODY_LIMIT and len(compact(body).encode()) > BODY_LIMIT:
        raise Fault("too-large", f"a body may be {BODY_LIMIT} bytes of JSON, and this one is over it")
    return body


def _most_bytes(value: object, depth: int) -> int:
    """An upper limit of the bytes of `value` as JSON."""
    if isinstance(value, str):
        return len(value) * _BYTES_PER_CHARACTER + 3
    if isinstance(value, int) and not isinstance(value, bool):
        return value.bit_length() // 3 + 3
    if value is None or isinstance(value, bool | float):
        return 25
    if not isinstance(value, dict | list):
        raise Fault("wrong-type", "a body must be JSON; a framework may carry bytes")
    if depth == DEPTH_LIMIT:
        raise Fault("too-large", f"a body may be nested {DEPTH_LIMIT} levels deep, and this one is deeper")
    if isinstance(value, list):
        return 3 + sum(_most_bytes(entry, depth + 1) for entry in value)
    names = sum(len(name) for name in value) * _BYTES_PER_CHARACTER
    return 3 + names + sum(3 + _most_bytes(entry, depth + 1) for entry in value.values())


def asked_for(asked: object, what: str) -> object:
    """The body that `{"body": any}` or `{"bytes": n}` asks for. Raises Fault when it cannot be asked for so."""
    fields = fields_of(asked, what)
    if "bytes" not in fields:
        return check_body(fields.get("body", MISSING))
    if "body" in fields:
        raise Fault("out-of-range", f"{what} has both body and bytes, and may have one")
    count = integer(fields["bytes"], "bytes", 0, PAYLOAD_LIMIT)
    return (_FILLING * (count // len(_FILLING) + 1))[:count]


def beside(data: object) -> object:
    """The body that comes with a name, or with its return; null where there is none. Raises Fault."""
    return check_body(data["body"]) if isinstance(data, dict) and "body" in data else None
