"""The room says what the recorded conversations say, and counts it so."""

import asyncio

import pytest
from vectors import play, read_vectors

VECTORS = read_vectors()


@pytest.mark.parametrize("name", VECTORS)
def test_vector(name: str) -> None:
    said, counts = asyncio.run(play(VECTORS[name]))
    # First without the bodies, which may be long.
    assert [{**what, "data": None} for what in said] == [{**what, "data": None} for what in VECTORS[name]["expect"]]
    assert said == VECTORS[name]["expect"]
    assert counts == VECTORS[name]["counts"]


def test_all_codes_of_refusals_are_shown() -> None:
    shown = {said["data"].get("code") for vector in VECTORS.values() for said in vector["expect"] if "data" in said}
    faults = "bad-json unknown-event wrong-state missing-field wrong-type out-of-range name-taken too-large"
    assert shown - {None} == set(faults.split())
