"""sdq over HTTP, by DB-API 2.0 and more.

>>> import sdq
>>> db = sdq.connect(api_key="sdq_live_…")
>>> db.pandas("SELECT author, play_count FROM videos WHERE region = ? LIMIT 3", ["SE"])
"""

from __future__ import annotations

import datetime as _dt
import re as _re
import time as _time
from typing import Any

from . import aio
from .connection import Check, Connection
from .credentials import resolve as _resolve
from .cursor import Cursor
from .errors import (
    DatabaseError,
    DataError,
    Error,
    Fault,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    TruncatedWarning,
    Warning,
    usage_error,
)
from .protocol import Column, Quote, Receipt, Settings
from .statement import Progress, Statement

__version__ = "0.1.0"

apilevel = "2.0"
threadsafety = 2
paramstyle = "qmark"

Date = _dt.date
Time = _dt.time
Timestamp = _dt.datetime


def DateFromTicks(ticks: float) -> _dt.date:
    return _dt.date(*_time.localtime(ticks)[:3])


def TimeFromTicks(ticks: float) -> _dt.time:
    return _dt.time(*_time.localtime(ticks)[3:6])


def TimestampFromTicks(ticks: float) -> _dt.datetime:
    return _dt.datetime(*_time.localtime(ticks)[:6])


def Binary(value: bytes) -> bytes:
    return bytes(value)


class _TypeObject:
    """Equal to the type codes of `description` that it stands for."""

    def __init__(self, pattern: str) -> None:
        self._pattern = _re.compile(pattern)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self._pattern.fullmatch(other) is not None

    def __hash__(self) -> int:
        return hash(self._pattern)


STRING = _TypeObject(r"VARCHAR|UUID|JSON|BIT|INTERVAL|ENUM\(.*\)")
BINARY = _TypeObject(r"BLOB|GEOMETRY")
NUMBER = _TypeObject(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|BIGNUM|FLOAT|DOUBLE|DECIMAL\(.*\)")
DATETIME = _TypeObject(r"DATE|TIME.*")
ROWID = _TypeObject(r"(?!)")

_DOLLARS = _re.compile(r"\$?\d+(\.\d{1,4})?")


def settings_of(
    *,
    api_key: str | None = None,
    url: str | None = None,
    platform: str = "shortvideo",
    limit: int = 10_000,
    max_cost: str | None = None,
    retries: int = 3,
    timeout: float = 120.0,
) -> Settings:
    """What `connect` takes, with the defaults filled in. Errors: `InterfaceError`."""
    key, address = _resolve(api_key, url)
    if max_cost is not None and not _DOLLARS.fullmatch(max_cost):
        raise usage_error(f'max_cost is in US dollars, as "$0.50", not "{max_cost}"', "max_cost")
    return Settings(key, address, platform, limit, max_cost, retries, timeout)


def connect(**options: Any) -> Connection:
    """A connection.

    api_key, url: default SDQ_API_KEY and SDQ_REMOTE, else what `sdq login` stored. platform: default `shortvideo`.
    limit: most rows of a query, default 10,000. max_cost: most that a query may cost, as "$0.50". retries: how often a
    request is sent again at most, default 3. timeout: seconds until an answer, and between two parts of it, default 120.
    """
    return Connection(settings_of(**options))


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext sdq` brings the magic `%sql`."""
    from .magic import register

    register(shell)


__all__ = [
    "BINARY",
    "DATETIME",
    "NUMBER",
    "ROWID",
    "STRING",
    "Binary",
    "Check",
    "Column",
    "Connection",
    "Cursor",
    "DataError",
    "DatabaseError",
    "Date",
    "DateFromTicks",
    "Error",
    "Fault",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "ProgrammingError",
    "Progress",
    "Quote",
    "Receipt",
    "Settings",
    "Statement",
    "Time",
    "TimeFromTicks",
    "Timestamp",
    "TimestampFromTicks",
    "TruncatedWarning",
    "Warning",
    "aio",
    "apilevel",
    "connect",
    "load_ipython_extension",
    "paramstyle",
    "settings_of",
    "threadsafety",
]
