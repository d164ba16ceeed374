"""Cuts an Arrow IPC stream into record batches as its bytes come."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

_RECORD_BATCH = 3
_END = b"\xff\xff\xff\xff\x00\x00\x00\x00"


class BatchReader:
    """`feed` takes bytes and gives the batches that are complete."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._head = b""
        self.schema: Any = None
        self.ended = False

    def feed(self, part: bytes) -> Iterator[Any]:
        import pyarrow as pa

        self._buffer += part
        while (message := self._next_message()) is not None:
            kind, content = message
            if kind == _RECORD_BATCH:
                yield pa.ipc.open_stream(self._head + content + _END).read_next_batch()
            else:
                # The schema, then dictionaries: what a batch needs before it.
                self._head += content
                self.schema = pa.ipc.open_stream(self._head + _END).schema

    def _next_message(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if self.ended or len(buffer) < 8:
            return None
        (length,) = struct.unpack_from("<i", buffer, 4)
        if length == 0:
            self.ended = True
            return None
        if len(buffer) < 8 + length:
            return None
        kind, body_length = _message_facts(buffer, 8)
        size = 8 + length + body_length
        if len(buffer) < size:
            return None
        content = bytes(buffer[:size])
        del buffer[:size]
        return kind, content


def _message_facts(buffer: bytearray, start: int) -> tuple[int, int]:
    """Kind and length of the body, from the flatbuffer `Message` (Message.fbs of Arrow)."""
    (root,) = struct.unpack_from("<i", buffer, start)
    table = start + root
    (back,) = struct.unpack_from("<i", buffer, table)
    vtable = table - back
    (size,) = struct.unpack_from("<H", buffer, vtable)

    def field(slot: int) -> int | None:
        at = 4 + 2 * slot
        if at >= size:
            return None
        (offset,) = struct.unpack_from("<H", buffer, vtable + at)
        return table + offset if offset else None

    kind, body = field(1), field(3)
    return (
        0 if kind is None else buffer[kind],
        0 if body is None else struct.unpack_from("<q", buffer, body)[0],
    )
