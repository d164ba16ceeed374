"""Writes bodies.ndjson: what a real FastAPI answers to faulty requests of every kind on every route of the service.

    python3.11 -m venv venv && venv/bin/pip install fastapi==0.142.2 pydantic==2.13.5 httpx==0.28.1
    venv/bin/python write-bodies.py > bodies.ndjson

Needed again only when a route takes something new. A line is [method, path, content type, body, status, answer]; the
answer is the text of a 422 and null otherwise. Position and reason of malformed JSON are those of Python 3.11.
"""

import json
import warnings
from datetime import datetime
from enum import Enum
from typing import Annotated, Literal

warnings.simplefilter("ignore")
from fastapi import FastAPI, Query
from fastapi.testclient import TestClient
from pydantic import BaseModel, Field, FiniteFloat

app = FastAPI()
Text = Annotated[str, Query(max_length=500)]
OptionalText = Annotated[str | None, Query(max_length=500)]
Cursor = Annotated[str | None, Query(max_length=8000)]
CommentCount = Annotated[int, Query(ge=10, le=100)]
PostCount = Annotated[int, Query(ge=1, le=100)]
Count = Annotated[int, Query(ge=1, le=500)]
List = Annotated[int, Query(ge=0, le=5000)]


@app.get("/api/shortvideo/feed")
def _(count: Count = 20, cursor: Cursor = None): ...
@app.get("/api/shortvideo/profile")
def _(username: OptionalText = None, sec_uid: OptionalText = None, count: Annotated[int, Query(ge=0, le=500)] = 30, cursor: Cursor = None): ...
@app.get("/api/shortvideo/hashtag")
def _(count: Count, hashtag: OptionalText = None, challenge_id: OptionalText = None, cursor: Cursor = None): ...
@app.get("/api/shortvideo/comments")
def _(video_id: Text, count: CommentCount = 20, cursor: Annotated[int, Query(ge=0, le=1000000)] = 0): ...
@app.get("/api/network/user-profile")
def _(username: Text): ...
@app.get("/api/network/user-posts")
def _(username: Text, count: PostCount = 20, cursor: Cursor = None): ...
@app.get("/api/network/company-profile")
def _(company: OptionalText = None, company_id: OptionalText = None, employee_count: Annotated[int, Query(ge=0, le=1000)] = 0): ...
@app.get("/api/network/company-posts")
def _(company: OptionalText = None, company_id: OptionalText = None, count: PostCount = 20, sort_by: Literal["recent", "top"] = "recent", cursor: Cursor = None): ...
@app.get("/api/network/search-employees")
def _(company: OptionalText = None, school: OptionalText = None, current_company: bool = False, count: PostCount = 25, cursor: Cursor = None): ...
@app.get("/api/photo/user-profile")
def _(username: Text, max_followers: List = 0, max_following: List = 0): ...
@app.get("/api/photo/user-posts")
def _(username: Text, count: Count, reels_only: bool = False, cursor: Cursor = None): ...
@app.get("/api/photo/post")
def _(code_or_url: str): ...
@app.get("/api/photo/hashtag")
def _(keyword: Text, count: Count, feed_type: Literal["top", "recent", "reels"] = "top", cursor: Cursor = None): ...
@app.get("/api/photo/comments")
def _(media_id: Text, count: CommentCount = 20, sort_order: Literal["popular", "recent"] = "recent", cursor: Cursor = None): ...
@app.get("/api/micro/user-profile")
def _(username: Text): ...
@app.get("/api/micro/user-posts")
def _(username: Text, count: PostCount = 20, cursor: Cursor = None): ...
@app.get("/api/micro/post")
def _(tweet_id_or_url: str): ...
@app.get("/api/micro/comments")
def _(tweet_id: Text, count: CommentCount = 20, cursor: Cursor = None): ...
@app.get("/api/micro/search")
def _(keyword: Annotated[str, Query(min_length=1, max_length=500)], count: PostCount = 20, cursor: Cursor = None): ...


class Sql(BaseModel):
    query: str = ""
    limit: int = Field(100, ge=1, le=10000)
    include_full_data: bool = False


class TableSql(BaseModel):
    query: str = ""
    table: str = "profiles"
    limit: int = Field(100, ge=1, le=10000)


class Platform(str, Enum):
    shortvideo = "shortvideo"
    network = "network"
    photo = "photo"
    micro = "micro"


class NewKey(BaseModel):
    name: str = Field(min_length=1, max_length=100)
    permissions: list[Platform] = Field(list(Platform), min_length=1)


class Rotation(BaseModel):
    overlap_seconds: int = Field(0, ge=0, le=604800)


class Settings(BaseModel):
    emailNotifications: bool = False
    usageAlerts: bool = False
    alertThreshold: Annotated[FiniteFloat | None, Field(ge=0)] = None


@app.post("/api/shortvideo/sql")
def _(body: Sql): ...
@app.post("/api/network/sql")
def _(body: TableSql): ...
@app.post("/api/photo/sql")
def _(body: TableSql): ...
@app.post("/api/micro/sql")
def _(body: TableSql): ...
@app.patch("/api/users/me")
def _(body: dict): ...
@app.post("/api/users/me/api-keys")
def _(body: NewKey): ...
@app.post("/api/users/me/api-keys/key_1/rotate")
def _(body: Rotation): ...
@app.get("/api/users/me/usage")
def _(start_date: datetime | None = None, end_date: datetime | None = None, limit: Annotated[int, Query(ge=1, le=1000)] = 100, cursor: str | None = None): ...
@app.get("/api/users/me/usage/daily")
def _(start_date: datetime | None = None, end_date: datetime | None = None): ...


client = TestClient(app, raise_server_exceptions=False)
JSON = "application/json"


def ask(method, path, content_type=None, body=None):
    headers = {} if content_type is None else {"content-type": content_type}
    answer = client.request(method, path, content=None if body is None else body.encode(), headers=headers)
    if answer.status_code >= 500:
        return
    row = [method, path, content_type, body, answer.status_code, answer.text if answer.status_code == 422 else None]
    print(json.dumps(row, ensure_ascii=False))


integers_everywhere = ["", "abc", "-5", "0", "1001", "99999999999999999999", "2.5", "1e2", "true", "null", "%ff"]
integers = [
    "%2020", "20%09", "%C2%A020", "%C2%8520", "%EF%BB%BF20", "%e3%80%8020", "%2B20", "+20", "-0", "--20", "%2B-20", "-%2020", "0020",
    "1_0", "1__0", "_10", "10_", "1_0.0", "20.0", "20.00", "20.", ".0", "20.0_0", "0x14", "20,0", "2%00", "%C3%28", "%D9%A2%D9%A0",
    "%F0%9D%9F%9A0", "20%", "%zz", "%2", "20;a=1", "Infinity", "NaN", "1" + "0" * 400, "9" * 4300, "9" * 4301, "0" * 4300 + "20",
    "0" * 4200 + "20", "-" + "9" * 4300, "9_" * 2160 + "9",
]
booleans = ["", "maybe", "TRUE", "oN", "t", "Y", "0", "2", "1.0", "%20true", "null", "truetrue", "%EF%BC%91"]
literals = ["", "RECENT", "recent%20", "new", "recent,top", "%27"]
instants = [
    "", "yesterday", "now", "1e9", "NaN", "true", "12:00", "1700000000", "-1", "%2B1", "1.5", "1700000000000", "999999999999999999999",
    "2024-01-01", "2024-13-01", "2024-00-10", "2024-1-1", "2024-02-30", "2023-02-29", "2024-01-00", "2024-01-32", "2024-0a-01",
    "2O24-01-01", "2024-01-0x", "2024/01/01", "2024-01/01", "0000-01-01", "0000-01-01T00:00Z", "20240101", "2024-01-01x", "2024-01-01T",
    "2024-01-01T10", "2024-01-01T10:00", "2024-01-01T25:00", "2024-01-01T10:60", "2024-01-01T10:00:60Z", "2024-01-01T24:00:00",
    "2024-01-01T10:00:00Zx", "2024-01-01T10:00:00+01:00", "2024-01-01T10:00:00%2B01:00", "2024-01-01T10:00:00%2B25:00",
    "2024-01-01T10:00:00.1234567Z", "2024-01-01T10:00:00,5Z", "2024-01-01T10:00:00.", "2024-01-01%2010:00", "2024-01-01_10:00",
    "2024-01-01t10:00z", "2024-01-01T10-00", "2024-01-01T10:00:00%2B0100", "2024-01-01T10:00:00%2B01", "%202024-01-01", "2024-01-01%20",
    "2024-01-01T10:00:00%C3%A9", "%C3%A9%C3%A9%C3%A9%C3%A9", "2024-01-01%20%2010:00", "2024-W01-1", "%201700000000", "17000000_00",
    "999999999999999", "9999999999999999", "99999999999999999", "-99999999999999", "253402300800", "-62135596801", "-62167219201", "+1.5", "1.", ".5", "1700000000.1234567", "-0", "20000000001", "-20000000001",
]

# every parameter of every data endpoint: left out, empty, of another kind, out of its bounds
for path, valid, parameters in [
    ("shortvideo/feed", {}, {"count": "int", "cursor": "long"}),
    ("shortvideo/profile", {"username": "a"}, {"username": "text", "count": "int"}),
    ("shortvideo/hashtag", {"hashtag": "a", "count": "5"}, {"count": "int", "challenge_id": "text"}),
    ("shortvideo/comments", {"video_id": "1"}, {"video_id": "text", "count": "int", "cursor": "int"}),
    ("network/user-profile", {"username": "a"}, {"username": "text"}),
    ("network/user-posts", {"username": "a"}, {"username": "text", "count": "int"}),
    ("network/company-profile", {"company": "a"}, {"company": "text", "employee_count": "int"}),
    ("network/company-posts", {"company": "a"}, {"company_id": "text", "count": "int", "sort_by": "literal"}),
    ("network/search-employees", {"school": "a"}, {"school": "text", "current_company": "bool", "count": "int"}),
    ("photo/user-profile", {"username": "a"}, {"username": "text", "max_followers": "int", "max_following": "int"}),
    ("photo/user-posts", {"username": "a", "count": "5"}, {"username": "text", "count": "int", "reels_only": "bool"}),
    ("photo/post", {"code_or_url": "Cabcdef"}, {"code_or_url": None}),
    ("photo/hashtag", {"keyword": "a", "count": "5"}, {"keyword": "text", "count": "int", "feed_type": "literal"}),
    ("photo/comments", {"media_id": "1"}, {"media_id": "text", "count": "int", "sort_order": "literal"}),
    ("micro/user-profile", {"username": "a"}, {"username": "text"}),
    ("micro/user-posts", {"username": "a"}, {"username": "text", "count": "int"}),
    ("micro/post", {"tweet_id_or_url": "1"}, {"tweet_id_or_url": None}),
    ("micro/comments", {"tweet_id": "1"}, {"tweet_id": "text", "count": "int"}),
    ("micro/search", {"keyword": "a"}, {"keyword": "text", "count": "int"}),
]:
    def get(query):
        ask("GET", f"/api/{path}?" + "&".join(f"{name}={value}" for name, value in query.items()))

    get({})
    for name, kind in parameters.items():
        get({each: value for each, value in valid.items() if each != name})
        values = {
            "int": [*integers_everywhere, *(integers if path == "shortvideo/comments" and name == "count" else [])],
            "bool": booleans, "literal": literals, "text": ["", "a" * 501], "long": ["a" * 8001],
        }.get(kind, [])
        for value in values:
            get({**valid, name: value})
        # all at once, in the order of declaration whatever the order in the address
        if kind is not None:
            get({each: "~x" for each in reversed(parameters)})

for query in [
    "count=5&count=20&video_id=1", "count=20&count=5&video_id=1", "video_id=1&count", "video_id=1&=5", "video_id=1&count[]=5", "video_id=1&COUNT=5",
    "video_id=1&count=5&count=x", "video_id=1;count=5", "&&video_id=1&&", "video_id", "VIDEO_ID=1",
    "video%5Fid=1&count=5", "video_id=1&count=%35", "video_id=1&__proto__=1&constructor=2&count=5", "video_id=1&count=5&toString=x", "video_id=" + "%C3%A9" * 501, "video_id=" + "%F0%9F%98%80" * 500,
]:
    ask("GET", f"/api/shortvideo/comments?{query}")

for value in instants:
    ask("GET", f"/api/users/me/usage?start_date={value}")
for query in ["limit=0", "limit=1001", "limit=x", "limit=", "limit=x&start_date=x&end_date=y", "end_date=x"]:
    ask("GET", f"/api/users/me/usage?{query}")
for query in ["start_date=x", "start_date=2024-02-30&end_date=x"]:
    ask("GET", f"/api/users/me/usage/daily?{query}")

bodies = ["", "null", "1", "1.0", "true", '"x"', "[]", '[{"limit":1}]', "{}", "{bad", "[1,]", '{"a":1,}', '{"a" 1}', '{"a":}', '{"a":1 "b":2}', "{'a':1}", "{}x", '"', "nul", "  ", "\ufeff{}", "[" * 3]
shortvideo = [
    '{"limit":null}', '{"limit":1.0}', '{"limit":1.5}', '{"limit":0.0}', '{"limit":-0.0}', '{"limit":-1}', '{"limit":1e2}', '{"limit":1e19}',
    '{"limit":-1e19}', '{"limit":1e18}', '{"limit":1.5e30}', '{"limit":10001}', '{"limit":99999999999999999999}', '{"limit":-99999999999999999999}',
    '{"limit":9007199254740993}', '{"limit":[]}', '{"limit":{}}', '{"limit":[1.0,1e2,1E-7]}', '{"limit":""}', '{"limit":"0"}', '{"limit":"true"}',
    '{"limit":"1e2"}', '{"limit":"1.0"}', '{"limit":"1."}', '{"limit":" 5 "}', '{"limit":"+5"}', '{"limit":"1_0"}', '{"limit":"1__0"}', '{"limit":"0x10"}',
    '{"limit":"\u0663\u0660"}', '{"limit":"\\u00a05"}', '{"limit":"99999999999999999999"}', '{"limit":"' + "9" * 4301 + '"}',
    '{"include_full_data":1}', '{"include_full_data":2}', '{"include_full_data":2.0}', '{"include_full_data":1.0}', '{"include_full_data":1.5}',
    '{"include_full_data":"TRUE"}', '{"include_full_data":" true"}', '{"include_full_data":""}', '{"include_full_data":null}', '{"include_full_data":[]}',
    '{"include_full_data":-1}', '{"include_full_data":99999999999999999999}', '{"include_full_data":9223372036854775807}', '{"include_full_data":1e30}',
    '{"query":null}', '{"query":1}', '{"query":1.0}', '{"query":100.50}', '{"query":-0}', '{"query":-0.0}', '{"query":1e16}', '{"query":1e15}', '{"query":123456789012345680000}',
    '{"query":1E5}', '{"query":1e-4}', '{"query":1e-5}', '{"query":1.5e-7}', '{"query":5e-324}', '{"query":0.1}', '{"query":12345678901234567890}', '{"query":true}', '{"query":[]}',
    '{"query":{"b":1,"a":2,"1":3}}', '{"query":{"a":1,"b":2,"a":[3]}}', '{"query":{"__proto__":{"a":1},"constructor":2}}', '{"query":["\u00e9","\u2028","\\u007f","\\u0000\\b\\f\\n\\r\\t\\u001f","\\/","<","\\ud83d\\ude00"]}',
    '{ "query" : [ 1 , { } , [ ] , null , false ] }', '{"query":5,"limit":"x","include_full_data":"perhaps"}', '{"include_full_data":"x","limit":0,"query":1}',
    '{"limit":0,"limit":5}', '{"limit":5,"limit":0}', '{"__proto__":{"limit":0}}', '{"Limit":0}', '{"limit":0,"unknown":[]}',
]
for body in [*bodies, *shortvideo]:
    ask("POST", "/api/shortvideo/sql", JSON, body)
for platform in ["network", "photo", "micro"]:
    for body in ["", "[]", "{bad", '{"limit":0}', '{"limit":"x","query":null,"table":1}', '{"table":null}', '{"table":["profiles"]}', '{"limit":10001}', '{"limit":1.5}']:
        ask("POST", f"/api/{platform}/sql", JSON, body)
for content_type in [None, "text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json", "Application/JSON; charset=utf-8", "application/json;charset=latin1", "text/json"]:
    ask("POST", "/api/shortvideo/sql", content_type, '{"limit":0}')
for body in [*bodies[:-1], "[1]", '{"x":']:
    ask("PATCH", "/api/users/me", JSON, body)
for body in [
    *bodies, '{"name":null}', '{"name":5}', '{"name":""}', '{"name":"' + "n" * 101 + '"}', '{"permissions":["micro"]}', '{"name":"n","permissions":null}',
    '{"name":"n","permissions":"photo"}', '{"name":"n","permissions":{}}', '{"name":"n","permissions":{"0":"photo"}}', '{"name":"n","permissions":[]}', '{"name":"n","permissions":[1]}',
    '{"name":"n","permissions":["photo",null,"Photo",["micro"],{"a":1.0},true]}', '{"name":["n"],"permissions":["x","y"]}', '{"permissions":[],"name":{}}',
    '{"nam":"n","1":2,"0":{"b":1,"a":1.50}}',
]:
    ask("POST", "/api/users/me/api-keys", JSON, body)
for body in ["[]", '"x"', '{"overlap_seconds":-1}', '{"overlap_seconds":604801}', '{"overlap_seconds":null}', '{"overlap_seconds":"1.5"}', '{"overlap_seconds":0.5}', "{bad"]:
    ask("POST", "/api/users/me/api-keys/key_1/rotate", JSON, body)
