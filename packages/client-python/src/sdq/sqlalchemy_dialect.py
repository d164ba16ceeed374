"""A dialect of SQLAlchemy 2: `create_engine("sdq://:KEY@127.0.0.1:8080/shortvideo")`.

The scheme is http for this machine and https elsewhere; `sdq+http` and `sdq+https` choose. Without a key in the URL it
comes from SDQ_API_KEY or `sdq login`. Options of the query string: limit, max_cost, retries, timeout. Tables are read
only; their columns, keys and comments are reflected from `information_schema`.
"""

from __future__ import annotations

import base64
import decimal
import re
from typing import Any

from sqlalchemy import func
from sqlalchemy import types as t
from sqlalchemy.engine import default, reflection
from sqlalchemy.engine.interfaces import BindTyping
from sqlalchemy.engine.url import URL
from sqlalchemy.sql import compiler

import sdq

_LOCAL = {"127.0.0.1", "localhost", "::1", None}

_TYPES: dict[str, Any] = {
    "BOOLEAN": t.Boolean,
    "TINYINT": t.SmallInteger,
    "SMALLINT": t.SmallInteger,
    "INTEGER": t.Integer,
    "BIGINT": t.BigInteger,
    "UTINYINT": t.SmallInteger,
    "USMALLINT": t.Integer,
    "UINTEGER": t.BigInteger,
    "UBIGINT": t.BigInteger,
    "HUGEINT": t.Numeric(38, 0),
    "FLOAT": t.Float,
    "DOUBLE": t.Double,
    "VARCHAR": t.String,
    "BLOB": t.LargeBinary,
    "DATE": t.Date,
    "TIME": t.Time,
    "TIMESTAMP": t.DateTime,
    "TIMESTAMP WITH TIME ZONE": t.DateTime(timezone=True),
    "UUID": t.Uuid,
}


def type_of(name: str) -> Any:
    """The type of SQLAlchemy for a type of DuckDB; lists as ARRAY, structs and maps as JSON."""
    found = re.match(r"^(.*)\[\d*\]$", name, re.S)
    if found:
        inner = type_of(found[1])
        return t.JSON() if isinstance(inner, (t.JSON, t.ARRAY)) else _List(inner)
    found = re.match(r"^DECIMAL\((\d+),\s*(\d+)\)$", name)
    if found:
        return t.Numeric(int(found[1]), int(found[2]))
    if name.startswith(("STRUCT(", "MAP(")):
        return t.JSON()
    return t.to_instance(_TYPES.get(name, t.String))


class _List(t.ARRAY[Any]):
    """A list; values arrive as lists."""

    def result_processor(self, dialect: Any, coltype: Any) -> None:
        return None


class _Json(t.JSON):
    """A struct or map; values arrive as dicts."""

    def result_processor(self, dialect: Any, coltype: Any) -> None:
        return None


class _Numeric(t.Numeric[Any]):
    """A DECIMAL; a quotient is a DOUBLE, whose digits are those of its text."""

    render_bind_cast = True

    def result_processor(self, dialect: Any, coltype: Any) -> Any:
        if not self.asdecimal:
            return lambda value: None if value is None else float(value)
        return lambda value: decimal.Decimal(repr(value)) if isinstance(value, float) else value


class _Float(t.Float[Any]):
    """A number of JSON, which needs no cast."""

    render_bind_cast = False


class _Date(t.Date):
    render_bind_cast = True


class _Time(t.Time):
    render_bind_cast = True


class _DateTime(t.DateTime):
    render_bind_cast = True


class _Uuid(t.Uuid[Any]):
    render_bind_cast = True


class _Binary(t.LargeBinary):
    """A BLOB; JSON carries it as base64."""

    def bind_processor(self, dialect: Any) -> Any:
        return lambda value: None if value is None else base64.b64encode(value).decode()

    def bind_expression(self, bindvalue: Any) -> Any:
        return func.from_base64(bindvalue, type_=self)

    def result_processor(self, dialect: Any, coltype: Any) -> None:
        return None


class SdqCompiler(compiler.SQLCompiler):
    def render_bind_cast(self, type_: Any, dbapi_type: Any, sqltext: str) -> str:
        """JSON has no dates, decimals or UUIDs: without a cast they would be texts."""
        return f"CAST({sqltext} AS {self.dialect.type_compiler_instance.process(dbapi_type)})"

    def limit_clause(self, select: Any, **options: Any) -> str:
        text = ""
        if select._limit_clause is not None:
            text += "\n LIMIT " + self.process(select._limit_clause, **options)
        if select._offset_clause is not None:
            text += "\n OFFSET " + self.process(select._offset_clause, **options)
        return text

    def visit_ilike_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return self._like(binary, "ILIKE", options)

    def visit_not_ilike_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return self._like(binary, "NOT ILIKE", options)

    def _like(self, binary: Any, word: str, options: dict[str, Any]) -> str:
        escape = binary.modifiers.get("escape")
        left, right = (
            binary.left._compiler_dispatch(self, **options),
            binary.right._compiler_dispatch(self, **options),
        )
        return f"{left} {word} {right}" + ("" if escape is None else f" ESCAPE '{escape}'")

    def visit_is_distinct_from_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return f"{self.process(binary.left)} IS DISTINCT FROM {self.process(binary.right)}"

    def visit_is_not_distinct_from_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return f"{self.process(binary.left)} IS NOT DISTINCT FROM {self.process(binary.right)}"


class SdqTypeCompiler(compiler.GenericTypeCompiler):
    def visit_ARRAY(self, type_: Any, **options: Any) -> str:
        return f"{self.process(type_.item_type)}[]"

    def visit_TEXT(self, type_: Any, **options: Any) -> str:
        return "VARCHAR"

    def visit_DATETIME(self, type_: Any, **options: Any) -> str:
        return "TIMESTAMP WITH TIME ZONE" if type_.timezone else "TIMESTAMP"

    def visit_uuid(self, type_: Any, **options: Any) -> str:
        return "UUID" if type_.native_uuid else "VARCHAR"

    def visit_NUMERIC(self, type_: Any, **options: Any) -> str:
        """Without a precision DuckDB would keep three digits of the fraction."""
        if type_.precision is None:
            return "DECIMAL(38, 10)"
        return f"DECIMAL({type_.precision}, {type_.scale or 0})"

    def visit_DECIMAL(self, type_: Any, **options: Any) -> str:
        return self.visit_NUMERIC(type_)

    def visit_FLOAT(self, type_: Any, **options: Any) -> str:
        """FLOAT has 24 bits in DuckDB."""
        return "DOUBLE" if type_.precision is None or type_.precision > 24 else "FLOAT"


class SdqDialect(default.DefaultDialect):
    name = "sdq"
    driver = "http"
    default_paramstyle = "qmark"
    statement_compiler = SdqCompiler
    type_compiler_cls = SdqTypeCompiler
    supports_statement_cache = True
    supports_native_boolean = True
    supports_native_decimal = True
    supports_native_uuid = True
    supports_alter = False
    supports_comments = True
    supports_sequences = False
    supports_schemas = True
    requires_name_normalize = False
    postfetch_lastrowid = False
    insert_returning = False
    div_is_floordiv = False
    bind_typing = BindTyping.RENDER_CASTS
    colspecs = {  # noqa: RUF012 (an attribute of the base class)
        t.JSON: _Json,
        t.Numeric: _Numeric,
        t.Float: _Float,
        t.Date: _Date,
        t.Time: _Time,
        t.DateTime: _DateTime,
        t.Uuid: _Uuid,
        t.LargeBinary: _Binary,
    }

    @classmethod
    def import_dbapi(cls) -> Any:
        return sdq

    def create_connect_args(self, url: URL) -> Any:
        driver = url.get_driver_name() if "+" in url.drivername else None
        scheme = driver if driver in ("http", "https") else "http" if url.host in _LOCAL else "https"
        port = "" if url.port is None else f":{url.port}"
        options: dict[str, Any] = {name: str(value) for name, value in url.query.items()}
        for name, kind in (("limit", int), ("retries", int), ("timeout", float)):
            if name in options:
                options[name] = kind(options[name])
        if url.host is not None:
            options["url"] = f"{scheme}://{url.host}{port}"
        if url.password or url.username:
            options["api_key"] = str(url.password or url.username)
        if url.database:
            options["platform"] = url.database
        return [], options

    def initialize(self, connection: Any) -> None:
        """Asks nothing: what the base class asks is known."""
        self.default_schema_name = "main"
        self.server_version_info = None

    def do_rollback(self, dbapi_connection: Any) -> None:
        """There are no transactions: queries only read."""

    def do_ping(self, dbapi_connection: Any) -> bool:
        dbapi_connection.execute("SHOW server_version")
        return True

    def is_disconnect(self, e: Any, connection: Any, cursor: Any) -> bool:
        return isinstance(e, sdq.Error) and e.code in ("connection_failed", "timed_out")

    @reflection.cache
    def get_schema_names(self, connection: Any, **options: Any) -> list[str]:
        return [
            row[0]
            for row in connection.exec_driver_sql("SELECT schema_name FROM information_schema.schemata")
        ]

    @reflection.cache
    def get_table_names(self, connection: Any, schema: str | None = None, **options: Any) -> list[str]:
        sql = "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1"
        return [row[0] for row in connection.exec_driver_sql(sql, (schema or "main",))]

    @reflection.cache
    def get_view_names(self, connection: Any, schema: str | None = None, **options: Any) -> list[str]:
        return []

    def has_table(self, connection: Any, table_name: str, schema: str | None = None, **options: Any) -> bool:
        return table_name in self.get_table_names(connection, schema, **options)

    @reflection.cache
    def get_columns(self, connection: Any, table_name: str, schema: str | None = None, **options: Any) -> Any:
        sql = """SELECT column_name, data_type, is_nullable FROM information_schema.columns
            WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position"""
        rows = connection.exec_driver_sql(sql, (schema or "main", table_name)).fetchall()
        if not rows:
            self._missing(table_name)
        return [
            {"name": name, "type": type_of(kind), "nullable": nullable in ("YES", True), "default": None}
            for name, kind, nullable in rows
        ]

    @reflection.cache
    def get_pk_constraint(
        self, connection: Any, table_name: str, schema: str | None = None, **options: Any
    ) -> Any:
        sql = """SELECT constraint_name, column_name FROM information_schema.key_column_usage
            WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position"""
        rows = connection.exec_driver_sql(sql, (schema or "main", table_name)).fetchall()
        return {"name": rows[0][0] if rows else None, "constrained_columns": [row[1] for row in rows]}

    @reflection.cache
    def get_table_comment(
        self, connection: Any, table_name: str, schema: str | None = None, **options: Any
    ) -> Any:
        sql = """SELECT description FROM pg_catalog.pg_description d JOIN pg_catalog.pg_class c ON c.oid = d.objoid
            WHERE c.relname = ? AND d.objsubid = 0"""
        row = connection.exec_driver_sql(sql, (table_name,)).fetchone()
        return {"text": None if row is None else row[0]}

    def get_foreign_keys(
        self, connection: Any, table_name: str, schema: str | None = None, **options: Any
    ) -> Any:
        return []

    def get_indexes(self, connection: Any, table_name: str, schema: str | None = None, **options: Any) -> Any:
        return []

    def get_unique_constraints(
        self, connection: Any, table_name: str, schema: str | None = None, **options: Any
    ) -> Any:
        return []

    def get_check_constraints(
        self, connection: Any, table_name: str, schema: str | None = None, **options: Any
    ) -> Any:
        return []

    def _missing(self, table_name: str) -> None:
        from sqlalchemy.exc import NoSuchTableError

        raise NoSuchTableError(table_name)
