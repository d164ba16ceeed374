"""The same with async and await: `async with sdq.aio.connect() as db: rows = await db.fetch("SELECT …")`.

A task that is cancelled closes its connection, which cancels the query.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import httpx

from . import errors
from .arrow_messages import BatchReader
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
    added,
    broken_stream,
    client_options,
    connection_error,
    get,
    page_limit,
    pause_before,
    post,
    read_json,
    receipt_of,
    refused,
    rows_wanted,
    sql_body,
)
from .values import row_decoder

_NOTICED_SECONDS = 5.0


@dataclass(frozen=True)
class Result:
    """All rows of a query, or as many as its limit."""

    columns: tuple[Column, ...]
    rows: list[tuple[Any, ...]]
    truncated: bool
    receipt: Receipt


class AsyncConnection:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._http = httpx.AsyncClient(**client_options(settings))

    async def __aenter__(self) -> AsyncConnection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def fetch(
        self, sql: Sql, parameters: Any = None, *, limit: int | None = None, max_cost: str | None = None
    ) -> Result:
        """Rows as tuples of Python objects, with what they cost."""
        left = rows_wanted(self.settings, sql, limit)
        page_rows = limit if isinstance(sql, Quote) else page_limit(left)
        body = sql_body(self.settings, sql, parameters, page_rows, max_cost, shape="arrays", format="json")
        rows: list[tuple[Any, ...]] = []
        receipt: Receipt | None = None
        cursor: dict[str, str] = {}
        while True:
            page = Page.read(await self._request(post(self._path, {**body, **cursor})))
            decode = row_decoder([column.type for column in page.columns])
            rows.extend(decode(row) for row in page.rows[:left])
            left -= len(page.rows)
            receipt = added(receipt, page.receipt)
            if not page.has_more or page.cursor is None or left <= 0:
                return Result(page.columns, rows, page.truncated or page.has_more, receipt)
            cursor = {"cursor": page.cursor}

    async def batches(
        self,
        sql: Sql,
        parameters: Any = None,
        *,
        limit: int | None = None,
        max_cost: str | None = None,
        resume: bool = False,
    ) -> AsyncIterator[Any]:
        """Record batches of pyarrow as they come; `resume` as that of `Connection.batches`."""
        async for _, batch, _ in self._batches(sql, parameters, limit, max_cost, resume):
            if batch is not None:
                yield batch

    async def arrow(
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
        # The last of them are used after the loop.
        async for reader, batch, request_id in self._batches(sql, parameters, limit, max_cost, resume):  # noqa: B007
            if batch is not None:
                batches.append(batch)
        return table_of(batches, reader.schema, await self.receipt(request_id))

    async def pandas(self, sql: Sql, parameters: Any = None, **options: Any) -> Any:
        return pandas_of(await self.arrow(sql, parameters, **options))

    async def polars(self, sql: Sql, parameters: Any = None, **options: Any) -> Any:
        return polars_of(await self.arrow(sql, parameters, **options))

    async def quote(self, sql: str, parameters: Any = None, *, limit: int | None = None) -> Quote:
        """A price that holds for ten minutes; free. `fetch`, `arrow` and the others take it in place of SQL text."""
        body = sql_body(self.settings, sql, parameters, limit, None)
        return Quote.read(sql, (await self._request(post(f"{self._path}/quotes", body)))["data"])

    async def receipt(self, request_id: str) -> Receipt:
        until = time.monotonic() + _NOTICED_SECONDS
        while True:
            try:
                return receipt_of((await self._request(get(f"/api/requests/{request_id}")))["data"])
            except errors.Error as error:
                if error.status != 404 or time.monotonic() > until:
                    raise
            await asyncio.sleep(0.05)

    @property
    def _path(self) -> str:
        return f"/api/{self.settings.platform}/sql"

    async def _request(self, call: Call) -> Any:
        async with self._open(call) as response:
            content = b"".join([part async for part in self._parts(response)])
        try:
            return read_json(content)
        except ValueError as error:
            raise errors.OperationalError("bad_answer", "The answer is no JSON") from error

    @asynccontextmanager
    async def _open(self, call: Call) -> AsyncIterator[httpx.Response]:
        response = await self._send(call)
        try:
            yield response
        finally:
            await response.aclose()

    async def _send(self, call: Call) -> httpx.Response:
        attempt = 0
        while True:
            request = self._http.build_request(call.method, call.path, json=call.json, headers=call.headers())
            try:
                response = await self._http.send(request, stream=True)
                if response.status_code >= 400:
                    await response.aread()
                error = refused(self.settings.url, response)
                if error is None:
                    return response
                await response.aclose()
            except httpx.HTTPError as cause:
                error = connection_error(self.settings.url, cause)
                error.__cause__ = cause
            pause = pause_before(error, attempt, self.settings.retries)
            if pause is None:
                raise error
            await asyncio.sleep(pause)
            attempt += 1

    async def _parts(self, response: httpx.Response) -> AsyncIterator[bytes]:
        try:
            async for part in response.aiter_bytes():
                yield part
        except httpx.HTTPError as cause:
            raise broken_stream(response.headers.get("x-request-id"), cause) from cause

    async def _batches(
        self, sql: Sql, parameters: Any, limit: int | None, max_cost: str | None, resume: bool
    ) -> AsyncIterator[tuple[BatchReader, Any, str]]:
        if resume:
            body = sql_body(self.settings, sql, parameters, limit, max_cost, wait_timeout_ms=0)
            stream = self._resumed(KeptStream(self._path, await self._request(post(self._path, body))))
        else:
            body = sql_body(self.settings, sql, parameters, limit, max_cost, format="arrow")
            stream = self._streamed(post(self._path, body))
        async with aclosing(stream):
            async for each in stream:
                yield each

    async def _streamed(self, call: Call) -> AsyncGenerator[tuple[BatchReader, Any, str]]:
        async with self._open(call) as response:
            async for each in self._read(response, response.headers.get("x-request-id", "")):
                yield each

    async def _resumed(self, kept: KeptStream) -> AsyncGenerator[tuple[BatchReader, Any, str]]:
        try:
            while True:
                try:
                    async with self._open(kept.next()) as response:
                        if response.status_code == 202:
                            continue
                        kept.running = False
                        async for reader, batch, _ in self._read(response, kept.request_id):
                            yield reader, batch, kept.request_id
                            kept.take(0 if batch is None else batch.num_rows)
                        return
                except errors.Error as error:
                    pause = kept.pause_after(error, self.settings.retries)
                    if pause is None:
                        raise
                    await asyncio.sleep(pause)
        finally:
            if kept.running:
                with suppress(errors.Error):
                    await self._request(kept.cancel())

    async def _read(
        self, response: httpx.Response, request_id: str
    ) -> AsyncGenerator[tuple[BatchReader, Any, str]]:
        reader = BatchReader()
        async for part in self._parts(response):
            for batch in reader.feed(part):
                yield reader, batch, request_id
        if not reader.ended:
            raise broken_stream(request_id, None)
        yield reader, None, request_id


def connect(**options: Any) -> AsyncConnection:
    """A connection with async; options as those of `sdq.connect`."""
    from . import settings_of

    return AsyncConnection(settings_of(**options))
