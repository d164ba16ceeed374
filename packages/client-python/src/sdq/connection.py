"""A connection: sends queries, gives cursors, Arrow, frames and statements."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

import httpx

from . import errors
from .arrow_messages import BatchReader
from .cursor import Cursor
from .frames import pandas_of, polars_of, table_of
from .protocol import (
    Call,
    Column,
    KeptStream,
    Page,
    Quote,
    Receipt,
    Settings,
    Sql,
    broken_stream,
    client_options,
    connection_error,
    get,
    pause_before,
    post,
    read_json,
    receipt_of,
    refused,
    snapshot_of,
    sql_body,
)
from .statement import Statement

Format = Literal["ndjson", "csv", "arrow", "parquet"]

_NOTICED_SECONDS = 5.0
"""A stream that was left is charged when the service notices."""


class Connection:
    """A service of sdq. Threads may share it. `commit` and `rollback` do nothing: queries read only."""

    Warning = errors.Warning
    Error = errors.Error
    InterfaceError = errors.InterfaceError
    DatabaseError = errors.DatabaseError
    DataError = errors.DataError
    OperationalError = errors.OperationalError
    IntegrityError = errors.IntegrityError
    InternalError = errors.InternalError
    ProgrammingError = errors.ProgrammingError
    NotSupportedError = errors.NotSupportedError

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._http = httpx.Client(**client_options(settings))
        self._closed = False

    # What DB-API 2.0 asks for

    def cursor(self) -> Cursor:
        self._check_open()
        return Cursor(self)

    def commit(self) -> None:
        self._check_open()

    def rollback(self) -> None:
        self._check_open()

    def close(self) -> None:
        self._closed = True
        self._http.close()

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # More

    def execute(self, sql: Sql, parameters: Any = None, **options: Any) -> Cursor:
        """A cursor over the rows; options: `limit`, `max_cost`."""
        return self.cursor().execute(sql, parameters, **options)

    def check(self, sql: str, parameters: Any = None, *, limit: int | None = None) -> Check:
        """Whether the query is valid, where it is not, its columns and the most that it can cost; free."""
        body = sql_body(self.settings, sql, parameters, limit, None)
        data = self._request(post(f"{self._path}/check", body))["data"]
        columns = tuple(Column(each["name"], each["type"], each["nullable"]) for each in data["columns"])
        faults = tuple(errors.Fault.read(each) for each in data["faults"])
        return Check(
            data["valid"], faults, columns, data["rows_max"], data["cost_max"], data["rows_estimated"]
        )

    def batches(
        self,
        sql: Sql,
        parameters: Any = None,
        *,
        limit: int | None = None,
        max_cost: str | None = None,
        resume: bool = False,
    ) -> Iterator[Any]:
        """Record batches of pyarrow as they come. Leaving the loop cancels the query; the rows sent are charged.

        resume: the service computes the whole result and keeps it for 30 minutes, and a stream that breaks off is read
        on where it was, free of charge. The whole result is charged, also if the loop is left.
        """
        return (batch for _, batch, _ in self._batches(sql, parameters, limit, max_cost, resume=resume))

    def arrow(
        self,
        sql: Sql,
        parameters: Any = None,
        *,
        limit: int | None = None,
        max_cost: str | None = None,
        resume: bool = False,
    ) -> Any:
        """A pyarrow Table; its metadata has `sdq.cost`, `sdq.request_id` and `sdq.snapshot_id`."""
        batches: list[Any] = []
        reader, request_id = BatchReader(), ""
        stream = self._batches(sql, parameters, limit, max_cost, with_end=True, resume=resume)
        # The last of them are used after the loop.
        for reader, batch, request_id in stream:  # noqa: B007
            if batch is not None:
                batches.append(batch)
        return table_of(batches, reader.schema, self.receipt(request_id))

    def pandas(self, sql: Sql, parameters: Any = None, **options: Any) -> Any:
        """A pandas DataFrame with Arrow's types; `attrs` has what it cost."""
        return pandas_of(self.arrow(sql, parameters, **options))

    def polars(self, sql: Sql, parameters: Any = None, **options: Any) -> Any:
        """A polars DataFrame."""
        return polars_of(self.arrow(sql, parameters, **options))

    def stream(
        self,
        sql: Sql,
        parameters: Any = None,
        *,
        format: Format,
        limit: int | None = None,
        max_cost: str | None = None,
    ) -> Iterator[bytes]:
        """The result as a file, in parts as they come."""
        body = sql_body(self.settings, sql, parameters, limit, max_cost, format=format)
        with self._open(post(self._path, body)) as response:
            yield from self._parts(response)

    def submit(
        self, sql: Sql, parameters: Any = None, *, limit: int | None = None, max_cost: str | None = None
    ) -> Statement:
        """Starts a query that runs on without a connection; its result is kept for 30 minutes."""
        body = sql_body(self.settings, sql, parameters, limit, max_cost, wait_timeout_ms=0)
        data = self._request(post(self._path, body))["data"]
        return Statement(self, data["statement_id"])

    def quote(self, sql: str, parameters: Any = None, *, limit: int | None = None) -> Quote:
        """A price that holds for ten minutes; free. `execute`, `arrow` and the others take it in place of SQL text."""
        body = sql_body(self.settings, sql, parameters, limit, None)
        return Quote.read(sql, self._request(post(f"{self._path}/quotes", body))["data"])

    def snapshots(self) -> Iterator[str]:
        """The ID of the newest snapshot, now and whenever there is a new one, until the loop is left; free."""
        last = None
        while True:
            # The service ends a stream after an hour.
            with self._open(get("/api/events")) as response:
                for line in response.iter_lines():
                    snapshot = snapshot_of(line)
                    if snapshot is not None and snapshot != last:
                        last = snapshot
                        yield snapshot

    def schema(self, platform: str | None = None) -> Any:
        """Tables of a platform with columns, types, descriptions, row counts and examples."""
        return self._request(get(f"/api/{platform or self.settings.platform}/sql/schema"))["data"]

    def receipt(self, request_id: str) -> Receipt:
        """What a request cost; of a stream that was left, once the service has noticed."""
        until = time.monotonic() + _NOTICED_SECONDS
        while True:
            try:
                return receipt_of(self._request(get(f"/api/requests/{request_id}"))["data"])
            except errors.Error as error:
                if error.status != 404 or time.monotonic() > until:
                    raise
            time.sleep(0.05)

    @property
    def _path(self) -> str:
        return f"/api/{self.settings.platform}/sql"

    def _check_open(self) -> None:
        if self._closed:
            raise errors.usage_error("The connection is closed")

    def _page(self, body: Any) -> Page:
        return Page.read(self._request(post(self._path, body)))

    def _request(self, call: Call) -> Any:
        with self._open(call) as response:
            content = b"".join(self._parts(response))
        try:
            return read_json(content)
        except ValueError as error:
            raise errors.OperationalError("bad_answer", "The answer is no JSON") from error

    @contextmanager
    def _open(self, call: Call) -> Iterator[httpx.Response]:
        """The answer, a success whose body is still to be read."""
        self._check_open()
        response = self._send(call)
        try:
            yield response
        finally:
            response.close()

    def _send(self, call: Call) -> httpx.Response:
        attempt = 0
        while True:
            request = self._http.build_request(call.method, call.path, json=call.json, headers=call.headers())
            try:
                response = self._http.send(request, stream=True)
                if response.status_code >= 400:
                    response.read()
                error = refused(self.settings.url, response)
                if error is None:
                    return response
                response.close()
            except httpx.HTTPError as cause:
                error = connection_error(self.settings.url, cause)
                error.__cause__ = cause
            pause = pause_before(error, attempt, self.settings.retries)
            if pause is None:
                raise error
            time.sleep(pause)
            attempt += 1

    def _parts(self, response: httpx.Response) -> Iterator[bytes]:
        try:
            yield from response.iter_bytes()
        except httpx.HTTPError as cause:
            raise broken_stream(response.headers.get("x-request-id"), cause) from cause

    def _batches(
        self,
        sql: Sql,
        parameters: Any,
        limit: int | None,
        max_cost: str | None,
        *,
        with_end: bool = False,
        resume: bool = False,
    ) -> Iterator[tuple[BatchReader, Any, str]]:
        """The reader, a batch, the request ID; at the end once more without a batch if it is asked for."""
        reader, request_id = BatchReader(), ""
        if resume:
            body = sql_body(self.settings, sql, parameters, limit, max_cost, wait_timeout_ms=0)
            stream = self._resumed(KeptStream(self._path, self._request(post(self._path, body))))
        else:
            body = sql_body(self.settings, sql, parameters, limit, max_cost, format="arrow")
            stream = self._streamed(post(self._path, body))
        for reader, batch, request_id in stream:
            if batch is not None or with_end:
                yield reader, batch, request_id

    def _streamed(self, call: Call) -> Iterator[tuple[BatchReader, Any, str]]:
        with self._open(call) as response:
            request_id = response.headers.get("x-request-id", "")
            yield from self._read(response, request_id)

    def _resumed(self, kept: KeptStream) -> Iterator[tuple[BatchReader, Any, str]]:
        try:
            while True:
                try:
                    with self._open(kept.next()) as response:
                        if response.status_code == 202:
                            continue
                        kept.running = False
                        for reader, batch, _ in self._read(response, kept.request_id):
                            yield reader, batch, kept.request_id
                            kept.take(0 if batch is None else batch.num_rows)
                        return
                except errors.Error as error:
                    pause = kept.pause_after(error, self.settings.retries)
                    if pause is None:
                        raise
                    time.sleep(pause)
        finally:
            if kept.running:
                with suppress(errors.Error):
                    self._request(kept.cancel())

    def _read(self, response: httpx.Response, request_id: str) -> Iterator[tuple[BatchReader, Any, str]]:
        reader = BatchReader()
        for part in self._parts(response):
            for batch in reader.feed(part):
                yield reader, batch, request_id
        if not reader.ended:
            raise broken_stream(request_id, None)
        yield reader, None, request_id


@dataclass(frozen=True)
class Check:
    """What a check tells; prices are None for an invalid query."""

    valid: bool
    faults: tuple[errors.Fault, ...]
    """The places in the SQL text that are wrong."""
    columns: tuple[Column, ...]
    rows_max: int | None
    """Most rows that the query can return within its limit."""
    cost_max: str | None
    """Most that the query can cost, as `$0.0100`."""
    rows_estimated: int | None
    """Rows that the plan reads, estimated."""
