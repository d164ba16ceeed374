"""Reads an Arrow stream with pyarrow and Parquet with pyarrow and DuckDB: rows, types and sums of each, as JSON."""

import json
import sys

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

arrow_path, parquet_path = sys.argv[1:]


def facts(table: pa.Table) -> dict:
    table.validate(full=True)
    return {
        "rows": table.num_rows,
        "types": {field.name: str(field.type) for field in table.schema},
        "plays": pc.sum(table["play_count"]).as_py(),
        "tags": pc.sum(pc.list_value_length(table["hashtags"])).as_py(),
        "newest": pc.max(table["create_time"]).as_py().isoformat(),
    }


with pa.OSFile(arrow_path) as file:
    from_arrow = pa.ipc.open_stream(file).read_all()
from_duckdb = duckdb.read_parquet(parquet_path).to_arrow_table()
print(
    json.dumps(
        {
            "pyarrow, Arrow": facts(from_arrow),
            "pyarrow, Parquet": facts(pq.read_table(parquet_path)),
            "DuckDB, Parquet": {**facts(from_duckdb), "types": None},
        }
    )
)
