"""SQLAlchemy's own suite for dialects, over tables that are sent with each query: see `given_tables`.

`npm test -- test/clients/python-sqlalchemy.slow.test.ts` starts a service and runs it. `skipped.txt` has what is skipped,
and why.
"""

import pytest
from sqlalchemy.dialects import registry

for name in ("sdq", "sdq.http", "sdq.https"):
    registry.register(name, "given_tables", "GivenTablesDialect")
pytest.register_assert_rewrite("sqlalchemy.testing.assertions")

from sqlalchemy.testing.plugin.pytestplugin import *  # noqa: E402, F403
