"""A cursor of DB-API 2.0."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .errors import NotSupportedError, TruncatedWarning, usage_error
from .protocol import Page, Quote, Receipt, Sql, added, page_limit, rows_wanted, sql_body
from .values import row_decoder

if TYPE_CHECKING:
    from .connection import Connection

Row = tuple[Any, ...]
Description = tuple[str, str, None, None, None, None, bool]


class Cursor:
    """Rows of a query. Pages after the first are fetched, and charged, when their rows are asked for."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._closed = False
        self._clear()

    def _clear(self) -> None:
        self.description: list[Description] | None = None
        self.rowcount = -1
        self.receipt: Receipt | None = None
        self.truncated = False
        self.rownumber: int | None = None
        self._rows: list[Sequence[Any]] = []
        self._at = 0
        self._next: Callable[[], Page] | None = None
        self._left = 0
        self._decode: Callable[[Sequence[Any]], Row] = tuple

    def execute(
        self,
        operation: Sql,
        parameters: Any = None,
        *,
        limit: int | None = None,
        max_cost: str | None = None,
    ) -> Cursor:
        """Runs one SELECT. Parameters: a list for `?` and `$1`, a mapping for `$name`."""
        self._check_open()
        self._clear()
        settings = self.connection.settings
        wanted = rows_wanted(settings, operation, limit)
        page_rows = limit if isinstance(operation, Quote) else page_limit(wanted)
        body = sql_body(settings, operation, parameters, page_rows, max_cost, shape="arrays", format="json")
        page = self.connection._page(body)
        self.description = [
            (column.name, column.type, None, None, None, None, column.nullable) for column in page.columns
        ]
        self._decode = row_decoder([column.type for column in page.columns])
        self._left = wanted
        self.rownumber = 0
        self._take(page, body)
        if self._next is None:
            self.rowcount = len(page.rows)
        return self

    def executemany(self, operation: str, seq_of_parameters: Sequence[Any]) -> None:
        """Queries only read, so that many runs of one make no sense. Errors: NotSupportedError."""
        raise NotSupportedError("usage_error", "executemany is for statements that write; queries only read")

    def _take(self, page: Page, body: dict[str, Any]) -> None:
        self._rows = page.rows[: self._left]
        self._at = 0
        self._left -= len(self._rows)
        self.receipt = added(self.receipt, page.receipt)
        self._next = None
        if page.has_more and page.cursor is not None and self._left > 0:
            following = {**body, "cursor": page.cursor}
            self._next = lambda: self.connection._page(following)
            self._body = body
            return
        self.truncated = page.truncated or page.has_more
        if self.truncated:
            warnings.warn(
                "The result has more rows than the limit: give a higher limit, or read it by batches()",
                TruncatedWarning,
                stacklevel=3,
            )

    def fetchone(self) -> Row | None:
        self._check_result()
        while self._at >= len(self._rows):
            if self._next is None:
                return None
            self._take(self._next(), self._body)
        row = self._decode(self._rows[self._at])
        self._at += 1
        self.rownumber = (self.rownumber or 0) + 1
        return row

    def fetchmany(self, size: int | None = None) -> list[Row]:
        self._check_result()
        rows: list[Row] = []
        while len(rows) < (self.arraysize if size is None else size):
            row = self.fetchone()
            if row is None:
                break
            rows.append(row)
        return rows

    def fetchall(self) -> list[Row]:
        return list(self)

    def __iter__(self) -> Iterator[Row]:
        while (row := self.fetchone()) is not None:
            yield row

    def setinputsizes(self, sizes: Any) -> None:
        """Does nothing, as DB-API 2.0 allows."""

    def setoutputsize(self, size: int, column: int | None = None) -> None:
        """Does nothing, as DB-API 2.0 allows."""

    def close(self) -> None:
        self._clear()
        self._closed = True

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise usage_error("The cursor is closed")
        self.connection._check_open()

    def _check_result(self) -> None:
        self._check_open()
        if self.description is None:
            raise usage_error("There are no rows: execute a query first")
