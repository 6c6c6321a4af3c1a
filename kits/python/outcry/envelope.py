"""Events as text, for frameworks that have no events of their own: `protocol/README.md`, "Envelopes of text"."""

from . import strict_json
from .faults import MISSING
from .room import Room
from .strict_json import compact

_MARK, _HEAD_END = "T", "\t"


def frame_of(envelope: dict) -> str:
    """The text of `envelope`. A body that is text comes last and as it is; everything else is JSON."""
    data = envelope.get("d")
    if _is_text(data):
        return f"{_MARK}{compact({key: value for key, value in envelope.items() if key != 'd'})}{_HEAD_END}{data}"
    if isinstance(data, dict) and _is_text(body := data.get("body")):
        head = envelope | {"d": {key: value for key, value in data.items() if key != "body"}}
        return f"{_MARK}{compact(head)}{_HEAD_END}{body}"
    return compact(envelope)


def read_frame(frame: str) -> dict:
    """The envelope in `frame`. Raises ValueError when it has none."""
    if not frame.startswith(_MARK):
        return _object(strict_json.loads(frame))
    head, tabulator, text = frame[1:].partition(_HEAD_END)
    envelope = _object(strict_json.loads(head if tabulator else ""))
    if "d" in envelope:
        _object(envelope["d"])["body"] = text
    else:
        envelope["d"] = text
    return envelope


async def receive_frame(room: Room, connection, frame: str, received: float) -> str | None:
    """Hands what a connection sent to the room; returns the text of the reply where there is one."""
    try:
        envelope = read_frame(frame)
        event, number, data = envelope.get("e"), envelope.get("id", MISSING), envelope.get("d", MISSING)
        if not isinstance(event, str) or not (number is MISSING or _is_number(number)):
            raise ValueError("no envelope of an event")
    except ValueError:
        await room.unreadable(connection)
        return None
    if number is MISSING:
        await room.event(connection, event, data, received)
        return None
    reply = await room.request(connection, event, data, received)
    return None if reply is None else frame_of({"r": number, "d": reply})


def _object(value: object) -> dict:
    if isinstance(value, dict):
        return value
    raise ValueError("no JSON object")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value == int(value)


def _is_text(value: object) -> bool:
    """Tells whether it is text that UTF-8 can carry: half of a surrogate pair it cannot."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
