"""What of the suite is skipped, and why; a plugin of pytest."""

import os
import re
from pathlib import Path

import pytest

_WRITES = "sdq reads only: no INSERT, UPDATE or DELETE"
_TIMES = "The dialect binds times as parameters and writes no literals of them"
_INLINED = "DuckDB 1.5.6 reads NULL for CAST(? AS VARCHAR) in a CTE that is used twice below a LIMIT"
_REASONS = {
    "CTETest::test_select_recursive_round_trip": _INLINED,
    "ExceptionTest::test_integrity_error": _WRITES,
    "ReturningGuardsTest::": _WRITES,
    "EnumTest::test_round_trip_executemany_returning": _WRITES,
    "IdentityAutoincrementTest::": _WRITES,
    "CTETest::test_delete": _WRITES,
    "CTETest::test_update": _WRITES,
    "CTETest::test_insert": _WRITES,
    "UuidTest::test_uuid_returning": _WRITES,
    "DateTest::test_literal": _TIMES,
    "DateTime": _TIMES,
    "Time": _TIMES,
    "SameNamedSchemaTableTest::": "A platform has one schema",
    "BitwiseTest::": "The dialect writes no bitwise operators for DuckDB",
    "CollateTest::": "There is no collation of texts",
    "FetchLimitOffsetTest::": "DuckDB has LIMIT and OFFSET, no FETCH FIRST",
    "LikeFunctionsTest::test_not_regexp_match": "Regular expressions are sa.func.regexp_matches and regexp_replace",
    "LikeFunctionsTest::test_regexp": "Regular expressions are sa.func.regexp_matches and regexp_replace",
    "NumericTest::test_infinity_floats": "JSON has no infinity",
    "NumericTest::test_numeric_no_decimal": "Decimals are exact",
}
_OTHER = "The suite asks for it only where a dialect declares it"
_skipped: set[str] = set()


def _plain(nodeid: str) -> str:
    return re.sub(r"^.*?test_suite\.py::|_sdq\+http", "", nodeid)


def _reason(name: str, told: str) -> str:
    own = [reason for start, reason in _REASONS.items() if name.startswith(start)]
    said = re.sub(r"^Skipped: |'.* \((?:call|setup)\)' : |marked as skip|\s*\n.*", "", told)
    return own[0] if own else said.strip() or _OTHER


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    name = _plain(item.nodeid)
    for start, reason in _REASONS.items():
        if name.startswith(start) and reason in (_WRITES, _INLINED):
            pytest.skip(reason)


def pytest_runtest_logreport(report):
    if report.skipped:
        name = _plain(report.nodeid)
        _skipped.add(f"{name}: {_reason(name, report.longrepr[2])}")


def pytest_unconfigure():
    path = os.environ.get("SDQ_SUITE_SKIPPED")
    if path:
        Path(path).write_text("".join(f"{line}\n" for line in sorted(_skipped)))
