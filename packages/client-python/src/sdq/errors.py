"""Errors of DB-API 2.0, with what the service tells about them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


class Warning(Exception):
    """A warning of DB-API 2.0; this module warns by `TruncatedWarning`."""


class TruncatedWarning(UserWarning):
    """A result has more rows than the limit."""


@dataclass(frozen=True)
class Fault:
    """A place in the SQL text. Offsets in UTF-16 code units from 0; lines and columns from 1."""

    message: str
    offset: int | None = None
    length: int | None = None
    line: int | None = None
    column: int | None = None
    candidates: tuple[str, ...] = ()
    hint: str | None = None

    @staticmethod
    def read(value: Mapping[str, Any]) -> Fault:
        return Fault(
            value["message"],
            value.get("offset"),
            value.get("length"),
            value.get("line"),
            value.get("column"),
            tuple(value.get("candidates") or ()),
            value.get("hint"),
        )


@dataclass(frozen=True)
class ErrorFacts:
    status: int | None = None
    request_id: str | None = None
    retryable: bool = False
    retry_after: float | None = None
    param: str | None = None
    faults: Sequence[Fault] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)
    doc_url: str | None = None


class Error(Exception):
    """A request that failed. `code` is one of the service, or `connection_failed`, `stream_broken`, `timed_out`,
    `bad_answer` (what answers is no sdq service), `usage_error`."""

    def __init__(self, code: str, message: str, facts: ErrorFacts | None = None) -> None:
        facts = facts or ErrorFacts()
        self.code = code
        self.message = message
        self.status = facts.status
        self.request_id = facts.request_id
        self.retryable = facts.retryable
        self.retry_after = facts.retry_after
        self.param = facts.param
        self.faults = tuple(facts.faults)
        self.meta = facts.meta
        self.doc_url = facts.doc_url
        super().__init__(self._described())

    @property
    def hint(self) -> str | None:
        """How to mend it, where the service tells."""
        told = self.faults[0].hint if self.faults else None
        return told or self.meta.get("hint")

    def _described(self) -> str:
        place = self.faults[0] if self.faults else None
        at = f"{place.line}:{place.column}: " if place and place.line is not None else ""
        lines = [f"{self.code}: {at}{self.message}"]
        if place and place.candidates:
            lines.append(f"did you mean: {', '.join(place.candidates)}")
        if self.hint:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


class InterfaceError(Error):
    """The client was used in a wrong way."""


class DatabaseError(Error):
    """The service refused or failed."""


class DataError(DatabaseError):
    """A value could not be converted."""


class OperationalError(DatabaseError):
    """The connection, limits, balance or availability."""


class IntegrityError(DatabaseError):
    """Never raised: queries read only."""


class InternalError(DatabaseError):
    """A fault of the service."""


class ProgrammingError(DatabaseError):
    """The query or its parameters."""


class NotSupportedError(DatabaseError):
    """What the service does not do."""


def usage_error(message: str, param: str | None = None) -> InterfaceError:
    return InterfaceError("usage_error", message, ErrorFacts(param=param))


_by_code: Mapping[str, type[DatabaseError]] = {
    "sql_conversion_error": DataError,
    "internal_error": InternalError,
    "not_supported_by_backend": NotSupportedError,
    "statement_not_allowed": NotSupportedError,
    "query_timeout": OperationalError,
    "query_cancelled": OperationalError,
    "query_out_of_memory": OperationalError,
}


def error_of(status: int, headers: Mapping[str, str], content: bytes) -> DatabaseError:
    """The error that an answer with a status of 400 and above tells."""
    wait = headers.get("retry-after", "")
    retry_after = float(wait) if wait.isdigit() else None
    request_id = headers.get("x-request-id")
    try:
        body = json.loads(content)
        detail, told = body["detail"], body.get("error")
    except (ValueError, KeyError, TypeError):
        facts = ErrorFacts(status, request_id, status == 429 or status >= 502, retry_after)
        return OperationalError("bad_answer", f"The service answered {status} without an error body", facts)
    if told is None:
        places = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in detail]
        facts = ErrorFacts(status, request_id, meta={"detail": detail})
        return ProgrammingError("request_invalid", "; ".join(places), facts)
    meta = told.get("meta") or {}
    faults = [told["sql"], *meta.get("further_sql_faults", [])] if told.get("sql") else []
    facts = ErrorFacts(
        status,
        request_id,
        bool(told.get("retryable")),
        retry_after,
        told.get("param"),
        [Fault.read(each) for each in faults],
        meta,
        told.get("doc_url"),
    )
    return class_of(told["code"], status)(told["code"], detail, facts)


def class_of(code: str, status: int) -> type[DatabaseError]:
    if code in _by_code:
        return _by_code[code]
    if status >= 500 or status in (401, 402, 403, 408, 429):
        return OperationalError
    return ProgrammingError
