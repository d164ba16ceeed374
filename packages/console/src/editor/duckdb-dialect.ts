import { PostgreSQL, SQLDialect } from '@codemirror/lang-sql';

/** Words that begin or join clauses in DuckDB. PostgreSQL's whole list, 600 words, would hide the names of columns. */
const keywords =
  'all and any anti as asc asof between by case cast collate columns cross cube current desc describe distinct else end escape except exclude exists explain extract false fetch filter first following for from full glob group grouping having ilike in inner intersect interval is isnull join lambda last lateral left like limit macro materialized natural not notnull null nulls offset on or order outer over partition pivot positional preceding qualify range recursive replace right rollup row rows sample select semi sets show similar some struct summarize table tablesample then to true try_cast unbounded union unique unpivot using values when where window with within';

const types =
  'bigint blob boolean date decimal double float hugeint integer interval json list map real smallint struct text time timestamp timestamptz tinyint ubigint uuid varchar';

export const duckdbDialect = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords,
  types,
  builtin: '',
  operatorChars: '+-*/<>=~!@#%^&|`?',
  caseInsensitiveIdentifiers: true,
});

export const duckdbKeywords = keywords.split(' ').map((word) => word.toUpperCase());
