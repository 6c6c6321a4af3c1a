"""JSON as other languages read it. Python's own reader also takes NaN and Infinity, and makes the latter of 1e400.

The module has `loads` and `dumps` like `json`, for frameworks that take a JSON module.
"""

import json
import math


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("a number is out of range: other clients could not read what is sent on")
    return number


_decoder = json.JSONDecoder(parse_constant=_constant, parse_float=_finite)


def loads(text: str, **_options: object) -> object:
    """The value of `text`. Raises ValueError for what is not JSON, or is nested deeper than Python reads."""
    try:
        return _decoder.decode(text)
    except (RecursionError, TypeError) as error:
        raise ValueError("not a JSON text, or nested too deep") from error


dumps = json.dumps


def compact(value: object) -> str:
    """The shortest JSON of `value`, in UTF-8 without needless escapes; half of a surrogate pair keeps its escape."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text
