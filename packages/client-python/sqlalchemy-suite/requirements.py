"""What of SQLAlchemy's suite the dialect declares beyond the suite's defaults."""

from sqlalchemy.testing import exclusions
from sqlalchemy.testing.requirements import SuiteRequirements


class Requirements(SuiteRequirements):
    tuple_in = exclusions.open()
    tuple_in_w_empty = exclusions.open()
    ctes = exclusions.open()
    window_functions = exclusions.open()
    precision_numerics_many_significant_digits = exclusions.open()
    schemas = exclusions.closed()
