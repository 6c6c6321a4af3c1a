"""What the recorded conversations cannot show of the room."""

import asyncio
import time

import pytest
from vectors import Recorder

from outcry.faults import Fault
from outcry.room import Room, now


def test_hops_are_when_it_came_and_when_it_was_handed_on() -> None:
    async def play() -> None:
        recorder = Recorder()
        times = iter(range(100))
        room = Room(recorder, lambda: float(next(times)))
        recorder.open.append("A")
        await room.connect("A")
        body = {"deep": [1]}
        await room.event("A", "publish", body, room.now())
        assert recorder.said[0]["data"] == {"body": {"deep": [1]}, "hops": [1.0, 2.0]}
        assert recorder.said[0]["data"]["body"] is body

    asyncio.run(play())


def test_the_clock_is_the_monotonic_one_in_whole_microseconds() -> None:
    before, time_now, after = time.monotonic_ns(), now(), time.monotonic_ns()
    assert before / 1e6 - 0.001 <= time_now <= after / 1e6 + 0.001
    assert time_now == round(time_now, 3)


def test_bytes_are_no_json() -> None:
    async def play() -> None:
        recorder = Recorder()
        room = Room(recorder)
        await room.connect("A")
        for body in (b"x", {"deep": [bytearray(5)]}):
            await room.event("A", "echo", body, 0)
        assert [said["data"]["code"] for said in recorder.said] == ["wrong-type", "wrong-type"]

    asyncio.run(play())


def test_an_event_that_comes_a_year_late_makes_no_list_of_a_year() -> None:
    async def play() -> None:
        room = Room(Recorder())
        await room.connect("A")
        room.begin({"bucketMs": 10})
        await room.event("A", "sink", 0, 0)
        await room.event("A", "sink", 0, 365 * 86_400_000)
        assert room.counts["verbs"]["sink"] == {"received": [1], "sent": [0]}

    asyncio.run(play())


def test_a_bucket_is_not_missed_by_the_rounding_of_floats() -> None:
    async def play() -> None:
        room = Room(Recorder())
        await room.connect("A")
        room.begin({"bucketMs": 10})
        await room.event("A", "sink", 0, 0.1)
        await room.event("A", "sink", 0, 10.1)
        assert 10.1 - 0.1 == 10.0
        await room.event("A", "sink", 0, 1_000_000.3)
        assert room.counts["verbs"]["sink"]["received"][1] == 1

    asyncio.run(play())


@pytest.mark.parametrize("asked", [1.5, True, 10**400, "1000", None, 9, float(3_600_001)])
def test_a_begin_with_another_width_is_refused(asked: object) -> None:
    with pytest.raises(Fault):
        Room(Recorder()).begin({"bucketMs": asked})


def test_whole_floats_are_integers() -> None:
    room = Room(Recorder())
    room.begin({"bucketMs": 1000.0})
    assert room.counts["bucketMs"] == 1000
