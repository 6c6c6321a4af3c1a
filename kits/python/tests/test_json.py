"""JSON and envelopes, as other languages read them."""

import json

import pytest
from vectors import PROTOCOL

from outcry import strict_json
from outcry.envelope import frame_of, read_frame

FRAMES = json.loads((PROTOCOL / "envelopes.json").read_text())
NO_JSON = ["NaN", "[Infinity]", "-Infinity", "1e400", "[-1e999]", "{", "1 2", "'a'", "", "[" * 50_000, "\ufeff1"]


@pytest.mark.parametrize("text", NO_JSON)
def test_what_other_languages_cannot_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        strict_json.loads(text)


@pytest.mark.parametrize("value", ["\ud800", ["é€😀"], 12345678901234567890, 1.5e-300, {"a": None}, '\u2028"\\'])
def test_values_come_back_as_they_went(value: object) -> None:
    assert strict_json.loads(strict_json.compact(value)) == value
    assert json.loads(strict_json.compact(value).encode()) == value


@pytest.mark.parametrize("frame", FRAMES["frames"], ids=lambda frame: frame["why"])
def test_frames_are_read_and_written(frame: dict) -> None:
    assert read_frame(frame["frame"]) == frame["envelope"]
    assert read_frame(frame_of(frame["envelope"])) == frame["envelope"]
    if "line" not in frame and "\\ud800" not in frame["frame"]:
        written = frame_of(frame["envelope"])
        assert written.partition("\t")[2] == frame["frame"].partition("\t")[2]


@pytest.mark.parametrize("frame", FRAMES["refused"])
def test_frames_without_an_envelope_are_refused(frame: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read_frame(frame)
