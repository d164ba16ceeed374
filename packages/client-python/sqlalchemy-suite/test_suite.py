"""The modules of the suite that read. Those that test writing, DDL, sequences and transactions are not taken in."""

from sqlalchemy.testing.suite.test_cte import *  # noqa: F403
from sqlalchemy.testing.suite.test_dialect import *  # noqa: F403
from sqlalchemy.testing.suite.test_results import *  # noqa: F403
from sqlalchemy.testing.suite.test_select import *  # noqa: F403
from sqlalchemy.testing.suite.test_types import *  # noqa: F403
