"""Recipes of docs/bi.md for Python: one line of JSON with what each of them read.

Arguments: the URL of a read token without its ending, and a link to a result as Parquet. The environment has PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE.
"""

import io
import json
import os
import sys
import urllib.request

import pandas
import polars
import psycopg
import pyarrow.ipc
import sqlalchemy

base, link = sys.argv[1:]
host, port, name = (os.environ[key] for key in ("PGHOST", "PGPORT", "PGDATABASE"))
user, password = os.environ["PGUSER"], os.environ["PGPASSWORD"]
engine = sqlalchemy.create_engine(f"postgresql+psycopg://{user}:{password}@{host}:{port}/{name}")
results = {}


def told(frame):
    return [len(frame), int(frame["plays"].sum())]


results["pandas csv"] = told(pandas.read_csv(f"{base}.csv"))
results["pandas parquet"] = told(pandas.read_parquet(f"{base}.parquet"))
results["pandas json"] = told(pandas.DataFrame(json.load(urllib.request.urlopen(f"{base}.json"))["data"]["rows"]))
hours = pandas.read_sql(
    "SELECT date_trunc('hour', create_time) AS hour, count(*) AS videos FROM videos GROUP BY 1 ORDER BY 1",
    engine,
    parse_dates=["hour"],
)
results["pandas sql"] = [str(hours["hour"].dtype), hours["videos"].tolist()]
results["polars csv"] = told(polars.read_csv(f"{base}.csv"))
# polars asks with HEAD and for ranges, as DuckDB does: links answer them
results["polars parquet"] = told(polars.read_parquet(link))
results["polars sql"] = told(polars.read_database("SELECT play_count AS plays FROM videos WHERE author = 'a1'", psycopg.connect()))
with urllib.request.urlopen(f"{base}.arrow") as response:
    results["pyarrow"] = told(pyarrow.ipc.open_stream(io.BytesIO(response.read())).read_all().to_pandas())
print(json.dumps(results))
