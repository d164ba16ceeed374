"""What is sent and when it is sent again: shared by the connections with and without async."""

from __future__ import annotations

import decimal
import json
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from .errors import Error, ErrorFacts, OperationalError, error_of, usage_error
from .values import parameters as bound

PAGE_ROWS = 10_000
"""Most rows of one page of JSON."""

PAGED_ROWS = 100_000
"""Most rows of all pages of one result."""

_LONGEST_WAIT = 30.0
_SENT_AGAIN = frozenset({429, 502, 503})
_STILL_RUNNING = "idempotency_conflict"
"""An attempt whose answer was lost may still run: its answer comes when it has ended."""


@dataclass(frozen=True)
class Settings:
    api_key: str
    url: str
    platform: str
    limit: int
    max_cost: str | None
    retries: int
    timeout: float


@dataclass(frozen=True)
class Receipt:
    """What a query cost: US dollars, as `$0.0100`, and the records charged."""

    request_id: str
    cost: str
    records: int
    snapshot_id: str | None


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    nullable: bool


@dataclass(frozen=True)
class Call:
    """A request; a POST has a name, so that it is executed and charged once however often it is sent."""

    method: str
    path: str
    json: Any = None
    name: str | None = None

    def headers(self) -> dict[str, str]:
        return {} if self.name is None else {"idempotency-key": self.name}


def get(path: str) -> Call:
    return Call("GET", path)


def post(path: str, json: Any) -> Call:
    return Call("POST", path, json, secrets.token_hex(16))


def read_json(content: bytes) -> Any:
    """Numbers with a fraction as Decimal, so that a DECIMAL keeps its digits; `values` makes floats of a DOUBLE."""
    return json.loads(content, parse_float=decimal.Decimal)


def client_options(settings: Settings) -> dict[str, Any]:
    return {
        "base_url": settings.url,
        "headers": {"authorization": f"Bearer {settings.api_key}", "user-agent": "sdq-python/0.1.0"},
        "timeout": httpx.Timeout(settings.timeout, connect=10.0),
    }


@dataclass(frozen=True)
class Quote:
    """A price that holds for ten minutes. Given in place of SQL text, its query runs over its snapshot for this price."""

    id: str
    sql: str
    snapshot_id: str
    columns: tuple[Column, ...]
    rows_max: int
    """Most rows that the query can return."""
    cost_max: str
    """Most that the query can cost, as `$0.0100`."""
    expires_at: str
    """ISO 8601, UTC."""

    @staticmethod
    def read(sql: str, data: Mapping[str, Any]) -> Quote:
        columns = tuple(Column(each["name"], each["type"], each["nullable"]) for each in data["columns"])
        told = (data["rows_max"], data["cost_max"], data["expires_at"])
        return Quote(data["quote_id"], sql, data["snapshot_id"], columns, *told)


Sql = str | Quote

WAIT_MS = 20_000
"""How long the service waits for the end of a statement before it answers."""


class KeptStream:
    """An Arrow stream of a statement's result: one that breaks off is read on where it was."""

    def __init__(self, path: str, submitted: Mapping[str, Any]) -> None:
        self._path = f"{path}/statements/{submitted['data']['statement_id']}"
        self.request_id: str = submitted["request_id"]
        self.running = True
        self._rows = 0
        self._failures = 0

    def next(self) -> Call:
        return get(f"{self._path}?format=arrow&wait_ms={WAIT_MS}&offset={self._rows}")

    def cancel(self) -> Call:
        return Call("DELETE", self._path)

    def take(self, rows: int) -> None:
        self._rows += rows
        self._failures = 0

    def pause_after(self, error: Error, retries: int) -> float | None:
        """Seconds until the stream is read on; None where it is not."""
        if error.code != "stream_broken" or self._failures >= retries:
            return None
        self._failures += 1
        return backoff(self._failures - 1)


def sql_body(
    settings: Settings, sql: Sql, values: Any, limit: int | None, max_cost: str | None, **more: Any
) -> dict[str, Any]:
    if isinstance(sql, Quote):
        if values is not None or limit is not None:
            raise usage_error("A quote has its parameters and its limit already")
        more, sql = {**more, "quote_id": sql.id}, sql.sql
    if not isinstance(sql, str):
        raise usage_error("The query is a text")
    body: dict[str, Any] = {"query": sql, "limit": settings.limit if limit is None else limit, **more}
    given = bound(values)
    if given is not None:
        body["parameters"] = given
    cost = max_cost or settings.max_cost
    if cost is not None:
        body["max_cost"] = cost
    return body


def rows_wanted(settings: Settings, sql: Sql, limit: int | None) -> int:
    """Most rows of all pages: those of a quote, else the limit."""
    if isinstance(sql, Quote):
        return sql.rows_max
    return settings.limit if limit is None else limit


def page_limit(limit: int) -> int:
    """Rows of a page: whole pages make up a limit of several. The service refuses limits below 1."""
    if limit > PAGED_ROWS:
        raise usage_error(
            f"A cursor gives {PAGED_ROWS:,} rows at most: read more by batches() or arrow()", "limit"
        )
    pages = -(-limit // PAGE_ROWS)
    return limit if pages <= 1 else -(-limit // pages)


def connection_error(url: str, cause: httpx.HTTPError) -> Error:
    if isinstance(cause, httpx.TimeoutException):
        return OperationalError("timed_out", f"{url} did not answer in time", ErrorFacts(retryable=True))
    reason = str(cause) or type(cause).__name__
    return OperationalError(
        "connection_failed", f"{url} was not reached: {reason}", ErrorFacts(retryable=True)
    )


def broken_stream(request_id: str | None, cause: Exception | None) -> Error:
    receipt = "" if request_id is None else f"; the receipt of {request_id} tells what was charged"
    reason = "it has no end marker" if cause is None else str(cause) or type(cause).__name__
    facts = ErrorFacts(request_id=request_id, retryable=True)
    return OperationalError("stream_broken", f"The answer broke off: {reason}{receipt}", facts)


def refused(url: str, response: httpx.Response) -> Error | None:
    """The error of an answer whose body was read; None for a success."""
    if response.status_code >= 400:
        return error_of(response.status_code, response.headers, response.content)
    if "x-request-id" not in response.headers:
        return OperationalError("bad_answer", f"What answers at {url} is no sdq service")
    return None


def pause_before(error: Error, attempt: int, retries: int) -> float | None:
    """Seconds to wait before the request is sent again; None where it is not."""
    transient = error.retryable if error.status is None else error.status in _SENT_AGAIN
    wait = backoff(attempt) if error.retry_after is None else error.retry_after
    again = transient or error.code == _STILL_RUNNING
    return wait if again and attempt < retries and wait <= _LONGEST_WAIT else None


def backoff(attempt: int) -> float:
    """Seconds before the next attempt: up to 0.25, 0.5, 1 … 8, at random."""
    return random.random() * min(8.0, 0.25 * 2.0**attempt)


def snapshot_of(line: str) -> str | None:
    """The ID of the snapshot that a line of server-sent events tells."""
    return line[4:] if line.startswith("id: ") else None


def receipt_of(data: Mapping[str, Any]) -> Receipt:
    return Receipt(data["request_id"], data["cost"], data["records"], data.get("snapshot_id"))


def added(receipt: Receipt | None, page: Receipt) -> Receipt:
    """The receipt of several pages: the ID of the last one, the sums of all."""
    if receipt is None:
        return page
    units = sum(round(float(each.cost[1:]) * 10_000) for each in (receipt, page))
    cost = f"${units // 10_000}.{units % 10_000:04d}"
    return Receipt(page.request_id, cost, receipt.records + page.records, page.snapshot_id)


@dataclass(frozen=True)
class Page:
    columns: tuple[Column, ...]
    rows: list[Sequence[Any]]
    has_more: bool
    truncated: bool
    cursor: str | None
    receipt: Receipt

    @staticmethod
    def read(body: Mapping[str, Any]) -> Page:
        data = body["data"]
        charged = data.get("charged") or {}
        return Page(
            tuple(Column(each["name"], each["type"], each["nullable"]) for each in data["columns"]),
            data["rows"],
            data["has_more"],
            data["truncated"],
            data["cursor"],
            Receipt(
                charged.get("request_id", body["request_id"]),
                charged.get("cost", body["cost"]),
                charged.get("records", data["row_count"]),
                data["snapshot_id"],
            ),
        )
