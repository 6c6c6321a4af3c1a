"""Plays the recorded conversations of `protocol/vectors/` to a room."""

import json
from pathlib import Path

from outcry.faults import MISSING, Fault
from outcry.room import Room

PROTOCOL = Path(__file__).parents[3] / "protocol"
FILLING = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789"


class AnyText:
    """Equal to every text that is not empty."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and other.strip() != ""

    __hash__ = None


def read_vectors() -> dict[str, dict]:
    """All conversations, by file name, with their abbreviations written out."""
    files = sorted((PROTOCOL / "vectors").glob("*.json"))
    return {file.stem: json.loads(file.read_text(), object_hook=_written_out) for file in files}


def _written_out(value: dict) -> object:
    if "$repeat" in value:
        what, times = value["$repeat"]
        return what * times
    if "$bytes" in value:
        return (FILLING * 30_000)[: value["$bytes"]]
    if "$nested" in value:
        nested: list = []
        for _ in range(value["$nested"] - 1):
            nested = [nested]
        return nested
    return AnyText() if "$any" in value else value


class Recorder:
    """Connections that write down what they are told, and the clock of the step."""

    def __init__(self) -> None:
        self.at = 0.0
        self.open: list[str] = []
        self.said: list[dict] = []

    async def send(self, to: str, event: str, data: dict) -> None:
        """Writes down an event to one."""
        self.said.append({"at": self.at, "to": to, "event": event, "data": data})

    async def broadcast(self, event: str, data: dict) -> None:
        """Writes down an event to all that are open."""
        if self.open:
            self.said.append({"at": self.at, "to": [*self.open], "event": event, "data": data})

    def waiting(self, _to: str) -> int:
        """Tells that nothing waits."""
        return 0


async def play(vector: dict) -> tuple[list[dict], dict]:
    """Plays a conversation to a room of its own: what was said, and what was counted."""
    recorder = Recorder()
    room = Room(recorder, lambda: recorder.at)
    for step in vector["steps"]:
        recorder.at = step["at"]
        try:
            await _take(room, recorder, step)
        except Fault as fault:
            recorder.said.append({"at": recorder.at, "control": {"code": fault.code}})
    counts = room.counts
    del counts["clock"]
    counts["verbs"] = {verb: lists for verb, lists in counts["verbs"].items() if lists["received"]}
    return recorder.said, counts


async def _take(room: Room, recorder: Recorder, step: dict) -> None:
    at, sender, data = step["at"], step.get("from"), step.get("data", MISSING)
    if "connect" in step:
        recorder.open.append(step["connect"])
        await room.connect(step["connect"])
    elif "disconnect" in step:
        if step["disconnect"] in recorder.open:
            recorder.open.remove(step["disconnect"])
        await room.disconnect(step["disconnect"])
    elif "event" in step:
        await room.event(sender, step["event"], data, at)
    elif "request" in step:
        reply = await room.request(sender, step["request"], data, at)
        if reply is not None:
            recorder.said.append({"at": at, "to": sender, "reply": step["request"], "data": reply})
    elif "unreadable" in step:
        await room.unreadable(sender)
    elif "begin" in step:
        room.begin(step["begin"])
    else:
        await room.feed(step["feed"], step.get("to"))
