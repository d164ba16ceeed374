"""The dialect of SQLAlchemy: reflection from the service, queries by its expressions."""

import datetime as dt

import pytest
import sqlalchemy as sa
from conftest import KEY, NETWORK
from sqlalchemy.dialects import registry

import sdq

for name in ("sdq", "sdq.http", "sdq.https"):
    registry.register(name, "sdq.sqlalchemy_dialect", "SdqDialect")


@pytest.fixture(scope="module")
def engine():
    # The path of the address is the fault of the network; a URL of SQLAlchemy has no place for it.
    url = f"sdq://:{KEY}@{NETWORK.removeprefix('http://')}/shortvideo"
    return sa.create_engine(url, connect_args={"url": f"{NETWORK}/none"})


@pytest.fixture(scope="module")
def videos(engine):
    return sa.Table("videos", sa.MetaData(), autoload_with=engine)


def test_tables_and_columns_are_reflected(engine, videos):
    inspector = sa.inspect(engine)
    assert {"videos", "authors"} <= set(inspector.get_table_names())
    assert inspector.has_table("videos")
    assert not inspector.has_table("nothing")
    assert isinstance(videos.c.play_count.type, sa.BigInteger)
    assert isinstance(videos.c.hashtags.type, sa.ARRAY)
    assert videos.c.create_time.type.timezone
    assert [column.name for column in videos.primary_key] == ["video_id"]
    assert inspector.get_table_comment("videos")["text"]
    with pytest.raises(sa.exc.NoSuchTableError):
        sa.Table("nothing", sa.MetaData(), autoload_with=engine)


def test_a_query_of_expressions(engine, videos):
    since = dt.datetime(2026, 3, 1, 0, 0, 10, tzinfo=dt.timezone.utc)
    query = (
        sa.select(videos.c.author, sa.func.sum(videos.c.play_count).label("plays"))
        .where(videos.c.create_time < since, videos.c.author.ilike("A%"), videos.c.play_count.between(1, 8))
        .group_by(videos.c.author)
        .order_by(sa.desc("plays"), videos.c.author)
        .limit(2)
        .offset(1)
    )
    with engine.connect() as connection:
        assert connection.execute(query).all() == [("a0", 7), ("a6", 6)]


def test_values_are_those_of_python(engine, videos):
    query = sa.select(videos.c.like_count, videos.c.hashtags, videos.c.create_time, videos.c.is_ad)
    with engine.connect() as connection:
        row = connection.execute(query.where(videos.c.video_id == "7000000000000000001")).one()
    assert row.like_count == 9007199254740994
    assert row.hashtags == ["dance", "tag1"]
    assert row.create_time == dt.datetime(2026, 3, 1, 0, 0, 1, tzinfo=dt.timezone.utc)
    assert row.is_ad is None


def test_text_lists_of_values_and_errors(engine, videos):
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT :n + 1"), {"n": 2}).scalar() == 3
        picked = sa.select(sa.func.count()).where(videos.c.author.in_(["a1", "a2"]))
        assert connection.execute(picked).scalar() == 1430
        with pytest.raises(sa.exc.ProgrammingError) as caught:
            connection.execute(sa.text("SELECT playcount FROM videos"))
    assert isinstance(caught.value.orig, sdq.ProgrammingError)


def test_urls_choose_scheme_key_and_platform():
    def options(url):
        engine = sa.create_engine(url)
        return engine.dialect.create_connect_args(engine.url)[1]

    assert options("sdq://:k@127.0.0.1:8080/micro") == {
        "url": "http://127.0.0.1:8080",
        "api_key": "k",
        "platform": "micro",
    }
    assert options("sdq://api.example.org/?limit=5")["url"] == "https://api.example.org"
    assert options("sdq+http://api.example.org")["url"] == "http://api.example.org"
