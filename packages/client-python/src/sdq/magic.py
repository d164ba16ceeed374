"""`%sql` and `%%sql` in notebooks: a query with progress and price.

    %load_ext sdq
    %sql SELECT count(*) AS n FROM videos

    %%sql busiest --limit 20 --max-cost $0.01
    SELECT author, count(*) AS n FROM videos WHERE region = $region GROUP BY 1 ORDER BY 2 DESC

A name before the options is the variable that the DataFrame is stored in. `$name` takes the value of that variable.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from typing import Any

from . import connect
from .connection import Connection
from .errors import Error, usage_error
from .frames import pandas_of


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise usage_error(f"%sql: {message}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="%%sql", add_help=False)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--url")
    parser.add_argument("--platform")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--max-cost")
    parser.add_argument("--check", action="store_true")
    return parser


class Magic:
    """The magic of one notebook; it keeps one connection for each service and platform."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._connections: dict[tuple[str | None, str | None], Connection] = {}

    def run(self, line: str, cell: str | None = None) -> Any:
        """A line magic has the query in its line; a cell magic has options there."""
        options, sql = _parser().parse_args([] if cell is None else shlex.split(line)), cell or line
        try:
            frame = self._frame(options, sql.strip().rstrip(";"))
        except Error as error:
            # The message with place and hint, instead of a page of stack.
            print(error, file=sys.stderr)
            return None
        if options.name is not None:
            self._shell.user_ns[options.name] = frame
            return None
        return frame

    def _frame(self, options: argparse.Namespace, sql: str) -> Any:
        connection = self._connection(options)
        parameters = self._parameters(sql)
        limit = options.limit or connection.settings.limit
        check = connection.check(sql, parameters, limit=limit)
        if not check.valid:
            # It is refused, free of charge, with its places and hints.
            connection.execute(sql, parameters, limit=1)
        if options.check:
            print(f"valid · costs {check.cost_max} at most · reads about {check.rows_estimated:,} rows")
            return None
        print(f"at most {check.cost_max} …", end="", flush=True)
        statement = connection.submit(sql, parameters, limit=limit, max_cost=options.max_cost)
        try:
            for progress in statement.progress():
                share = "" if progress.fraction is None else f" {progress.fraction:.0%}"
                print(f"\r{progress.state}{share} · {progress.elapsed_ms / 1000:.1f} s", end="", flush=True)
        except KeyboardInterrupt:
            statement.cancel()
            raise
        table = statement.arrow()
        receipt = statement.receipt()
        shown = " · there are more: raise --limit" if table.num_rows >= limit else ""
        rows = "1 row" if table.num_rows == 1 else f"{table.num_rows:,} rows"
        print(f"\r{rows} · {receipt.cost} · {receipt.snapshot_id}{shown}")
        return pandas_of(table)

    def _connection(self, options: argparse.Namespace) -> Connection:
        key = (options.url, options.platform)
        if key not in self._connections:
            given = {"url": options.url, "platform": options.platform}
            self._connections[key] = connect(**{k: v for k, v in given.items() if v is not None})
        return self._connections[key]

    def _parameters(self, sql: str) -> dict[str, Any] | None:
        names = set(re.findall(r"\$([A-Za-z_]\w*)", re.sub(r"'(?:[^']|'')*'", "", sql)))
        variables = self._shell.user_ns
        missing = sorted(name for name in names if name not in variables)
        if missing:
            raise usage_error(f"There is no variable {missing[0]} for ${missing[0]}")
        return {name: variables[name] for name in names} or None


def register(shell: Any) -> None:
    magic = Magic(shell)
    shell.register_magic_function(magic.run, "line_cell", "sql")
