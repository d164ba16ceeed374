"""Values of JSON as Python objects, by the types of their columns."""

from __future__ import annotations

import base64
import datetime as dt
import decimal
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Decode = Callable[[Any], Any]

_nested = re.compile(r"^(STRUCT|MAP)\((.*)\)$", re.S)
_list = re.compile(r"^(.*)\[\d*\]$", re.S)
_integer = re.compile(r"^(U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|BIGNUM)$")


def decoder_of(type_name: str) -> Decode | None:
    """A function from a value of JSON to a Python object; None where it stays as it is."""
    found = _list.match(type_name)
    if found:
        each = decoder_of(found[1])
        return None if each is None else lambda value: [_or_none(each, part) for part in value]
    found = _nested.match(type_name)
    if found:
        return _nested_decoder(found[1], _split_outside(found[2]))
    if _integer.match(type_name):
        return int
    if type_name.startswith("DECIMAL("):
        return decimal.Decimal
    if type_name.startswith("UNION(") or type_name == "VARIANT":
        return _untyped
    return _scalars.get(type_name)


def row_decoder(types: Sequence[str]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """A function from a row of JSON to a tuple of Python objects."""
    decoders = [decoder_of(each) for each in types]
    if not any(decoders):
        return tuple
    return lambda row: tuple(
        value if decode is None or value is None else decode(value)
        for decode, value in zip(decoders, row, strict=True)
    )


def _or_none(decode: Decode, value: Any) -> Any:
    return None if value is None else decode(value)


def _nested_decoder(kind: str, parts: list[str]) -> Decode | None:
    if kind == "MAP":
        each = decoder_of(parts[1])
        return None if each is None else lambda value: {k: _or_none(each, v) for k, v in value.items()}
    named = [_member(part) for part in parts]
    members: Mapping[str, Decode] = {
        name: decode for name, type_name in named if (decode := decoder_of(type_name)) is not None
    }
    if not members:
        return None
    return lambda value: {k: _or_none(members[k], v) if k in members else v for k, v in value.items()}


def _member(part: str) -> tuple[str, str]:
    quoted = re.match(r'^"((?:[^"]|"")*)" (.*)$', part, re.S)
    if quoted:
        return quoted[1].replace('""', '"'), quoted[2]
    name, _, type_name = part.partition(" ")
    return name, type_name


def _split_outside(text: str) -> list[str]:
    """Splits at commas that stand in no parentheses and no quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _untyped(value: Any) -> Any:
    """A value whose type no column tells: numbers with a fraction are floats."""
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, list):
        return [_untyped(each) for each in value]
    if isinstance(value, dict):
        return {name: _untyped(each) for name, each in value.items()}
    return value


_instant = re.compile(r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z$")


def _timestamp(value: str) -> Any:
    """A naive datetime in UTC. Nanoseconds are cut; the text itself for infinity and years that Python lacks."""
    found = _instant.match(value)
    if not found or found[1].startswith("0000"):
        return value
    instant = dt.datetime.fromisoformat(found[1])
    return instant.replace(microsecond=int((found[2] or ".0")[1:7].ljust(6, "0")))


def _timestamp_utc(value: str) -> Any:
    instant = _timestamp(value)
    return instant.replace(tzinfo=dt.timezone.utc) if isinstance(instant, dt.datetime) else instant


def _date(value: str) -> Any:
    try:
        return dt.date.fromisoformat(value)
    except ValueError:
        return value


def _time(value: str) -> Any:
    found = re.match(r"^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?$", value)
    if not found or found[1] == "24":
        return value
    return dt.time(int(found[1]), int(found[2]), int(found[3]), int((found[4] or "")[:6].ljust(6, "0")))


_scalars: Mapping[str, Decode] = {
    "TIMESTAMP": _timestamp,
    "TIMESTAMP_S": _timestamp,
    "TIMESTAMP_MS": _timestamp,
    "TIMESTAMP_NS": _timestamp,
    "TIMESTAMP WITH TIME ZONE": _timestamp_utc,
    "DATE": _date,
    "TIME": _time,
    "UUID": uuid.UUID,
    "BLOB": base64.b64decode,
    "GEOMETRY": base64.b64decode,
    "FLOAT": float,
    "DOUBLE": float,
}


def parameter(value: Any) -> Any:
    """A Python object as JSON that the service binds."""
    if isinstance(value, bool) or value is None or isinstance(value, (float, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [parameter(each) for each in value]
    item = getattr(value, "item", None)
    if callable(item):  # a scalar of numpy
        return parameter(item())
    from .errors import usage_error

    raise usage_error(
        f"A {type(value).__name__} cannot be bound as a parameter; give a number, text, time or list"
    )


def parameters(values: Any) -> Any:
    """A list for `?` and `$1`, an object for `$name`; None without parameters."""
    if values is None or (isinstance(values, (list, tuple, Mapping)) and len(values) == 0):
        return None
    if isinstance(values, Mapping):
        return {name: parameter(value) for name, value in values.items()}
    if isinstance(values, (list, tuple)):
        return [parameter(value) for value in values]
    from .errors import usage_error

    raise usage_error("Parameters are a list or tuple for ?, a mapping for $name")
