"""Clients of PostgreSQL for Python against a started service: one line of JSON with what each of them got.

The environment has PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE and PGSSLMODE.
"""

import asyncio
import datetime
import decimal
import json
import os
import resource
import threading

import asyncpg
import psycopg
import sqlalchemy

results = {}


def peak_megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def with_psycopg():
    with psycopg.connect() as connection:
        notices = []
        connection.add_notice_handler(lambda notice: notices.append(notice.message_primary))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM videos WHERE play_count > %s AND create_time > %s AND region = %s",
                (4990, datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc), "SE"),
            )
            results["psycopg count"] = cursor.fetchone()[0]
            cursor.execute("SELECT 1.50::DECIMAL(5, 2), DATE '2026-01-02', [1, NULL], NULL, '{\"a\": 1}'::JSON, INTERVAL '2 days'")
            row = cursor.fetchone()
            results["psycopg values"] = row == (
                decimal.Decimal("1.50"),
                datetime.date(2026, 1, 2),
                [1, None],
                None,
                {"a": 1},
                datetime.timedelta(days=2),
            )
        with connection.cursor(binary=True) as cursor:
            cursor.execute("SELECT -12.345::DECIMAL(8, 3), TIMESTAMPTZ '2026-01-02 03:04:05+00', ['a', 'b'], 5::BIGINT")
            row = cursor.fetchone()
            results["psycopg binary"] = row[0] == decimal.Decimal("-12.345") and row[2] == ["a", "b"] and row[3] == 5
            cursor.execute("SELECT count(*) FROM videos WHERE author = ANY(%s) AND play_count <> ALL(%s)", (["a1", "a2"], [1, 2]))
            results["psycopg arrays"] = cursor.fetchone()[0]
        connection.commit()
        results["psycopg notice"] = notices[0].startswith("Cost $")
        before = peak_megabytes()
        with connection.cursor(name="rows") as cursor:
            cursor.itersize = 5_000
            connection.execute("SET sdq.limit = 200000")
            cursor.execute("SELECT i, repeat('x', 200) FROM range(120000) AS t(i)")
            results["psycopg cursor"] = sum(row[0] for row in cursor)
        results["psycopg cursor grew by"] = peak_megabytes() - before
        connection.commit()
        try:
            connection.execute("SELECT nosuch FROM videos")
        except psycopg.errors.UndefinedColumn as error:
            results["psycopg error"] = [error.sqlstate, error.diag.statement_position, error.diag.source_function]
        connection.rollback()
        with connection.cursor() as cursor, cursor.copy("COPY (SELECT video_id FROM videos ORDER BY 1) TO STDOUT") as copy:
            results["psycopg copy"] = sum(1 for _ in copy.rows())
        connection.commit()
        timer = threading.Timer(0.3, connection.cancel_safe)
        timer.start()
        try:
            connection.execute(
                "SELECT count(*) FROM range(10000000) a(i), range(300) b(j) WHERE hash(i * j) % 7 = 1"
            )
        except psycopg.errors.QueryCanceled as error:
            results["psycopg cancel"] = error.sqlstate
        timer.join()
        connection.rollback()
        results["psycopg after"] = connection.execute("SELECT 2").fetchone()[0]
        for _ in range(8):
            prepared = connection.execute("SELECT %s::INT + 1", (41,)).fetchone()[0]
        results["psycopg prepared"] = prepared


async def with_asyncpg():
    connection = await asyncpg.connect(ssl="require")
    results["asyncpg count"] = await connection.fetchval("SELECT count(*) FROM videos WHERE play_count > $1", 4990)
    row = await connection.fetchrow(
        "SELECT $1::INT AS a, $2::VARCHAR AS b, $3::TIMESTAMPTZ AS c, ['x'] AS d, 1.5::DECIMAL(5, 2) AS e, video_id FROM videos LIMIT 1",
        5,
        "text",
        datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc),
    )
    results["asyncpg values"] = [row["a"], row["b"], row["c"].isoformat(), row["d"], str(row["e"])]
    async with connection.transaction():
        total = 0
        await connection.execute("SET LOCAL sdq.limit = 200000")
        async for row in connection.cursor("SELECT i FROM range(120000) AS t(i)", prefetch=5_000):
            total += row[0]
        results["asyncpg cursor"] = total
    results["asyncpg arrays"] = await connection.fetchval("SELECT count(*) FROM videos WHERE play_count = ANY($1)", [1, 2, 9_999])
    statement = await connection.prepare("SELECT video_id, play_count FROM videos WHERE author = $1 ORDER BY 2 LIMIT 2")
    results["asyncpg prepared"] = [tuple(row) for row in await statement.fetch("a1")]
    results["asyncpg columns"] = [attribute.type.name for attribute in statement.get_attributes()]
    try:
        await connection.fetch("SELECT * FORM videos")
    except asyncpg.PostgresSyntaxError as error:
        results["asyncpg error"] = error.position
    await connection.close()


def with_sqlalchemy(driver):
    host, port = os.environ["PGHOST"], os.environ["PGPORT"]
    user, password = os.environ["PGUSER"], os.environ["PGPASSWORD"]
    engine = sqlalchemy.create_engine(
        f"postgresql+{driver}://{user}:{password}@{host}:{port}/{os.environ['PGDATABASE']}"
    )
    inspector = sqlalchemy.inspect(engine)
    name = f"sqlalchemy {driver}"
    results[f"{name} tables"] = "videos" in inspector.get_table_names()
    results[f"{name} columns"] = [column["name"] for column in inspector.get_columns("videos")][:2]
    results[f"{name} key"] = inspector.get_pk_constraint("videos")["constrained_columns"]
    results[f"{name} comment"] = bool(inspector.get_table_comment("videos")["text"])
    results[f"{name} schemas"] = inspector.get_schema_names()
    videos = sqlalchemy.Table("videos", sqlalchemy.MetaData(), autoload_with=engine)
    with engine.connect() as connection:
        query = sqlalchemy.select(videos.c.author, sqlalchemy.func.count()).group_by(videos.c.author)
        found = connection.execute(query.order_by(videos.c.author).where(videos.c.play_count > 10).limit(2)).all()
        results[f"{name} rows"] = [tuple(row) for row in found]
        results[f"{name} chart"] = chart(connection)
    engine.dispose()


def chart(connection):
    """A chart as Superset makes it: its grain of time and its range, from db_engine_specs/postgres.py."""
    create_time, videos = sqlalchemy.column("create_time"), sqlalchemy.table("videos", schema="main")
    grain = sqlalchemy.literal_column("DATE_TRUNC('hour', create_time)", sqlalchemy.DateTime()).label("__timestamp")

    def bound(time):
        text = time.isoformat(sep=" ", timespec="microseconds")
        return sqlalchemy.literal_column(f"TO_TIMESTAMP('{text}', 'YYYY-MM-DD HH24:MI:SS.US')")

    query = (
        sqlalchemy.select(grain, sqlalchemy.func.count().label("count"))
        .select_from(videos)
        .where(create_time >= bound(datetime.datetime(2026, 3, 1, 0, 30)), create_time < bound(datetime.datetime(2026, 3, 2)))
        .group_by(sqlalchemy.literal_column("DATE_TRUNC('hour', create_time)"))
        .order_by(sqlalchemy.desc("count"))
        .limit(10000)
    )
    return [[time.isoformat(), count] for time, count in connection.execute(query)]


with_psycopg()
asyncio.run(with_asyncpg())
with_sqlalchemy("psycopg")
with_sqlalchemy("psycopg2")
print(json.dumps(results, default=str))
