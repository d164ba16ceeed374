"""What DB-API 2.0 (PEP 249) asks of a module that reads."""

import asyncio
import datetime as dt
import warnings

import pytest
from conftest import options_of

import sdq


def test_globals():
    assert sdq.apilevel == "2.0"
    assert sdq.threadsafety in (0, 1, 2, 3)
    assert sdq.paramstyle in ("qmark", "numeric", "named", "format", "pyformat")


def test_exceptions_have_the_hierarchy():
    assert issubclass(sdq.Warning, Exception)
    assert issubclass(sdq.InterfaceError, sdq.Error)
    for name in ("DataError", "OperationalError", "IntegrityError", "InternalError", "ProgrammingError"):
        assert issubclass(getattr(sdq, name), sdq.DatabaseError)
        assert getattr(sdq.Connection, name) is getattr(sdq, name)
    assert issubclass(sdq.DatabaseError, sdq.Error)
    assert issubclass(sdq.NotSupportedError, sdq.DatabaseError)


def test_constructors():
    assert sdq.Date(2026, 3, 1) == dt.date(2026, 3, 1)
    assert sdq.Time(12, 30, 0) == dt.time(12, 30)
    assert sdq.Timestamp(2026, 3, 1, 12) == dt.datetime(2026, 3, 1, 12)
    assert isinstance(sdq.TimestampFromTicks(0), dt.datetime)
    assert isinstance(sdq.DateFromTicks(0), dt.date)
    assert isinstance(sdq.TimeFromTicks(0), dt.time)
    assert sdq.Binary(b"x") == b"x"


def test_description_and_type_objects(db):
    cursor = db.execute(
        "SELECT 1::BIGINT AS n, 'x' AS s, now()::TIMESTAMP AS t, 'x'::BLOB AS b, 1.5::DECIMAL(4, 1) AS d"
    )
    assert [each[0] for each in cursor.description] == ["n", "s", "t", "b", "d"]
    assert all(len(each) == 7 for each in cursor.description)
    types = [sdq.NUMBER, sdq.STRING, sdq.DATETIME, sdq.BINARY, sdq.NUMBER]
    for each, wanted in zip(cursor.description, types, strict=True):
        assert each[1] == wanted
        assert each[1] != sdq.ROWID


def test_fetching(db):
    cursor = db.cursor()
    assert cursor.description is None
    assert cursor.rowcount == -1
    cursor.execute("SELECT range AS i FROM range(10) ORDER BY 1")
    assert cursor.rowcount == 10
    assert cursor.fetchone() == (0,)
    assert cursor.fetchmany(2) == [(1,), (2,)]
    cursor.arraysize = 3
    assert cursor.fetchmany() == [(3,), (4,), (5,)]
    assert cursor.fetchall() == [(6,), (7,), (8,), (9,)]
    assert cursor.fetchone() is None
    assert cursor.fetchmany() == []
    assert cursor.fetchall() == []


def test_iteration_and_context(db):
    with db.cursor() as cursor:
        assert [n for (n,) in cursor.execute("SELECT range FROM range(3) ORDER BY 1")] == [0, 1, 2]
        cursor.setinputsizes([1])
        cursor.setoutputsize(100)


def test_no_rows(db):
    cursor = db.execute("SELECT video_id FROM videos WHERE false")
    assert cursor.fetchone() is None
    assert cursor.rowcount == 0


def test_misuse_is_told(db):
    cursor = db.cursor()
    with pytest.raises(sdq.Error, match="execute a query first"):
        cursor.fetchone()
    with pytest.raises(sdq.NotSupportedError):
        cursor.executemany("SELECT ?", [(1,)])
    with pytest.raises(sdq.InterfaceError, match="cannot be bound"):
        cursor.execute("SELECT ?", [object()])
    cursor.close()
    with pytest.raises(sdq.Error, match="cursor is closed"):
        cursor.execute("SELECT 1")


def test_a_closed_connection_refuses(connect):
    db = connect()
    db.commit()
    db.rollback()
    db.close()
    for call in (db.commit, db.cursor, lambda: db.check("SELECT 1")):
        with pytest.raises(sdq.Error, match="connection is closed"):
            call()


def test_parameters_of_python(db):
    values = [
        dt.date(2026, 3, 1),
        dt.datetime(2026, 3, 1, tzinfo=dt.timezone.utc),
        2**62,
        None,
        [1, 2],
        "O'Brien",
    ]
    sql = "SELECT ?::DATE, ?::TIMESTAMPTZ, ?::BIGINT, ?, ?, ?"
    assert db.execute(sql, values).fetchone() == tuple(values)


def test_decimals_keep_their_digits_and_floats_stay_floats(db):
    sql = "SELECT 0.50::DECIMAL(9, 2), [1.10::DECIMAL(4, 2)], 0.5::DOUBLE, [0.25::DOUBLE], {'a': 0.5::FLOAT}"
    row = db.execute(sql).fetchone()
    assert [str(row[0]), str(row[1][0])] == ["0.50", "1.10"]
    assert [type(row[2]), type(row[3][0]), type(row[4]["a"])] == [float, float, float]


def test_pages_are_read_as_rows_are_asked_for(db):
    cursor = db.execute("SELECT range AS i FROM range(30000) ORDER BY i", limit=25_000)
    assert cursor.receipt.records <= 10_000
    assert cursor.rowcount == -1
    with pytest.warns(sdq.TruncatedWarning, match="more rows than the limit"):
        rows = cursor.fetchall()
    assert rows == [(i,) for i in range(25_000)]
    assert cursor.receipt.records <= 25_002
    assert cursor.truncated
    with pytest.raises(sdq.InterfaceError, match="100,000 rows at most"):
        db.execute("SELECT 1", limit=200_000)


def test_truncation_is_warned_of(db):
    with pytest.warns(sdq.TruncatedWarning):
        db.execute("SELECT video_id FROM videos", limit=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        db.execute("SELECT video_id FROM videos LIMIT 1", limit=1)


def test_errors_show_place_and_hint(db):
    with pytest.raises(sdq.ProgrammingError) as caught:
        db.execute("SELECT playcount FROM videos")
    text = str(caught.value)
    assert text.startswith("sql_unknown_column: 1:8: ")
    assert "did you mean: play_count" in text
    assert caught.value.request_id.startswith("req_")
    with pytest.raises(sdq.OperationalError, match="max_cost_exceeded"):
        db.execute("SELECT video_id FROM videos", limit=100, max_cost="$0.0001")
    with pytest.raises(sdq.InterfaceError, match="US dollars"):
        sdq.connect(api_key="k", max_cost="much")


def test_a_check_is_free(db):
    check = db.check("SELECT video_id, author, region FROM videos", limit=500)
    assert check.cost_max == "$0.0500"
    assert [column.name for column in check.columns] == ["video_id", "author", "region"]
    wrong = db.check("SELECT playcount FROM videos")
    assert not wrong.valid
    assert (wrong.faults[0].line, wrong.faults[0].column) == (1, 8)


def test_a_statement(db):
    statement = db.submit("SELECT video_id FROM videos ORDER BY 1 LIMIT 4")
    assert [each.state for each in statement.progress()][-1] == "succeeded"
    rows, receipt = statement.result()
    assert len(rows) == 4
    assert receipt.cost == "$0.0004"
    assert statement.arrow().num_rows == 4
    assert statement.cancel() is False
    endless = db.submit("SELECT count(*) FROM range(10000000) a, range(100000) b")
    assert endless.cancel() is True
    with pytest.raises(sdq.OperationalError, match="query_cancelled"):
        endless.result()


def test_a_quote_holds_and_takes_the_place_of_sql(db):
    quote = db.quote("SELECT author, video_id FROM videos WHERE author = ? ORDER BY 2", ["a2"], limit=7)
    assert (quote.rows_max, [column.name for column in quote.columns]) == (7, ["author", "video_id"])
    with pytest.warns(sdq.TruncatedWarning):
        cursor = db.execute(quote)
    assert len(cursor.fetchall()) == 7
    assert cursor.receipt.snapshot_id == quote.snapshot_id
    assert db.arrow(quote).num_rows == 7
    with pytest.raises(sdq.InterfaceError, match="its limit already"):
        db.execute(quote, limit=3)


def test_a_stream_that_resumes_is_paid_once(connect):
    db = connect("cut-early")
    sql = "SELECT play_count, video_id, description FROM videos ORDER BY 1"
    table = db.arrow(sql, limit=5_000, resume=True)
    assert table["play_count"].to_pylist() == list(range(1, 5_001))
    assert table.schema.metadata[b"sdq.cost"] in (b"$0.5000", b"$0.0000")


def test_a_stream_that_resumes_and_is_not_awaited_is_cancelled():
    async def run():
        async with sdq.aio.connect(**options_of()) as db:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await db.arrow("SELECT count(*) FROM range(10000000) a, range(100000) b", resume=True)

    asyncio.run(run())


def test_snapshots_tells_the_newest_one_when_it_begins(db):
    for snapshot in db.snapshots():
        assert db.execute("SELECT 11 AS n").receipt.snapshot_id == snapshot
        break
