"""Tests run against a started service: SDQ_TEST_NETWORK is its address, followed by a fault, SDQ_TEST_KEY its key.

`npm test -- test/clients/python.test.ts` starts one.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import sdq

NETWORK = os.environ.get("SDQ_TEST_NETWORK", "")
KEY = os.environ.get("SDQ_TEST_KEY", "")

if not NETWORK:
    pytest.skip(
        "SDQ_TEST_NETWORK is not set: npm test -- test/clients/python.test.ts", allow_module_level=True
    )


def options_of(fault: str = "none", **options: Any) -> dict[str, Any]:
    return {"api_key": KEY, "url": f"{NETWORK}/{fault}", "retries": 1, **options}


@pytest.fixture
def connect() -> Iterator[Callable[..., sdq.Connection]]:
    opened: list[sdq.Connection] = []

    def open_one(fault: str = "none", **options: Any) -> sdq.Connection:
        opened.append(sdq.connect(**options_of(fault, **options)))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture
def db(connect: Callable[..., sdq.Connection]) -> sdq.Connection:
    return connect()
