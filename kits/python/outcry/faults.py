"""Faults in what was sent: raised where they are found, answered with code and reason where the thing came in."""

from . import strict_json

MISSING = object()
"""The value of a field, or of an event's data, that was not sent. JSON's null is None."""


class Fault(Exception):
    """A fault with a code for programs, a sentence for people, and the HTTP status it has as an answer of control."""

    def __init__(self, code: str, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.code, self.status = code, status

    @property
    def fields(self) -> dict:
        """The fields of every refusal."""
        return {"code": self.code, "reason": str(self)}


def parse_json(text: str | bytes) -> object:
    """The value of JSON, in UTF-8 where it is bytes. Raises Fault."""
    try:
        return strict_json.loads(text if isinstance(text, str) else text.decode())
    except ValueError as error:
        raise Fault("bad-json", f"not JSON: {error}") from None


def fields_of(data: object, what: str) -> dict:
    """The fields of `data`. Raises Fault when it is no JSON object."""
    if isinstance(data, dict):
        return data
    raise Fault("wrong-type", f"{what} must be a JSON object")


def integer(value: object, what: str, least: int, most: int) -> int:
    """The integer that `value` is; 2.0 is one too. Raises Fault when it is none from `least` to `most`."""
    if value is MISSING:
        raise Fault("missing-field", f"{what} is missing")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Fault("wrong-type", f"{what} must be a number")
    if least <= value <= most and value == int(value):
        return int(value)
    raise Fault("out-of-range", f"{what} must be an integer from {least} to {most}")
