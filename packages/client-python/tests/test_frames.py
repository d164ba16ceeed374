"""Arrow, pandas and polars; also their own readers of databases; async."""

import asyncio
import warnings

import pandas as pd
import polars as pl
import pytest
from conftest import options_of

import sdq

SQL = "SELECT video_id, create_time, like_count, hashtags FROM videos ORDER BY play_count"


def test_arrow_has_types_and_price(db):
    table = db.arrow(SQL, limit=20)
    assert table.num_rows == 20
    assert str(table.schema.field("like_count").type) == "int64"
    assert table["like_count"][9].as_py() is None
    assert table["like_count"][0].as_py() == 9007199254740994
    assert table.schema.metadata[b"sdq.cost"] in (b"$0.0020", b"$0.0000")


def test_a_result_without_rows_has_its_schema(db):
    table = db.arrow("SELECT video_id, play_count FROM videos WHERE false")
    assert table.column_names == ["video_id", "play_count"]


def test_pandas_keeps_integers_beside_nulls(db):
    frame = db.pandas(SQL, limit=20)
    assert str(frame["like_count"].dtype) == "int64[pyarrow]"
    assert frame["like_count"].iloc[0] == 9007199254740994
    # Free where the account has paid the same question.
    assert frame.attrs["sdq.cost"] in ("$0.0020", "$0.0000")


def test_polars(db):
    frame = db.polars("SELECT region, count(*) AS n FROM videos GROUP BY 1")
    assert frame.rows() == [("SE", 5000)]


def test_batches_come_one_by_one(db):
    count = 0
    for batch in db.batches("SELECT range AS i FROM range(900000)", limit=900_000):
        count += batch.num_rows
        if count > 10:
            break
    assert 10 < count < 900_000


def test_readers_of_pandas_and_polars(db):
    sql = "SELECT video_id, like_count FROM videos ORDER BY play_count LIMIT 3"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # pandas warns of connections that it has no tests for
        frame = pd.read_sql(sql, db)
        filtered = pd.read_sql("SELECT count(*) AS n FROM videos WHERE author = ?", db, params=["a1"])
    assert frame["like_count"].tolist() == [9007199254740994, 9007199254740995, 9007199254740996]
    assert filtered["n"].tolist() == [715]
    assert pl.read_database(sql, db)["like_count"].to_list() == frame["like_count"].tolist()


def test_async_runs_queries_at_once_and_can_be_cancelled():
    async def run():
        async with sdq.aio.connect(**options_of()) as db:
            results = await asyncio.gather(*(db.fetch("SELECT ? AS n", [n]) for n in range(5)))
            assert [result.rows for result in results] == [[(n,)] for n in range(5)]
            table = await db.arrow("SELECT video_id FROM videos LIMIT 3")
            assert table.num_rows == 3
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await db.fetch("SELECT count(*) FROM range(10000000) a, range(100000) b")

    asyncio.run(run())
