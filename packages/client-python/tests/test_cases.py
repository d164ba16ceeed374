"""The cases of all clients, without and with async."""

import asyncio
import base64
import datetime as dt
import decimal
import json
import os
import warnings
from pathlib import Path

import pytest
from conftest import options_of

import sdq

CASES = json.loads(Path(os.environ["SDQ_TEST_CASES"]).read_text())


def written(value):
    """A value as the service writes it in JSON."""
    if isinstance(value, bool) or value is None or isinstance(value, (str, float)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, decimal.Decimal):
        return float(value) if len(value.as_tuple().digits) <= 15 else str(value)
    if isinstance(value, dt.datetime):
        fraction = f".{value.microsecond:06d}".rstrip("0") if value.microsecond else ""
        return value.strftime("%Y-%m-%dT%H:%M:%S") + fraction + "Z"
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, (list, tuple)):
        return [written(each) for each in value]
    return {name: written(each) for name, each in value.items()}


PAID = set()
"""Cases that were paid: an account pays a query once for a snapshot, so the second time is free."""


def check(case, columns, rows, truncated, receipt):
    if "rows" in case:
        assert [written(row) for row in rows] == case["rows"]
    assert len(rows) == case.get("count", len(case.get("rows", rows)))
    if "types" in case:
        assert [each.type for each in columns] == case["types"]
    if "python" in case:
        assert [type(value).__name__ for value in rows[0]] == case["python"]
    assert truncated == case.get("truncated", False)
    assert receipt.cost == ("$0.0000" if case["name"] in PAID else case["cost"])
    PAID.add(case["name"])


def check_stream(case, batches):
    assert "error" not in case
    values = [value for batch in batches for value in batch.column(0).to_pylist()]
    assert [len(values), len(set(values))] == [case["count"], case["different"]]


def resumed(case):
    return {"resume": case.get("resume", False)}


def check_error(case, error):
    told = case.get("error")
    assert told is not None, error
    assert error.code == told["code"]
    place = error.faults[0] if error.faults else sdq.Fault("")
    for name in ("line", "column"):
        assert getattr(place, name) == told.get(name, getattr(place, name))
    assert list(place.candidates) == told.get("candidates", list(place.candidates))


def settings(case):
    options = options_of(case.get("fault", "none"))
    return {**options, "api_key": case.get("apiKey", options["api_key"])}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    given = {"limit": case.get("limit"), "max_cost": case.get("maxCost")}
    with sdq.connect(**settings(case)) as db, warnings.catch_warnings():
        warnings.simplefilter("ignore", sdq.TruncatedWarning)
        try:
            if case.get("stream"):
                check_stream(
                    case, list(db.batches(case["sql"], case.get("parameters"), **resumed(case), **given))
                )
                return
            else:
                cursor = db.execute(case["sql"], case.get("parameters"), **given)
                columns = [sdq.Column(each[0], each[1], each[6]) for each in cursor.description]
                check(case, columns, cursor.fetchall(), cursor.truncated, cursor.receipt)
                return
        except sdq.Error as error:
            check_error(case, error)
            return
    raise AssertionError("the case tells of an error, and none came")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case_with_async(case):
    given = {"limit": case.get("limit"), "max_cost": case.get("maxCost")}

    async def run():
        async with sdq.aio.connect(**settings(case)) as db:
            if case.get("stream"):
                batches = db.batches(case["sql"], case.get("parameters"), **resumed(case), **given)
                return check_stream(case, [batch async for batch in batches])
            result = await db.fetch(case["sql"], case.get("parameters"), **given)
            check(case, result.columns, result.rows, result.truncated, result.receipt)

    if "error" not in case:
        return asyncio.run(run())
    with pytest.raises(sdq.Error) as caught:
        asyncio.run(run())
    check_error(case, caught.value)
