"""The dialect, with tables of a test: sdq reads only, so that CREATE TABLE and INSERT are kept here, and each SELECT gets
the tables that it names as `WITH name AS (VALUES …)`. What is tested is what the service answers to the rest of it."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table
from sqlalchemy.sql.ddl import CreateTable, DropTable

from sdq.sqlalchemy_dialect import SdqDialect

_INSERTED = re.compile(r'INSERT INTO (?:"[^"]+"|\S+) \((.*?)\) VALUES \((.*)\)', re.S)
_RECURSIVE = re.compile(r"\s*WITH\s+(RECURSIVE\s+)?", re.I)


@dataclass
class Given:
    table: Table
    types: dict[str, str]
    rows: list[dict[str, Any]] = field(default_factory=list)


class GivenTablesDialect(SdqDialect):
    supports_statement_cache = True
    given: dict[str, Given] = {}  # noqa: RUF012 (all engines of a run share the tables)

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        element = getattr(getattr(context, "compiled", None), "statement", None)
        if isinstance(element, CreateTable):
            self._create(element.element)
        elif isinstance(element, DropTable):
            self.given.pop(element.element.name, None)
        elif context is not None and context.isinsert:
            self._insert(statement, [parameters], context, cursor)
        elif context is not None and context.isdelete:
            # Between two tests all rows are deleted; those that test deleting are not taken in.
            self.given[context.compiled.statement.table.name].rows.clear()
        else:
            super().do_execute(cursor, *self._with_tables(statement, parameters), context)

    def do_executemany(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        if context is None or not context.isinsert:
            return super().do_executemany(cursor, statement, parameters, context)
        self._insert(statement, parameters, context, cursor)

    def do_execute_no_params(self, cursor: Any, statement: str, context: Any = None) -> None:
        self.do_execute(cursor, statement, (), context)

    def get_table_names(self, connection: Any, schema: str | None = None, **options: Any) -> list[str]:
        return list(self.given)

    def _create(self, table: Table) -> None:
        types = {
            column.name: self.type_compiler_instance.process(column.type, type_expression=column)
            for column in table.columns
        }
        self.given[table.name] = Given(table, types)

    def _insert(self, statement: str, all_values: Any, context: Any, cursor: Any) -> None:
        """Values are expressions, as `from_base64(?)` or a literal: the service tells what they are."""
        given = self.given[context.compiled.statement.table.name]
        found = _INSERTED.match(statement)
        names = [] if found is None else [_bare(name) for name in found[1].split(", ")]
        for values in all_values:
            row: dict[str, Any] = {}
            if found is not None:
                super().do_execute(cursor, f"SELECT {found[2]}", values)
                row = dict(zip(names, cursor.fetchone(), strict=True))
            for column in given.table.primary_key.columns:
                if row.get(column.name) is None and len(given.table.primary_key) == 1:
                    row[column.name] = len(given.rows) + 1
            given.rows.append(row)

    def _with_tables(self, statement: str, parameters: Any) -> tuple[str, Any]:
        # A CTE sees those before it only: each table is one of its own.
        texts, values = [], []
        for name, given in self.given.items():
            if re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", statement) is None:
                continue
            columns = ", ".join(_quoted(column) for column in given.types)
            if given.rows:
                rows = []
                for each in given.rows:
                    parts = [_value_of(kind, each.get(column)) for column, kind in given.types.items()]
                    rows.append("(" + ", ".join(text for text, _ in parts) + ")")
                    values += [sent for _, all_sent in parts for sent in all_sent]
                body = "VALUES " + ", ".join(rows)
            else:
                nulls = ", ".join(f"CAST(NULL AS {kind})" for kind in given.types.values())
                body = f"SELECT {nulls} WHERE false"
            texts.append(f"{_quoted(name)}({columns}) AS ({body})")
        if not texts:
            return statement, parameters
        own = _RECURSIVE.match(statement)
        word = "WITH RECURSIVE " if own is not None and own[1] else "WITH "
        rest = " " + statement if own is None else ", " + statement[own.end() :]
        return word + ", ".join(texts) + rest, (*values, *parameters)


def _value_of(kind: str, value: Any) -> tuple[str, list[Any]]:
    """Its text and its parameters; a query has 100 of them at most."""
    if value is None or isinstance(value, int):
        return f"CAST({'NULL' if value is None else value} AS {kind})", []
    if isinstance(value, bytes):
        return "from_base64(?)", [base64.b64encode(value).decode()]
    return f"CAST(? AS {kind})", [value]


def _bare(name: str) -> str:
    return name.strip().strip('"').replace('""', '"')


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
