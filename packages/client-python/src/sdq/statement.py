"""A query that runs in the service, whether or not anyone waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import DatabaseError, class_of
from .protocol import WAIT_MS, Call, Page, Receipt, get
from .values import row_decoder

if TYPE_CHECKING:
    from .connection import Connection, Format

_LONGEST_PAUSE = 2.0


def _share(fraction: Any) -> float | None:
    return None if fraction is None else float(fraction)


@dataclass(frozen=True)
class Progress:
    state: str
    rows: int
    elapsed_ms: int
    fraction: float | None


class Statement:
    """A submitted query. Reading its result again is free, in any format."""

    def __init__(self, connection: Connection, statement_id: str) -> None:
        self.id = statement_id
        self._connection = connection
        self._path = f"/api/{connection.settings.platform}/sql/statements/{statement_id}"

    def state(self) -> Progress:
        return self._progress(self._view())

    def progress(self) -> Iterator[Progress]:
        """The state again and again, until the statement has ended."""
        pause = 0.05
        while True:
            progress = self.state()
            yield progress
            if progress.state != "running":
                return
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_PAUSE)

    def result(self) -> tuple[list[tuple[Any, ...]], Receipt]:
        """All rows and what they cost, once the statement has succeeded. Raises the error of a failed one."""
        self._end()
        rows: list[tuple[Any, ...]] = []
        query = "?limit=10000&shape=arrays"
        while True:
            page = Page.read(self._connection._request(get(self._path + query)))
            decode = row_decoder([column.type for column in page.columns])
            rows.extend(decode(row) for row in page.rows)
            if page.cursor is None:
                return rows, page.receipt
            query = f"?limit=10000&shape=arrays&cursor={page.cursor}"

    def stream(self, format: Format) -> Iterator[bytes]:
        """The result as a file, in parts as they come."""
        self._end()
        with self._connection._open(get(f"{self._path}?format={format}")) as response:
            yield from self._connection._parts(response)

    def arrow(self) -> Any:
        """A pyarrow Table."""
        import pyarrow as pa

        return pa.ipc.open_stream(b"".join(self.stream("arrow"))).read_all()

    def receipt(self) -> Receipt:
        """What the result cost."""
        self._end()
        charged = self._view()["charged"]
        return self._connection.receipt(charged["request_id"])

    def cancel(self) -> bool:
        """Ends the query; False where it had ended before. What was cancelled is not charged."""
        try:
            self._connection._request(Call("DELETE", self._path))
            return True
        except DatabaseError as error:
            if error.code == "statement_not_running":
                return False
            raise

    def _end(self) -> None:
        view = self._view(WAIT_MS)
        while view["state"] == "running":
            view = self._view(WAIT_MS)
        if view["state"] == "succeeded":
            return
        told = view.get("error") or {}
        code = told.get("code") or ("query_cancelled" if view["state"] == "cancelled" else "internal_error")
        raise class_of(code, 400)(code, told.get("message") or f"The statement {self.id} is {view['state']}")

    def _view(self, wait_ms: int = 0) -> Any:
        return self._connection._request(get(f"{self._path}?limit=1&wait_ms={wait_ms}"))["data"]

    def _progress(self, view: Any) -> Progress:
        told = view.get("progress") or {}
        done = view["state"] == "succeeded"
        rows = told.get("rows", view.get("row_count", 0))
        return Progress(
            view["state"], rows, told.get("elapsed_ms", 0), 1.0 if done else _share(told.get("fraction"))
        )
