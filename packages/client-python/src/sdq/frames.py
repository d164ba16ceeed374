"""Arrow tables as frames of other libraries."""

from __future__ import annotations

from typing import Any

from .protocol import Receipt


def table_of(batches: list[Any], schema: Any, receipt: Receipt) -> Any:
    """A pyarrow Table; its metadata has what it cost."""
    import pyarrow as pa

    table = pa.Table.from_batches(batches, schema)
    metadata = {
        "sdq.cost": receipt.cost,
        "sdq.request_id": receipt.request_id,
        "sdq.snapshot_id": receipt.snapshot_id or "",
    }
    return table.replace_schema_metadata({**(table.schema.metadata or {}), **metadata})


def pandas_of(table: Any) -> Any:
    """A DataFrame with Arrow's types: 64-bit integers with NULLs stay integers. `attrs` has what it cost."""
    import pandas as pd

    frame = table.to_pandas(types_mapper=pd.ArrowDtype)
    frame.attrs = {name.decode(): value.decode() for name, value in (table.schema.metadata or {}).items()}
    return frame


def polars_of(table: Any) -> Any:
    import polars as pl

    return pl.from_arrow(table)
